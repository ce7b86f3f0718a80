"""Requests with messages, in Discord's own JSON, and what its replies and errors mean.

discord.py's public methods do not do the same. `PartialMessage.edit` cannot bring back embeds that
a moderator has hidden, and `Message.edit` needs the message first, a request more for each edit.
`InteractionResponse` asks Discord to return the whole message with each answer. A `View` that is
sent stays with the client until it is stopped. As boards need the JSON, all messages are made of
it, once. Of the library only the requests are used, with their limits, repeats and errors: `Route`,
and `request` of its two clients. `tests/survival/test_rest.py` fails if they change.

https://docs.discord.com/developers/resources/message
https://docs.discord.com/developers/interactions/receiving-and-responding
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from http import HTTPStatus
from typing import Any, NamedTuple

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context
from msgspec.json import encode

from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    NoAccess,
    Rejected,
    RequestFailed,
    ThreadArchived,
    Unreachable,
)

Body = dict[str, Any]
"""A message, or what is said of one, as Discord's JSON has it."""

EPHEMERAL_FLAG, SILENT_FLAG = 1 << 6, 1 << 12
"""The flags of messages that one person alone sees, and of those that notify nobody."""
NO_FLAGS = 0
MESSAGES_PATH = "/channels/{channel_id}/messages"
FIRST_ANSWER_PATH = "/interactions/{webhook_id}/{webhook_token}/callback"
WEBHOOK_PATH = "/webhooks/{webhook_id}/{webhook_token}"
WITH_COMPONENTS = {"with_components": 1}
"""What a webhook is to be told that sends buttons:
https://docs.discord.com/developers/resources/webhook#execute-webhook-query-string-params"""


class FirstAnswer(IntEnum):
    """What a first answer is."""

    MESSAGE = 4
    """A new message."""
    DEFERRED_MESSAGE = 5
    """A new message whose words come later."""
    DEFERRED_UPDATE = 6
    """None: the message that was pressed stays as it is, or is edited later."""
    UPDATE = 7
    """An edit of the message that was pressed."""


class SentMessage(NamedTuple):
    """What is read of a message that Discord has taken."""

    id: int
    files: Mapping[str, int]
    """The ids of what hangs in it, by file name."""


async def post_message(
    client: discord.Client, channel: int, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Post a message in a channel. Raises what discord.py does, as all that follow."""
    return await _request_in_channel(
        client, Route("POST", MESSAGES_PATH, channel_id=channel), body, files
    )


async def edit_message(
    client: discord.Client, channel: int, message: int, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Edit a message of the bot's in a channel, and show embeds that somebody has hidden.

    A moderator hides them with the X beside an embed, which sets the flag SUPPRESS_EMBEDS. Of the
    flags in use here an edit changes only that one.
    https://docs.discord.com/developers/resources/message#edit-message
    """
    route = Route("PATCH", MESSAGES_PATH + "/{message_id}", channel_id=channel, message_id=message)
    return await _request_in_channel(client, route, {**body, "flags": NO_FLAGS}, files)


async def send_first_answer(
    interaction: discord.Interaction[Any],
    kind: FirstAnswer,
    body: Body | None = None,
    files: Sequence[discord.File] = (),
) -> SentMessage | None:
    """Answer an interaction for the first time.

    Only of a new message, and of new files, ids are to be known: else no reply is asked for.
    None: it was not, or Discord does not tell of the message.
    """
    token = interaction.token
    route = Route("POST", FIRST_ANSWER_PATH, webhook_id=interaction.id, webhook_token=token)
    said: Body = {"type": kind} if body is None else {"type": kind, "data": body}
    told = kind is FirstAnswer.MESSAGE or bool(files)
    asks = {"with_response": int(told)}
    with interaction.client.reachability.watch_first_answer():
        got = await _request_by_token(interaction.followup, route, said, files, asks)
    message = got.get("resource", {}).get("message") if told else None
    return _parse_message(message) if message else None


async def send_followup(
    webhook: discord.Webhook, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Send a further message by the token of an interaction."""
    route = Route("POST", WEBHOOK_PATH, webhook_id=webhook.id, webhook_token=webhook.token)
    return _parse_message(
        await _request_by_token(webhook, route, body, files, {"wait": 1, **WITH_COMPONENTS})
    )


async def edit_answer(
    webhook: discord.Webhook, message: int | None, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Edit a message that came by the token of an interaction; None: its first answer."""
    route = Route(
        "PATCH",
        WEBHOOK_PATH + "/messages/{message_id}",
        webhook_id=webhook.id,
        webhook_token=webhook.token,
        message_id=message or "@original",
    )
    return _parse_message(await _request_by_token(webhook, route, body, files, WITH_COMPONENTS))


async def _request_in_channel(
    client: discord.Client, route: Route, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Send what the bot may by itself."""
    if files:
        return _parse_message(
            await client.http.request(route, files=files, form=_make_form(body, files))
        )
    return _parse_message(await client.http.request(route, json=body))


async def _request_by_token(
    webhook: discord.Webhook,
    route: Route,
    body: Body,
    files: Sequence[discord.File],
    parameters: Mapping[str, int],
) -> Any:
    """Send what an interaction's token allows; return Discord's reply."""
    return await async_context.get().request(
        route,
        session=webhook.session,
        proxy=webhook.proxy,
        proxy_auth=webhook.proxy_auth,
        payload=None if files else body,
        multipart=_make_form(body, files) if files else None,
        files=files,
        params={**parameters},
    )


def _make_form(body: Body, files: Sequence[discord.File]) -> list[dict[str, Any]]:
    """Return the fields of a form with files.

    https://docs.discord.com/developers/reference#uploading-files
    """
    said = {"name": "payload_json", "value": encode(body).decode()}
    return [
        said,
        *(
            {
                "name": f"files[{number}]",
                "value": file.fp,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
            for number, file in enumerate(files)
        ),
    ]


def _parse_message(message: Mapping[str, Any]) -> SentMessage:
    there = message.get("attachments", ())
    return SentMessage(int(message["id"]), {each["filename"]: int(each["id"]) for each in there})


REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What happens then; a timeout is an `OSError`, too."""

UNKNOWN_MESSAGE_CODE, ALREADY_ANSWERED_CODE = 10008, 40060
FAILURES_BY_CODE: dict[int, type[RequestFailed]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    UNKNOWN_MESSAGE_CODE: BoardGone,
    30046: BoardGone,  # too many edits of a message that is older than an hour
    50005: BoardGone,
    50083: ThreadArchived,
}
"""Of the message, the channel or the server:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""
NO_ACCESS_CODES = (50001, 50013, 160005)
"""Missing access, missing permissions, a locked thread."""
TOO_MANY_REQUESTS_STATUS = 429
"""The status of what goes beyond a rate limit."""
TOO_LARGE_STATUS = 413
"""The status of what is too much for whoever stands before Discord, mostly without a code."""
OUTAGE_CODES = (0, 40001, 40062, 40333)
"""No code of Discord's, as on a page of Cloudflare's; a token that is refused; a limit of what lies
behind; a request that Cloudflare stopped. They say nothing of where the board is."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise what Discord's errors mean for a message in a channel: a `RequestFailed`."""
    try:
        yield
    except discord.HTTPException as error:
        raise translate_error(error) from None
    except REQUEST_ERRORS:
        raise Unreachable from None


def translate_error(error: discord.HTTPException) -> RequestFailed:
    """Return what an error says of the message, the channel or the server it was for.

    `Unreachable` where it is about the bot's token or address, or Discord itself: then no table
    changes, and it is tried again. docs/operating.md has the table.
    """
    code, status = error.code, error.status
    if status == TOO_LARGE_STATUS:
        return Rejected(code)
    if status >= 500 or status in (401, TOO_MANY_REQUESTS_STATUS) or code in OUTAGE_CODES:
        return Unreachable()
    if code == UNKNOWN_MESSAGE_CODE and status != 404:
        return Unreachable()
    if code in FAILURES_BY_CODE:
        return FAILURES_BY_CODE[code]()
    return NoAccess(code) if code in NO_ACCESS_CODES else Rejected(code)


def is_outage(problem: BaseException) -> bool:
    """Tell whether an error is Discord's or the network's as a whole, not about one message."""
    if isinstance(problem, discord.HTTPException):
        return isinstance(translate_error(problem), Unreachable)
    return isinstance(problem, REQUEST_ERRORS)


def may_succeed_later(problem: BaseException) -> bool:
    """Tell whether the same request is worth repeating after an outage.

    It is not after a 401: the token that it carries is not valid any more.
    """
    if isinstance(problem, discord.HTTPException) and problem.status == HTTPStatus.UNAUTHORIZED:
        return False
    return is_outage(problem)


def is_about_destination(problem: BaseException) -> bool:
    """Tell whether Discord refuses a request because of the channel or message it is for."""
    if not isinstance(problem, discord.HTTPException):
        return False
    return problem.code in FAILURES_BY_CODE or problem.code in NO_ACCESS_CODES
