"""Runs `python -m bot --check`: checks settings, games, database, token and permissions.

The checks start and change nothing. They use only Discord's HTTP API, so that they do not disturb a
running bot with the same token.
"""

import math
import socket
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import aiohttp
import discord
from yarl import URL

from bot.common.config import MetricsAddress, Secret, Settings, StartProblem
from bot.discord_adapter import application_setup, request_gate
from bot.discord_adapter.channels import REQUIRED_PERMISSION_NAMES, make_invitation_url
from bot.discord_adapter.connection import explain_failure, find_proxy
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.package import find_offered_games
from bot.games.packages import find_games
from bot.i18n import LANGUAGES, Text, text
from bot.storage.migrating import SchemaAge
from bot.storage.opening import check_address, examine
from bot.storage.problems import StoreProblem
from bot.workers import shard_advice
from bot.workers.identify_queue import fetch_identify_budget

DISCORD_TIMEOUT_SECONDS = 20.0
"""The maximum time to wait for an answer of Discord or of a bot on this machine."""
SERVERS_PER_PAGE = 200
"""Discord's maximum."""
MAX_PAGES = 10
"""Servers on further pages are not checked."""
MAX_NAMED_SERVERS = 10
"""The maximum number of servers with missing permissions that are named, not only counted."""
MAX_CLOCK_SKEW_SECONDS = 2.0
"""Maximum seconds by which this machine's clock may differ from Discord's to pass the check."""
MAX_SERVERS_WITH_ANY_SHARD_COUNT = 150_000
"""Maximum number of servers for which Discord accepts any number of shards. With more servers,
Discord accepts only multiples of its recommended number of shards:
https://docs.discord.com/developers/events/gateway#sharding-for-large-bots
"""
MAX_ANSWER_BYTES = 1000
"""A longer answer from the port for metrics cannot come from this bot."""
_DISCORD_ERRORS = (*REQUEST_ERRORS, discord.GatewayNotFound)


class Finding:
    """The result of one check, as a message for the bot's host: a catalogue key and its values."""

    mark = ""
    """The key of the message around the result, for example with "OK" in front of it."""

    def __init__(self, key: str, **values: int | str) -> None:
        self.key = key
        self.values = values


class Passed(Finding):
    """The result of a check that found no problem."""

    mark = "check-right"


class Note(Finding):
    """A result that reports a fact on which the bot's host may want to act, but need not."""

    mark = "check-note"


class Failed(Finding):
    """A result that reports a problem. Its message tells the bot's host how to fix the problem."""

    mark = "check-wrong"


Report = Callable[[Finding], None]
"""Prints the result of one check for the bot's host."""


async def check_all(settings: Settings, problems: Sequence[StartProblem], say: Text) -> bool:
    """Run all checks, print each result as soon as it is known, and return whether none failed."""
    failures = 0

    def report(finding: Finding) -> None:
        nonlocal failures
        failures += isinstance(finding, Failed)
        print(say(finding.mark, told=say(finding.key, **finding.values)), flush=True)

    has_address = await _check_settings(settings, problems, report)
    _check_games(settings, report)
    if has_address:
        await _check_database(settings.database_url, report)
    if settings.discord_token is not None:
        request_gate.use_addresses(settings.api_base, settings.gateway_url)
        await _check_discord(settings.discord_token, settings, say, report)
    print(say("check-mend", things=failures) if failures else say("check-well"), flush=True)
    return not failures


async def _check_settings(
    settings: Settings, setting_problems: Sequence[StartProblem], report: Report
) -> bool:
    """Check the settings, and return whether the database's address is well-formed."""
    found: list[Finding] = [Failed(problem.key, **problem.values) for problem in setting_problems]
    if settings.discord_token is None and "setting-discord-token" not in {f.key for f in found}:
        found.append(Failed("start-no-token"))
    if settings.metrics_address is not None:
        found += await _check_metrics_address(settings.metrics_address)
    has_address = True
    try:
        check_address(settings.database_url)
    except StoreProblem as problem:
        has_address = False
        found.append(Failed(problem.key, **problem.arguments))
    found += [Note(warning.key, **warning.values) for warning in settings.warnings]
    for finding in found or [Passed("check-settings")]:
        report(finding)
    return has_address


def _check_games(settings: Settings, report: Report) -> None:
    try:
        games = find_games(settings.games)
    except StartProblem as problem:
        report(Failed(problem.key, **problem.values))
        return
    for missing in games.problems:
        report(Failed(missing.key, **missing.values))
    report(Passed("check-games", games=", ".join(find_offered_games(games.registry))))


async def _check_metrics_address(address: MetricsAddress) -> list[Finding]:
    found: list[Finding] = []
    if find_spec("prometheus_client") is None:
        found.append(Failed("start-metrics-missing"))
    if not _can_listen(address.host, 0):
        found.append(Failed("setting-metrics-host"))
    elif not _can_listen(address.host, address.port):
        is_bot = await _is_bot(address)
        found.append(Note("check-metrics-used") if is_bot else Failed("start-metrics-address"))
    return found


async def _is_bot(address: MetricsAddress) -> bool:
    """Return whether a process of this bot, in any language, already answers at an address."""
    try:
        async with (
            aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(DISCORD_TIMEOUT_SECONDS)
            ) as session,
            session.get(f"http://{address.host}:{address.port}/live") as answer,
        ):
            body = await answer.content.read(MAX_ANSWER_BYTES)
    except (aiohttp.ClientError, TimeoutError):
        return False
    return body.decode(errors="replace").strip() in {text(one)("health-live") for one in LANGUAGES}


def _can_listen(host: str, port: int) -> bool:
    """Return whether a process on this machine can listen on a port. Port 0 means any free one."""
    try:
        for family, kind, protocol, _, where in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as trial:
                # Ignore connections that have just ended, as the bot does at its start.
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(where)
    except (OSError, UnicodeError):
        return False
    return True


async def _check_database(url: str, report: Report) -> None:
    try:
        found = await examine(url)
    except StoreProblem as problem:
        report(Failed(problem.key, **problem.arguments))
        return
    match found.age:
        case SchemaAge.NEW if found.leftover_file is not None:
            report(Note("check-database-missed", remains=found.leftover_file, place=found.location))
        case SchemaAge.NEW:
            report(Passed("check-database-new", place=found.location))
        case SchemaAge.OLDER:
            report(Note("check-database-older", place=found.location))
        case _:
            report(Passed("check-database", place=found.location))
    if found.is_used:
        report(Note("check-database-used"))


async def _check_discord(token: Secret, settings: Settings, say: Text, report: Report) -> None:
    """Check the token, the clock, the application, the shards and the servers.

    If Discord does not answer, that is reported, and the remaining checks are left out.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    skew, trace = request_gate.ClockSkew(), request_gate.RequestGate().make_trace_config()
    skew.listen(trace)
    try:
        proxy = find_proxy()
    except StartProblem as problem:
        report(Failed(problem.key))
        return
    if proxy["proxy"]:
        report(Note("check-proxy", host=URL(proxy["proxy"]).host or ""))
    intents = discord.Intents(guilds=True)
    async with discord.Client(intents=intents, http_trace=trace, **proxy) as client:
        try:
            async with request_gate.limit_request_time(client, DISCORD_TIMEOUT_SECONDS):
                await client.login(token.reveal())
            if client.user and client.application:  # always set after the login
                report(Passed("check-token", name=_strip_unprintable(client.user.name)))
                _check_clock(skew, report)
                _check_application(client.application, report)
                if settings.public_invite and not client.application.bot_public:
                    report(Failed("check-invite-private"))
            await _check_identifies(client, settings.shards, report)
            await _check_servers(client, say, report)
        except discord.LoginFailure:
            report(Failed("start-token-wrong"))
        except _DISCORD_ERRORS as failure:
            found = await explain_failure(failure)
            report(Failed(found.key, **found.values))
            report(Note("check-rest-unseen"))


def _check_clock(skew: request_gate.ClockSkew, report: Report) -> None:
    ahead = skew.seconds_ahead
    if abs(ahead) <= MAX_CLOCK_SKEW_SECONDS:
        report(Passed("check-clock"))
    else:
        way = "ahead" if ahead > 0 else "behind"
        report(Failed("check-clock-off", seconds=round(abs(ahead)), way=way))


def _check_application(application: discord.AppInfo, report: Report) -> None:
    """Check whether people can add the bot to servers with the permissions that it needs."""
    if not application_setup.has_required_install_settings(application):
        report(Note("check-install-differs"))
    elif application.bot_public:
        report(Passed("check-install"))
    if application.bot_require_code_grant:
        report(Failed("check-code-grant"))
    if not application.bot_public:
        report(Note("check-not-public"))
    is_complete = application_setup.has_complete_profile(application)
    report(Passed("check-profile") if is_complete else Note("check-profile-empty"))
    _check_links(application, report)


def _check_links(application: discord.AppInfo, report: Report) -> None:
    """Check that the application has links to the privacy policy and the terms of service.

    `/cats privacy` shows these links to people. Discord's developer terms require the policy (5a):
    https://support-dev.discord.com/hc/articles/8562894815383
    """
    links = {"policy": application.privacy_policy_url, "terms": application.terms_of_service_url}
    for name, url in links.items():
        if url:
            report(Passed(f"check-{name}", url=_strip_unprintable(url)))
        else:
            report(Note(f"check-no-{name}"))


async def _check_identifies(client: discord.Client, shards: int | None, report: Report) -> None:
    """Check the number of shards, and how often the bot may still log in to the gateway today.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """
    starts = await fetch_identify_budget(client)
    servers = client.application.approximate_guild_count if client.application else 0
    if shards and shards % starts.shards and servers > MAX_SERVERS_WITH_ANY_SHARD_COUNT:
        report(Failed("check-shards-multiple", shards=shards, recommended=starts.shards))
    elif shards in (None, starts.shards):
        report(Passed("check-shards", shards=starts.shards))
    else:
        report(Note("check-shards-set", shards=shards or 0, recommended=starts.shards))
    left, most = starts.remaining, starts.total
    if starts.is_spent:
        minutes = math.ceil(starts.resets_in_seconds / 60.0)
        report(Failed("check-starts-used-up", left=left, most=most, minutes=minutes))
    else:
        report(Passed("check-starts", left=left, most=most))


async def _check_servers(client: discord.Client, say: Text, report: Report) -> None:
    """Check whether the bot's roles in its servers have the permissions that the bot needs.

    Permissions in single channels are not checked, because only the gateway tells them:
    https://docs.discord.com/developers/resources/user#get-current-user-guilds
    """
    servers, is_all = await _fetch_servers(client)
    if not servers:
        invite = make_invitation_url(client.application_id or 0)  # known since the login
        report(Note("check-no-servers", invite=invite))
        return
    if is_all and not shard_advice.is_verified(client):
        report(_describe_server_limit(len(servers)))
    elif is_all:
        report(Passed("check-servers", servers=len(servers)))
    else:
        report(Note("check-servers-first", servers=len(servers)))
    found = ((each["name"], _find_missing_permissions(each)) for each in servers)
    lacking = [(_strip_unprintable(name), missing) for name, missing in found if missing]
    for server, names in lacking[:MAX_NAMED_SERVERS]:
        listed = ", ".join(say(f"permission-{name.replace('_', '-')}") for name in names)
        report(Failed("check-permissions-lacking", server=server, permissions=listed))
    if lacking[MAX_NAMED_SERVERS:]:
        report(Failed("check-permissions-more", servers=len(lacking) - MAX_NAMED_SERVERS))
    if not lacking:
        report(Passed("check-permissions"))
    report(Note("check-channels-unseen"))


def _describe_server_limit(servers: int) -> Finding:
    """Return a result that compares an unverified bot's number of servers with Discord's limit.

    It is a note, rather than a passed check, once the host can apply for verification.
    """
    kind = Passed if servers < shard_advice.MIN_SERVERS_FOR_VERIFICATION else Note
    return kind(
        "check-servers-unverified",
        servers=servers,
        most=shard_advice.MAX_UNVERIFIED_SERVERS,
        apply=shard_advice.MIN_SERVERS_FOR_VERIFICATION,
    )


async def _fetch_servers(client: discord.Client) -> tuple[list[Any], bool]:
    """Fetch up to `MAX_PAGES` pages of the bot's servers, and return whether these are all."""
    found: list[Any] = []
    for _ in range(MAX_PAGES):
        after = found[-1]["id"] if found else None
        async with request_gate.limit_request_time(client, DISCORD_TIMEOUT_SECONDS):
            page = await client.http.get_guilds(SERVERS_PER_PAGE, after=after, with_counts=False)
        found += page
        if len(page) < SERVERS_PER_PAGE:
            return found, True
    return found, False


def _find_missing_permissions(server: Any) -> list[str]:
    has = discord.Permissions(int(server["permissions"]))
    if has.administrator:
        return []
    return [name for name in REQUIRED_PERMISSION_NAMES if not getattr(has, name)]


def _strip_unprintable(name: str) -> str:
    """Remove what could disturb the terminal from a name, which other people have chosen."""
    return "".join(letter for letter in name if letter.isprintable())
