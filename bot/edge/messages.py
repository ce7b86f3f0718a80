"""Screens in Discord's own words: embeds, buttons, selects, files, and custom ids."""

import asyncio
import io
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, TypedDict

import discord
from cachetools import FIFOCache

from bot.edge.easel import Easel, Key, Place
from bot.games.screen import Button, Do, Link, Look, Move, Picture, Press, Screen, Select
from bot.tables.showing.messenger import Late

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}

NOTED = 0xF0B232
"""The colour beside a refusal or a warning."""
REMEMBERED = 1024
"""Private messages of which it is known what they show."""
TABLE_ID = r"[0-9]{1,18}"
"""No longer than a database's integers."""


def custom_id(table: int, press: Press) -> str:
    """Return the custom id of a press, at most 100 characters.

    The forms are `c1:m:<table>:<decision>:<path>` for moves, `c1:l:...` for looks and
    `c1:d:<table>:<action>:<value>` for what the table itself does.
    """
    match press:
        case Move(decision, path):
            return f"c1:m:{table}:{decision}:{path}"
        case Look(decision, path):
            return f"c1:l:{table}:{decision}:{path}"
        case Do(action, value):
            return f"c1:d:{table}:{action}:{value}"


def parsed(custom_id: str) -> tuple[int, Press] | None:
    """Return the table and the press of a custom id, None if it is none of this version."""
    parts = custom_id.split(":", 4)
    if len(parts) != 5 or parts[0] != "c1" or not re.fullmatch(TABLE_ID, parts[2]):
        return None
    _, kind, table, middle, rest = parts
    if kind == "d":
        return int(table), Do(middle, rest)
    if kind not in ("m", "l") or not middle.isdecimal():
        return None
    decision = int(middle)
    return int(table), Move(decision, rest) if kind == "m" else Look(decision, rest)


class Parts(TypedDict):
    """What `send` and `edit` of discord.py take alike."""

    content: str
    embeds: list[discord.Embed]
    view: discord.ui.View
    allowed_mentions: discord.AllowedMentions


Hung = Mapping[Key, discord.Attachment]
"""The pictures that hang in a message, by what they show."""


class Message(NamedTuple):
    """A screen, ready to be sent."""

    parts: Parts
    files: list[discord.File]
    late: Late | None
    """Is over when the pictures are drawn that had to be left out; None: there are none."""
    kept: discord.Attachment | None
    """What stays of a message that is edited."""
    shows: Mapping[str, Key]
    """What its pictures show, by their file names."""

    @property
    def attachments(self) -> list[discord.Attachment | discord.File]:
        """What an edit leaves in the message, and what it adds."""
        return [self.kept, *self.files] if self.kept else [*self.files]


async def message(
    screen: Screen,
    easel: Easel,
    place: Place | None = None,
    patience: float | None = None,
    hung: Hung | None = None,
) -> Message:
    """Turn a screen into a message; a picture that is not ready in time is left out.

    `place`: what is to show it, if what is newest wins there. `patience`: seconds for the picture,
    None: as the easel has it. On an edit, a picture that is `hung` there already stays. That holds
    for the one above the embed; one that the embed shows would fall out of it when it is not sent
    again (https://github.com/discord/discord-api-docs/issues/5675).

    Discord shows files above the embed, but for the one that the embed itself shows.
    """
    shown = [picture for picture in (screen.picture, screen.below) if picture]
    above = None if screen.below else screen.picture
    kept = hung.get(above.key) if hung and above else None
    wanted = [] if kept else shown
    drawn = await asyncio.gather(*(easel.draw(picture, patience, place) for picture in wanted))
    files = [
        discord.File(io.BytesIO(content), picture.name, description=picture.alt)
        for picture, content in zip(wanted, drawn, strict=True)
        if content
    ]
    users = [discord.Object(user) for user in screen.mentions]
    parts = Parts(
        content=screen.content,
        embeds=_embeds(screen, {file.filename for file in files}),
        view=_view(screen),
        allowed_mentions=discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=users
        ),
    )
    missing = [picture for picture, content in zip(wanted, drawn, strict=True) if not content]
    late = [drawing for picture in missing if (drawing := easel.drawing(picture))]
    there = {each.filename for each in (kept, *files) if each}
    return Message(
        parts,
        files,
        asyncio.gather(*late, return_exceptions=True) if late else None,
        kept,
        {picture.name: picture.key for picture in shown if picture.name in there},
    )


class Gallery:
    """What the newest private messages show, so that the same picture is not sent to them again."""

    def __init__(self) -> None:
        self._shows: FIFOCache[int, dict[int, Key]] = FIFOCache(REMEMBERED)
        """By message and attachment."""

    def note(self, sent: object, shows: Mapping[str, Key]) -> None:
        """Keep what a message shows from now on; without a message, there is nothing to keep."""
        if not isinstance(sent, discord.Message):
            return
        self._shows[sent.id] = {
            each.id: shows[each.filename] for each in sent.attachments if each.filename in shows
        }

    def hung(self, message: discord.Message) -> Hung:
        """Return the pictures of a message of which it is known what they show.

        One that took the place of another since the message was read is not among them.
        """
        shows = self._shows.get(message.id, {})
        return {shows[each.id]: each for each in message.attachments if each.id in shows}


def _embeds(screen: Screen, files: Collection[str]) -> list[discord.Embed]:
    note = [discord.Embed(description=screen.note, colour=NOTED)] if screen.note else []
    if not (screen.title or screen.text or screen.fields or screen.footer or screen.below):
        return note
    embed = discord.Embed(
        title=screen.title or None, description=screen.text or None, colour=screen.colour
    )
    for field in screen.fields:
        embed.add_field(name=field.name, value=field.text, inline=field.inline)
    if screen.footer:
        embed.set_footer(text=screen.footer)
    if screen.below and screen.below.name in files:
        embed = _with_picture(embed, screen.below)
    return [embed, *note]


def _with_picture(embed: discord.Embed, picture: Picture) -> discord.Embed:
    """Return an embed with a picture, and what it shows in words.

    Those of the file do not reach its readers, those of the embed do since June 2026
    (https://github.com/discord/discord-api-docs/issues/8373); `set_image` does not know of them.
    """
    image = {"url": f"attachment://{picture.name}", "description": picture.alt}
    return discord.Embed.from_dict({**embed.to_dict(), "image": image})


def _view(screen: Screen) -> discord.ui.View:
    """Return the rows of a screen, which no view listens to: the router takes every press."""
    view = discord.ui.View(timeout=None)
    for row, items in enumerate(screen.rows):
        for item in items:
            if isinstance(item, Link):
                view.add_item(discord.ui.Button(label=item.label, url=item.url, row=row))
            else:
                view.add_item(_item(screen.table, item, row))
    view.stop()  # else discord.py keeps it, and a private message's for 15 minutes
    return view


def _item(table: int, item: Button | Select, row: int) -> discord.ui.Item[Any]:
    custom = custom_id(table, item.press)
    if isinstance(item, Button):
        return discord.ui.Button(
            label=item.label or None,
            custom_id=custom,
            style=STYLES[item.style],
            emoji=item.emoji or None,
            disabled=item.disabled,
            row=row,
        )
    descriptions = item.descriptions or (None,) * len(item.options)
    options = [
        discord.SelectOption(
            label=label, value=value, description=each, default=value in item.chosen
        )
        for (value, label), each in zip(item.options, descriptions, strict=True)
    ]
    return discord.ui.Select(
        custom_id=custom,
        placeholder=item.placeholder,
        min_values=item.least,
        max_values=item.most,
        options=options,
        row=row,
    )
