"""Discord's limits, copied by hand from its documentation and its published OpenAPI description.

https://discord.com/developers/docs/resources/message, .../components/reference and
.../interactions/application-commands. Lengths are counted in UTF-16 units, the strictest way.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

CONTENT = 2000
TITLE, DESCRIPTION, FIELDS, NAME, VALUE, FOOTER = 256, 4096, 25, 256, 1024, 2048
EMBED = 6000
"""All words of all embeds of a message."""
ROWS, BUTTONS, LABEL, CUSTOM_ID = 5, 5, 80, 100
OPTIONS, OPTION, PLACEHOLDER = 25, 100, 150
FILES, FILE_NAME, ALT = 10, 1024, 1024
EMOJI, MENTIONS, NONCE = 32, 100, 25
CUSTOM_EMOJI = re.compile(r"^\w{2,32}:[0-9]{17,20}$", re.ASCII)
"""The name and id of an emoji that was uploaded."""
COMMAND_NAME = re.compile(r"^[-_\w]{1,32}$")
"""Letters of any language, without capitals."""
COMMAND_DESCRIPTION, COMMAND_OPTIONS, COMMAND = 100, 25, 8000
BUTTON, SELECT = 2, 3
ENTITY_SELECTS = (6, 8)
"""Menus of roles and of channels, which Discord fills."""


def size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def message_problems(body: dict[str, Any]) -> list[str]:
    """Return what Discord would refuse in the body of a message."""
    found = [*_too_long("content", body.get("content") or "", CONTENT)]
    embeds = body.get("embeds") or []
    components = body.get("components") or []
    if not (body.get("content") or embeds or components):
        found.append("an empty message")
    for embed in embeds:
        found += _embed_problems(embed)
    if sum(size(word) for embed in embeds for _, word, _ in _words(embed)) > EMBED:
        found.append("too many words in the embeds")
    found += _component_problems(components)
    found += _file_problems(body.get("attachments") or [], embeds)
    mentions = body.get("allowed_mentions") or {}
    if len(mentions.get("users") or []) > MENTIONS:
        found.append("too many mentions")
    found += _too_long("nonce", str(body.get("nonce") or ""), NONCE)
    return found


def _words(embed: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield what is shown, with its kind and its limit."""
    yield "title", embed.get("title") or "", TITLE
    yield "description", embed.get("description") or "", DESCRIPTION
    yield "footer", (embed.get("footer") or {}).get("text") or "", FOOTER
    for field in embed.get("fields") or ():
        yield "name", field["name"], NAME
        yield "value", field["value"], VALUE


def _too_long(kind: str, text: str, limit: int) -> Iterator[str]:
    if size(text) > limit:
        yield f"{kind} of {size(text)}: {text!r}"


def _embed_problems(embed: dict[str, Any]) -> Iterator[str]:
    for kind, text, limit in _words(embed):
        yield from _too_long(kind, text, limit)
        if kind in ("name", "value") and not text.strip():
            yield f"an empty {kind}"
    if len(embed.get("fields") or ()) > FIELDS:
        yield "too many fields"
    if not any(word for _, word, _ in _words(embed)) and not embed.get("image"):
        yield "an empty embed"


def _component_problems(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > ROWS:
        yield "too many rows"
    parts = [component for row in rows for component in row["components"]]
    ids = [each.get("custom_id", "") for each in parts if not each.get("url")]
    if len(set(ids)) != len(ids):
        yield f"a custom id stands twice: {sorted(ids)}"
    for custom_id in ids:
        if not 0 < size(custom_id) <= CUSTOM_ID:
            yield f"custom id {custom_id!r}"
    for row in rows:
        kinds = [component["type"] for component in row["components"]]
        is_menu = len(kinds) == 1 and kinds[0] in (SELECT, *ENTITY_SELECTS)
        if not (is_menu or (0 < len(kinds) <= BUTTONS and set(kinds) == {BUTTON})):
            yield f"a row of {kinds}"
        for component in row["components"]:
            kind = component["type"]
            problems = _button_problems if kind == BUTTON else _select_problems
            yield from (_entity_problems if kind in ENTITY_SELECTS else problems)(component)


def _button_problems(button: dict[str, Any]) -> Iterator[str]:
    label, emoji = button.get("label") or "", (button.get("emoji") or {}).get("name") or ""
    yield from _too_long("label", label, LABEL)
    if not label.strip() and not emoji:
        yield "a button without a label"
    custom = (button.get("emoji") or {}).get("id")
    if emoji and not (CUSTOM_EMOJI.match(f"{emoji}:{custom}") if custom else is_emoji(emoji)):
        yield f"no emoji: {emoji!r}"


def _select_problems(select: dict[str, Any]) -> Iterator[str]:
    yield from _too_long("placeholder", select.get("placeholder") or "", PLACEHOLDER)
    options = select.get("options") or []
    if not 0 < len(options) <= OPTIONS:
        yield f"{len(options)} options"
    values = [option["value"] for option in options]
    if len(set(values)) != len(values):
        yield f"a value stands twice: {values}"
    for option in options:
        for kind in ("label", "value"):
            yield from _too_long(kind, option[kind], OPTION)
            if not option[kind].strip():
                yield f"an empty {kind}"
        yield from _too_long("description", option.get("description") or "", OPTION)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not (0 <= least <= most and 1 <= most <= len(options)):
        yield f"{least} to {most} of {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "too many options are chosen"


def _entity_problems(select: dict[str, Any]) -> Iterator[str]:
    yield from _too_long("placeholder", select.get("placeholder") or "", PLACEHOLDER)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    chosen = [each["id"] for each in select.get("default_values") or ()]
    if not (0 <= least <= most <= OPTIONS and most):
        yield f"{least} to {most} of a server's"
    if len({*chosen}) != len(chosen) or not (not chosen or least <= len(chosen) <= most):
        yield f"the chosen ones are {chosen}"


def _file_problems(
    attachments: list[dict[str, Any]], embeds: list[dict[str, Any]]
) -> Iterator[str]:
    names = [file.get("filename") or "" for file in attachments]
    if len(attachments) > FILES:
        yield "too many files"
    for file in attachments:
        if not 0 < size(file.get("filename") or "") <= FILE_NAME:
            yield f"file name {file.get('filename')!r}"
        yield from _too_long("description", file.get("description") or "", ALT)
    for embed in embeds:
        url = (embed.get("image") or {}).get("url") or ""
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} is not attached"


KEYCAP = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
"""What makes an emoji of a digit."""


def is_emoji(sign: str) -> bool:
    """Tell whether it is one standard emoji, as far as Python's data of Unicode can tell.

    A sign that is text by default needs the variation selector; those that are emojis by default
    are wide.
    """
    if not 0 < size(sign) <= EMOJI:
        return False
    if "\N{ZERO WIDTH JOINER}" in sign:
        return all(is_emoji(part) for part in sign.split("\N{ZERO WIDTH JOINER}"))
    if sign.endswith(KEYCAP):
        return sign.removesuffix(KEYCAP) in (*"0123456789#*",)
    base, rest = sign[0], sign[1:]
    symbol = unicodedata.category(base) in ("So", "Sm")
    if rest == "\N{VARIATION SELECTOR-16}":
        return symbol
    return symbol and not rest and unicodedata.east_asian_width(base) == "W"


def command_problems(command: dict[str, Any]) -> list[str]:
    """Return what Discord would refuse in a command with its options, in every language."""
    found = []
    for part in _parts(command):
        names = [part["name"], *(part.get("name_localizations") or {}).values()]
        texts = [part["description"], *(part.get("description_localizations") or {}).values()]
        found += [f"name {name!r}" for name in names if not _is_command_name(name)]
        found += [f"text {t!r}" for t in texts if not 0 < size(t) <= COMMAND_DESCRIPTION]
        choices = part.get("choices") or []
        if len(part.get("options") or []) > COMMAND_OPTIONS or len(choices) > OPTIONS:
            found.append(f"too many options of {part['name']}")
        for choice in choices:
            told = [choice["name"], *(choice.get("name_localizations") or {}).values()]
            found += [f"choice {name!r}" for name in told if not 0 < size(name) <= OPTION]
    if command_size(command) > COMMAND:
        found.append(f"{command_size(command)} characters in {command['name']}")
    return found


def _is_command_name(name: str) -> bool:
    return COMMAND_NAME.match(name) is not None and name == name.lower()


def command_size(command: dict[str, Any]) -> int:
    """Return the characters that Discord counts: names, descriptions and values.

    Of each in its longest language.
    """
    total = 0
    for part in _parts(command):
        for kind in ("name", "description"):
            told = [part[kind], *(part.get(f"{kind}_localizations") or {}).values()]
            total += max(map(size, told))
        for choice in part.get("choices") or []:
            told = [choice["name"], *(choice.get("name_localizations") or {}).values()]
            total += max(map(size, told)) + size(str(choice["value"]))
    return total


def _parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options") or ():
        yield from _parts(option)
