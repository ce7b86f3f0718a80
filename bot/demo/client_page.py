"""simcord's page as a Discord client: what is changed in its files, and its words in our languages.

Nothing of simcord is copied. Each change names the place that it replaces, and fails where it does
not fit, so that a newer simcord cannot be shown half changed.
"""

import re
from collections.abc import Iterable, Mapping

from bot.i18n import Text

LOOKS: Mapping[str, tuple[tuple[str, str], ...]] = {
    # Discord offers to dismiss a private message; it is gone for that person's page then.
    "/messages.js": (
        (
            'root.append(node("div", "message-ephemeral-note", "Only you can see this"));',
            'const note = node("div", "message-ephemeral-note", "Only you can see this");\n'
            '    const dismiss = node("button", "message-dismiss", "Dismiss message");\n'
            '    dismiss.type = "button";\n'
            '    dismiss.addEventListener("click", () => { root.hidden = true; });\n'
            '    note.append(" • ", dismiss);\n'
            "    root.append(note);",
        ),
    ),
    # As Discord does, show what was chosen by its name and not by its value, and an option by its
    # name in the client's language.
    "/commands.js": (
        (
            'String(value?.raw ?? "");\n        const resizeField',
            'String(value?.label ?? value?.raw ?? "");\n        const resizeField',
        ),
        (
            'node("span", "command-pill-label", option.name)',
            'node("span", "command-pill-label", option.label ?? option.name)',
        ),
        (
            "[focused.name, focused.description",
            "[focused.label ?? focused.name, focused.description",
        ),
        (
            "({ name: option.name, value: option.name,",
            "({ name: option.label ?? option.name, value: option.name,",
        ),
        # As Discord does, ask for an option's list before the first letter is typed.
        (
            "option.name, current)) || [];",
            "option.name, current)) || [];\n"
            "            if (!choices.length) queryAutocomplete(option, current);",
        ),
        (
            ': "No options match"',
            ': autocomplete.state === "loading" ? "Loading options" : "No options match"',
        ),
        ("`OPTIONS MATCHING ${current.toUpperCase()}`", '"OPTIONS"'),
        ("`OPTIONS MATCHING ${input.value.toUpperCase()}`", '"OPTIONS"'),
        ("`OPTIONS MATCHING ${field.value.toUpperCase()}`", '"OPTIONS"'),
    ),
    "/composer.js": (("`${sendLabel} message (Enter)`", "`${sendLabel} (Enter)`"),),
}
"""What makes simcord's page look and act more like Discord: (old, new) pairs by path."""

WORDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "/": (
        ('lang="«en»"', "client-language"),
        ("«Load earlier messages»", "client-earlier"),
        ("«Newer messages»", "client-newer"),
        ("«New messages · jump to latest»", "client-latest"),
        ("«No messages in this channel.»", "client-no-messages"),
    ),
    "/messages.js": (
        ('"«Only you can see this»"', "client-only-you"),
        ('"«Dismiss message»"', "client-dismiss"),
        ('"«Thinking…»"', "client-thinking"),
        ("`${invoker} «used» `", "client-used"),
        ('"reply", "«Reply»"', "client-reply"),
        ('"edit", "«Edit»"', "client-edit"),
        ('"delete", "«Delete»"', "client-delete"),
        ('"«Unpin»"', "client-unpin"),
        ('"«Pin»"', "client-pin"),
    ),
    "/surfaces.js": (('"«Delete this message? This cannot be undone.»"', "client-delete-really"),),
    "/composer.js": (
        ('? "«Save»"', "client-save"),
        (': "«Send»"', "client-send"),
        ('"«Edit message»"', "client-edit-message"),
        ('"«You can use application commands here»"', "client-commands-only"),
        ("`«Message »${channel.glyph}", "client-message-to"),
        ("`«Replying to »${reply.author", "client-replying-to"),
    ),
    "/commands.js": (
        ('"«OPTIONS»"', "client-options"),
        ('"«COMMANDS»"', "client-commands"),
        ('"«No options match»"', "client-no-options"),
        ('"«Loading options»"', "client-loading-options"),
        ('"«Loading options failed»"', "client-options-failed"),
        ('"«Loading commands»"', "client-loading-commands"),
        ('"«Commands are unavailable»"', "client-no-commands"),
        ('"«Exit command mode»"', "client-leave-command"),
        ('"«+ options»"', "client-some-options"),
        ('? "«more»"', "client-more-options"),
        (': "«options»"}`', "client-only-options"),
        ('"«This field is required.»"', "client-required"),
        ('"«Choose an available option.»"', "client-choose-option"),
        ('"«Enter a valid value.»"', "client-valid-value"),
        ('"«Value is outside the allowed range.»"', "client-out-of-range"),
        ('"«True»"', "client-true"),
        ('"«False»"', "client-false"),
    ),
    "/selects.js": (
        ('"«Select an option»"', "client-select"),
        ('"«Select one or more options»"', "client-select-some"),
        ('"«No available options»"', "client-nothing-to-select"),
        ('"«Apply»"', "client-apply"),
        ('"«Cancel»"', "client-cancel"),
    ),
    "/media.js": (
        ('"«Close image preview»"', "client-close-picture"),
        ('"«Open original image»"', "client-open-picture"),
    ),
}
"""The words of simcord's page between « and », with what stands around them, and the message of
the catalogues that is said instead; by path."""


def patched(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """Return `text` with each (old, new) change made; raises `ValueError` if one does not fit."""
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"simcord's page has changed: {old!r}")
        text = text.replace(old, new)
    return text


def worded(text: str, words: Iterable[tuple[str, str]], say: Text) -> str:
    """Return `text` with each of these `WORDS` said by the catalogues, wherever it stands.

    A space at the edge of the replaced words stays. Raises `ValueError` if words are not there.
    """
    for marked, key in words:
        before, word, after = re.split("[«»]", marked)
        if before + word + after not in text:
            raise ValueError(f"simcord's page has changed: {word!r}")
        said = f"{_space(word[:1])}{say(key)}{_space(word[-1:])}"
        text = text.replace(before + word + after, before + said + after)
    return text


def _space(letter: str) -> str:
    return " " if letter == " " else ""
