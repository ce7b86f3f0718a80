"""Counts what happens while people play, for monitoring."""


class Counters:
    """Counts nothing, for a bot that is not monitored. `bot.metrics` counts.

    A process has one, which all of its threads share. No argument names a person, a server, a
    channel or a table.
    """

    def count_press(self, game: str) -> None:
        """Count a press of a button or select at a table of this game; "" is an unknown game."""

    def observe_acknowledgement(self, seconds: float) -> None:
        """Observe the time from a press or command to Discord's receipt of the first answer."""

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        """Observe the time until a change was on the disk, and count its moves."""

    def observe_group(self, changes: int) -> None:
        """Observe how many changes were written together."""

    def count_refusal(self, key: str) -> None:
        """Count a click that was refused with this message of the catalogue."""

    def count_board_request(self, kind: str) -> None:
        """Count a board that Discord accepted; `kind` is "edit" or "post"."""

    def observe_picture(self, seconds: float) -> None:
        """Observe the time to draw a picture."""

    def observe_computer_delay(self, seconds: float) -> None:
        """Observe the time from the end of a computer's pause until its move was on the disk."""

    def count_hurried_move(self) -> None:
        """Count a move that a weaker level chose, as the computer's own level took too long."""

    def set_clock_difference(self, seconds: float) -> None:
        """Set by how much this machine's clock is ahead of Discord's; below 0 it is behind."""

    def set_identifies_left(self, number: int) -> None:
        """Set how often Discord lets the bot identify before its count starts again."""


NO_COUNTERS = Counters()
"""The default where no counters are given."""
