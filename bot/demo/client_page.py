"""Patches the web page of simcord to look and act like a Discord client, in the bot's languages.

simcord is the library that simulates Discord. Nothing of it is copied. Each patch contains the code
that it replaces, and fails if that code is not there. So a newer simcord is never patched only in
part.
"""

import re
from collections.abc import Iterable, Mapping

from bot.i18n import Text

CODE_PATCHES: Mapping[str, tuple[tuple[str, str], ...]] = {
    # Discord offers to dismiss an ephemeral message, which then disappears from that page.
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
    # As Discord does, show the name of a chosen value and not the value itself, and show the name
    # of an option in the client's language.
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
        # As Discord does, show the suggestions for an option before the first letter is typed.
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
    # The page opens without loading 19 MB of fonts for scripts that the bot does not write. The
    # browser still loads one of them for a name in that script.
    "/presentation.js": (
        (
            '  { family: "Noto Sans Arabic", css: \'normal 16px "Noto Sans Arabic"\', '
            'sample: "مرحبا بالعالم" },\n'
            '  { family: "Noto Sans Hebrew", css: \'normal 16px "Noto Sans Hebrew"\', '
            'sample: "שלום עולם" },\n'
            '  { family: "Noto Sans Devanagari", css: \'normal 16px "Noto Sans Devanagari"\', '
            'sample: "नमस्ते दुनिया" },\n'
            '  { family: "Noto Sans SC", css: \'normal 16px "Noto Sans SC"\', '
            'sample: "你好世界" },\n',
            "",
        ),
    ),
}
"""Pairs of old and new code, by the path of a script on simcord's server."""

WORD_PATCHES: Mapping[str, tuple[tuple[str, str], ...]] = {
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
"""Texts of simcord's page between « and », and the keys of the bot's messages that replace them.
The path of the file comes first. The characters around a text only help to find the place.
"""


def apply_patches(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """Replace parts of a file of simcord's page.

    Raises:
        ValueError: An old text is missing, or occurs more than once.
    """
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"simcord's page has changed: {old!r}")
        text = text.replace(old, new)
    return text


def translate_words(text: str, words: Iterable[tuple[str, str]], say: Text) -> str:
    """Replace marked texts of simcord's page by messages, wherever they occur.

    A space at the edge of a text stays.

    Raises:
        ValueError: A text is missing in the file.
    """
    for marked, key in words:
        before, word, after = re.split("[«»]", marked)
        if before + word + after not in text:
            raise ValueError(f"simcord's page has changed: {word!r}")
        start, end = (" " if letter == " " else "" for letter in (word[:1], word[-1:]))
        text = text.replace(before + word + after, f"{before}{start}{say(key)}{end}{after}")
    return text
