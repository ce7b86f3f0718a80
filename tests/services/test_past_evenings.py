"""Evenings that are over, in the list of finished games."""

from msgspec.json import decode
from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.domain.evenings import Evening
from bot.i18n import text
from tests.bench.watching import look_again
from tests.evenings import EVENING
from tests.play.evening import deal, finish

EVENING_ID = 77


async def store_evening(world: World, *people: Person) -> Evening:
    """Store an evening of these people, as Ada and Ben, in the world's channel."""
    users = dict(zip(("Ada", "Ben"), people, strict=True))
    members = tuple(
        replace(each, user=users[each.name].id if each.name in users else None)
        for each in EVENING.members
    )
    evening = replace(EVENING, began_at=world.now() - 7200.0, members=members)
    here = world.guild.id, world.channel.id
    await world.store.evenings.add(EVENING_ID, *here, evening, world.now())
    return evening


async def test_an_evening_stands_in_the_list_and_opens_its_podium(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await world.advance(60)
    await store_evening(world, ada, ben)
    listed = (await cleo.slash("cats history")).shown
    at = int(world.now())
    assert listed.text.splitlines()[1:3] == [
        f"`1` <t:{at}:d> <t:{at}:t> **🌙 An evening: 3 games**",
        "🏆 **Ada** 9 · Ben 5 · +1 · 2 h",
    ]
    assert "`2`" in listed.text
    (menu,) = (each for each in listed.controls if each.options)
    assert menu.options[0] == ("e77", "1 · 🌙 An evening: 3 games · Ada 9, Ben 5, Momo 2")
    podium = (await cleo.choose("c1:d:0:open", "e77", on=listed)).shown
    assert podium.title == "🌙 What an evening!"
    assert "🥈 **B** Ben · **5**" in podium.text
    assert [*podium.files] == ["podium.jpg"]
    replayed = await cleo.choose("c1:d:0:open", menu.options[1][0], on=listed)
    assert "step 1 of" in replayed.text


async def test_whoever_reads_words_gets_no_picture_and_the_own_language(world: World) -> None:
    ada, ben, *_ = world.people
    await store_evening(world, ada, ben)
    await world.store.people.set_preference(ben.id, "in_words", True)
    ben.set_locale("de")
    podium = (await look_again(ben, "open", "e77", 0)).shown
    assert podium.title == "🌙 Was für ein Abend!"
    assert not podium.files
    assert "🥈 Ben · **5**" in podium.text


async def test_who_keeps_games_to_themselves_is_named_only_to_themselves(world: World) -> None:
    ada, ben, *_ = world.people
    await store_evening(world, ada, ben)
    await world.store.people.set_preference(ben.id, "seen_by", "me")
    for person, name in ((ada, "somebody"), (ben, "Ben")):
        listed = (await person.slash("cats history")).shown
        podium = (await person.choose("c1:d:0:open", "e77", on=listed)).shown
        assert f"Ada** 9 · {name} 5" in listed.text
        assert f"**B** {name} ·" in podium.text
        labels = [label for control in listed.controls for _, label in control.options]
        for shown in (listed.text, podium.text, *labels, *podium.alts.values()):
            assert ("Ben" in shown) <= (person is ben), shown


async def test_an_evening_of_another_channel_is_shown_only_to_who_was_there(world: World) -> None:
    ada, ben, cleo, _ = world.people
    public = world.channel
    world.channel = world.thread("secret")
    await store_evening(world, ada, ben)
    world.channel = public
    gone = text("en")("evening-gone")
    for value in ("e77", "e78", "e", "ex"):
        refused = await look_again(cleo, "open", value, 0)
        assert gone in refused.text, value
    assert "evening" not in (await cleo.slash("cats history")).text
    assert "evening" not in (await cleo.press("My games")).text
    assert "evening" not in (await ada.slash("cats history")).text
    mine = (await ada.press("My games")).shown
    assert "**Ada** 9" in mine.text
    podium = await ada.choose("c1:d:0:open", "e77", on=mine)
    assert "What an evening!" in podium.text


async def test_whoever_is_forgotten_has_no_name_on_the_podium(world: World) -> None:
    ada, ben, *_ = world.people
    await store_evening(world, ada, ben)
    await world.store.personal_data.erase(ben.id)
    podium = await look_again(ada, "open", "e77", 0)
    assert "**B** somebody · **5**" in podium.text
    assert "Ben" not in podium.text


async def test_the_file_with_somebodys_data_has_their_evenings_and_no_name_of_others(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await store_evening(world, ada, ben)
    await world.store.server_settings.change(world.guild.id, "threads", True, ada.id, world.now())
    ((_, file),) = (await ada.slash("cats export")).shown.files.items()
    exported = decode(file)
    (evening,) = exported["evenings"]
    assert evening["name"] == "Ada"
    assert (evening["id"], evening["channel"]) == (str(EVENING_ID), str(world.channel.id))
    assert evening["ended_at"].endswith("Z")
    (settings,) = exported["guild_settings"]
    assert settings["server"] == str(world.guild.id)
    assert settings["changed_setting"] == "threads"
    assert b"Ben" not in file
