"""Warns in the log when the bot needs more shards, or needs to be verified by Discord.

The warnings are for the operator who runs the bot, not the host of a table.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress

import discord

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.workers.identify_queue import fetch_identify_budget

log = logging.getLogger(__name__)

FIRST_ADVICE_DELAY_SECONDS = 60.0
"""Seconds from the start to the first advice. By then most shards are connected."""
ADVICE_INTERVAL_SECONDS = 86_400.0
MAX_SERVERS_PER_SHARD = 2_500
"""Discord's limit: https://docs.discord.com/developers/events/gateway#sharding"""
SERVERS_PER_SHARD_TO_WARN = 2_000
MAX_UNVERIFIED_SERVERS = 100
"""The number of servers that a bot can join until Discord has verified it."""
MIN_SERVERS_FOR_VERIFICATION = 75
"""The number of servers from which on a bot can apply for verification."""


async def advise_host(clients: Mapping[int, CatsClient], shard_count: int) -> None:
    """Log advice for the bot's host once a day, until the task is cancelled.

    The host is reminded of Discord's verification only once.

    Args:
        clients: Maps the shards of this process to their clients, and may change meanwhile.
    """
    pause, told = FIRST_ADVICE_DELAY_SECONDS, False
    while True:
        await asyncio.sleep(pause)
        there = {shard: each for shard, each in clients.items() if each.reachability.is_connected}
        pause = ADVICE_INTERVAL_SECONDS if there else FIRST_ADVICE_DELAY_SECONDS
        for shard, each in there.items():
            if len(each.guilds) > SERVERS_PER_SHARD_TO_WARN:
                log.warning(
                    "shard %s has %d of at most %d servers: it is time for more shards, see"
                    " docs/workers.md",
                    shard,
                    len(each.guilds),
                    MAX_SERVERS_PER_SHARD,
                )
        told = told or _remind_of_verification(there.values())
        if there:
            await _recommend_more_shards(next(iter(there.values())), shard_count)


def _remind_of_verification(clients: Collection[CatsClient]) -> bool:
    """Warn the host if an unverified bot is in nearly as many servers as Discord then allows.

    Return whether the warning was logged.
    """
    servers = sum(len(client.guilds) for client in clients)
    if servers < MIN_SERVERS_FOR_VERIFICATION or any(map(is_verified, clients)):
        return False
    log.warning(
        "the bot is in %d servers, and Discord adds an unverified bot to no more than %d: apply for"
        " verification, see docs/hosting.md",
        servers,
        MAX_UNVERIFIED_SERVERS,
    )
    return True


def is_verified(client: discord.Client) -> bool:
    """Tell whether Discord has verified the bot. Before the login, the answer is no.

    https://docs.discord.com/developers/resources/user#user-object-user-flags
    """
    return client.user is not None and client.user.public_flags.verified_bot


async def _recommend_more_shards(client: CatsClient, shard_count: int) -> None:
    """Warn the host if Discord recommends more shards, unless the request to Discord fails."""
    with suppress(*REQUEST_ERRORS):
        recommended = (await fetch_identify_budget(client)).shards
        if recommended > shard_count:
            log.warning(
                "Discord recommends %d shards for this bot, and it has %d: plan a restart of all"
                " workers, see docs/workers.md",
                recommended,
                shard_count,
            )
