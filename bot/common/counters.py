"""Counts events such as clicks and moves, so that the person who runs the bot can monitor it."""


class Counters:
    """Interface for counting what happens in a running bot.

    This base class ignores all calls. `bot.metrics` has the subclass that counts. All threads of a
    process share one object. No argument names a person, a server, a channel or a table.
    """

    def count_press(self, game: str) -> None:
        """Count a press of a button or menu at a table. `game` is "" if it is not known."""

    def observe_acknowledgement(self, seconds: float) -> None:
        """Record the time from a press or command until Discord got the first response."""

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        """Record the time until a change of a table, with some moves, was on the disk."""

    def observe_group(self, changes: int) -> None:
        """Record how many changes of tables one database transaction wrote."""

    def count_refusal(self, key: str) -> None:
        """Count a click that was refused with the message of a catalogue key."""

    def count_board_request(self, kind: str) -> None:
        """Count a board that Discord accepted, by "edit" or "post"."""

    def observe_picture(self, seconds: float) -> None:
        """Record the time that it took to draw a picture."""

    def observe_computer_delay(self, seconds: float) -> None:
        """Record the time from the end of a computer's pause until its move was on the disk."""

    def count_hurried_move(self) -> None:
        """Count a move that a weaker computer level chose after the proper level took too long."""

    def set_clock_difference(self, seconds: float) -> None:
        """Record by how many seconds this machine's clock is ahead of Discord's."""

    def set_identifies_left(self, number: int) -> None:
        """Record how many more times Discord lets the bot log in before the limit is reset."""


NO_COUNTERS = Counters()
