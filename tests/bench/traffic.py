"""Everything that leaves the bot, as Discord would receive it."""

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import simcord
from simcord.http import router

EPHEMERAL = 64
"""The message flag of an answer that only one person sees."""


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
    """The user id of the only person who sees what it shows; None: everybody in the channel."""
    at: float
    """The world's time, in seconds since it began."""
    message: int | None = None
    """The message that Discord answered with."""
    pinged: tuple[int, ...] = ()
    """The user ids that a new message notifies; an edit never notifies anybody."""
    error: str = ""
    """Why Discord refused it."""

    @property
    def content(self) -> tuple[str, str, Any, tuple[tuple[str, bytes, str | None], ...]]:
        """All that Discord gets to see, comparable byte for byte."""
        files = tuple((file.name, file.data, file.alt) for file in self.files)
        return self.method, self.path, self.json, files


def record(env: simcord.Env, log: list[Request]) -> Callable[[], None]:
    """Append every request of `env`'s bot to `log`; the answer stops it."""
    original = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **given: Any) -> Any:
        if backend is not env.backend:
            return original(backend, method, path, **given)
        request = Request(
            method,
            path,
            copy.deepcopy(given.get("json")),
            tuple(_uploads(given.get("files") or ())),
            _reader(backend, path, given.get("json")),
            backend.clock.elapsed,
        )
        log.append(request)
        try:
            answer = original(backend, method, path, **given)
        except Exception as error:
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
    """Return who alone will see what the request shows."""
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
        hidden = int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL
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
    hidden = int(body.get("flags") or 0) & EPHEMERAL
    hidden = hidden or (interaction.loading and interaction.ephemeral)
    return interaction.user_id if hidden else None


def _owner(backend: Any, channel: int, message_id: int | None) -> int | None:
    message = backend.messages.get(channel, {}).get(message_id)
    if message is None or not message.is_ephemeral:
        return None
    return int(message.interaction_metadata["user"]["id"])


def _note_message(backend: Any, request: Request, answer: Any) -> None:
    """Keep the id of the message that a request made or changed, and whom it notifies."""
    if not isinstance(answer, dict):
        return
    shown = answer.get("resource", {}).get("message") if "resource" in answer else answer
    if not isinstance(shown, dict) or "channel_id" not in shown or "content" not in shown:
        return
    request.message = int(shown["id"])
    if request.method == "POST" and (request.json or {}).get("type") != 7:
        message = backend.messages[int(shown["channel_id"])][request.message]
        request.pinged = tuple(message.ping_user_ids)
