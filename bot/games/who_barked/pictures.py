"""The pictures on the screens of Who Barked?, each with a text for those who cannot see it."""

from bot.engine.events import Seat
from bot.engine.game import Places
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import SEAT_LETTERS, join_lines
from bot.games.who_barked.art import drawing
from bot.games.who_barked.model.state import UNMASKED_PHASES, View


def make_board_picture(view: View, context: ScreenContext) -> Picture:
    """Return a picture of the kitchen and of all players' cats.

    It is the same for all views of a state, and shows nobody's role before everybody knows it.
    """
    players = tuple(_make_player(view, seat, context) for seat in range(view.seats))
    told = (_describe_player(view, seat, context) for seat in range(view.seats))
    alt = join_lines(_describe_kitchen(view, context), *told)
    if view.phase == "sniff" and view.accused is not None:
        drawn = (players, context.letter(view.accused))
        return Picture("board.jpg", alt, drawing.draw_sniff, drawn)
    barks = (view.proposals[-1].barks or 0) if view.proposals and view.phase == "talk" else 0
    board = (_make_kitchen(view), players, _find_scene(view), barks, context.say("board-woof"))
    return Picture("board.jpg", alt, drawing.draw_board, board)


def make_own_picture(view: View, seat: Seat, context: ScreenContext) -> Picture:
    """Return a picture of a player's role and what it knows, which only that player sees."""
    own, others = _make_known(view, seat, context), [s for s in range(view.seats) if s != seat]
    known = tuple(_make_known(view, other, context) for other in others)
    is_nose = view.role == "nose"
    scents = tuple(
        drawing.Scent(tuple(map(context.letter, raid.crew)), dogs)
        for raid, dogs in zip(
            view.raids if is_nose else (), view.scents if is_nose else (), strict=True
        )
    )
    drawn = (own, known, scents, view.role == "dog")
    return Picture(
        "role.jpg", _describe_role(view, seat, scents, context), drawing.draw_card, drawn
    )


def make_end_picture(view: View, places: Places, context: ScreenContext) -> Picture:
    """Return a picture of all players without suits, with the winners on a podium."""
    winners = {place.seat for place in places if place.rank == 1}
    groups = (
        tuple(_make_player(view, seat, context) for seat in range(view.seats) if seat in group)
        for group in (winners, {*range(view.seats)} - winners)
    )
    told = (_describe_player(view, seat, context, winners) for seat in range(view.seats))
    return Picture("board.jpg", join_lines(*told), drawing.draw_end, tuple(groups))


def _find_scene(view: View) -> drawing.Scene:
    match view.phase:
        case "vote" | "raid" | "hush" | "hunt":
            return view.phase
        case "talk" if not view.proposals[-1].is_accepted:
            return "refused"
        case "talk":
            return "barked" if view.proposals[-1].barks else "quiet"
    return "idle"


def _make_kitchen(view: View) -> drawing.Kitchen:
    sizes = tuple(view.goals_left.get(goal, 0) for goal in range(len(view.setup.goals)))
    target = None
    if view.phase == "vote":
        target = view.find_goal(view.crew)
    elif view.phase in ("raid", "hush", "talk"):
        target = view.proposals[-1].goal
    return drawing.Kitchen(view.hours_left, view.setup.hours, view.alarms, sizes, target)


def _make_player(view: View, seat: Seat, context: ScreenContext) -> drawing.Player:
    """Return a player's cat as everybody may see it, whoever the viewer is."""
    is_unmasked = view.phase in UNMASKED_PHASES
    return drawing.Player(
        context.letter(seat),
        is_leader=seat == view.leader and not is_unmasked,
        is_in_crew=seat in view.crew and view.phase in ("vote", "raid", "hush", "talk"),
        has_answered=seat in view.answers.answered,
        vote=_find_vote(view, seat),
        is_dog=is_unmasked and seat in view.dogs,
        is_top_dog=is_unmasked and seat == view.dogs[0],
        is_nose=view.phase == "over" and seat == view.nose,
    )


def _find_vote(view: View, seat: Seat) -> bool | None:
    """Return a player's vote for the last crew, from the end of that vote to the next crew."""
    if view.proposals and view.phase in ("raid", "hush", "talk", "lead"):
        return view.proposals[-1].votes[seat]
    return None


def _make_known(view: View, seat: Seat, context: ScreenContext) -> drawing.Player:
    """Return a player's cat as the viewer knows it."""
    return drawing.Player(
        context.letter(seat),
        is_dog=seat in view.dogs,
        is_top_dog=bool(view.dogs) and seat == view.dogs[0],
        is_nose=seat == view.nose,
    )


def _describe_kitchen(view: View, context: ScreenContext) -> str:
    say = context.say
    night = say("board-alt-night", hours=view.hours_left, alarms=view.alarms, max=view.setup.alarms)
    goals = (
        say("board-alt-goal", goal=say(f"goal-name-{goal}"), size=view.goals_left.get(goal, 0))
        for goal in range(len(view.setup.goals))
    )
    barks = (view.proposals[-1].barks or 0) if view.proposals else 0
    scene = "sniff" if view.phase == "sniff" else _find_scene(view)
    accused = "" if view.accused is None else context.labels[view.accused]
    return join_lines(
        f"{night} {' '.join(goals)}", say("board-alt-scene", scene=scene, barks=barks, name=accused)
    )


def _describe_player(
    view: View, seat: Seat, context: ScreenContext, winners: set[Seat] | None = None
) -> str:
    """Return a player's letter, name and marks in words."""
    player = _make_player(view, seat, context)
    vote = "" if player.vote is None else "yes" if player.vote else "no"
    marks = {
        "won": bool(winners) and seat in (winners or ()),
        "leads": player.is_leader and not winners,
        "crew": player.is_in_crew,
        "answered": player.has_answered and not vote,
        vote: bool(vote),
        "dog": player.is_dog and not player.is_top_dog,
        "top": player.is_top_dog,
        "nose": player.is_nose,
    }
    told = [context.say(f"board-alt-{mark}") for mark, is_shown in marks.items() if is_shown]
    name = f"{SEAT_LETTERS[player.letter]}: {context.labels[seat]}"
    return f"{name} ({', '.join(told)})" if told else name


def _describe_role(
    view: View, seat: Seat, scents: tuple[drawing.Scent, ...], context: ScreenContext
) -> str:
    """Return what the picture of a role shows in words, with letters instead of names."""
    role = "top" if view.dogs and seat == view.dogs[0] else view.role or ""
    others = [context.labels[other] for other in view.dogs if other != seat]
    told = (
        context.say(
            "own-alt-scent",
            crew=", ".join(SEAT_LETTERS[letter] for letter in scent.crew),
            dogs=scent.dogs,
        )
        for scent in scents
    )
    return join_lines(context.say("own-alt", role=role, names=", ".join(others)), *told)
