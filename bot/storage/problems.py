"""Errors that the storage raises.

After each of them but one, nothing was written. The exception is `CommitOutcomeUnknown`.
"""


class TableConflict(Exception):
    """Raised if a table was changed or deleted since the caller read it. Nothing was written."""


class ChannelTaken(Exception):
    """Raised if a new table would be the second open one in its channel. Nothing was written."""


class RepeatedInteraction(Exception):
    """Raised if Discord sends a click or command again that was handled already.

    Nothing was written.
    """


class StoreProblem(Exception):
    """Raised if the database cannot be used as it is.

    Nothing was written. The problem carries the key of a sentence that tells the host what to do.
    """

    setting = "DATABASE_URL"
    """The setting or the command-line option with the address of the database.

    The explaining sentence names it, so that the host knows what to correct.
    """

    def __init__(self, key: str, **values: str) -> None:
        """Create a problem that is explained by a sentence of the message catalogue.

        Args:
            key: The key of the sentence in the catalogue, such as `store-locked`.
            values: The values of the sentence's placeholders, such as `path`.
        """
        super().__init__(key, *values.values())
        self.key = key
        self.values = values

    @property
    def arguments(self) -> dict[str, str]:
        """The values of all placeholders of the sentence, including the setting to correct."""
        return {**self.values, "setting": self.setting}


class WriteHindered(StoreProblem):
    """Raised if another process hindered a write. The next try may succeed at once."""


class ConnectionLost(StoreProblem):
    """Raised if there is no connection to the database."""


class CommitOutcomeUnknown(ConnectionLost):
    """Raised if the connection was lost before the database answered a commit.

    Either everything of the transaction was written, or nothing.
    """
