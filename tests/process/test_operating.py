"""The pages for whoever runs the bot are in step with it: log lines, figures, dashboard."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord

from bot.metrics import Metrics, ServedShard

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
DASHBOARD: dict[str, Any] = json.loads((ROOT / "docs/grafana.json").read_text(encoding="utf-8"))
LEVELS = {"debug", "info", "warning", "error", "critical"}
WRITERS = {ROOT / "bot/common/log.py", ROOT / "bot/services/computer_executor.py"}
"""What they write is said where they are called."""
FILLED = re.compile(r"%[\d.]*[a-z]")
ANYTHING = "…"


# The log


def words(node: ast.expr) -> Iterator[str]:
    """Yield what an expression may say, with "…" for what is filled in."""
    match node:
        case ast.Constant(value=str() as said):
            yield FILLED.sub(ANYTHING, said)
        case ast.JoinedStr(values=parts):
            told = (part.value if isinstance(part, ast.Constant) else ANYTHING for part in parts)
            yield "".join(map(str, told))
        case ast.IfExp(body=one, orelse=other):
            yield from words(one)
            yield from words(other)
        case ast.Attribute(attr="WARNING" | "OPERATION"):
            pass  # the class says it
        case _:
            raise AssertionError(f"a log's line that is not written down: {ast.dump(node)}")


def list_log_lines() -> Iterator[tuple[str, str]]:
    """Yield level and line of each call of a log in the code."""
    files = {file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")}
    for file in files - WRITERS:
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "log" in source else ():
            match node:
                case ast.Call(func=ast.Attribute(ast.Name("log"), level), args=[line, *_]):
                    assert level in LEVELS, f"{file}: {level}"
                    yield from ((level.upper(), said) for said in words(line))
                case ast.Call(func=ast.Name("log_failure"), args=[_, what, _, *at]):
                    level = at[0].attr if at and isinstance(at[0], ast.Attribute) else "ERROR"
                    yield from ((level, f"{said} failed: {ANYTHING}") for said in words(what))
                case ast.Assign([ast.Name("WARNING")], line):
                    yield from (("WARNING", said) for said in words(line))
                case ast.Assign([ast.Name("OPERATION")], what):
                    yield from (("ERROR", f"{said} failed: {ANYTHING}") for said in words(what))
                case ast.Call(func=ast.Attribute(_, "log_puzzle_fault"), args=[_, _, what]):
                    puzzle = f"game {ANYTHING}, puzzle {ANYTHING}: "
                    yield from (("ERROR", puzzle + said) for said in words(what))
                case ast.Call(func=ast.Attribute(_, "log_fault"), args=[_, what, *at]):
                    table = f"game {ANYTHING}, table {ANYTHING}: "
                    for level in ("WARNING", "ERROR") if at else ("ERROR",):
                        yield from ((level, table + said) for said in words(what))


def list_explained_lines() -> list[tuple[str, str]]:
    """Return level and line of each row of the page's table."""
    return re.findall(r"^\| ([A-Z]+) \| `([^`]+)` \| \S", PAGE, re.MULTILINE)


def is_meant(said: tuple[str, str], row: tuple[str, str]) -> bool:
    """Tell whether a row explains a line; one that ends in "…" may leave the rest out."""
    same = said[1] == row[1]
    begins = row[1].endswith(ANYTHING) and said[1].startswith(row[1].removesuffix(ANYTHING))
    return said[0] == row[0] and (same or begins)


def test_the_page_explains_each_line_of_the_log_and_no_others() -> None:
    rows, lines = list_explained_lines(), set(list_log_lines())
    assert len(rows) == len(set(rows))
    assert len(lines) > 30
    assert {said for said in lines if not any(is_meant(said, row) for row in rows)} == set()
    assert {row for row in rows if not any(is_meant(said, row) for said in lines)} == set()


def test_the_lines_of_discord_py_are_those_that_it_writes() -> None:
    source = Path(discord.gateway.__file__).read_text(encoding="utf-8")
    lines = re.findall(r"^\| `discord.gateway` \| `([^`]+)` \| \S", PAGE, re.MULTILINE)
    assert len(lines) == 3
    written = FILLED.sub(ANYTHING, source)
    assert [line for line in lines if line not in written] == []


# The figures


def list_exported_figures() -> set[str]:
    """Return the names of all figures of our own, as queries name them."""
    metrics = Metrics()
    metrics.count_press("")
    metrics.observe_acknowledgement(0.1)
    metrics.observe_commit("a", 1, 0.1)
    metrics.observe_group(1)
    metrics.count_refusal("a")
    metrics.count_board_request("post")
    metrics.observe_picture(0.1)
    metrics.observe_computer_delay(0.1)
    metrics.count_error("a")
    told, _ = metrics.encode([ServedShard(0, True, 0)], 0, {"lobby": 1})
    names = set(re.findall(r"^(\w+)(?: |\{)", told.decode(), re.MULTILINE))
    return {name for name in names if not name.endswith("_created")}


def find_named_figures(query: str) -> set[str]:
    """Return which figures a query names."""
    return set(re.findall(r"\b(?:cats|process|python)_\w+", query))


def queries() -> Iterator[str]:
    """Yield each query of the dashboard."""
    panels = [*DASHBOARD["panels"]]
    for panel in panels:
        panels += panel.get("panels", [])
        yield from (target["expr"] for target in panel.get("targets", ()))


def family(name: str) -> str:
    """Return the name of a figure without what a histogram adds to it."""
    return re.sub(r"(_seconds|_changes)_(bucket|sum|count)$", r"\1", name)


def test_page_and_dashboard_name_all_figures_of_ours_and_no_others() -> None:
    names = {name for query in queries() for name in find_named_figures(query)}
    assert names <= list_exported_figures()
    ours = {family(name) for name in list_exported_figures() if name.startswith("cats_")}
    assert {family(name) for name in names} >= ours
    assert {family(name) for name in find_named_figures(PAGE) if name.startswith("cats_")} == ours


def test_the_five_lines_to_watch_are_on_the_dashboard() -> None:
    watched = re.search(r"```promql\n(.*?)```", PAGE, re.DOTALL)
    assert watched is not None
    lines = watched[1].splitlines()
    assert len(lines) == 5
    assert {*lines} <= {*queries()}


def test_the_dashboard_is_one_that_grafana_takes() -> None:
    """By https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/."""
    assert DASHBOARD["title"]
    assert DASHBOARD["schemaVersion"] >= 36
    assert DASHBOARD["id"] is None, "else it would take the place of another one"
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places: set[tuple[int, int]] = set()
    for panel in panels:
        assert panel["type"] in {"stat", "timeseries", "heatmap", "row"}
        assert panel["title"]
        place = panel["gridPos"]
        assert 0 <= place["x"] < place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & places, f"{panel['title']} covers another"
        places |= cells
        if panel["type"] == "row":
            continue
        assert panel["datasource"] == {"type": "prometheus", "uid": "${source}"}
        refs = [target["refId"] for target in panel["targets"]]
        assert len(set(refs)) == len(refs) > 0
    variables = {one["name"]: one for one in DASHBOARD["templating"]["list"]}
    assert variables["source"]["type"] == "datasource"
    assert variables["source"]["query"] == "prometheus"
    assert find_named_figures(variables["job"]["query"]) <= list_exported_figures()
    assert {name for query in queries() for name in re.findall(r"\$(\w+)", query)} <= {*variables}


def test_names_follow_the_conventions() -> None:
    """By https://prometheus.io/docs/practices/naming/."""
    for name in list_exported_figures():
        assert re.fullmatch(r"(cats|process|python)_[a-z_]+", name)
        assert not re.search(r"_(ms|milliseconds|minutes)(_|$)", name)
