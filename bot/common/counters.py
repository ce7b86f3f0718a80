"""Counts what happens while people play, so that a host can monitor the bot."""


class Counters:
    """Receives what a monitored bot counts, and ignores it. `bot.metrics` has a class that counts.

    A process has one object, which all of its threads share. No argument names a person, a server,
    a channel or a table.
    """

    def count_press(self, game: str) -> None:
        """Count a press of a button or menu.

        Args:
            game: The name of the table's game, or "" if it is not known.
        """

    def observe_acknowledgement(self, seconds: float) -> None:
        """Record how long Discord waited for the first answer to a press or command.

        Args:
            seconds: The time from the press until Discord received the answer.
        """

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        """Record how long a change of a table took until it was stored.

        Args:
            game: The name of the table's game.
            moves: The number of moves in the change.
            seconds: The time until the change was on the disk.
        """

    def observe_group(self, changes: int) -> None:
        """Record how many changes of tables were written to the database in one transaction."""

    def count_refusal(self, key: str) -> None:
        """Count a click that the bot refused.

        Args:
            key: The key of the message that told the person why.
        """

    def count_board_request(self, kind: str) -> None:
        """Count a board, a table's public message, that Discord accepted.

        Args:
            kind: "edit" for a message that was changed, or "post" for a new one.
        """

    def observe_picture(self, seconds: float) -> None:
        """Record how many seconds it took to draw a picture."""

    def observe_computer_delay(self, seconds: float) -> None:
        """Record how long a computer player's move took.

        Args:
            seconds: The time from the end of the computer's pause until its move was on the disk.
        """

    def count_hurried_move(self) -> None:
        """Count a move that a weaker computer level chose because the proper one took too long."""

    def set_clock_difference(self, seconds: float) -> None:
        """Set by how many seconds this machine's clock is ahead of Discord's.

        A negative number means that it is behind.
        """

    def set_identifies_left(self, number: int) -> None:
        """Set how often Discord still lets the bot log in before Discord's count starts again."""


NO_COUNTERS = Counters()
"""The counters of a bot that nobody monitors."""
