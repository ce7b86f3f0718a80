"""Stores onlookers' guesses who will win a game, and counts how often people were right."""

from collections.abc import Collection, Mapping

import sqlalchemy as sa

from bot.domain.results import ALL_SERVERS
from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import guesses, predictions, readings
from bot.storage.statements import Statement, insert_missing, match_key, param, split_by_server

_USER = param("of_user")


class GuessRepository(Repository):
    """Stores onlookers' guesses, and counts right guesses and predictions."""

    INSERT_GUESS = Statement(insert_missing(guesses))
    UPDATE_GUESS = Statement(
        sa.update(guesses).where(*match_key(guesses)).values(seat=param("seat"))
    )

    @writes
    async def store_guess(
        self, db: Transaction, table: int, user: int, name: str, seat: int
    ) -> None:
        """Store an onlooker's guess who will win a game, in place of an earlier one."""
        row = {"table": table, "user": user, "name": name, "seat": seat}
        await db.run(self.INSERT_GUESS, [row])
        await db.run(self.UPDATE_GUESS, [{"of_table": table, "of_user": user, "seat": seat}])

    COUNT_GUESSES = split_by_server(
        sa.select(
            readings.c.game, sa.func.count(), sa.func.sum(sa.cast(readings.c.foresaw, sa.Integer))
        )
        .where(readings.c.user == _USER)
        .group_by(readings.c.game),
        readings.c.guild,
    )

    @reads
    async def count_guesses(
        self, db: Transaction, user: int, guild: int
    ) -> Mapping[str, tuple[int, int]]:
        """Count how often a person, as an onlooker, guessed who would win a game.

        Args:
            guild: The server's id, or `ALL_SERVERS`.

        Returns:
            The number of guesses and the number of right guesses, by the name of the game.
        """
        counts = await db.rows(
            self.COUNT_GUESSES[guild != ALL_SERVERS], of_user=user, of_guild=guild
        )
        return {game: (int(times), int(right)) for game, times, right in counts}

    COUNT_RIGHT_CALLS = Statement(
        sa.select(
            sa.func.coalesce(
                sa.select(sa.func.sum(predictions.c.correct))
                .where(predictions.c.user == _USER, predictions.c.record != param("record"))
                .scalar_subquery(),
                sa.literal_column("0"),
            ),
            sa.select(sa.func.count())
            .where(
                readings.c.user == _USER, readings.c.foresaw, readings.c.record != param("record")
            )
            .scalar_subquery(),
        )
    )

    @reads
    async def count_right_calls(
        self, db: Transaction, users: Collection[int], without: int = 0
    ) -> dict[int, int]:
        """Count how often people were right about games that they only watched, on all servers.

        Predictions of what a game reveals next count, and guesses of the winner.

        Args:
            without: The id of the record of a game that does not count. 0 means that all games do.
        """
        counted = dict[int, int]()
        for user in users:
            ((right, seen),) = await db.rows(self.COUNT_RIGHT_CALLS, of_user=user, record=without)
            counted[user] = int(right) + int(seen)
        return counted
