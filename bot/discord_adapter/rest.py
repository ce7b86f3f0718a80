"""Requests with messages in Discord's own JSON, and the meaning of Discord's replies and errors.

discord.py's public methods are not used, for four reasons:

- `PartialMessage.edit` cannot show embeds again that a moderator has hidden.
- `Message.edit` needs the message first, which is one more request for each edit.
- `InteractionResponse` asks Discord to return the whole message with each answer.
- A `View` that is sent stays with the client until it is stopped.

As boards need the JSON, all messages are built as JSON, in one place. Only discord.py's requests
are used, with their rate limits, retries and errors: `Route`, and `request` of its two clients.
`tests/survival/test_rest.py` fails if they change.

https://docs.discord.com/developers/resources/message
https://docs.discord.com/developers/interactions/receiving-and-responding
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from http import HTTPStatus
from typing import Any, NamedTuple, cast

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context
from msgspec.json import encode

from bot.common.snowflakes import time_snowflake
from bot.discord_adapter.error_codes import ERROR_CODES, NO_CODE, UNKNOWN_MESSAGE_CODE, Concern
from bot.services import messenger

Body = dict[str, Any]
"""A message, or some fields of a message, as Discord's JSON."""

EPHEMERAL_FLAG, SILENT_FLAG = 1 << 6, 1 << 12
"""Discord's message flags."""
NO_FLAGS = 0
"""In an edit, this value shows hidden embeds again."""
CHANNEL_PATH = "/channels/{channel_id}"
MESSAGES_PATH = "/channels/{channel_id}/messages"
THREADS_PATH = "/channels/{channel_id}/threads"
FIRST_ANSWER_PATH = "/interactions/{webhook_id}/{webhook_token}/callback"
WEBHOOK_PATH = "/webhooks/{webhook_id}/{webhook_token}"
"""For further messages that are sent with the token of an interaction."""
CHANNELS_PATH, ROLES_PATH = "/guilds/{guild_id}/channels", "/guilds/{guild_id}/roles"
"""https://docs.discord.com/developers/resources/guild"""
WITH_COMPONENTS = {"with_components": 1}
"""Allows a webhook to send buttons.

https://docs.discord.com/developers/resources/webhook#execute-webhook-query-string-params
"""


MAX_LISTED_MESSAGES = 100
THREAD_EXISTS_CODE = 160004
"""Discord's error code if a thread was already started from a message."""
TAG_REQUIRED_CODE = 40067
"""Discord's error code for a post without a tag in a forum that requires one."""
THREAD_ARCHIVE_MINUTES = 1440
"""After how many minutes without a message clients list a new thread no more."""


class FirstAnswer(IntEnum):
    """Discord's codes for the types of a first answer to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    """A new message whose content follows later."""
    DEFERRED_UPDATE = 6
    """No visible answer. The pressed message stays as it is, or is edited later."""
    UPDATE = 7
    """An edit of the pressed message."""
    FORM = 9
    """A window with fields to fill in, which Discord calls a modal."""


class SentMessage(NamedTuple):
    """The parts that the bot uses of Discord's reply to a sent message."""

    id: int
    files: Mapping[str, int]
    """Maps file names to the ids of the message's attachments."""


async def post_message(
    client: discord.Client, channel: int, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Post a message in a channel. Raises the errors of discord.py, as do all functions below."""
    route = Route("POST", MESSAGES_PATH, channel_id=channel)
    return await _request_in_channel(client, route, body, files)


async def edit_message(
    client: discord.Client, channel: int, message: int, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Edit a message of the bot in a channel, and show embeds that a moderator has hidden.

    Moderators hide embeds with the X beside an embed, which sets the flag SUPPRESS_EMBEDS. An edit
    without that flag removes it. Other flags that the bot uses are not changed by an edit.
    https://docs.discord.com/developers/resources/message#edit-message
    """
    route = Route("PATCH", MESSAGES_PATH + "/{message_id}", channel_id=channel, message_id=message)
    return await _request_in_channel(client, route, {**body, "flags": NO_FLAGS}, files)


async def start_thread(client: discord.Client, channel: int, message: int, name: str) -> int:
    """Start a public thread from a message, and return its id, which is that of the message.

    If the message has a thread already, Discord refuses to start another, and that one counts.
    https://docs.discord.com/developers/resources/channel#start-thread-from-message
    """
    path = MESSAGES_PATH + "/{message_id}/threads"
    route = Route("POST", path, channel_id=channel, message_id=message)
    try:
        await client.http.request(route, json=_describe_thread(name))
    except discord.HTTPException as refusal:
        if refusal.code != THREAD_EXISTS_CODE:
            raise
    return message


async def rename_thread(client: discord.Client, thread: int, name: str) -> None:
    """Give a thread another name. Whoever has started it needs no permission for that.

    https://discordpy.readthedocs.io/en/stable/api.html#discord.Thread.edit
    """
    route = Route("PATCH", CHANNEL_PATH, channel_id=thread)
    await client.http.request(route, json={"name": name})


async def create_post(
    client: discord.Client, forum: int, name: str, body: Body, tags: Sequence[int] = ()
) -> int:
    """Create a post in a forum or media channel with its first message, and return its id.

    https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel
    """
    route = Route("POST", THREADS_PATH, channel_id=forum)
    first = {"message": body, "applied_tags": [str(tag) for tag in tags]}
    made = await client.http.request(route, json={**_describe_thread(name), **first})
    return int(made["id"])


def _describe_thread(name: str) -> Body:
    return {"name": name, "auto_archive_duration": THREAD_ARCHIVE_MINUTES}


async def send_first_answer(
    interaction: discord.Interaction[Any],
    kind: FirstAnswer,
    body: Body | None = None,
    files: Sequence[discord.File] = (),
) -> SentMessage | None:
    """Send the first answer to an interaction.

    Discord is asked to return the message only if it is new or has new files, because the bot only
    needs the new ids. None means that it was not asked, or did not return it.
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
    """Send a further message after the first answer, with the token of an interaction."""
    route = Route("POST", WEBHOOK_PATH, webhook_id=webhook.id, webhook_token=webhook.token)
    return _parse_message(
        await _request_by_token(webhook, route, body, files, {"wait": 1, **WITH_COMPONENTS})
    )


async def edit_answer(
    webhook: discord.Webhook, message: int | None, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    """Edit a message that was sent with the token of an interaction.

    The message None means the first answer.
    """
    which = "@original" if message is None else "{message_id}"
    route = Route(
        "PATCH",
        f"{WEBHOOK_PATH}/messages/{which}",
        webhook_id=webhook.id,
        webhook_token=webhook.token,
        message_id=message,
    )
    return _parse_message(await _request_by_token(webhook, route, body, files, WITH_COMPONENTS))


async def fetch_ids(client: discord.Client, path: str, guild: int) -> set[int]:
    """Return the ids of a server's channels or roles.

    discord.py's own methods fail if there is a channel of a type that it does not know.
    """
    listed = await client.http.request(Route("GET", path, guild_id=guild))
    return {int(each["id"]) for each in listed}


async def fetch_custom_ids(client: discord.Client, channel: int, since: float) -> set[str]:
    """Return the custom ids of what can be pressed below the messages of a channel.

    Only the first `MAX_LISTED_MESSAGES` since a time are read, in seconds since 1970.
    """
    asked = {"after": time_snowflake(since), "limit": MAX_LISTED_MESSAGES}
    route = Route("GET", MESSAGES_PATH, channel_id=channel)
    messages = await client.http.request(route, params=asked)
    rows = (row for message in messages for row in message.get("components", ()))
    items = (item for row in rows for item in row.get("components", ()))
    return {item["custom_id"] for item in items if "custom_id" in item}


async def _request_in_channel(
    client: discord.Client, route: Route, body: Body, files: Sequence[discord.File]
) -> SentMessage:
    if files:
        form = _make_form(body, files)
        return _parse_message(await client.http.request(route, files=files, form=form))
    return _parse_message(await client.http.request(route, json=body))


async def _request_by_token(
    webhook: discord.Webhook,
    route: Route,
    body: Body,
    files: Sequence[discord.File],
    parameters: Mapping[str, int],
) -> Any:
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
    """Return the fields of a form that uploads a message with its files.

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
"""Errors that a request to Discord may raise. A timeout is an `OSError`, too."""
_OUTAGE_STATUSES = (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS)
"""Statuses below 500 that do not concern the message or channel of a request."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Convert errors of requests in the block to a `RequestFailed`, which services handle."""
    try:
        yield
    except discord.HTTPException as error:
        raise translate_error(error) from None
    except discord.RateLimited as limit:
        raise messenger.Unreachable(messenger.RouteClosed(limit.retry_after)) from None
    except REQUEST_ERRORS:
        raise messenger.Unreachable from None


def translate_error(error: discord.HTTPException) -> messenger.RequestFailed:
    """Return what an error of Discord's means for the message, the channel or the server.

    `Unreachable` means that the error concerns the bot's token or address, or Discord itself. The
    request may then be tried again. docs/operating.md has a table of all codes.
    """
    code, status = error.code, error.status
    known = ERROR_CODES.get(code)
    if known is None:
        return _translate_status(code, status)
    if code == UNKNOWN_MESSAGE_CODE and status not in known.statuses:
        return messenger.Unreachable()
    response = cast(aiohttp.ClientResponse, error.response)  # the type of asynchronous requests
    if known.failure is messenger.EditLimited and response.method != "PATCH":
        return messenger.Unreachable()
    return known.failure(code) if issubclass(known.failure, messenger.NoAccess) else known.failure()


def _translate_status(code: int, status: int) -> messenger.RequestFailed:
    """Return what an error means whose code the bot does not know, or that has none (0)."""
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return messenger.Rejected(code)
    is_outage = status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in _OUTAGE_STATUSES
    return messenger.Unreachable() if is_outage or code == NO_CODE else messenger.Rejected(code)


def is_outage(problem: BaseException) -> bool:
    """Return whether an error concerns Discord or the network as a whole, not a single message."""
    if isinstance(problem, discord.HTTPException):
        return isinstance(translate_error(problem), messenger.Unreachable)
    return isinstance(problem, REQUEST_ERRORS)


def may_succeed_later(problem: BaseException) -> bool:
    """Return whether a failed request is worth repeating after an outage.

    After status 401 it is not, because the request's token is no longer valid.
    """
    if isinstance(problem, discord.HTTPException) and problem.status == HTTPStatus.UNAUTHORIZED:
        return False
    return is_outage(problem)


def is_about_destination(problem: BaseException) -> bool:
    """Return whether Discord refuses a request because of its channel, message or permissions."""
    return _find_concern(problem) in (Concern.MESSAGE, Concern.CHANNEL, Concern.SERVER)


def is_about_content(problem: discord.HTTPException) -> bool:
    """Return whether Discord refuses the content of a message, but would accept another content."""
    if concern := _find_concern(problem):
        return concern is Concern.CONTENT
    return problem.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _find_concern(problem: BaseException) -> Concern | None:
    known = ERROR_CODES.get(problem.code) if isinstance(problem, discord.HTTPException) else None
    return known.concern if known else None
