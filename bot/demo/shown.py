"""Messages as a person sees them at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from bot.discord_adapter.messages import NOTE_COLOUR

SUPPRESS_EMBEDS_FLAG = 1 << 2
"""The flag by which Discord marks a message whose embeds are not shown.

https://docs.discord.com/developers/resources/message#message-object-message-flags
"""


@dataclass(frozen=True)
class Control:
    """A button or select menu of a message."""

    label: str
    """The label of a button, or the placeholder of a menu."""
    custom_id: str
    disabled: bool
    style: int
    """Discord's number of a button's colour. A menu has 0."""
    options: tuple[tuple[str, str], ...] = ()
    """Pairs of a value and a label."""
    kind: int = 2
    """Discord's component type. 2 is a button, and 3 a menu."""
    told: tuple[str, ...] = ()
    """The description of each option."""
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """A message with its buttons and pictures at one moment. The bot may have edited it since."""

    id: int
    channel: int
    content: str
    ephemeral: bool
    embeds: tuple[dict[str, Any], ...]
    """The embeds in Discord's JSON form, without those that a moderator has removed."""
    rows: tuple[tuple[Control, ...], ...]
    files: dict[str, bytes] = field(repr=False)
    alts: dict[str, str]
    """The alt texts of the pictures by file name."""
    wire: dict[str, Any] = field(repr=False)

    @property
    def controls(self) -> tuple[Control, ...]:
        """All buttons and menus, in reading order."""
        return tuple(control for row in self.rows for control in row)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all buttons."""
        return tuple(control.label for control in self.controls if control.kind == 2)

    @property
    def custom_ids(self) -> tuple[str, ...]:
        """The custom ids of all buttons and menus."""
        return tuple(control.custom_id for control in self.controls)

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses of all buttons that are links."""
        parts = (part for row in self.wire.get("components", ()) for part in row["components"])
        return tuple(part["url"] for part in parts if part.get("url"))

    @property
    def title(self) -> str:
        """The title of the first embed, or "" if there is none."""
        return str(self.embeds[0].get("title", "")) if self.embeds else ""

    @property
    def note(self) -> str:
        """The refusal or warning right above the buttons, or "" if there is none."""
        last = self.embeds[-1] if self.embeds else {}
        return str(last["description"]) if last.get("color") == NOTE_COLOUR else ""

    @property
    def text(self) -> str:
        """All texts of the message, including the labels of buttons and menus."""
        return "\n".join(part for part in self._parts() if part)

    def _parts(self) -> Iterator[str]:
        yield self.content
        for embed in self.embeds:
            yield embed.get("title", "")
            yield embed.get("description", "")
            for named in embed.get("fields", ()):
                yield named["name"]
                yield named["value"]
            yield embed.get("footer", {}).get("text", "")
        for control in self.controls:
            yield control.label
            yield from (label for _, label in control.options)
            yield from control.told

    def matching(self, what: str) -> tuple[Control, ...]:
        """Return the buttons and menus that a text names.

        Args:
            what: A label, or the beginning of a custom id. "*" in it stands for anything, as in
                "c1:d:*:join". If a label or id equals it, others do not count.
        """
        named = tuple(c for c in self.controls if what in (c.label, c.custom_id))
        return named or tuple(c for c in self.controls if fnmatchcase(c.custom_id, f"{what}*"))

    def control(self, what: str) -> Control:
        """Return the only button or menu that a text names, as in `matching`.

        Fails if there is none, or if there are several.
        """
        found = self.matching(what)
        everything = [(c.label, c.custom_id) for c in self.controls]
        assert found, f"no {what!r} among {everything} of {self.text!r}"
        assert len(found) == 1, f"{what!r} names {[c.custom_id for c in found]}"
        return found[0]


def read_message(backend: Any, message: Any, wire: dict[str, Any]) -> Shown:
    """Convert one of simcord's stored messages."""
    return Shown(
        message.id,
        message.channel_id,
        message.content,
        message.is_ephemeral,
        () if wire["flags"] & SUPPRESS_EMBEDS_FLAG else tuple(wire.get("embeds", ())),
        tuple(tuple(map(_control, row["components"])) for row in wire.get("components", ())),
        {file["filename"]: backend.cdn.get(file["url"]) for file in message.attachments},
        {file["filename"]: file.get("description") or "" for file in message.attachments},
        wire,
    )


def _control(component: dict[str, Any]) -> Control:
    options = component.get("options", ())
    return Control(
        component.get("label") or component.get("placeholder") or "",
        component.get("custom_id", ""),
        bool(component.get("disabled")),
        component.get("style", 0),
        tuple((option["value"], option["label"]) for option in options),
        component["type"],
        tuple(option.get("description") or "" for option in options),
        tuple(option["value"] for option in options if option.get("default")),
    )
