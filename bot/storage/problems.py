"""Errors that the store raises."""


class TableConflict(Exception):
    """The table was changed or deleted since it was read; nothing was written."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was written."""


class RepeatedInteraction(Exception):
    """The interaction was handled before; nothing was written."""


class StoreProblem(Exception):
    """The database cannot be used as it is; nothing was written."""

    setting = "DATABASE_URL"
    """The setting, or the option of the command line, that holds the address."""

    def __init__(self, key: str, **values: str) -> None:
        """Keep the key and the arguments of the sentence that explains the problem."""
        super().__init__(key, *values.values())
        self.key = key
        self.values = values

    @property
    def arguments(self) -> dict[str, str]:
        """Return all arguments of the sentence."""
        return {**self.values, "setting": self.setting}


class WriteHindered(StoreProblem):
    """Another process hindered the write. The next try may succeed at once."""


class ConnectionLost(StoreProblem):
    """There is no connection to the database."""


class CommitOutcomeUnknown(ConnectionLost):
    """The connection was lost before the answer: everything was written, or nothing."""
