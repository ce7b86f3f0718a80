"""A message as a person reads it: words without marks, buttons by label and sign."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import simcord
from msgspec import Struct
from simcord.backend import serializers

BUTTON, SELECT = 2, 3
"""https://docs.discord.com/developers/components/reference#component-object-component-types"""
Wire = Mapping[str, Any]
"""Discord's words for a message or a part of it."""


class Control(Struct, frozen=True):
    """A button, or a select with its options."""

    kind: int
    label: str
    """A button's label, a select's placeholder."""
    sign: str
    """A button's emoji: a standard one, or the name of one of the application's, as in ":cat:"."""
    custom_id: str
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()
    """A select's (value, label) pairs."""
    least: int = 1
    most: int = 1

    @property
    def name(self) -> str:
        """What a person calls it."""
        return " ".join(part for part in (self.sign, self.label) if part)

    def is_called(self, name: str) -> bool:
        """Tell whether that is its label, its sign, or both."""
        return plain(name) in {plain(one) for one in (self.label, self.sign, self.name) if one}


class Seen(Struct, frozen=True):
    """A message as it is at one moment."""

    id: int
    private: bool
    wire: Wire
    text: str
    """All that can be read, and what the pictures are described with."""
    controls: tuple[Control, ...]

    def has(self, text: str) -> bool:
        """Tell whether a text can be read there, however it is marked or broken into lines."""
        return plain(text) in self.text


def seen(env: simcord.Env, channel: int, person: int | None = None) -> list[Seen]:
    """Return the messages of the bot in a channel, oldest first.

    With `person` those that one alone can see are among them; None: public ones.
    """
    backend: Any = env.backend
    stored = backend.messages.get(channel, {})
    return [
        _read(backend, message)
        for _, message in sorted(stored.items())
        if message.author_id == backend.bot_user.id
        and (not message.is_ephemeral or (person is not None and message.visible_to(person)))
    ]


def plain(text: str) -> str:
    """Return a text as it is read, in one line: "**Ada**" is "Ada", "<:cat:17>" is ":cat:"."""
    text = re.sub(r"<a?(:\w+:)\d+>", r"\1", text)
    return " ".join(re.sub(r"[*_`~|\\\u2060]", "", text).split())


def _read(backend: Any, message: Any) -> Seen:
    wire: Any = serializers.message_payload(backend, message)
    rows = wire.get("components", ())
    controls = tuple(_control(one) for row in rows for one in row["components"])
    alts = (file.get("description") or "" for file in message.attachments)
    said = " ".join((*_words(wire), *(one.name for one in controls), *alts))
    names = {str(user.id): user.global_name or user.name for user in backend.users.values()}
    named = re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(found[1], found[1])}", said)
    return Seen(message.id, message.is_ephemeral, wire, plain(named), controls)


def _words(wire: Wire) -> Iterator[str]:
    yield wire["content"]
    for embed in wire.get("embeds", ()):
        yield embed.get("title", "")
        yield embed.get("description", "")
        for field in embed.get("fields", ()):
            yield from (field["name"], field["value"])
        yield embed.get("footer", {}).get("text", "")
    for row in wire.get("components", ()):
        for component in row["components"]:
            for option in component.get("options", ()):
                yield from (option["label"], option.get("description") or "")


def _control(component: Wire) -> Control:
    emoji = component.get("emoji") or {}
    name = emoji.get("name") or ""
    return Control(
        component["type"],
        component.get("label") or component.get("placeholder") or "",
        f":{name}:" if emoji.get("id") else name,
        component.get("custom_id", ""),
        bool(component.get("disabled")),
        tuple((option["value"], option["label"]) for option in component.get("options", ())),
        component.get("min_values", 1),
        component.get("max_values", 1),
    )
