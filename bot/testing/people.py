"""Rules of the contract about texts and screens, which people read and press."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from msgspec.structs import replace

from bot.engine.author_checks import describe_unreadable_parts, list_needed_messages
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Prompt, find_waiting
from bot.engine.moves import EMPTY_PREFIX, Move, format_paths, join_values, parse_prefix
from bot.engine.predictions import Predictions
from bot.engine.records import ActRecord, StepRecord, list_legal_paths, read_events, read_log
from bot.engine.screen import Button, OpenScreen, Picture, Screen, Select, SubmitMove
from bot.engine.screens import MAX_NEWS_LINES, ScreenContext, make_question
from bot.i18n import LANGUAGES, Text, find_languages, text
from bot.testing.differences import Events, filter_events
from bot.testing.limits import MAX_EMBED_LENGTH, check_screen
from bot.testing.playing import MILLISECONDS_PER_STEP, Broken, Play, Step, name_viewer, rule
from bot.testing.secrecy import resample_steps

PLAYER_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jan")
"""The names of the players in checked games. With more than ten players, numbers are appended."""
LONGEST_NAME = "\\*" * 32
"""The longest possible name of a player: 32 characters of Markdown, each escaped."""
MAX_BOARD_LENGTH = 4500
"""It is below Discord's limit, because the bot adds more text to the board."""
MAX_CHECKED_STEPS = 3
MAX_BOARD_EVENTS = 9
"""A board has lines about this many public events, as the table keeps no more."""
MAX_OTHERS_SHOWN = 2
MAX_COMPARED_PICTURES = 1
"""The number of pictures per step that are drawn twice is small, because drawing takes long."""
MAX_RANDOM_PRESSES, MAX_SCREENS_PER_MOVE = 4, 60
"""The random presses before a move is looked for, and the screens among which it is looked for."""
MAX_NUMBERS = 2
MAX_PREDICTION_CHOICES = 10
"""Two rows of buttons."""
TABLE_EVENT = EventRecord(None, "table-back", ("Ada",))
"""An event of the table itself. Logs of real games contain such events, too."""


@rule(games_per_check=1000)
def _check_texts_in_all_languages(play: Play) -> None:
    """Every message exists in all languages of the game, with the same placeholders."""
    languages = find_languages(play.package.text)
    if not languages:
        raise Broken(f"{play.package.text} has none of {', '.join(LANGUAGES)}")
    first = read_placeholders(play.package.text, languages[0])
    for language in languages[1:]:
        other = read_placeholders(play.package.text, language)
        for key in sorted(first.keys() ^ other.keys()):
            there, lacking = languages[0], language
            if key in other:
                there, lacking = lacking, there
            raise Broken(f"{key} is in {there}.ftl, but not in {lacking}.ftl: add or remove it")
        for key, placeholders in first.items():
            if other[key] != placeholders:
                raise Broken(f"{key} has other placeholders in {language}.ftl")
    for language in languages:
        say = text(language, play.package.text)
        for key, values in list_needed_messages(play.package):
            check_message(say, key, values)


@cache
def read_placeholders(folder: Path, language: str) -> dict[str, frozenset[str]]:
    """Map each message's key in a game's catalogue to the names of its placeholders.

    Raises:
        Broken: The catalogue cannot be parsed, or contains a message twice.
    """
    file = folder / f"{language}.ftl"
    found = dict[str, frozenset[str]]()
    for unreadable in describe_unreadable_parts(file, text(LANGUAGES[0])):
        raise Broken(unreadable)
    for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
        if isinstance(entry, ftl.Message):
            if entry.id.name in found:
                raise Broken(f"{entry.id.name} stands twice in {file.name}")
            collector = _Placeholders()
            collector.visit(entry)
            found[entry.id.name] = frozenset(collector.names)
    return found


class _Placeholders(Visitor):
    def __init__(self) -> None:
        self.names = set[str]()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def check_message(say: Text, key: str, values: dict[str, int | str]) -> None:
    """Check that a message exists, is not empty, and needs no other placeholders."""
    try:
        if not say(key, **values).strip():
            raise Broken(f"{key} says nothing in {say.language}")
    except KeyError as missing:
        raise Broken(f"{say.language}.ftl lacks {key}") from missing
    except ValueError as unfilled:
        raise Broken(f"in {say.language}: {unfilled}") from unfilled


@rule("screens.describe_event")
def _check_events_have_words(play: Play) -> None:
    """Every event can be described in all languages to everybody who may know of it."""
    for language in LANGUAGES:
        context = make_context(play, language)
        for step in play.steps:
            for viewer in play.viewers:
                describe_heard(play, step, viewer, filter_events(step.events, viewer), context)
        for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
            for viewer in play.viewers:
                events = _find_news(play, step, viewer)
                describe_heard(play, step, viewer, events, context)
                if viewer is not None:
                    _check_news(play, step, viewer, events, context)
            _render_prompts(play, step, context)


def describe_heard(
    play: Play, step: Step, viewer: Seat | None, events: Events, context: ScreenContext
) -> list[str]:
    """Return the lines in which a viewer reads events after a step."""
    view = play.game.view(step.state, viewer)
    return [play.package.describe_event(view, event, context) for event in events]


def _check_news(play: Play, step: Step, seat: Seat, events: Events, context: ScreenContext) -> None:
    view, notices = play.game.view(step.state, seat), read_events(play.game, events)
    lines = play.package.screens.news(notices, view, seat, context)
    if len(lines) > MAX_NEWS_LINES:
        raise Broken(f"{len(lines)} lines of news for {name_viewer(seat)}", step)


def _render_prompts(play: Play, step: Step, context: ScreenContext) -> None:
    """Check that lines about who has to answer, and labels of a time to talk, raise no error."""
    prompts = find_waiting(play.game.prompts(step.state))
    view = play.game.view(step.state, None)
    for prompt in prompts:
        if prompt.ready_label:
            check_message(context.say, prompt.ready_label, {})
    for decision in {prompt.decision for prompt in prompts}:
        together = [prompt for prompt in prompts if prompt.decision == decision]
        play.package.screens.describe_prompts(view, together, context)


def _find_news(play: Play, step: Step, viewer: Seat | None) -> list[EventRecord]:
    """Return the events since a viewer's own last answer, or for an onlooker those on the board."""
    past = play.steps[: step.number + 1]
    own = [m.number for m in past if isinstance(m.action, ActRecord) and m.action.seat == viewer]
    events = [event for m in past[own[-1] if own else 0 :] for event in m.events]
    news = filter_events(events, viewer)
    return news[-MAX_BOARD_EVENTS:] if viewer is None else news


@rule("screens.own_screen")
def _check_screens_fit_discord(play: Play) -> None:
    """Discord accepts every screen, in all languages, with the longest names."""
    rng = play.rng
    for step in (*play.sample_steps(MAX_CHECKED_STEPS, rng), play.steps[-1]):
        context = make_context(play, rng.choice(LANGUAGES), uses_long_names=rng.random() < 0.5)
        if context.names[0] != LONGEST_NAME:
            signs = play.package.pictures and play.package.pictures.signs
            context = replace(context, emojis=make_longest_emojis(signs))
        for pictures in {play.package.pictures is not None, False}:
            for what, screen, room in _render_screens(
                play, step, replace(context, pictures=pictures)
            ):
                for problem in check_screen(screen, room):
                    raise Broken(f"{what} in {context.say.language}: {problem}", step)


@rule("screens.own_screen")
def _check_buttons_reach_moves(play: Play) -> None:
    """Each legal move can be entered by pressing buttons of the board and the own screen."""
    rng = play.rng
    for step in play.sample_steps(MAX_CHECKED_STEPS, rng):
        context = make_context(play, rng.choice(LANGUAGES))
        prompts = [each for each in play.game.prompts(step.state) if each.seat is not None]
        accepted = {
            (prompt.decision, move)
            for prompt in prompts
            for move in list_legal_paths(play.game, step.state, prompt.seat or 0)
        }
        _check_buttons(_render_board(play, step, context), "the board", accepted, step)
        for prompt in prompts:
            _press_to_move(play, step, prompt, context, rng)


@rule("screens.own_screen")
def _check_no_buttons_unasked(play: Play) -> None:
    """A seat that is not asked has an own screen, without any button for a move."""
    context = make_context(play, LANGUAGES[0])
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        asked = {prompt.seat for prompt in play.game.prompts(step.state)}
        for seat in {*range(play.setup.seats)} - asked if asked else ():
            own = _render_own(play, step.state, seat, "", context)
            for item in (item for row in own.rows for item in row):
                press = getattr(item, "press", None)
                if isinstance(press, SubmitMove | OpenScreen) and not getattr(
                    item, "disabled", False
                ):
                    why = f"seat {seat} is asked nothing, and can press {press}"
                    raise Broken(why, step, ("screens.own_screen", "game.prompts"))


@rule("screens.end")
def _check_end_names_players(play: Play) -> None:
    """The final board names every player, and each is told the result, in all languages."""
    step = play.steps[-1]
    if play.failure:
        return
    places = play.game.standings(step.state) or ()
    for language in LANGUAGES:
        for pictures in {play.package.pictures is not None, False}:
            context = replace(make_context(play, language), pictures=pictures)
            end = _render_board(play, step, context)
            told = "\n".join([end.title, end.text, *(f"{f.name}\n{f.text}" for f in end.fields)])
            for seat, who in enumerate(context.names):
                if who not in told:
                    raise Broken(f"the end does not name {name_viewer(seat)} in {language}", step)
                view = play.game.view(step.state, seat)
                if not play.package.screens.result(view, places, seat, context):
                    raise Broken(f"{name_viewer(seat)} is not told how it ended", step)


@rule("screens.own_screen")
def _check_screens_hide_secrets(play: Play) -> None:
    """A screen's pictures and texts do not depend on what is hidden from its reader.

    Check that they do not depend on what was shown to others before, either.
    """
    for step, viewer, other in resample_steps(play):
        context = make_context(play, LANGUAGES[0])
        twin_step = replace(step, state=other)
        _show_to_others(play, step, viewer, context)
        one = render_visible(play, step, viewer, context)
        two = render_visible(play, twin_step, viewer, context)
        if one != two:
            raise Broken(f"a screen tells {name_viewer(viewer)} what is hidden from them", step)
        _show_to_others(play, twin_step, viewer, context)
        if one != render_visible(play, step, viewer, context):
            why = f"a screen of {name_viewer(viewer)} changes with what was shown to others before"
            raise Broken(f"{why}: screens may remember nothing", step)
        both = [*zip(_list_pictures(one), _list_pictures(two), strict=True)]
        for picture, twin in both[:MAX_COMPARED_PICTURES]:
            if picture.draw() != twin.draw():
                why = f"the picture {picture.name} shows {name_viewer(viewer)}"
                raise Broken(f"{why} what is hidden from them", step)


def _show_to_others(play: Play, step: Step, viewer: Seat | None, context: ScreenContext) -> None:
    """Render the screens of some other players, which the `Screens` object could remember."""
    others = [seat for seat in range(play.setup.seats) if seat != viewer]
    for seat in play.rng.sample(others, min(MAX_OTHERS_SHOWN, len(others))):
        render_visible(play, step, seat, context)


@rule("screens.board")
def _check_text_only_boards(play: Play) -> None:
    """At a table without pictures, the board has text and no picture."""
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        context = make_context(play, LANGUAGES[0])
        board = _render_board(play, step, replace(context, pictures=False))
        if board.picture or board.below:
            raise Broken("a board that is text only has a picture", step)
        if not (board.text.strip() or board.fields):
            raise Broken("a board that is text only says nothing", step)


@rule("rulebook.make_page", games_per_check=1000)
def _check_rules_pages_fit(play: Play) -> None:
    """Discord accepts every page of the rules in all languages, and no page has buttons."""
    for language in LANGUAGES:
        for pictures in {play.package.pictures is not None, False}:
            context = ScreenContext(text(language, play.package.text), (), (), pictures)
            for page in range(len(play.package.rulebook.pages)):
                screen = play.package.rulebook.render(page, context)
                for problem in check_screen(screen):
                    raise Broken(f"page {page} of the rules in {language}: {problem}")


def make_context(play: Play, language: str, *, uses_long_names: bool = False) -> ScreenContext:
    """Make what a game's screens need to know of table and reader."""
    names = (LONGEST_NAME,) * play.setup.seats if uses_long_names else _make_names(play.setup.seats)
    labels = tuple(each.replace("\\", "") for each in names)
    say = text(language, play.package.text)
    return ScreenContext(say, names, labels, play.package.pictures is not None)


@cache
def make_longest_emojis(signs: Path | None) -> dict[str, str]:
    """Make up emojis for a game's signs, with names and ids as long as possible."""
    stems = sorted(file.stem for file in signs.glob("*.webp")) if signs else []
    return {
        stem: f"<:{stem.replace('-', '_'):x<32}:{9 * 10**18 + number}>"
        for number, stem in enumerate(stems)
    }


def _make_names(seats: int) -> tuple[str, ...]:
    return tuple(
        f"{PLAYER_NAMES[seat % len(PLAYER_NAMES)]}{seat // len(PLAYER_NAMES) or ''}"
        for seat in range(seats)
    )


def _render_board(play: Play, step: Step, context: ScreenContext) -> Screen:
    view = play.game.view(step.state, None)
    places = play.game.standings(step.state)
    if places is None:
        return play.package.screens.board(view, context)
    return play.package.screens.end(view, places, context)


def _render_own(play: Play, state: Any, seat: Seat, path: str, context: ScreenContext) -> Screen:
    prompts = {prompt.seat: prompt for prompt in play.game.prompts(state)}
    question = make_question(play.game, state, seat, prompts.get(seat), path, context)
    return play.package.screens.own_screen(question)


def render_visible(
    play: Play, step: Step, viewer: Seat | None, context: ScreenContext
) -> list[Screen]:
    """Render the board, and a player's own screen, as a viewer can see them after a step."""
    screens = [_render_board(play, step, context)]
    if viewer is not None and play.game.prompts(step.state):
        screens.append(_render_own(play, step.state, viewer, "", context))
    return screens


def _list_pictures(screens: list[Screen]) -> list[Picture]:
    both = [picture for screen in screens for picture in (screen.picture, screen.below)]
    return [picture for picture in both if picture]


def _render_screens(
    play: Play, step: Step, context: ScreenContext
) -> Iterator[tuple[str, Screen, int]]:
    """Yield all screens after a step, each with a description and how long its texts may be."""
    yield "the board", _render_board(play, step, context), MAX_BOARD_LENGTH
    if not play.game.prompts(step.state):
        return
    for seat in range(play.setup.seats):
        moves = list_legal_paths(play.game, step.state, seat)
        *steps, _ = accumulate(play.rng.choice(moves or ("",)).split("/"), "{}/{}".format)
        for path in ("", *steps):
            own = _render_own(play, step.state, seat, path, context)
            yield f"the screen of seat {seat} after {path!r}", own, MAX_EMBED_LENGTH
    view = play.game.view(step.state, None)
    for page in play.package.pages.find_names(view):
        made = play.package.pages.make_page(page, view, context)
        yield f"the page {page}", made, MAX_EMBED_LENGTH


def _press_to_move(
    play: Play, step: Step, prompt: Prompt, context: ScreenContext, rng: Random
) -> None:
    """Press buttons of the board and of a player's own screen until a random move is entered.

    At first, some random buttons are pressed. Then those that lead to the move come first, and all
    others are tried as well. In a race, another move will do, as somebody may have been quicker.
    """
    seat, path, seen = prompt.seat or 0, "", set[str]()
    legal = play.game.legal_moves(step.state, seat)
    board = play.package.screens.board(play.game.view(step.state, None), context)
    for _ in range(rng.randint(0, MAX_RANDOM_PRESSES)):
        seen.add(path)
        presses = _find_presses(play, step, prompt, path, board, context, rng)
        opened = [press.path for press in presses if isinstance(press, OpenScreen)]
        path = rng.choice([each for each in opened if each not in seen] or [path])
    entered = parse_prefix(play.game.move_types, path) or EMPTY_PREFIX
    target, paths, seen = rng.choice([*filter(entered.is_prefix_of, legal)]), [path], set()
    while paths and len(seen) < MAX_SCREENS_PER_MOVE:
        following = paths.pop()
        if following in seen:
            continue
        seen.add(following)
        presses = _find_presses(play, step, prompt, following, board, context, rng, target)
        entered_moves = {press.path for press in presses if isinstance(press, SubmitMove)}
        if target.path in entered_moves or (entered_moves and play.package.race):
            return
        opened = [press.path for press in presses if isinstance(press, OpenScreen)]
        rng.shuffle(opened)
        paths += sorted(opened, key=lambda each: _leads_to(play, each, target))
    if not paths:
        why = f"seat {seat} cannot enter {target.path!r}"
        raise Broken(f"{why} after {path!r}: all buttons lead to other moves", step)


def _leads_to(play: Play, path: str, target: Move) -> bool:
    entered = parse_prefix(play.game.move_types, path)
    return entered is not None and entered.is_prefix_of(target)


def _find_presses(
    play: Play,
    step: Step,
    prompt: Prompt,
    path: str,
    board: Screen,
    context: ScreenContext,
    rng: Random,
    target: Move | None = None,
) -> list[SubmitMove | OpenScreen]:
    """Return what a player can press after a path, and check that each press leads to a move."""
    seat = prompt.seat or 0
    legal = play.game.legal_moves(step.state, seat)
    moves = {*format_paths(legal)}
    own = _render_own(play, step.state, seat, path, context)
    what = f"the screen of seat {seat} after {path!r}"
    _check_buttons(own, what, {(prompt.decision, move) for move in moves}, step)
    every = [*list_presses(board, prompt, rng, target), *list_presses(own, prompt, rng, target)]
    presses = [each for each in every if isinstance(each, OpenScreen) or each.path in moves]
    if not presses:
        raise Broken(f"seat {seat} finds nothing to press after {path!r}", step)
    for press in presses:
        entered = parse_prefix(play.game.move_types, press.path)
        if entered is None or not any(map(entered.is_prefix_of, legal)):
            raise Broken(f"seat {seat} is led to {press.path!r}, which begins no move", step)
    return presses


def _check_buttons(screen: Screen, what: str, accepted: set[tuple[int, str]], step: Step) -> None:
    """Check that the buttons of a screen submit accepted answers to decisions."""
    for item in (item for row in screen.rows for item in row):
        press = item.press if isinstance(item, Button) and not item.disabled else None
        if isinstance(press, SubmitMove) and (press.decision, press.path) not in accepted:
            why = f"a button of {what} submits {press.path!r} to decision {press.decision}"
            raise Broken(f"{why}, which is refused", step)


def list_presses(
    screen: Screen, prompt: Prompt, rng: Random, target: Move | None = None
) -> Iterator[SubmitMove | OpenScreen]:
    """Yield the presses on a screen that answer a prompt or take the player closer to an answer.

    Each select menu yields one press: what it has of the target, or else a random choice.
    """
    for item in (item for row in screen.rows for item in row):
        press = getattr(item, "press", None)
        if not isinstance(press, SubmitMove | OpenScreen) or press.decision != prompt.decision:
            continue
        if isinstance(item, Select):
            values = [value.split("~")[0] for value, _ in item.options]
            chosen = _choose_towards(press.path, values, target)
            if not item.min_values <= len(chosen) <= item.max_values:
                chosen = rng.sample(values, rng.randint(item.min_values, item.max_values))
            yield replace(press, path=f"{press.path}/{join_values(chosen)}".lstrip("/"))
        elif isinstance(item, Button) and not item.disabled:
            yield press


def _choose_towards(path: str, values: Sequence[str], target: Move | None) -> list[str]:
    """Return the values of a menu that lead from a path towards a move, or [] if none do."""
    prefix = f"{path}/" if path else ""
    if target is None or not target.path.startswith(prefix):
        return []
    rest = target.path.removeprefix(prefix)
    for end in (rest, rest.split("/")[0]):
        for chosen in ([end], end.split(".")):
            if {*chosen} <= {*values}:
                return chosen
    return []


@rule("awards.summarise")
def _check_awards(play: Play) -> None:
    """Awards go to existing seats, once each, and every award has its messages."""
    for language in LANGUAGES:
        for award in play.package.awards.names:
            for key in (f"award-{award}", f"award-title-{award}"):
                check_message(text(language, play.package.text), key, {})
    places = play.game.standings(play.steps[-1].state)
    if places is None:
        return
    course, awards = read_log(play.game, make_log(play)), play.package.awards
    if awards.find_earned(course, places) != awards.find_earned(course, places):
        raise Broken("the same game brings other awards")


@rule()
def _check_numbers(play: Play) -> None:
    """The numbers of a game are at most two, each with its message."""
    numbers = play.package.numbers
    if len(numbers) > MAX_NUMBERS:
        raise Broken(f"`numbers` has more than {MAX_NUMBERS} names")
    course = read_log(play.game, make_log(play))
    public = [each.event for entry in course for each in entry.notices if each.to is None]
    for name, count in numbers.items():
        values = {"count": count(public)}
        for language in LANGUAGES:
            check_message(text(language, play.package.text), f"number-{name}", {**values})


@rule("predictions.find")
def _check_predictions(play: Play) -> None:
    """What onlookers predict is the same question in each view, has texts, and is answered once."""
    predictions = play.package.predictions
    if predictions is None:
        return
    answered = set[int]()
    for before, after in play.transitions:
        asked = predictions.find(play.game.view(before.state, None))
        answer = predictions.find_right(play.game, after.events)
        if asked is None:
            continue
        if asked.decision in answered:
            raise Broken(f"question {asked.decision} is asked again", before)
        if answer and answer not in map(str, asked.choices):
            why = f"the answer {answer!r} is no choice of {asked}"
            raise Broken(why, after, ["predictions.settle"])
        answered |= {asked.decision} if answer else set()
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        _check_question(play, predictions, step)
    last = play.steps[-1]
    is_over = not play.game.prompts(last.state)
    if is_over and predictions.find(play.game.view(last.state, None)):
        raise Broken("a question is asked after the end of the game", last)


def _check_question(play: Play, predictions: Predictions, step: Step) -> None:
    asked = predictions.find(play.game.view(step.state, None))
    for seat in range(play.setup.seats):
        if predictions.find(play.game.view(step.state, seat)) != asked:
            raise Broken(f"the question depends on what seat {seat} alone knows", step)
    if asked is None:
        return
    choices = [str(choice) for choice in asked.choices]
    if not 2 <= len({*choices}) == len(choices) <= MAX_PREDICTION_CHOICES:
        raise Broken(f"there are too few or many choices, or equal ones: {asked}", step)
    named = [choice for choice in asked.choices if isinstance(choice, str)]
    if not {*asked.choices} - {*named} <= {*range(play.setup.seats)}:
        raise Broken(f"a choice is a seat that is not there: {asked}", step)
    for language in LANGUAGES:
        view, context = play.game.view(step.state, None), make_context(play, language)
        try:
            told = predictions.describe(view, asked, context)
        except KeyError as missing:
            raise Broken(f"{language}.ftl lacks predict-{asked.kind}", step) from missing
        if not told:
            raise Broken(f"the question {asked} has no words in {language}", step)
        for choice in named:
            check_message(context.say, f"predict-{asked.kind}-{choice}", {})


def make_log(play: Play) -> Iterator[StepRecord]:
    """Yield the steps of a game as they are stored, with an event of the table after the deal."""
    for step in play.steps:
        at = step.number * MILLISECONDS_PER_STEP / 1000
        yield StepRecord(step.number, at, step.action, step.events)
        if step.number == 0:
            yield StepRecord(step.number, at, None, (TABLE_EVENT,))
