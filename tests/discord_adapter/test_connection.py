"""The way to Discord, with each trouble really on it: certificates, blocks, names and proxies."""

import asyncio
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email.utils import formatdate
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from tempfile import mkdtemp
from time import time

import pytest

from bot.i18n import text
from tests.forked import Forked, bot

ROOT = Path(__file__).parents[2]
TOKEN, PASSWORD = "a.secret.token", "very-secret"
NAMES = ("PROXY", "TOKEN", "API_BASE", "GATEWAY_URL", "LANGUAGE", "DATABASE_URL", "SSL_CERT_FILE")
YEAR_SECONDS = 365 * 86_400
MAX_REQUEST_BYTES = 65_536
CLOUDFLARE_PAGE = "<!DOCTYPE html><title>Access denied | discord.com used Cloudflare</title>"


def run(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the bot until it ends; only one that has loaded nothing reads `SSL_CERT_FILE`."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not any(each in name.upper() for each in NAMES)
    }
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "DISCORD_TOKEN": TOKEN} | settings
    out, err = (Path(mkdtemp(dir=folder)) / "said" for _ in range(2))
    if "SSL_CERT_FILE" not in settings:
        code = Forked(bot(arguments), folder, environment, out, err).join()
    else:
        command = [sys.executable, "-m", "bot", *arguments]
        with out.open("w") as out_file, err.open("w") as err_file:
            code = subprocess.run(
                command, cwd=folder, env=environment, stdout=out_file, stderr=err_file, check=False
            ).returncode
    assert code == 1
    done = subprocess.CompletedProcess(arguments, code, out.read_text(), err.read_text())
    for secret in (TOKEN, PASSWORD):
        assert secret not in done.stdout + done.stderr
    return done


async def assert_told(folder: Path, address: str, key: str, **values: str) -> None:
    """The check and the start both end with that sentence, the start in German."""
    api = {"API_BASE": address, **{n: values.pop(n) for n in [*values] if n.isupper()}}
    apart = folder / "start"  # one of them must not find the other one's database in use
    apart.mkdir(exist_ok=True)
    checked, started = await asyncio.gather(
        asyncio.to_thread(run, folder, "--check", **api),
        asyncio.to_thread(run, apart, LANGUAGE="de", **api),
    )
    say = text("en")
    assert say("check-wrong", told=say(key, **values)) in checked.stdout.splitlines()
    assert started.stderr.splitlines()[-1] == text("de")(key, **values)


AUTHORITY = """
[ca]
default_ca = cats
[cats]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = policy
x509_extensions = extensions
[policy]
commonName = supplied
[extensions]
subjectAltName = IP:127.0.0.1
basicConstraints = CA:TRUE
"""
"""How openssl makes certificates for 127.0.0.1."""


def make_certificate(folder: Path, begins: str = "20200101", ends: str = "20990101") -> Path:
    file = folder / "both.pem"
    (folder / "authority").write_text(AUTHORITY)
    (folder / "index.txt").touch()
    (folder / "serial").write_text("01")
    make = "req -new -newkey rsa:2048 -nodes -subj /CN=cats -out request -keyout both.pem"
    sign = "ca -batch -notext -config authority -selfsign -keyfile both.pem -in request"
    sign += f" -startdate {begins}000000Z -enddate {ends}000000Z -out certificate.pem"
    for command in (make, sign):
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    with file.open("a") as both:
        both.write((folder / "certificate.pem").read_text())
    return file


@asynccontextmanager
async def serve(answer: str, certificate: Path | None = None) -> AsyncIterator[str]:
    """Answer each request with the same text; yields the address."""

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(MAX_REQUEST_BYTES)  # if it begins TLS, no empty line ever ends it
        writer.write(answer.replace("\n", "\r\n").encode())
        with suppress(ConnectionError):
            await writer.drain()
        writer.close()

    context = None
    if certificate:
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
    async with await asyncio.start_server(converse, "127.0.0.1", ssl=context) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"{'https' if context else 'http'}://127.0.0.1:{port}"


def make_page(status: str, body: str, kind: str = "text/html", more: str = "") -> str:
    return (
        f"HTTP/1.1 {status}\nContent-Type: {kind}\nContent-Length: {len(body)}\n"
        f"Connection: close\n{more}\n{body}"
    )


async def test_a_certificate_that_nobody_vouches_for_is_told(tmp_path: Path) -> None:
    async with serve("", make_certificate(tmp_path)) as address:
        await assert_told(tmp_path, address, "start-certificate", host="127.0.0.1")


@pytest.mark.parametrize("years", [0, 3])
async def test_a_certificate_out_of_date_is_told_apart_from_a_wrong_clock(
    tmp_path: Path, years: int
) -> None:
    certificate = make_certificate(tmp_path, ends="20210101")
    date = formatdate(time() - years * YEAR_SECONDS, usegmt=True)
    page = f"HTTP/1.1 200 OK\nDate: {date}\nContent-Length: 0\nConnection: close\n\n"
    async with serve(page, certificate) as address:
        trust = {"SSL_CERT_FILE": str(tmp_path / "certificate.pem"), "API_BASE": address}
        done = await asyncio.to_thread(run, tmp_path, "--check", **trust)
    say = text("en")
    if years:
        assert say("start-clock-wrong", own="", theirs="")[:26] in done.stdout
    else:
        assert "The certificate of 127.0.0.1 isn't valid at " in done.stdout


async def test_an_address_that_cloudflare_blocks_is_told(tmp_path: Path) -> None:
    for page in (
        make_page("403 Forbidden", CLOUDFLARE_PAGE),
        make_page("403 Forbidden", "error code: 1010", "text/plain"),
        make_page("403 Forbidden", '{"message": "no", "code": 40333}', "application/json"),
    ):
        async with serve(page) as address:
            await assert_told(tmp_path, address, "start-address-blocked")
    page = make_page("429 Too Many Requests", "error code: 1015", "text/plain", "Retry-After: 9\n")
    async with serve(page) as address:
        done = await asyncio.to_thread(run, tmp_path, "--check", API_BASE=address)
    assert text("en")("start-discord-closed", until="")[:50] in done.stdout, "with its time"


async def test_a_name_that_nobody_knows_a_closed_port_and_one_without_tls_are_told(
    tmp_path: Path,
) -> None:
    host = "discord.invalid"
    await assert_told(tmp_path, f"https://{host}", "start-no-dns", host=host)
    closed = "https://127.0.0.1:1"
    await assert_told(tmp_path, closed, "start-connection-refused", host="127.0.0.1")
    async with serve("HTTP/1.1 400 Bad Request\n\n") as address:
        secure = address.replace("http", "https")
        await assert_told(tmp_path, secure, "start-not-encrypted", host="127.0.0.1")


class Proxy:
    """An HTTP proxy that passes requests on, and may ask for a password."""

    def __init__(self, password: str = "") -> None:
        self.asked: list[str] = []
        """The request lines that came, with the right password."""
        self._login = b64encode(f"cats:{password}".encode()).decode() if password else ""

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line = head.splitlines()[0]
        if self._login and f"Basic {self._login}" not in head:
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        else:
            self.asked.append(line)
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()


@asynccontextmanager
async def serve_proxy(password: str = "") -> AsyncIterator[tuple[Proxy, str]]:
    proxy = Proxy(password)
    async with await asyncio.start_server(proxy.converse, "127.0.0.1") as server:
        yield proxy, f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_the_proxy_of_the_environment_is_used_and_named_without_its_password(
    tmp_path: Path,
) -> None:
    async with serve_proxy(PASSWORD) as (proxy, place):
        login = f"http://cats:{PASSWORD}@{place}"
        settings = {"https_proxy": login, "API_BASE": "https://discord.invalid"}
        done = await asyncio.to_thread(run, tmp_path, "--check", **settings)
        say = text("en")
        lines = done.stdout.splitlines()
        assert say("check-note", told=say("check-proxy", host="127.0.0.1")) in lines
        told = say("check-wrong", told=say("start-proxy-refuses", status="403"))
        assert told in lines
        assert proxy.asked == ["CONNECT discord.invalid:443 HTTP/1.1"]
        settings["NO_PROXY"] = "discord.invalid"
        done = await asyncio.to_thread(run, tmp_path, "--check", **settings)
        assert len(proxy.asked) == 1
        assert say("start-no-dns", host="discord.invalid") in done.stdout


async def test_a_proxy_that_wants_a_password_is_gone_or_cannot_be_one_is_told(
    tmp_path: Path,
) -> None:
    api = "https://discord.invalid"
    async with serve_proxy(PASSWORD) as (_, place):
        wrong = f"http://cats:wrong@{place}"
        await assert_told(tmp_path, api, "start-proxy-refuses", HTTPS_PROXY=wrong, status="407")
    gone = f"http://{place}"
    await assert_told(tmp_path, api, "start-proxy-silent", HTTPS_PROXY=gone, host="127.0.0.1")
    for address in ("socks5://cats:very-secret@proxy:1080", "http://"):
        await assert_told(tmp_path, api, "start-proxy-wrong", HTTPS_PROXY=address)
