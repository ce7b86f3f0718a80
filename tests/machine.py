"""What tests need of the machine they run on."""

import ctypes
import os
import socket
from typing import NoReturn

import pytest

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def lacks(missing: LookupError) -> NoReturn:
    """Skip the test for what is not installed; where `CI` is set, it fails."""
    if os.environ.get("CI"):
        raise missing
    pytest.skip(str(missing))


def drop_root_rights() -> None:
    """Let the permissions of files hold for this process and what it runs, even if it is root's."""
    library, version_3 = ctypes.CDLL(None), 0x20080522
    header, capabilities = (ctypes.c_uint32 * 2)(version_3, 0), (ctypes.c_uint32 * 6)()
    library.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)  # only root may, and needs to
    assert library.capget(header, capabilities) == 0
    for effective_or_permitted in (0, 1):
        capabilities[effective_or_permitted] &= ~(1 << CAP_DAC_OVERRIDE)
    assert library.capset(header, capabilities) == 0
