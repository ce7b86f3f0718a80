"""`python -m tools.arena GAME FIRST SECOND --players N ...`: measures computer players.

One player of the first kind plays against as many of another as the table has other seats. Each
deal is played once from every seat, so luck with the cards evens out; a seed names the deals. A
kind is one of the game's levels, or a yardstick: a player of `tools/arena/<game>.py` that is made
for measuring. Some names stand for several ways to play. Each of them plays as many games, and the
table tells about each of them, too.

The last column of a game with teams tells how often each team wins. It measures how even the teams
are if all players are of one kind: `python -m tools.arena GAME KIND KIND`.

The 95% interval of the share of the wins treats each deal, not each game, as one observation.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from statistics import mean, median

from bot.common.terminal import replace_unshowable
from bot.games.packages import find_games
from tools.arena.arena import Record, compute_win_share, find_arena, play_games

ALL_YARDSTICKS = "yardsticks"
"""The word on the command line that stands for all players that a game has only for measuring."""
COLUMN_HEADINGS = (
    *("first", "others", "players", "fair", "games", "share of the wins (95%)"),
    *("its measures (the others')", "CPU for a decision, median and longest"),
)
WAYS_HEADING = "each way, in fair shares (95%)"
"""The heading of a further column, in use if the first kind stands for several ways to play."""
TEAMS_HEADING = "wins of each team (95%)"
"""The heading of the last column of a game with teams.

If the first kind is also that of the others, it tells how even the teams are.
"""


def format_cells(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the results of games as cells of a table row."""
    share, low, high = compute_win_share((record.deal, record.share) for record in records)
    told = []
    for name in records[0].measures:
        own, others = (mean(record.measures[name][side] for record in records) for side in (0, 1))
        told.append(f"{name} {own:.1f} ({others:.1f})")
    cpu = [1e3 * seconds for record in records for seconds in record.cpu_seconds]
    return (
        f"{len(records):,}",
        f"{share:.3f} ({low:.3f} to {high:.3f})",
        ", ".join(told),
        f"{median(cpu):.2f}, {max(cpu):.1f} ms",
    )


def format_fair_shares(records: Sequence[Record], seats: int) -> str:
    """Return the share of the wins as a multiple of the fair share, with its 95% interval.

    The fair share is that of a player among equals, so 1 means equally strong.
    """
    found = compute_win_share((record.deal, record.share) for record in records)
    share, low, high = (seats * each for each in found)
    return f"{share:.2f} ({low:.2f} to {high:.2f})"


def format_team_wins(records: Sequence[Record]) -> str:
    """Return the share of the wins of each team, with its 95% interval."""
    told = []
    for team in records[0].team_shares:
        found = compute_win_share((record.deal, record.team_shares[team]) for record in records)
        share, low, high = found
        told.append(f"{team} {share:.3f} ({low:.3f} to {high:.3f})")
    return ", ".join(told)


def _print_row(values: Iterable[str]) -> None:
    print(f"| {' | '.join(values)} |", flush=True)


def main() -> None:
    """Play the games that the command line asks for, and print a table of the results."""
    parser = ArgumentParser(description="Measure computer players.")
    parser.add_argument("game", help="its name, or that of its package: my_game.package.PACKAGE")
    parser.add_argument("first", help="the player who is measured, or several ways to play")
    parser.add_argument(
        "others", nargs="+", help=f"all other players; several, or {ALL_YARDSTICKS!r}: one by one"
    )
    parser.add_argument("--players", type=int, nargs="+", help="how many sit at the table")
    parser.add_argument("--games", type=int, default=2000, help="for each line of the table")
    parser.add_argument("--seed", type=int, default=0, help="names the deals")
    parser.add_argument(
        "--option", nargs=2, action="append", default=[], metavar=("NAME", "CHOICE"),
        help="one of the game's options",
    )  # fmt: skip
    arguments = parser.parse_args()
    games = find_games().registry
    if "." not in arguments.game and arguments.game not in games:
        parser.error(f"{arguments.game!r} is none of {', '.join(games)}")
    arena = find_arena(arguments.game)
    if arguments.others == [ALL_YARDSTICKS]:
        arguments.others = [*arena.yardsticks]
    for kind in (arguments.first, *arguments.others):
        known = (*(arena.player_groups if kind == arguments.first else ()), *arena.player_names)
        if kind not in known:
            parser.error(f"{kind!r} is none of {', '.join(known)}")
    ways = arena.player_groups.get(arguments.first, (arguments.first,))
    for seats in arguments.players or ():
        if seats not in arena.game.seats:
            parser.error(f"{arguments.game} has no game of {seats}")
    offered = {option.name: option for option in arena.game.options}
    for name, choice in arguments.option:
        if name not in offered or offered[name].normalise_choice(choice) is None:
            parser.error(f"{arguments.game} has no option {name} {choice}")
    columns = (
        *COLUMN_HEADINGS,
        *([WAYS_HEADING] if len(ways) > 1 else []),
        *([TEAMS_HEADING] if arena.package.teams else []),
    )
    _print_row(columns)
    _print_row("---" for _ in columns)
    options = dict(arguments.option)
    for seats in arguments.players or arena.game.seats:
        for others in arguments.others:
            found = {
                way: play_games(
                    arguments.game, seats, arguments.games, way, others, arguments.seed, options
                )
                for way in ways
            }
            together = [record for records in found.values() for record in records]
            each = ", ".join(f"{way} {format_fair_shares(of, seats)}" for way, of in found.items())
            fair = f"{1 / seats:.2f}"
            _print_row(
                (
                    *(arguments.first, others, str(seats), fair, *format_cells(together)),
                    *([each] if len(ways) > 1 else []),
                    *([format_team_wins(together)] if arena.package.teams else []),
                )
            )


if __name__ == "__main__":
    replace_unshowable()
    main()
