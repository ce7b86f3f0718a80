"""What is counted while people play, for whoever watches the bot."""


class Counters:
    """Counts nothing: what a bot has that nobody watches. `bot.metrics` counts.

    One is shared by all of a process, also by its threads. No argument names a person, a server, a
    channel or a table.
    """

    def pressed(self, game: str) -> None:
        """Count a press of a button or select at a table of this game, "" if it is not known."""

    def acknowledged(self, seconds: float) -> None:
        """Note how long a press or command was here until Discord had its first answer."""

    def committed(self, game: str, moves: int, seconds: float) -> None:
        """Note how long a change was on its way to the disk, and count the moves in it."""

    def grouped(self, changes: int) -> None:
        """Note how many changes were written together."""

    def refused(self, key: str) -> None:
        """Count a click that was refused with this sentence of the catalogue."""

    def board(self, kind: str) -> None:
        """Count a board that Discord took: "edit" in place, "post" anew."""

    def drew(self, seconds: float) -> None:
        """Note how long a picture took to draw."""

    def computer_moved(self, late: float) -> None:
        """Note how many seconds after its pause a computer's move was on the disk."""

    def computer_hurried(self) -> None:
        """Note that a computer's move was chosen by a weaker level, as its own took too long."""

    def clock(self, ahead: float) -> None:
        """Note by how many seconds this machine's clock is ahead of Discord's; below 0: behind."""

    def identifies_left(self, left: int) -> None:
        """Note how often Discord lets the bot identify before it counts anew."""


NO_COUNTERS = Counters()
"""For all that is not told what to count with."""
