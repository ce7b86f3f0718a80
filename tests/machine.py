"""What tests need of the machine they run on."""

import os
import socket
from typing import NoReturn

import pytest


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def lacks(missing: LookupError) -> NoReturn:
    """Skip the test for what is not installed; where `CI` is set, it fails."""
    if os.environ.get("CI"):
        raise missing
    pytest.skip(str(missing))
