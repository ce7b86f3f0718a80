"""Where Discord is: at its own addresses, or behind proxies for its API and its gateway."""

import discord
import yarl


def use(api_base: str | None, gateway_url: str | None) -> None:
    """Send all requests and gateway connections of this process there; None: to Discord itself.

    discord.py has no setting for it; these attributes of classes are read for each request and each
    connection (https://github.com/Rapptz/discord.py/blob/v2.7.1/discord/http.py#L310). A proxy of
    the API such as https://github.com/germanoeich/nirn-proxy takes the same paths as Discord. One
    of the gateway has to name itself in READY (`resume_gateway_url`), else sessions are resumed
    without it: https://docs.discord.com/developers/events/gateway#resuming
    """
    if api_base is not None:
        discord.http.Route.BASE = api_base
    if gateway_url is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
