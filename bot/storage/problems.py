"""What can go wrong with the store, as typed errors."""


class Conflict(Exception):
    """The table was changed (or forgotten) since it was read; nothing was written."""


class ChannelTaken(Exception):
    """The channel has an open table already; nothing was written."""


class Repeated(Exception):
    """The interaction was handled before; nothing was written."""


class StoreProblem(Exception):
    """The database cannot be used as it is; nothing was written."""

    setting = "DATABASE_URL"
    """What its address stands in: a setting, or an argument of the command line."""

    def __init__(self, key: str, **values: str) -> None:
        """Keep the shared catalogue's `key` and its arguments for the sentence that explains it."""
        super().__init__(key, *values.values())
        self.key = key
        self.values = values

    @property
    def arguments(self) -> dict[str, str]:
        """All that the sentence is filled with."""
        return {**self.values, "setting": self.setting}


class Hindered(StoreProblem):
    """Another process was in the way this time; the same may work at once."""


class Lost(StoreProblem):
    """There is no connection (any more)."""


class Unknown(Lost):
    """The connection was lost before the answer: what was written is there whole or not at all."""
