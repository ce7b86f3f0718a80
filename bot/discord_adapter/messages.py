"""Converts screens to Discord's messages: embeds, buttons, selects, files and custom ids.

Messages do not use Components V2. A message that was sent with that flag can never show an embed
again, so the answer to a press could not take its place
(https://docs.discord.com/developers/components/using-message-components).
"""

import asyncio
import io
import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

import discord
from cachetools import FIFOCache

from bot.discord_adapter.picture_renderer import PictureKey, PicturePlace, PictureRenderer
from bot.discord_adapter.rest import Body, SentMessage
from bot.engine.screen import (
    MAX_FORM_LETTERS,
    MIN_FORM_LETTERS,
    Button,
    EntitySelect,
    Form,
    Item,
    Link,
    OpenScreen,
    Press,
    Screen,
    SubmitMove,
    TableAction,
)
from bot.services.messenger import LatePictures

ROW_TYPE, BUTTON_TYPE, SELECT_TYPE, TEXT_INPUT_TYPE, LABEL_TYPE = 1, 2, 3, 4, 18
"""https://docs.discord.com/developers/components/reference"""
ENTITY_SELECT_TYPES = {"roles": 6, "channels": 8}
TEXT_CHANNEL_TYPES, FORUM_TYPE = (0, 2, 5, 13), 15
"""Discord's types of the channels that can be chosen: text, voice, announcement, stage, forum."""
SHORT_TEXT_STYLE = 1
BUTTON_STYLES = {"main": 1, "plain": 2, "good": 3, "bad": 4}
"""Maps `Button.style` to Discord's codes for colours."""
LINK_BUTTON_STYLE = 5
MAX_CACHED_EMOJIS = 256
NOTE_COLOUR = 0xF0B232
MAX_KNOWN_MESSAGES = 1024
"""The number of ephemeral messages of which a client remembers something."""
TABLE_ID_PATTERN = r"[0-9]{1,18}"
"""Matches numbers that fit into the database's integers."""


def make_custom_id(table: int, press: Press) -> str:
    """Return the custom id of a button or select, which Discord sends back with each press.

    It has at most 100 characters. The forms are:

    - `c1:m:<table>:<decision>:<path>` for submitting a move,
    - `c1:l:<table>:<decision>:<path>` for opening the person's own screen,
    - `c1:d:<table>:<action>:<value>` for actions of the table, such as joining.

    The table is 0 if the press belongs to none.
    """
    match press:
        case SubmitMove(decision, path):
            return f"c1:m:{table}:{decision}:{path}"
        case OpenScreen(decision, path):
            return f"c1:l:{table}:{decision}:{path}"
        case TableAction(action, value):
            return f"c1:d:{table}:{action}:{value}"


def parse_custom_id(custom_id: str) -> tuple[int, Press] | None:
    """Return the table's id and the press that a custom id stands for, or None if it is unknown."""
    parts = custom_id.split(":", 4)
    if len(parts) != 5 or parts[0] != "c1" or not re.fullmatch(TABLE_ID_PATTERN, parts[2]):
        return None
    _, kind, table, middle, rest = parts
    if kind == "d":
        return int(table), TableAction(middle, rest)
    if kind not in ("m", "l") or not middle.isdecimal():
        return None
    decision = int(middle)
    return int(table), SubmitMove(decision, rest) if kind == "m" else OpenScreen(decision, rest)


AttachedPictures = Mapping[PictureKey, discord.Attachment]
"""Maps keys of pictures to those attachments of a message that show the pictures already."""


class Message(NamedTuple):
    """A message that is ready to be sent to Discord, made from a screen."""

    payload: Body
    """The message as JSON without its attachments."""
    files: list[discord.File]
    late_pictures: LatePictures | None
    kept_attachment: discord.Attachment | None
    """The picture that an edited message shows already and keeps."""
    picture_keys: Mapping[str, PictureKey]
    """Maps names of attached files to the keys of the pictures that they show."""
    has_all_pictures: bool
    """Whether the message shows all pictures of the screen, so that no further edit is needed."""

    @property
    def body(self) -> Body:
        """The message as JSON with its attachments. An edit removes all that are not listed."""
        kept = [self.kept_attachment.to_dict()] if self.kept_attachment else []
        added = (file.to_dict(number) for number, file in enumerate(self.files))
        return {**self.payload, "attachments": [*kept, *added]}


async def render_message(
    screen: Screen,
    renderer: PictureRenderer,
    place: PicturePlace | None = None,
    timeout_seconds: float | None = None,
    shown_pictures: AttachedPictures | None = None,
) -> Message:
    """Convert a screen to a message, without pictures that are not ready in time.

    An edit keeps the picture above the embed if it is attached already. The one in the embed has to
    be sent again, or the embed loses it (https://github.com/discord/discord-api-docs/issues/5675).

    Args:
        place: Where the pictures will be shown. A newer drawing for a place cancels an older one.
        timeout_seconds: How long to wait for a picture. None means the renderer's own time limit.
        shown_pictures: The pictures that the message to edit shows already.
    """
    shown = [picture for picture in (screen.picture, screen.below) if picture]
    above = None if screen.below else screen.picture
    kept = shown_pictures.get(above.key) if shown_pictures and above else None
    wanted = [] if kept else shown
    draw = [renderer.draw(picture, timeout_seconds, place) for picture in wanted]
    # Two pictures are awaited concurrently. A single one needs no task.
    drawn = await asyncio.gather(*draw) if len(draw) > 1 else [await each for each in draw]
    files = [
        discord.File(io.BytesIO(content), picture.name, description=picture.alt)
        for picture, content in zip(wanted, drawn, strict=True)
        if content
    ]
    if screen.attachment:
        file = io.BytesIO(screen.attachment.content)
        files.append(discord.File(file, screen.attachment.name))
    words: Body = {
        "content": screen.content,
        "embeds": _make_embeds(screen, {file.filename for file in files}),
        "components": _make_components(screen),
        "allowed_mentions": {
            "parse": [],
            "users": [str(user) for user in screen.mentions],
            **({"roles": [str(screen.role)]} if screen.role else {}),
        },
    }
    missing = [picture for picture, content in zip(wanted, drawn, strict=True) if not content]
    late = [drawing for picture in missing if (drawing := renderer.find_drawing(picture))]
    there = {each.filename for each in (kept, *files) if each}
    shows = {picture.name: picture.key for picture in shown if picture.name in there}
    return Message(
        words,
        files,
        asyncio.gather(*late, return_exceptions=True) if late else None,
        kept,
        shows,
        has_all_pictures=len(shows) == len(shown),
    )


class ShownPictures:
    """Remembers which pictures recent ephemeral messages show, so that no edit sends them again."""

    def __init__(self) -> None:
        self._picture_keys: FIFOCache[int, dict[int, PictureKey]] = FIFOCache(MAX_KNOWN_MESSAGES)
        """Maps message ids to the pictures of each message: attachment ids to keys of pictures."""

    def note(self, message: int, content: Message, reply: SentMessage | None) -> None:
        """Remember which pictures a message shows now, by Discord's reply, if one was asked for."""
        there = dict(reply.files) if reply else {}
        if content.kept_attachment:
            there[content.kept_attachment.filename] = content.kept_attachment.id
        self._picture_keys.pop(message, None)
        if there:
            self._picture_keys[message] = {
                id_: content.picture_keys[name]
                for name, id_ in there.items()
                if name in content.picture_keys
            }

    def find_attached_pictures(self, message: discord.Message) -> AttachedPictures:
        """Return those attachments of a message whose pictures are known and not replaced since."""
        shows = self._picture_keys.get(message.id, {})
        return {shows[each.id]: each for each in message.attachments if each.id in shows}


def render_form(form: Form) -> Body:
    """Convert a form to JSON."""
    field = {
        "type": TEXT_INPUT_TYPE,
        "custom_id": "text",
        "style": SHORT_TEXT_STYLE,
        "min_length": MIN_FORM_LETTERS,
        "max_length": MAX_FORM_LETTERS,
    }
    label = {"type": LABEL_TYPE, "label": form.label, "description": form.text, "component": field}
    custom_id = make_custom_id(form.table, form.press)
    return {"custom_id": custom_id, "title": form.title, "components": [label]}


def _make_embeds(screen: Screen, files: Collection[str]) -> list[Body]:
    """Return the embeds of a message: one for the screen, and one for its note, if not empty.

    Screen readers find the description of a picture in the embed, but not at the file
    (https://github.com/discord/discord-api-docs/issues/8373).
    """
    note: list[Body] = [{"description": screen.note, "color": NOTE_COLOUR}] if screen.note else []
    if not (screen.title or screen.text or screen.fields or screen.footer or screen.below):
        return note
    embed: Body = {"color": screen.colour}
    if screen.title:
        embed["title"] = screen.title
    if screen.text:
        embed["description"] = screen.text
    if screen.fields:
        embed["fields"] = [
            {"name": field.name, "value": field.text, "inline": field.inline}
            for field in screen.fields
        ]
    if screen.footer:
        embed["footer"] = {"text": screen.footer}
    below = screen.below
    if below and below.name in files:
        embed["image"] = {"url": f"attachment://{below.name}", "description": below.alt}
    return [embed, *note]


def _make_components(screen: Screen) -> list[Body]:
    return [
        {"type": ROW_TYPE, "components": [_make_component(screen.table, item) for item in row]}
        for row in screen.rows
        if row
    ]


def _make_component(table: int, item: Item) -> Body:
    if isinstance(item, Link):
        return {
            "type": BUTTON_TYPE,
            "style": LINK_BUTTON_STYLE,
            "label": item.label,
            "url": item.url,
        }
    custom = make_custom_id(table, item.press)
    if isinstance(item, Button):
        button: Body = {
            "type": BUTTON_TYPE,
            "style": BUTTON_STYLES[item.style],
            "custom_id": custom,
        }
        if item.label:
            button["label"] = item.label
        if item.emoji:
            button["emoji"] = _make_emoji(item.emoji)
        if item.disabled:
            button["disabled"] = True
        return button
    if isinstance(item, EntitySelect):
        return _make_entity_select(custom, item)
    nothing = ("",) * len(item.options)
    descriptions, emojis = item.descriptions or nothing, item.emojis or nothing
    return {
        "type": SELECT_TYPE,
        "custom_id": custom,
        "placeholder": item.placeholder,
        "min_values": item.min_values,
        "max_values": item.max_values,
        "options": [
            {"label": label, "value": value, "default": value in item.chosen}
            | ({"description": described} if described else {})
            | ({"emoji": _make_emoji(emoji)} if emoji else {})
            for (value, label), described, emoji in zip(
                item.options, descriptions, emojis, strict=True
            )
        ],
    }


def _make_entity_select(custom_id: str, select: EntitySelect) -> Body:
    """Return a menu of channels or roles as JSON.

    https://docs.discord.com/developers/components/reference#channel-select
    """
    kind = select.kind.removesuffix("s")
    made: Body = {
        "type": ENTITY_SELECT_TYPES[select.kind],
        "custom_id": custom_id,
        "placeholder": select.placeholder,
        "min_values": select.min_values,
        "max_values": select.max_values,
        "default_values": [{"id": str(each), "type": kind} for each in select.chosen],
    }
    types = [*TEXT_CHANNEL_TYPES, *([FORUM_TYPE] if select.has_forums else [])]
    return made | ({"channel_types": types} if kind == "channel" else {})


@lru_cache(MAX_CACHED_EMOJIS)
def _make_emoji(emoji_text: str) -> Body:
    """Return an emoji as JSON. In texts it is a character, or `<:name:id>` for an own one."""
    emoji = discord.PartialEmoji.from_str(emoji_text)
    return {"id": str(emoji.id) if emoji.id else None, "name": emoji.name}
