"""Who Barked?: eight cats by night, crews and votes, all that the nose has smelled, the end."""

from msgspec.structs import replace

from bot.bench.moves import press_all_but_last
from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.engine.answers import Answers
from bot.games.who_barked.model.state import Phase, Proposal, State
from bot.games.who_barked.rules import HUSH_SECONDS, SNIFF_SECONDS
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, begin, board, keep_way, with_widest_names
from tests.play.evening import choices, go_on, hand, is_over, load_game, write_state

PEOPLE = 8
OWN = (700, 700)
LESSON = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
BOARD = (600, 600)
LESSON_STEPS, GREEN = 24, 3
"""How many screens of a lesson are kept, and Discord's number of the advised buttons' colour."""
TARGETS = {
    **{
        f"board, {name}": BOARD
        for name in ("meet", "lead", "vote", "raid", "hush", "barked", "refused", "hunt", "sniff")
    },
    "board, barked": (580, 600),  # a question to talk about is below what was heard
    **{f"lesson, {number}": LESSON for number in range(LESSON_STEPS)},
    "role": OWN,
    "lead": OWN,
    "vote": OWN,
    "raid": OWN,
    "nose": OWN,
    "hunt": OWN,
    "hunt, sure": OWN,
    "notebook": (730, 700),  # of the longest game with the widest names
    "end": (830, 800),
    "own end": OWN,
}
"""The most pixels on a phone and on a desktop."""
TOGETHER = {("board, lead", "lead"): (970, 840), ("board, vote", "vote"): (930, 800)}
"""Board and question, which both help to decide."""
DOGS, NOSE = (2, 4, 6), 0
CREW, VOTES = (1, 2, 4), (True, False, True, True, False, True, True, False)
NIGHT = (
    Proposal(3, (2, 3), 0, VOTES, 0),
    Proposal(4, CREW, 1, VOTES, 1),
    Proposal(5, CREW, 1, (False,) * PEOPLE, None),
    Proposal(6, (1, 6, 7), 1, VOTES, 1),
    Proposal(7, (2, 4, 6), 1, VOTES, 3),
    Proposal(0, (0, 3, 5), 1, VOTES, 0),
)


async def worst(world: World, album: Album) -> None:
    """Keep the boards and own screens of eight with the widest names."""
    with_widest_names(world)
    await lesson(world, album)
    await begin(world, "who_barked", *world.people)
    people = await at_table(world)
    await show(world, album, "meet", "meet")
    album.keep("role", await hand(people[DOGS[0]]))
    await show(world, album, "lead", "lead", proposals=NIGHT)
    (*_, picked), *_ = await press_all_but_last(world, people[1], "crew/1.2.4")
    album.keep("lead", picked)
    voted = tuple((seat, True) for seat in range(PEOPLE - 1))
    votes = Answers[bool](0, tuple(range(PEOPLE)), voted, may_change=True)
    await show(world, album, "vote", "vote", crew=CREW, proposals=NIGHT, answers=votes)
    album.keep("vote", await hand(people[NOSE]))
    left = (*NIGHT, Proposal(1, CREW, 2, VOTES, None))
    acts = Answers[bool](0, CREW, ((CREW[0], False),))
    await show(world, album, "raid", "raid", crew=CREW, proposals=left, answers=acts)
    album.keep("raid", await hand(people[CREW[1]]))
    album.keep("nose", await hand(people[NOSE]))
    own = await hand(people[0])
    (notebook,) = [one for one in own.controls if one.custom_id.endswith(":notebook")]
    album.keep("notebook", (await people[0].press(notebook.custom_id, on=own)).shown)
    await arrange(world, "raid", PEOPLE, crew=CREW, proposals=left[2:], answers=acts)
    await board(world)
    for seat in CREW[1:]:
        await act(world, seat, "bark")
    album.keep("board, hush", world.board())
    await world.advance(HUSH_SECONDS + 1)
    album.keep("board, barked", world.board())
    refused = (*NIGHT, Proposal(1, CREW, 2, (False,) * PEOPLE, None))
    await show(world, album, "refused", "talk", crew=CREW, proposals=refused)
    await ending(world, album)


async def lesson(world: World, album: Album) -> None:
    """Keep the first screens of a lesson, in which all advice is taken."""
    learner = world.people[0]
    screen = (await learner.slash("cats learn", game="who_barked")).shown
    for number in range(LESSON_STEPS):
        album.keep(f"lesson, {number}", screen)
        advised = [one for one in choices(screen) if one.style == GREEN]
        if advised:
            await world.click(learner, screen, advised[0], {})
        else:
            await go_on(learner)
        screen = learner.private()
    await learner.press("c1:d:*:leave")


async def ending(world: World, album: Album) -> None:
    """Keep the hunt and the end."""
    people = await at_table(world)
    emptied = (*NIGHT, Proposal(1, (3, 5, 7), 2, VOTES, 0))
    await show(world, album, "hunt", "hunt", crew=(3, 5, 7), proposals=emptied)
    top_dog = people[DOGS[0]]
    album.keep("hunt", await hand(top_dog))
    (*_, sure), *_ = await press_all_but_last(world, top_dog, f"accuse/{NOSE}")
    album.keep("hunt, sure", sure)
    await act(world, DOGS[0], f"accuse/{NOSE}")
    album.keep("board, sniff", world.board())
    await world.advance(SNIFF_SECONDS + 1)
    assert is_over(world)
    album.keep("end", world.board())
    album.keep("own end", people[1].private())


async def show(world: World, album: Album, name: str, phase: Phase, **changes: object) -> None:
    """Keep the board of a game in this phase."""
    await arrange(world, phase, PEOPLE, **changes)
    album.keep(f"board, {name}", await board(world))


async def arrange(world: World, phase: Phase, seats: int, **changes: object) -> None:
    """Write a game of this phase, in which seat 1 leads."""
    before = (await load_game(world)).state
    assert isinstance(before, State)
    decision = before.decision + 1
    answers = changes.pop("answers", None)
    if isinstance(answers, Answers):
        changes["answers"] = replace(answers, decision=decision)
    dogs = tuple(dog for dog in DOGS if dog < seats)
    state = State(seats=seats, leader=1, phase=phase, decision=decision, dogs=dogs, nose=NOSE)
    write_state(world, replace(state, **changes))


async def steps(world: World, album: Album) -> None:
    """Keep what one sees on the way to a crew, and to the nose, among six.

    After a crew, its leader is asked for a vote, which is another question.
    """
    await begin(world, "who_barked", *world.people[:6])
    people = await at_table(world)
    await arrange(world, "lead", 6)
    await board(world)
    await keep_way(world, album, "crew", people[1], "crew/1.2.4")
    emptied = tuple(Proposal(1, (0, 1, 3), goal, VOTES[:6], 0) for goal in range(3))
    await arrange(world, "hunt", 6, crew=(0, 1, 3), proposals=emptied)
    await board(world)
    await keep_way(world, album, "nose", people[DOGS[0]], f"accuse/{NOSE}")
