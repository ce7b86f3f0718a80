"""A real PgBouncer between the bot and a real PostgreSQL server."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg

from tests.machine import free_port, lacks
from tests.patience import HANG_TIMEOUT_SECONDS

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SETTINGS = """
[databases]
* = host={socket}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
"""


@contextmanager
def pooler(url: str, mode: str) -> Iterator[str]:
    """Run PgBouncer in a mode before a database; yield the address through it.

    Without Debian's package `pgbouncer` the test is skipped, but where `CI` is set it fails.
    """
    if PGBOUNCER is None:
        lacks(LookupError("PgBouncer is missing: `apt-get install pgbouncer`"))
    (socket,) = parse_qs(urlsplit(url).query)["host"]
    owner = Path(socket, ".s.PGSQL.5432").stat().st_uid  # PgBouncer does not run as root
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="cats-") as folder:
        Path(folder).chmod(0o755)
        Path(folder, "users").write_text('"postgres" ""\n')
        settings = Path(folder, "pgbouncer.ini")
        settings.write_text(
            SETTINGS.format(socket=socket, port=port, folder=folder, mode=mode), encoding="utf-8"
        )
        user = owner if os.getuid() == 0 else None
        process = subprocess.Popen([PGBOUNCER, "--quiet", settings], user=user)
        try:
            through = f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}"
            _until_it_answers(through)
            yield through
        finally:
            process.terminate()
            process.wait(HANG_TIMEOUT_SECONDS)


def _until_it_answers(url: str) -> None:
    until = time.monotonic() + HANG_TIMEOUT_SECONDS
    while time.monotonic() < until:
        with suppress(psycopg.OperationalError), closing(psycopg.connect(url)):
            return
        time.sleep(0.05)
    raise TimeoutError
