"""What Discord's refusals are facts about: message, channel, server, or none of them."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_adapter.error_codes import ERROR_CODES, Concern, ErrorCode
from bot.discord_adapter.rest import is_about_destination, translate_errors
from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    NoAccess,
    Rejected,
    RequestFailed,
    ThreadArchived,
    Unreachable,
)

ROOT = Path(__file__).parents[2]
BLOCKED = "<!DOCTYPE html><title>Access denied | discord.com used Cloudflare to restrict access"


def error(status: int, body: dict[str, Any] | str, method: str = "PATCH") -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(cast(Any, SimpleNamespace(status=status, reason="no", method=method)), body)


def make_error_body(code: int, message: str) -> dict[str, Any]:
    return {"message": message, "code": code}


INVALID = {
    "code": 50035,
    "message": "Invalid Form Body",
    "errors": {"components": {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI"}]}},
}
ROWS: tuple[tuple[int, dict[str, Any] | str, type[RequestFailed]], ...] = (
    (404, make_error_body(10008, "Unknown Message"), BoardGone),
    (403, make_error_body(50005, "Cannot edit a message authored by another user"), BoardGone),
    (400, make_error_body(50083, "Thread is archived"), ThreadArchived),
    (404, make_error_body(10003, "Unknown Channel"), ChannelGone),
    (404, make_error_body(10004, "Unknown Guild"), ChannelGone),
    (403, make_error_body(50001, "Missing Access"), NoAccess),
    (403, make_error_body(50013, "Missing Permissions"), NoAccess),
    (403, make_error_body(160005, "Thread is locked"), NoAccess),
    (400, INVALID, Rejected),
    (403, make_error_body(200000, "Message was blocked by AutoMod"), Rejected),
    (413, make_error_body(40005, "Request entity too large"), Rejected),
    (413, "<html><head><title>413 Request Entity Too Large</title></head></html>", Rejected),
    (401, make_error_body(0, "401: Unauthorized"), Unreachable),
    (403, make_error_body(40001, "Unauthorized"), Unreachable),
    (403, make_error_body(40333, "internal network error"), Unreachable),
    (403, BLOCKED, Unreachable),
    (404, BLOCKED, Unreachable),
    (400, BLOCKED, Unreachable),
    (403, make_error_body(10008, "Unknown Message"), Unreachable),
    (429, make_error_body(40062, "Service resource is being rate limited."), Unreachable),
    (429, BLOCKED, Unreachable),
    (500, make_error_body(0, "500: Internal Server Error"), Unreachable),
    (503, "upstream connect error", Unreachable),
)


@pytest.mark.parametrize(("status", "body", "fact"), ROWS)
def test_each_refusal_is_a_fact_about_one_thing(
    status: int, body: dict[str, Any] | str, fact: type[RequestFailed]
) -> None:
    with pytest.raises(RequestFailed) as found, translate_errors():
        raise error(status, body)
    assert type(found.value) is fact


@pytest.mark.parametrize("known", ERROR_CODES.values(), ids=lambda known: str(known.code))
def test_the_code_decides_with_each_status_that_it_comes_with(known: ErrorCode) -> None:
    for status in known.statuses:
        refusal = error(status, make_error_body(known.code, known.meaning))
        with pytest.raises(RequestFailed) as found, translate_errors():
            raise refusal
        assert type(found.value) is known.failure
        assert is_about_destination(refusal) == (
            known.concern in (Concern.MESSAGE, Concern.CHANNEL, Concern.SERVER)
        )


@pytest.mark.parametrize("code", [20022, 20028, 30046])
def test_a_limit_of_edits_means_a_new_board_whatever_the_status(code: int) -> None:
    for status in (400, 403, 429, 500):
        with pytest.raises(BoardGone), translate_errors():
            raise error(status, make_error_body(code, "Try again later"))
    for method in ("POST", "DELETE", "GET"):  # those are no edits
        with pytest.raises(Unreachable), translate_errors():
            raise error(429, make_error_body(code, "Try again later"), method)


@pytest.mark.parametrize("lost", [TimeoutError(), ConnectionResetError(), discord.RateLimited(9)])
def test_what_never_arrived_says_nothing(lost: Exception) -> None:
    with pytest.raises(Unreachable), translate_errors():
        raise lost


def test_the_page_for_hosts_names_each_code() -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    table = page.split("## How the bot handles Discord's error codes")[1].split("\n## ")[0]
    named = {int(code) for code in re.findall(r"\b\d{1,6}\b", table)}
    assert ERROR_CODES.keys() <= named
