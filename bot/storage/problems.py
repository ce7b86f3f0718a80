"""Errors that the storage raises.

After each of them but one, nothing was written. The exception is `CommitOutcomeUnknown`.
"""

from bot.common.log import LoggedProblem


class TableConflict(Exception):
    """Raised if a game table or a puzzle's attempt was changed or deleted after it was read."""


class ChannelTaken(Exception):
    """Raised if a new game table would be the second open one in its channel."""


class TooManyHosted(Exception):  # noqa: N818 - a fact about a person
    """Raised if the host of a new game table would have more open ones than `Commit` allows."""


class RepeatedInteraction(Exception):
    """Raised if Discord sends a click or command that the bot has already handled."""


class StoreProblem(LoggedProblem):
    """Raised if the database cannot be used in its present state.

    The error holds the key of a message that tells the bot's operator what to do.
    """

    setting = "DATABASE_URL"
    """The name of the setting or command-line option with the database's address. It appears in
    the error message, so that the bot's operator knows what to correct.
    """

    def __init__(self, key: str, **values: str) -> None:
        """Create an error with a message of the catalogue and the values of its placeholders."""
        super().__init__(key, *values.values())
        self.key = key
        self.values = values

    @property
    def arguments(self) -> dict[str, str]:
        """The values of all placeholders in the error message, including the setting to correct."""
        return {**self.values, "setting": self.setting}


class WriteHindered(StoreProblem):
    """Raised if a write failed because another process was writing, too. A retry may succeed."""


class ConnectionLost(StoreProblem):
    """Raised if there is no connection to the database, or none that can be used."""


class CommitOutcomeUnknown(ConnectionLost):
    """Raised if the connection was lost before the database confirmed a commit.

    Either the whole transaction was written, or nothing.
    """
