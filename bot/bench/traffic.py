"""Records everything that the bot sends, as Discord receives it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import simcord
from orjson import dumps, loads
from simcord.http import router

EPHEMERAL_FLAG = 1 << 6
"""https://docs.discord.com/developers/resources/message#message-object-message-flags"""


@dataclass
class Upload:
    """A file of a request."""

    name: str
    data: bytes = field(repr=False)
    alt: str | None


@dataclass
class Request:
    """One HTTP request of the bot."""

    method: str
    path: str
    json: Any
    files: tuple[Upload, ...]
    reader: int | None
    """The id of the only person who sees what the request shows. None means everybody."""
    at: float
    """The time of the request, in seconds since the world began."""
    message: int | None = None
    pinged: tuple[int, ...] = ()
    """The ids of the people whom a new message notifies. An edit never notifies anybody."""
    error: str = ""
    """Why Discord refused the request, or ""."""

    @property
    def content(self) -> tuple[str, str, Any, tuple[tuple[str, bytes, str | None], ...]]:
        """All that Discord sees of the request, to compare it byte for byte."""
        files = tuple((file.name, file.data, file.alt) for file in self.files)
        return self.method, self.path, self.json, files


def record_requests(env: simcord.Env, requests: list[Request]) -> Callable[[], None]:
    """Append every request of a simulated Discord's bot to a list.

    Returns:
        A function that stops the recording.
    """
    original = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **given: Any) -> Any:
        if backend is not env.backend:
            return original(backend, method, path, **given)
        request = Request(
            method,
            path,
            loads(dumps(given.get("json"))),
            tuple(_uploads(given.get("files") or ())),
            _reader(backend, path, given.get("json")),
            backend.clock.elapsed,
        )
        requests.append(request)
        try:
            answer = original(backend, method, path, **given)
        except BaseException as error:
            request.error = str(error) or type(error).__name__
            raise
        _note_message(backend, request, answer)
        return answer

    router.dispatch = dispatch

    def stop() -> None:
        router.dispatch = original

    return stop


def _uploads(files: Iterable[Any]) -> Iterable[Upload]:
    for file in files:
        start = file.fp.tell()
        yield Upload(file.filename, file.fp.read(), file.description)
        file.fp.seek(start)


def _reader(backend: Any, path: str, json: Any) -> int | None:
    """Return the id of the only person who sees what a request shows, or None for everybody."""
    parts = path.strip("/").split("/")
    body = json or {}
    if parts[0] == "interactions":
        interaction = backend.interactions.get(int(parts[1]))
        return _reader_of_callback(backend, interaction, body) if interaction else None
    if parts[0] == "webhooks" and parts[2] in backend.interaction_tokens:
        interaction = backend.interactions[backend.interaction_tokens[parts[2]]]
        return _reader_of_followup(backend, interaction, parts[3:], body)
    return None


def _reader_of_callback(backend: Any, interaction: Any, body: dict[str, Any]) -> int | None:
    if body["type"] in (4, 5):
        hidden = int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL_FLAG
        return interaction.user_id if hidden else None
    if body["type"] in (6, 7):
        return _owner(backend, interaction.channel_id, interaction.source_message_id)
    return int(interaction.user_id)


def _reader_of_followup(
    backend: Any, interaction: Any, rest: list[str], body: dict[str, Any]
) -> int | None:
    if rest:
        message = interaction.message_id if rest[1] == "@original" else int(rest[1])
        return _owner(backend, interaction.channel_id, message)
    hidden = int(body.get("flags") or 0) & EPHEMERAL_FLAG
    hidden = hidden or (interaction.loading and interaction.ephemeral)
    return interaction.user_id if hidden else None


def _owner(backend: Any, channel: int, message_id: int | None) -> int | None:
    message = backend.messages.get(channel, {}).get(message_id)
    if message is None or not message.is_ephemeral:
        return None
    return int(message.interaction_metadata["user"]["id"])


def _note_message(backend: Any, request: Request, answer: Any) -> None:
    """Store the id of the message that a request posted or edited, and whom it notifies."""
    if not isinstance(answer, dict):
        return
    shown = answer.get("resource", {}).get("message") if "resource" in answer else answer
    if not isinstance(shown, dict) or "channel_id" not in shown or "content" not in shown:
        return
    request.message = int(shown["id"])
    if request.method == "POST" and (request.json or {}).get("type") != 7:
        message = backend.messages[int(shown["channel_id"])][request.message]
        request.pinged = tuple(message.ping_user_ids)
