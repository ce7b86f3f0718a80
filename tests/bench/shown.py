"""A message as a person sees it at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from bot.discord_adapter.messages import NOTE_COLOUR

SUPPRESS_EMBEDS = 1 << 2
"""Discord's flag of a message whose embeds nobody sees."""


@dataclass(frozen=True)
class Control:
    """A button, or a select with its options."""

    label: str
    """A button's label, a select's placeholder."""
    custom_id: str
    disabled: bool
    style: int
    options: tuple[tuple[str, str], ...] = ()
    """A select's (value, label) pairs."""
    kind: int = 2
    """Discord's component type: 2 is a button, 3 a select."""
    told: tuple[str, ...] = ()
    """What is said below each option, in their order; "" where nothing is."""
    chosen: tuple[str, ...] = ()
    """The values that are marked as chosen already."""


@dataclass(frozen=True)
class Shown:
    """A message with its buttons and pictures. It stays as it was, whatever the bot edits later."""

    id: int
    channel: int
    content: str
    ephemeral: bool
    embeds: tuple[dict[str, Any], ...]
    rows: tuple[tuple[Control, ...], ...]
    files: dict[str, bytes] = field(repr=False)
    alts: dict[str, str]
    """The pictures' descriptions by file name."""
    wire: dict[str, Any] = field(repr=False)
    """The message as Discord sends it along with a click."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """All buttons and selects, in reading order."""
        return tuple(control for row in self.rows for control in row)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all buttons."""
        return tuple(control.label for control in self.controls if control.kind == 2)

    @property
    def custom_ids(self) -> tuple[str, ...]:
        """The ids of all buttons and selects."""
        return tuple(control.custom_id for control in self.controls)

    @property
    def title(self) -> str:
        """The first embed's title."""
        return str(self.embeds[0].get("title", "")) if self.embeds else ""

    @property
    def note(self) -> str:
        """The refusal or warning right above the buttons, "" if there is none."""
        last = self.embeds[-1] if self.embeds else {}
        return str(last["description"]) if last.get("color") == NOTE_COLOUR else ""

    @property
    def text(self) -> str:
        """Everything that can be read: content, embeds, labels."""
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
        """Return the controls whose label or custom id is `what`, else those whose id fits it.

        An id is given by its beginning; "*" stands for anything: "c1:d:*:join".
        """
        named = tuple(c for c in self.controls if what in (c.label, c.custom_id))
        return named or tuple(c for c in self.controls if fnmatchcase(c.custom_id, f"{what}*"))

    def control(self, what: str) -> Control:
        """Return the one control that `what` names; fails with all there are."""
        found = self.matching(what)
        everything = [(c.label, c.custom_id) for c in self.controls]
        assert found, f"no {what!r} among {everything} of {self.text!r}"
        assert len(found) == 1, f"{what!r} names {[c.custom_id for c in found]}"
        return found[0]


def read_message(backend: Any, message: Any, wire: dict[str, Any]) -> Shown:
    """Read one of simcord's stored messages."""
    return Shown(
        message.id,
        message.channel_id,
        message.content,
        message.is_ephemeral,
        () if wire["flags"] & SUPPRESS_EMBEDS else tuple(wire.get("embeds", ())),
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
