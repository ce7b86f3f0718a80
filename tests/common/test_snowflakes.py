"""Discord's ids tell when they were made."""

from datetime import UTC, datetime

import pytest
from discord import utils

from bot.common.snowflakes import snowflake_time, time_snowflake


@pytest.mark.parametrize("at", [1_420_070_400.0, 1_793_491_200.125])
def test_an_id_holds_its_time_as_discord_py_reads_it(at: float) -> None:
    assert snowflake_time(time_snowflake(at)) == at
    assert utils.snowflake_time(time_snowflake(at)).timestamp() == at
    assert time_snowflake(at) == utils.time_snowflake(datetime.fromtimestamp(at, UTC))


def test_ids_of_the_same_millisecond_have_the_same_time() -> None:
    first = time_snowflake(1_793_491_200.0)
    assert snowflake_time(first + (1 << 22) - 1) == snowflake_time(first)
    assert snowflake_time(first + (1 << 22)) == 1_793_491_200.001
