"""Messages as a person sees them at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import InteractionType

from bot.discord_adapter.messages import BUTTON_TYPE, NOTE_COLOUR

NO_EMBEDS_FLAG = 1 << 2
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
    kind: int = BUTTON_TYPE
    """Discord's component type: `BUTTON_TYPE`, `SELECT_TYPE` for a menu, or one of
    `ENTITY_SELECT_TYPES` for a menu of channels or roles.
    """
    told: tuple[str, ...] = ()
    """The description of each option."""
    chosen: tuple[str, ...] = ()
    emoji: str = ""
    """A standard emoji, the name of one of the bot's own, such as ":cat:", or ""."""
    min_values: int = 1
    max_values: int = 1

    @property
    def name(self) -> str:
        """The emoji and the label, or the one of them that the button or menu has."""
        return " ".join(filter(None, (self.emoji, self.label)))


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
        return tuple(control.label for control in self.controls if control.kind == BUTTON_TYPE)

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
        labels = (control.label for control in self.controls)
        return "\n".join(filter(None, (*self.list_texts(), *labels)))

    def list_texts(self) -> Iterator[str]:
        """Yield all texts but the labels of buttons and menus, and descriptions of pictures."""
        yield self.content
        for embed in self.embeds:
            yield embed.get("title", "")
            yield embed.get("description", "")
            for named in embed.get("fields", ()):
                yield named["name"]
                yield named["value"]
            yield embed.get("footer", {}).get("text", "")
        for control in self.controls:
            for (_, label), told in zip(control.options, control.told, strict=True):
                yield from (label, told)

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
        if len(found) != 1:
            everything = [(c.label, c.custom_id) for c in self.controls]
            raise AssertionError(f"{len(found)} {what!r} among {everything} of {self.text!r}")
        return found[0]


def read_messages(env: simcord.Env, channel: int, person: int | None = None) -> list[Shown]:
    """Read the bot's public messages in a channel, and a person's ephemeral ones, oldest first."""
    return [read_message(env.backend, each) for each in find_messages(env, channel, person)]


def find_messages(env: simcord.Env, channel: int, person: int | None = None) -> list[Any]:
    """Return the messages of `read_messages` as simcord stores them."""
    backend: Any = env.backend
    return [
        message
        for _, message in sorted(backend.messages.get(channel, {}).items())
        if message.author_id == backend.bot_user.id
        and (not message.is_ephemeral or (person is not None and message.visible_to(person)))
    ]


def read_message(backend: Any, message: Any) -> Shown:
    """Convert one of simcord's stored messages."""
    wire: Any = serializers.message_payload(backend, message)
    return Shown(
        message.id,
        message.channel_id,
        message.content,
        message.is_ephemeral,
        () if wire["flags"] & NO_EMBEDS_FLAG else tuple(wire.get("embeds", ())),
        tuple(tuple(map(_control, row["components"])) for row in wire.get("components", ())),
        {file["filename"]: backend.cdn.get(file["url"]) for file in message.attachments},
        {file["filename"]: file.get("description") or "" for file in message.attachments},
        wire,
    )


def make_click(
    env: simcord.Env, user: int, shown: Shown, control: Control, more: dict[str, Any]
) -> tuple[Any, Any]:
    """Create the interaction of a person's press on a button or menu.

    `more` has the chosen values of a menu.

    Returns:
        simcord's record of the interaction, and the payload to send to the bot.
    """
    record, payload = interactions.base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=shown.channel,
        guild_id=env.backend.get_channel(shown.channel).guild_id,
        user_id=user,
        data={"custom_id": control.custom_id, "component_type": control.kind, **more},
    )
    record.source_message_id = shown.id
    return record, {**payload, "message": shown.wire}


def _control(component: dict[str, Any]) -> Control:
    options, emoji = component.get("options", ()), component.get("emoji") or {}
    name = emoji.get("name") or ""
    return Control(
        component.get("label") or component.get("placeholder") or "",
        component.get("custom_id", ""),
        bool(component.get("disabled")),
        component.get("style", 0),
        tuple((option["value"], option["label"]) for option in options),
        component["type"],
        tuple(option.get("description") or "" for option in options),
        (
            *(option["value"] for option in options if option.get("default")),
            *(entity["id"] for entity in component.get("default_values") or ()),
        ),
        f":{name}:" if emoji.get("id") else name,
        component.get("min_values", 1),
        component.get("max_values", 1),
    )
