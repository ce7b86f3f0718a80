"""That each limit can be missed, and that it is noticed."""

import pytest

from tests.bench.limits import is_emoji, message_problems


def button(custom_id, **more):
    return {"type": 2, "custom_id": custom_id, "label": "x", **more}


def select(count, **more):
    options = [{"value": str(n), "label": "x"} for n in range(count)]
    return {"type": 3, "custom_id": "x", "options": options, **more}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, "an empty message"),
        ({"content": "x" * 2001}, "content of 2001"),
        ({"content": "😀" * 1001}, "content of 2002"),
        ({"embeds": [{"title": "x" * 257}]}, "title of 257"),
        ({"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]}, "value of 1025"),
        ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, "an empty value"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, "too many words"),
        ({"embeds": [{"title": "x", "image": {"url": "attachment://a.jpg"}}]}, "not attached"),
        ({"components": [{"components": [button(f"{n}") for n in range(6)]}]}, "a row of"),
        ({"components": [{"components": [button("x")]}] * 6}, "too many rows"),
        ({"components": [{"components": [button("x"), button("x")]}]}, "stands twice"),
        ({"components": [{"components": [button("x" * 101)]}]}, "custom id"),
        ({"components": [{"components": [button("x", label="y" * 81)]}]}, "label of 81"),
        ({"components": [{"components": [button("x", emoji={"name": "a"})]}]}, "no emoji"),
        ({"components": [{"components": [select(26)]}]}, "26 options"),
        ({"components": [{"components": [select(2, placeholder="x" * 151)]}]}, "placeholder"),
        ({"content": "x", "nonce": "1" * 26}, "nonce of 26"),
    ],
)
def test_a_body_that_discord_would_refuse_is_found(body, problem):
    assert any(problem in found for found in message_problems(body))


def test_emojis_are_told_from_other_signs():
    assert all(map(is_emoji, ("🐾", "⚙️", "✖️", "➖", "⏭️", "🖼️", "⬛", "6️⃣")))
    assert not any(map(is_emoji, ("a", "", "✖", "⚙", "🐾🐾", "x️", "6", "x️⃣")))
