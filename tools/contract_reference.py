"""`python -m tools.contract_reference` writes the contract's reference from docstrings."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from griffe import (
    Attribute,
    Class,
    DocstringSection,
    DocstringSectionKind,
    DocstringSectionParameters,
    DocstringSectionRaises,
    DocstringSectionReturns,
    Function,
    Module,
    Object,
    ParameterKind,
    load,
)

ROOT_FOLDER = Path(__file__).parent.parent
REFERENCE_FILE = ROOT_FOLDER / "build" / "contract-reference.md"
REFERENCE_CHAPTERS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "The package": {"package": ("GamePackage",)},
    "The rules": {"game": ("Game",)},
    "What the rules are asked and answer": {
        "game": (
            "Prompt",
            "Timing",
            "Act",
            "Elapse",
            "Leave",
            "Stale",
            "IllegalMove",
            "Chance",
            "Place",
        ),
        "options": ("Option",),
        "records": ("LogEntry",),
        "events": ("Event", "Notice"),
        "moves": ("Move", "Prefix"),
    },
    "Helpers for rules": {
        "game": ("rank_seats", "find_winners", "find_waiting", "replace_at_seat"),
        "answers": ("Answers", "AnswersView"),
        "resampling": ("deal_until_fits",),
    },
    "Computer players": {"computers": ("Computers",), "matrices": ("WITHOUT_FALSE_ALARMS",)},
    "The screens": {"screens": ("Screens",)},
    "What screens are made of": {
        "screens": ("Question", "ScreenContext"),
        "screen": (
            "Screen",
            "OwnScreen",
            "QuietScreen",
            "OwnPage",
            "FixedBoard",
            "Field",
            "Picture",
            "Button",
            "Link",
            "Select",
            "SubmitMove",
            "OpenScreen",
            "TableAction",
        ),
    },
    "What a package adds": {
        "pages": ("Rulebook", "RulesPage", "ExtraPages"),
        "pictures": ("Pictures",),
        "lessons": ("Lesson",),
        "awards": ("AwardRules", "count_events"),
        "replays": ("Replays", "ReplayedStep", "Highlight", "FilmShot", "FilmScene"),
        "predictions": ("Predictions", "Prediction"),
        "race": ("Race",),
    },
    "Helpers for screens": {
        "screens": ("make_field_buttons",),
        "screen": ("arrange_in_rows",),
        "picking": ("find_picked", "make_pick_rows"),
        "teams": ("describe_teams",),
        "text_helpers": ("join_seats", "mark_players"),
    },
}
"""Maps each chapter's title to its classes and functions, by their module in `bot.engine`."""
REFERENCE_NAMES = {
    name for modules in REFERENCE_CHAPTERS.values() for names in modules.values() for name in names
}
STARS = {ParameterKind.var_positional: "*", ParameterKind.var_keyword: "**"}


def write_reference() -> str:
    """Return the whole reference as Markdown."""
    engine = load("bot.engine", search_paths=[ROOT_FOLDER])
    if not isinstance(engine, Module):
        raise TypeError(f"bot.engine is a {type(engine).__name__}, not a module")
    parts = ["# The contract of a game\n"]
    for title, modules in REFERENCE_CHAPTERS.items():
        parts.append(f"## {title}\n")
        parts += [
            part
            for module, names in modules.items()
            for name in names
            for part in _describe(engine[module][name])
        ]
    return "\n".join(parts)


def _describe(item: Object) -> Iterator[str]:
    """Yield the Markdown for a class with its public members, or for a function."""
    heading = _format_call(item) if isinstance(item, Function) else item.name
    yield f"### `{heading}`\n"
    yield f"From `{item.module.path}`.\n"
    yield from _describe_docstring(item)
    bases = {str(base) for base in item.bases} if isinstance(item, Class) else set()
    for base in sorted(bases & REFERENCE_NAMES):
        yield f"It has all that `{base}` has.\n"
    for member in item.members.values() if isinstance(item, Class) else ():
        if member.is_alias or (member.name.startswith("_") and member.name != "__init__"):
            continue
        if isinstance(member, Function):
            signature = _format_call(member)
        elif isinstance(member, Attribute):
            default = "" if member.value is None else f" = {member.value}"
            signature = f"{member.name}: {member.annotation}{default}"
        else:
            raise TypeError(f"no place in the reference for {member.path}")
        yield f"#### `{item.name}.{signature}`\n"
        if "abstractmethod" in member.labels:
            yield "**Every game defines it.**\n"
        yield from _describe_docstring(member)


def _format_call(function: Function) -> str:
    """Return how a function is called, with its annotations, such as `view(state: S) -> V`."""
    arguments = list[str]()
    for each in function.parameters:
        if each.name == "self":
            continue
        if each.kind in STARS:
            arguments.append(f"{STARS[each.kind]}{each.name}: {each.annotation}")
            continue
        if each.kind is ParameterKind.keyword_only and "*" not in "".join(arguments):
            arguments.append("*")
        default = "" if each.default is None else f" = {each.default}"
        arguments.append(f"{each.name}: {each.annotation}{default}")
    return f"{function.name}({', '.join(arguments)}) -> {function.returns}"


def _describe_docstring(item: Object) -> Iterator[str]:
    for section in item.docstring.parse("google") if item.docstring else ():
        yield _format_section(section)


def _format_section(section: DocstringSection) -> str:
    match section:
        case DocstringSectionParameters():
            rows = [f"`{each.name}`: {each.description}" for each in section.value]
        case DocstringSectionReturns():
            rows = [f"Returns: {each.description}" for each in section.value]
        case DocstringSectionRaises():
            rows = [f"Raises `{each.annotation}`: {each.description}" for each in section.value]
        case _ if section.kind is DocstringSectionKind.text:
            return f"{section.value}\n"
        case _:
            raise ValueError(f"no place in the reference for {section.kind.value}")
    return "".join(f"- {' '.join(row.split())}\n" for row in rows)


if __name__ == "__main__":
    REFERENCE_FILE.parent.mkdir(exist_ok=True)
    REFERENCE_FILE.write_text(write_reference(), encoding="utf-8")
    print(f"written: {REFERENCE_FILE}")
