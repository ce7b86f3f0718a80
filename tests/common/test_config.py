"""What each setting may say, and what the host is told of one that is wrong."""

from pathlib import Path
from typing import Any

import pytest

from bot.common.config import RENAMED_SETTINGS, SETTING_NAMES, MetricsAddress, read_settings
from bot.i18n import LANGUAGES, text

TOKEN = "a.secret.token"
NO_NUMBERS = ("cat", "0", "-1", "1.5", "٣")
NO_ADDRESSES = (
    "proxy:8080",
    "ftp://proxy/api",
    "{scheme}://",
    "{scheme}://proxy:port/api",
    "{scheme}://proxy:0/api",
    "{scheme}://cats:secret@proxy/api",
    "{scheme}://proxy/api?v=10",
    "{scheme}://pro xy/api",
    "{scheme}://prøxy/api",
)
WRONG = {
    "DISCORD_TOKEN": ("two words", "line\nbreak"),
    "LOG_LEVEL": ("loud",),
    "LOG_FORMAT": ("xml",),
    "COMPUTER_PLAYERS": ("hard",),
    "PUBLIC_INVITE": ("true",),
    "METRICS_PORT": (*NO_NUMBERS, "65536"),
    "SHARDS": (*NO_NUMBERS, "10001"),
    "REQUESTS_PER_SECOND": (*NO_NUMBERS, "10001"),
    "SUPPORT_CONTACT": ("<@1234>", "ask @everyone", "x" * 201, "two\nlines"),
    "API_BASE": tuple(address.format(scheme="http") for address in NO_ADDRESSES),
    "GATEWAY_URL": tuple(address.format(scheme="wss") for address in NO_ADDRESSES),
}


@pytest.fixture(autouse=True)
def _nothing_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (*SETTING_NAMES, *RENAMED_SETTINGS):
        monkeypatch.delenv(name, raising=False)


def write_env_file(content: str) -> None:
    Path(".env").write_text(content)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_named_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    default, _ = read_settings()
    monkeypatch.setenv(name, value)
    settings, (wrong,) = read_settings()
    assert settings == default
    assert wrong.key == f"setting-{name.lower().replace('_', '-')}"
    assert value not in wrong.values.values()
    assert text("en")(wrong.key, **wrong.values)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("LOG_FORMAT", "JSON", "json"),
        ("COMPUTER_PLAYERS", "Threads", "threads"),
        ("REQUESTS_PER_SECOND", "", 50),
        ("REQUESTS_PER_SECOND", "1200", 1200),
        ("API_BASE", "HTTP://[::1]:8080/api/v10/", "HTTP://[::1]:8080/api/v10"),
        ("GATEWAY_URL", "wss://gateway", "wss://gateway"),
        ("SUPPORT_CONTACT", "https://cats.test/support_me", "https://cats.test/support_me"),
        ("PUBLIC_INVITE", "", False),
        ("PUBLIC_INVITE", "no", False),
        ("PUBLIC_INVITE", "Yes", True),
        ("LANGUAGE", "de_AT:en", "de"),
        ("LANGUAGE", "C", "en"),
        ("LANGUAGE", "fr_CA:de_DE.UTF-8", "de"),
        ("LANGUAGE", "fr", None),
        ("DISCORD_TOKEN", " \t ", None),
    ],
)
def test_a_right_value_is_read(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: object
) -> None:
    monkeypatch.setenv(name, value)
    settings, wrong = read_settings()
    assert (getattr(settings, name.lower()), wrong) == (read, [])


def test_metrics_have_an_address_only_with_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_HOST", "nowhere")
    settings, _ = read_settings()
    assert settings.metrics_address is None
    assert [warning.key for warning in settings.warnings] == ["setting-metrics-host-alone"]
    monkeypatch.setenv("METRICS_PORT", "9100")
    settings, _ = read_settings()
    assert (settings.metrics_address, settings.warnings) == (MetricsAddress("nowhere", 9100), ())


@pytest.mark.parametrize(("old", "new"), RENAMED_SETTINGS.items())
@pytest.mark.parametrize("in_file", [True, False])
def test_an_old_setting_is_refused_with_its_new_name(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, in_file: bool
) -> None:
    if in_file:
        write_env_file(f"{old.lower()}=1\n")
    else:
        monkeypatch.setenv(old, "1")
    _, (wrong,) = read_settings()
    assert (wrong.key, wrong.values) == ("setting-renamed", {"old": old, "new": new})


def test_the_settings_of_the_environment_win_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    write_env_file("LOG_LEVEL=DEBUG\nPOSTGRES_PASSWORD=1\nDISCORD_TOKEN=' '\n")
    assert read_settings()[0].log_level == "DEBUG"
    assert read_settings()[0].discord_token is None
    monkeypatch.setenv("LOG_LEVEL", "INFO")
    assert read_settings()[0].log_level == "INFO"
    monkeypatch.setenv("LOG_LEVEL", "")
    assert read_settings()[0].log_level == "DEBUG"
    assert read_settings()[0].warnings == ()


@pytest.mark.parametrize("has_right_one", [True, False])
def test_a_settings_file_with_a_hidden_ending_is_named(has_right_one: bool) -> None:
    Path(".env.txt").write_text("DISCORD_TOKEN=whiskers\n")
    if has_right_one:
        write_env_file("")
    keys = [warning.key for warning in read_settings()[0].warnings]
    assert keys == ([] if has_right_one else ["setting-file-ending"])


def test_a_settings_file_that_is_no_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    assert [problem.key for problem in read_settings()[1]] == ["setting-file"]
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings, wrong = read_settings()
    assert ([each.key for each in settings.warnings], wrong) == (["setting-file-passed-over"], [])


def test_each_line_of_the_settings_file_that_does_nothing_is_told_and_not_repeated() -> None:
    write_env_file(
        f"# a remark\n\n{TOKEN}\nLOG_LEVL=DEBUG\nSOMETHING_ELSE=1\n\nLOG LEVEL=DEBUG\n"
        "export log_format=text\nPOSTGRES_PASSWORD='two\nlines'\nDISCORD_TOKEN=\n"
    )
    warnings: list[tuple[str, dict[str, Any]]] = [
        (warning.key, warning.values) for warning in read_settings()[0].warnings
    ]
    assert warnings == [
        ("setting-line-wrong", {"line": "3"}),
        ("setting-line-meant", {"line": "4", "meant": "LOG_LEVEL"}),
        ("setting-line-unknown", {"line": "5"}),
        ("setting-line-wrong", {"line": "7"}),
    ]
    assert all(text(language)(key, **values) for language in LANGUAGES for key, values in warnings)
