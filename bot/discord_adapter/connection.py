"""The way to Discord: which HTTP proxy it takes, and why it is blocked.

For each trouble on the way, the message catalogues have a sentence with the remedy.
"""

import ssl
import time
import warnings
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TypedDict
from urllib.request import getproxies, proxy_bypass

import aiohttp
import discord
from yarl import URL

from bot.common.config import StartProblem
from bot.discord_adapter.request_gate import format_time

PROXY_SCHEMES = ("http", "https")
"""Schemes of the addresses of proxies that aiohttp can use."""
CERTIFICATE_NOT_YET_VALID, CERTIFICATE_EXPIRED = 9, 10
"""OpenSSL's codes for certificates that are not valid at the time of this machine's clock.

https://docs.openssl.org/3.0/man3/X509_STORE_CTX_get_error/
"""
DATE_TIMEOUT_SECONDS = 10.0
"""Maximum seconds to wait for the time of a server whose certificate is not valid."""
MAX_HARMLESS_SKEW_SECONDS = 86_400.0
"""Maximum seconds by which a clock may be off before it is blamed for an invalid certificate."""
CLOUDFLARE_CODE = 40333


_CONNECTION_PROBLEM_KEYS = (
    (aiohttp.ClientProxyConnectionError, "start-proxy-silent"),
    (aiohttp.ClientSSLError, "start-not-encrypted"),
    (aiohttp.ClientConnectorDNSError, "start-no-dns"),
    (aiohttp.ClientConnectorError, "start-connection-refused"),
)
"""Pairs of an error of a failed connection and the key of its sentence. The first match counts."""


class ProxyOptions(TypedDict):
    """The options of `discord.Client` for an HTTP proxy. None means that no proxy is used."""

    proxy: str | None
    proxy_auth: aiohttp.BasicAuth | None


def find_proxy() -> ProxyOptions:
    """Return the proxy for requests to Discord that the environment names, or the system's.

    The variables are `HTTPS_PROXY` and `NO_PROXY`, also in lower case. If `API_BASE` has the scheme
    `http`, `HTTP_PROXY` is used. The password is kept apart from the address, which may be shown.

    Raises:
        StartProblem: The address is none of an HTTP proxy.
    """
    api = URL(discord.http.Route.BASE)
    address = getproxies().get(api.scheme, "")
    if not address or proxy_bypass(api.host or ""):
        return {"proxy": None, "proxy_auth": None}
    try:
        url = URL(address if "://" in address else f"http://{address}")
    except ValueError:
        raise StartProblem("start-proxy-wrong") from None
    if url.scheme not in PROXY_SCHEMES or not url.host:
        raise StartProblem("start-proxy-wrong")
    auth = None
    if url.user:
        with warnings.catch_warnings():  # discord.py takes no other type
            warnings.simplefilter("ignore", DeprecationWarning)
            auth = aiohttp.BasicAuth(url.user, url.password or "", "utf-8")
    return {"proxy": str(url.with_user(None).origin()), "proxy_auth": auth}


async def explain_failure(problem: BaseException) -> StartProblem:
    """Return the sentence that says why Discord cannot be reached, and what the host can do."""
    if isinstance(problem, discord.GatewayNotFound) and problem.__cause__:
        problem = problem.__cause__
    if isinstance(problem, discord.RateLimited):
        until = format_time(time.time() + problem.retry_after)
        return StartProblem("start-discord-closed", until=until)
    if isinstance(problem, discord.HTTPException):
        key = "start-address-blocked" if _is_block(problem) else "start-discord-answers"
        return StartProblem(key, status=str(problem.status))
    if isinstance(problem, aiohttp.ClientHttpProxyError):
        return StartProblem("start-proxy-refuses", status=str(problem.status))
    if isinstance(problem, aiohttp.ClientConnectorCertificateError):
        return await _explain_certificate(problem)
    if isinstance(problem, aiohttp.ClientConnectorError):
        key = next(key for kind, key in _CONNECTION_PROBLEM_KEYS if isinstance(problem, kind))
        return StartProblem(key, host=problem.host)
    is_slow = isinstance(problem, TimeoutError)
    return StartProblem("start-discord-slow" if is_slow else "start-discord-silent")


def _is_block(problem: discord.HTTPException) -> bool:
    """Return whether Cloudflare has refused a request because of this machine's address.

    Its pages are HTML or end with "error code: 1015". Discord's own answers have a JSON body, which
    may lack a code, too. https://github.com/discord/discord-api-docs/issues/6473
    """
    if problem.code == CLOUDFLARE_CODE:
        return True
    statuses = (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
    is_json = problem.response.headers.get("Content-Type") == "application/json"
    return problem.status in statuses and not is_json


async def _explain_certificate(problem: aiohttp.ClientConnectorCertificateError) -> StartProblem:
    """Return the sentence about a certificate that this machine does not accept.

    If it is out of date, the clock may be wrong instead. The server is then asked for its time.
    """
    host, error = problem.host, problem.certificate_error
    code = error.verify_code if isinstance(error, ssl.SSLCertVerificationError) else 0
    if code not in (CERTIFICATE_NOT_YET_VALID, CERTIFICATE_EXPIRED):
        return StartProblem("start-certificate", host=host)
    own = time.time()
    theirs = await _fetch_time(URL.build(scheme="https", host=host, port=problem.port))
    if theirs is not None and abs(theirs - own) > MAX_HARMLESS_SKEW_SECONDS:
        return StartProblem("start-clock-wrong", own=format_time(own), theirs=format_time(theirs))
    return StartProblem("start-certificate-date", host=host, own=format_time(own))


async def _fetch_time(url: URL) -> float | None:
    """Return the time of a server in seconds since 1970, or None if it does not tell the time.

    The certificate is not verified, as it is not valid. So the request carries no token, and the
    answer is used for nothing but an explanation.
    """
    timeout = aiohttp.ClientTimeout(DATE_TIMEOUT_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.head(url, ssl=False, allow_redirects=False, **find_proxy()) as answer,
        ):
            return parsedate_to_datetime(answer.headers.get("Date", "")).timestamp()
    except (TimeoutError, aiohttp.ClientError, ValueError):
        return None
