"""Counts events such as clicks and moves, so that the person who runs the bot can monitor it."""


class Counters:
    """Interface for counting what happens in a running bot.

    This base class ignores all calls. `bot.metrics` has the subclass that counts. All threads of a
    process share one object. No argument names a person, a server, a channel or a table.
    """

    def count_press(self, game: str) -> None:
        """Count a press of a button or menu at a table, where people play one game.

        Args:
            game: The name of the table's game, or "" if it is not known.
        """

    def observe_acknowledgement(self, seconds: float) -> None:
        """Record how long Discord waited for the bot's first response to a press or command.

        Args:
            seconds: The time from the press until Discord received the response.
        """

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        """Record how long it took to store a change of a table, such as a move.

        Args:
            game: The name of the table's game.
            moves: The number of moves in the change.
            seconds: The time until the change was on the disk.
        """

    def observe_group(self, changes: int) -> None:
        """Record how many changes of tables one database transaction wrote."""

    def count_refusal(self, key: str) -> None:
        """Count a click that the bot refused, such as an illegal move.

        Args:
            key: The catalogue key of the message that told the person the reason.
        """

    def count_board_request(self, kind: str) -> None:
        """Count a board (a table's public message) that Discord accepted from the bot.

        Args:
            kind: "edit" if an existing message was changed, or "post" for a new message.
        """

    def observe_picture(self, seconds: float) -> None:
        """Record the time that it took to draw a picture."""

    def observe_computer_delay(self, seconds: float) -> None:
        """Record how long a computer player's move took.

        Args:
            seconds: The time from the end of the computer player's pause until its move was on the
                disk.
        """

    def count_hurried_move(self) -> None:
        """Count a move that a weaker computer level chose after the proper level took too long."""

    def set_clock_difference(self, seconds: float) -> None:
        """Record by how many seconds this machine's clock is ahead of Discord's.

        A negative number means that this machine's clock is behind.
        """

    def set_identifies_left(self, number: int) -> None:
        """Record how many more times Discord lets the bot log in before the limit is reset."""


NO_COUNTERS = Counters()
"""The object to use for a bot that nobody monitors. It ignores all calls."""
