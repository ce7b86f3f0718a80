"""The error codes of Discord that the bot knows, and what each of them is a fact about.

A code says more than the HTTP status that it comes with. The codes 30046 and 20028, for example,
come with the status 429 of a rate limit, but mean that a message cannot be edited.

Discord documents codes and meanings, but hardly any statuses. The statuses here are those of public
reports and of Discord's own examples.

https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
"""

from enum import Enum
from typing import NamedTuple

from bot.services import messenger


class Concern(Enum):
    """What an error code is a fact about. Only the first four may change a table."""

    MESSAGE = "message"
    CONTENT = "content"
    CHANNEL = "channel"
    SERVER = "server"
    INTERACTION = "interaction"
    APPLICATION = "application"
    ACCESS = "access"
    """The bot's token or its address on the internet."""
    DISCORD = "discord"


class ErrorCode(NamedTuple):
    """An error code of Discord's."""

    code: int
    statuses: tuple[int, ...]
    """The HTTP statuses that the code is known to come with. They document the code. Only
    `UNKNOWN_MESSAGE_CODE` is not believed with another status.
    """
    meaning: str
    """Discord's own words, shortened."""
    concern: Concern
    failure: type[messenger.RequestFailed]
    """What the code means for a request about a message in a channel. `EditLimited` is meant only
    for edits. Any other request may be repeated later.
    """


UNKNOWN_EMOJI_CODE, UNKNOWN_MESSAGE_CODE = 10014, 10008
UNKNOWN_INTERACTION_CODE, ALREADY_ANSWERED_CODE = 10062, 40060
TOO_MANY_EMOJIS_CODE, INVALID_FORM_BODY_CODE = 30008, 50035
NO_CODE = 0
"""Stands for all errors without a code of their own. Pages of Cloudflare's and some of Discord's
answers have none. Then the status decides.
"""


_Row = tuple[int, tuple[int, ...], str]
_MEANINGS: dict[tuple[Concern, type[messenger.RequestFailed]], tuple[_Row, ...]] = {
    (Concern.MESSAGE, messenger.BoardGone): (
        (UNKNOWN_MESSAGE_CODE, (404,), "Unknown message"),
        (50005, (403,), "Cannot edit a message authored by another user"),
    ),
    (Concern.MESSAGE, messenger.EditLimited): (
        # https://github.com/aikaterna/aikaterna-cogs/issues/302
        (30046, (429,), "Maximum number of edits to messages older than 1 hour reached"),
        # https://github.com/discord/discord-api-docs/pull/8290
        (20028, (429,), "The write action on the channel has hit the write rate limit"),
        (20022, (429,), "This message cannot be edited due to announcement rate limits"),
    ),
    (Concern.MESSAGE, messenger.ThreadArchived): (
        (50083, (400,), "Operation on an archived thread"),
    ),
    (Concern.CONTENT, messenger.Rejected): (
        (INVALID_FORM_BODY_CODE, (400,), "Invalid form body"),
        (40005, (413,), "Request entity too large"),
        (200000, (400, 403), "Message was blocked by automatic moderation"),
    ),
    (Concern.CHANNEL, messenger.ChannelGone): ((10003, (404,), "Unknown channel"),),
    (Concern.CHANNEL, messenger.NoAccess): (
        (50001, (403,), "Missing access"),
        (50013, (403,), "You lack permissions to perform that action"),
        (160005, (400, 403), "Thread is locked"),
    ),
    (Concern.SERVER, messenger.ChannelGone): ((10004, (404,), "Unknown guild"),),
    (Concern.INTERACTION, messenger.Rejected): (
        (UNKNOWN_INTERACTION_CODE, (404,), "Unknown interaction"),
        (10015, (404,), "Unknown webhook"),
        (ALREADY_ANSWERED_CODE, (400,), "Interaction has already been acknowledged"),
        (50027, (401,), "Invalid webhook token provided"),
    ),
    (Concern.APPLICATION, messenger.Rejected): (
        (UNKNOWN_EMOJI_CODE, (404,), "Unknown emoji"),
        (TOO_MANY_EMOJIS_CODE, (400,), "Maximum number of emojis reached"),
    ),
    (Concern.ACCESS, messenger.Unreachable): (
        (40001, (401, 403), "Unauthorized. Provide a valid token"),
        # https://github.com/discord/discord-api-docs/issues/6473
        (40333, (403,), "Cloudflare is blocking your request"),
    ),
    (Concern.DISCORD, messenger.Unreachable): (
        (20029, (429,), "The write action on the server has hit the write rate limit"),
        (40004, (400, 403), "Send messages has been temporarily disabled"),
        (40062, (429,), "Service resource is being rate limited"),
        (130000, (503,), "API resource is currently overloaded"),
    ),
}
"""Codes with the same consequences, each with its statuses and meaning."""
ERROR_CODES = {row[0]: ErrorCode(*row, *of) for of, rows in _MEANINGS.items() for row in rows}
