"""Stores who wants to be called for games."""

from collections.abc import Mapping
from typing import Literal, get_args

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.calls import CallSubscription
from bot.storage.database import Transaction, reads
from bot.storage.group_commit import GroupedRepository
from bot.storage.schema import call_subscriptions as subscriptions
from bot.storage.schema import preferences
from bot.storage.statements import (
    Statement,
    insert_missing,
    insert_or_replace,
    match_key,
    param,
)

MAX_SUBSCRIPTIONS_READ = 1000
"""The maximum number of people from whom a call of a server chooses."""
SubscriptionField = Literal["games", "zone", "from_hour", "until_hour"]
"""The name of what a person can choose: a field of `CallSubscription`."""


class CallRepository(GroupedRepository):
    """Stores the wishes of people to be called for games on their servers."""

    SELECT_OF_PERSON = Statement(
        sa.select(*subscriptions.c)
        .where(subscriptions.c.user == param("of_user"))
        .order_by(subscriptions.c.guild)
    )

    @reads
    async def find_of_person(self, db: Transaction, user: int) -> tuple[CallSubscription, ...]:
        """Return a person's wishes, one for each server on which they want to be called."""
        rows = await db.rows(self.SELECT_OF_PERSON, of_user=user)
        return tuple(CallSubscription(*row) for row in rows)

    _SERVED = sa.select(preferences.c.served).where(preferences.c.user == subscriptions.c.user)
    SELECT_OF_SERVER = Statement(
        sa.select(*subscriptions.c)
        .where(
            subscriptions.c.guild == param("of_guild"),
            sa.func.coalesce(_SERVED.scalar_subquery(), sa.true()),
        )
        .order_by(sa.func.random())
        .limit(MAX_SUBSCRIPTIONS_READ)
    )

    @reads
    async def find_of_server(self, db: Transaction, guild: int) -> tuple[CallSubscription, ...]:
        """Return wishes of people on a server in random order, at most `MAX_SUBSCRIPTIONS_READ`.

        Those of people whom the bot leaves alone are left out.
        """
        rows = await db.rows(self.SELECT_OF_SERVER, of_guild=guild)
        return tuple(CallSubscription(*row) for row in rows)

    INSERT_MISSING = Statement(insert_missing(subscriptions))
    UPSERT_FIELD: Mapping[SubscriptionField, Statement] = {
        name: Statement(insert_or_replace(subscriptions, name))
        for name in get_args(SubscriptionField)
    }

    async def store(self, subscription: CallSubscription, field: SubscriptionField | None) -> None:
        """Store a person's wish to be called, together with other changes that wait.

        If there is one already, only the given field of it changes, or nothing at all.
        """
        statement = self.UPSERT_FIELD[field] if field else self.INSERT_MISSING
        await self._write(statement, asdict(subscription))

    DELETE = Statement(sa.delete(subscriptions).where(*match_key(subscriptions)))

    async def delete(self, guild: int, user: int) -> None:
        """Delete a person's wish to be called on a server."""
        key = {"of_guild": guild, "of_user": user}
        await self._write(self.DELETE, key)

    DELETE_OF_PERSON = Statement(
        sa.delete(subscriptions).where(subscriptions.c.user == param("of_user"))
    )

    async def delete_of_person(self, user: int) -> None:
        """Delete a person's wishes to be called on all servers."""
        await self._write(self.DELETE_OF_PERSON, {"of_user": user})
