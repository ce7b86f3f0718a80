"""What the host is told: whether there are enough shards, and when verification is due."""

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
"""From the start to the first advice: most shards have come up by then."""
ADVICE_INTERVAL_SECONDS = 86_400.0
"""From one advice to the next."""
MAX_SERVERS_PER_SHARD = 2_500
"""Discord allows a shard no more: https://docs.discord.com/developers/events/gateway#sharding"""
SERVERS_PER_SHARD_TO_WARN = 2_000
"""With so many it is time for more shards."""
MAX_UNVERIFIED_SERVERS = 100
"""Discord adds an unverified bot to no more servers."""
MIN_SERVERS_FOR_VERIFICATION = 75
"""From so many servers on a host can apply for verification."""


async def advise_host(clients: Mapping[int, CatsClient], count: int) -> None:
    """Tell it in the log once a day, as long as this runs.

    `clients`: this worker's, by shard. `count`: how many shards there are.
    """
    pause, told = FIRST_ADVICE_DELAY_SECONDS, False
    while True:
        await asyncio.sleep(pause)
        there = {
            shard: client for shard, client in clients.items() if client.reachability.is_connected
        }
        pause = ADVICE_INTERVAL_SECONDS if there else FIRST_ADVICE_DELAY_SECONDS
        for shard, client in there.items():
            if len(client.guilds) > SERVERS_PER_SHARD_TO_WARN:
                log.warning(
                    "shard %s has %d of at most %d servers: it is time for more shards, see"
                    " docs/workers.md",
                    shard,
                    len(client.guilds),
                    MAX_SERVERS_PER_SHARD,
                )
        told = told or _remind_of_verification(there.values())
        if there:
            await _recommend_more_shards(next(iter(there.values())), count)


def _remind_of_verification(clients: Collection[CatsClient]) -> bool:
    """Warn that an unverified bot can soon join no more servers; return whether it did."""
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
    """Tell whether Discord has verified the bot of a client that has logged in.

    https://docs.discord.com/developers/resources/user#user-object-user-flags
    """
    return client.user is not None and client.user.public_flags.verified_bot


async def _recommend_more_shards(client: CatsClient, count: int) -> None:
    """Tell whether Discord recommends more shards; if it does not say, it is asked a day later."""
    with suppress(*REQUEST_ERRORS):
        recommended = (await fetch_identify_budget(client)).shards
        if recommended > count:
            log.warning(
                "Discord recommends %d shards for this bot, and it has %d: plan a restart of all"
                " workers, see docs/workers.md",
                recommended,
                count,
            )
