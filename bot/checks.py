"""`python -m bot --check`: whether all is right that the bot needs. It starts and changes nothing.

It asks Discord by HTTP alone, so that a bot that runs with the same token goes on.
"""

import math
import socket
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import aiohttp
import discord

from bot.common.config import Secret, Settings, StartProblem, Watch
from bot.discord_adapter.application_setup import SCOPES, installs_as_needed, presents_itself
from bot.discord_adapter.channels import NEEDED_PERMISSIONS, PERMISSIONS
from bot.discord_adapter.request_gate import ClockSkew, request_timeout, use_addresses
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.box import offered
from bot.games.packages import find_games
from bot.i18n import LANGUAGES, Text, text
from bot.storage.migrating import Age
from bot.storage.opening import check_address, examine
from bot.storage.problems import StoreProblem
from bot.workers.identify_queue import fetch_identify_budget
from bot.workers.shard_advice import MAX_UNVERIFIED_SERVERS, VERIFIABLE_SERVERS, is_verified

DISCORD_TIMEOUT_SECONDS = 20.0
"""Seconds after which Discord counts as silent."""
SERVERS_PER_PAGE = 200
"""Most servers that Discord names at once."""
MAX_PAGES = 10
"""How often it is asked for more: a large bot's servers are not all looked at."""
MAX_NAMED_SERVERS = 10
"""How many servers with too few permissions are named."""
MAX_CLOCK_SKEW_SECONDS = 2.0
"""Seconds by which this machine's clock may differ from Discord's."""
FREELY_SHARDED_SERVERS = 150_000
"""Above, Discord takes only multiples of its own number of shards:
https://docs.discord.com/developers/events/gateway#sharding-for-large-bots"""
MAX_READ_BYTES = 1000
"""Bytes that are read of what answers where figures are to be served."""
_FAILS = (*REQUEST_ERRORS, discord.GatewayNotFound)


class Finding:
    """One thing that was looked at: the catalogue's sentence `key`, and what it is filled with."""

    mark = ""
    """The key of what stands before the sentence."""

    def __init__(self, key: str, **values: int | str) -> None:
        self.key = key
        self.values = values


class Right(Finding):
    """All is well."""

    mark = "check-right"


class Note(Finding):
    """Something to know."""

    mark = "check-note"


class Wrong(Finding):
    """Something to mend; the sentence says how."""

    mark = "check-wrong"


Tell = Callable[[Finding], None]


async def check_all(settings: Settings, wrong: Sequence[StartProblem], say: Text) -> bool:
    """Print one sentence for each thing, as soon as it is known; return whether all are right.

    `wrong` is what is wrong with the settings.
    """
    mend = 0

    def tell(finding: Finding) -> None:
        nonlocal mend
        mend += isinstance(finding, Wrong)
        print(say(finding.mark, told=say(finding.key, **finding.values)), flush=True)

    has_address = await _check_settings(settings, wrong, tell)
    _check_games(settings, tell)
    if has_address:
        await _check_database(settings.database_url, tell)
    if settings.discord_token is not None:
        use_addresses(settings.api_base, settings.gateway_url)
        await _check_discord(settings.discord_token, settings.shards, say, tell)
    print(say("check-mend", things=mend) if mend else say("check-well"), flush=True)
    return not mend


async def _check_settings(settings: Settings, wrong: Sequence[StartProblem], tell: Tell) -> bool:
    """Tell what is wrong with them; return whether the database's address can be one."""
    found: list[Finding] = [Wrong(problem.key, **problem.values) for problem in wrong]
    if settings.discord_token is None and "setting-discord-token" not in {f.key for f in found}:
        found.append(Wrong("start-no-token"))
    if settings.watch is not None:
        found += await _check_watch(settings.watch)
    has_address = True
    try:
        check_address(settings.database_url)
    except StoreProblem as problem:
        has_address = False
        found.append(Wrong(problem.key, **problem.arguments))
    found += [Note(slip.key, **slip.values) for slip in settings.slips]
    for finding in found or [Right("check-settings")]:
        tell(finding)
    return has_address


def _check_games(settings: Settings, tell: Tell) -> None:
    try:
        there = find_games(settings.games)
    except StartProblem as problem:
        tell(Wrong(problem.key, **problem.values))
        return
    for left_out in there.problems:
        tell(Wrong(left_out.key, **left_out.values))
    tell(Right("check-games", games=", ".join(offered(there.shelf))))


async def _check_watch(watch: Watch) -> list[Finding]:
    """Return what is to be said of where figures are to be served."""
    found: list[Finding] = []
    if find_spec("prometheus_client") is None:
        found.append(Wrong("start-metrics-missing"))
    if not _can_listen(watch.host, 0):
        found.append(Wrong("setting-metrics-host"))
    elif not _can_listen(watch.host, watch.port):
        is_bot = await _is_bot(watch)
        found.append(Note("check-metrics-used") if is_bot else Wrong("start-metrics-address"))
    return found


async def _is_bot(watch: Watch) -> bool:
    """Tell whether it is a bot of ours that listens there, in any of its languages."""
    try:
        async with (
            aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(DISCORD_TIMEOUT_SECONDS)
            ) as session,
            session.get(f"http://{watch.host}:{watch.port}/live") as answer,
        ):
            told = await answer.content.read(MAX_READ_BYTES)
    except (aiohttp.ClientError, TimeoutError):
        return False
    return told.decode(errors="replace").strip() in {
        text(each)("health-live") for each in LANGUAGES
    }


def _can_listen(host: str, port: int) -> bool:
    """Tell whether a process on this machine could listen there; port 0 is any free one."""
    try:
        for family, kind, protocol, _, where in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as trial:
                # Connections that have just ended are in nobody's way, as in the bot's own start.
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(where)
    except (OSError, UnicodeError):
        return False
    return True


async def _check_database(url: str, tell: Tell) -> None:
    try:
        found = await examine(url)
    except StoreProblem as problem:
        tell(Wrong(problem.key, **problem.arguments))
        return
    match found.age:
        case Age.NEW if found.remains is not None:
            tell(Note("check-database-missed", remains=found.remains, place=found.place))
        case Age.NEW:
            tell(Right("check-database-new", place=found.place))
        case Age.OLDER:
            tell(Note("check-database-older", place=found.place))
        case _:
            tell(Right("check-database", place=found.place))
    if found.is_used:
        tell(Note("check-database-used"))


async def _check_discord(token: Secret, shards: int | None, say: Text, tell: Tell) -> None:
    """Look at token, application, starts and servers, as far as Discord answers."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    skew, trace = ClockSkew(), aiohttp.TraceConfig()
    skew.listen(trace)
    intents = discord.Intents(guilds=True)
    async with discord.Client(intents=intents, http_trace=trace) as client:
        try:
            async with request_timeout(client, DISCORD_TIMEOUT_SECONDS):
                await client.login(token.reveal())
            if client.user and client.application:  # always, after the login
                tell(Right("check-token", name=_printable(client.user.name)))
                _check_clock(skew, tell)
                _check_application(client.application, tell)
            await _check_starts(client, shards, tell)
            await _check_servers(client, say, tell)
        except discord.LoginFailure:
            tell(Wrong("start-token-wrong"))
        except _FAILS:
            tell(Wrong("check-discord-silent"))


def _check_clock(skew: ClockSkew, tell: Tell) -> None:
    """Tell whether this machine's clock agrees with Discord's."""
    seconds = round(abs(skew.ahead))
    if abs(skew.ahead) <= MAX_CLOCK_SKEW_SECONDS:
        tell(Right("check-clock"))
    else:
        tell(Wrong("check-clock-off", seconds=seconds, way="ahead" if skew.ahead > 0 else "behind"))


def _check_application(application: discord.AppInfo, tell: Tell) -> None:
    """Tell whether the bot can be added to servers as it needs."""
    if not installs_as_needed(application):
        tell(Note("check-install-differs"))
    elif application.bot_public:
        tell(Right("check-install"))
    if application.bot_require_code_grant:
        tell(Wrong("check-code-grant"))
    if not application.bot_public:
        tell(Note("check-not-public"))
    tell(Right("check-profile") if presents_itself(application) else Note("check-profile-empty"))
    _check_links(application, tell)


def _check_links(application: discord.AppInfo, tell: Tell) -> None:
    """Tell where people read the privacy policy and the terms, which `/cats privacy` links to.

    Discord's developer terms ask for the policy (5a):
    https://support-dev.discord.com/hc/articles/8562894815383
    """
    links = {
        "policy": application.privacy_policy_url,
        "terms": application.terms_of_service_url,
    }
    for name, url in links.items():
        if url:
            tell(Right(f"check-{name}", url=_printable(url)))
        else:
            tell(Note(f"check-no-{name}"))


async def _check_starts(client: discord.Client, shards: int | None, tell: Tell) -> None:
    """Tell what Discord recommends, and how often the bot may still log in to the gateway.

    `shards`: as many as the host wants, None: as recommended.
    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """
    starts = await fetch_identify_budget(client)
    servers = client.application.approximate_guild_count if client.application else 0
    if shards and shards % starts.shards and servers > FREELY_SHARDED_SERVERS:
        tell(Wrong("check-shards-multiple", shards=shards, recommended=starts.shards))
    elif shards in (None, starts.shards):
        tell(Right("check-shards", shards=starts.shards))
    else:
        tell(Note("check-shards-set", shards=shards or 0, recommended=starts.shards))
    if starts.spent:
        minutes = math.ceil(starts.renewed_in / 60.0)
        tell(Wrong("check-starts-used-up", left=starts.left, most=starts.total, minutes=minutes))
    else:
        tell(Right("check-starts", left=starts.left, most=starts.total))


async def _check_servers(client: discord.Client, say: Text, tell: Tell) -> None:
    """Tell what the bot lacks in its servers, as far as that stands in its roles there.

    What single channels allow and forbid is only known through the gateway:
    https://docs.discord.com/developers/resources/user#get-current-user-guilds
    """
    servers, is_all = await _servers(client)
    if not servers:
        tell(Note("check-no-servers", invite=_invitation(client)))
        return
    if is_all and not is_verified(client):
        tell(_describe_server_limit(len(servers)))
    elif is_all:
        tell(Right("check-servers", servers=len(servers)))
    else:
        tell(Note("check-servers-first", servers=len(servers)))
    lacking = [(server["name"], names) for server in servers if (names := _lacks(server))]
    for server, names in lacking[:MAX_NAMED_SERVERS]:
        listed = ", ".join(say(f"permission-{name.replace('_', '-')}") for name in names)
        tell(Wrong("check-permissions-lacking", server=_printable(server), permissions=listed))
    if lacking[MAX_NAMED_SERVERS:]:
        tell(Wrong("check-permissions-more", servers=len(lacking) - MAX_NAMED_SERVERS))
    if not lacking:
        tell(Right("check-permissions"))
    tell(Note("check-channels-unseen"))


def _describe_server_limit(servers: int) -> Finding:
    """Return how far an unverified bot is from the most servers that it can be in."""
    kind = Right if servers < VERIFIABLE_SERVERS else Note
    return kind(
        "check-servers-unverified",
        servers=servers,
        most=MAX_UNVERIFIED_SERVERS,
        apply=VERIFIABLE_SERVERS,
    )


async def _servers(client: discord.Client) -> tuple[list[Any], bool]:
    """Return what Discord says of the bot's first servers, and whether these are all."""
    found: list[Any] = []
    for _ in range(MAX_PAGES):
        after = found[-1]["id"] if found else None
        async with request_timeout(client, DISCORD_TIMEOUT_SECONDS):
            page = await client.http.get_guilds(SERVERS_PER_PAGE, after=after, with_counts=False)
        found += page
        if len(page) < SERVERS_PER_PAGE:
            return found, True
    return found, False


def _lacks(server: Any) -> list[str]:
    """Return the permissions that the bot's roles in a server lack."""
    has = discord.Permissions(int(server["permissions"]))
    if has.administrator:
        return []
    return [name for name in NEEDED_PERMISSIONS if not getattr(has, name)]


def _invitation(client: discord.Client) -> str:
    """Return the address that adds the bot to a server."""
    application = client.application_id or 0  # known since the login
    url = discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
    return f"{url}&integration_type=0"


def _printable(name: str) -> str:
    """Return a name that others have chosen, as a terminal may show it."""
    return "".join(letter for letter in name if letter.isprintable())
