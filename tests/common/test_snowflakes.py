"""Discord's ids tell when they were made."""

from datetime import UTC, datetime

import pytest
from discord.utils import snowflake_time, time_snowflake

from bot.common.snowflakes import created_at, snowflake


@pytest.mark.parametrize("at", [1_420_070_400.0, 1_793_491_200.125])
def test_an_id_holds_its_time_as_discord_py_reads_it(at: float) -> None:
    assert created_at(snowflake(at)) == at
    assert snowflake_time(snowflake(at)).timestamp() == at
    assert snowflake(at) == time_snowflake(datetime.fromtimestamp(at, UTC))


def test_ids_of_the_same_millisecond_have_the_same_time() -> None:
    first = snowflake(1_793_491_200.0)
    assert created_at(first + (1 << 22) - 1) == created_at(first)
    assert created_at(first + (1 << 22)) == 1_793_491_200.001
