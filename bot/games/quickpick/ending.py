"""How a game ended: for everybody, and for each player alone."""

from collections import Counter
from collections.abc import Sequence

from bot.games.events import Seat
from bot.games.game import Place
from bot.games.quickpick import pictures
from bot.games.quickpick.state import View
from bot.games.quickpick.words import counted, monster, player, players
from bot.games.screen import Scene, Screen
from bot.games.wording import hint, lines, medal, paragraphs


def end(view: View, places: Sequence[Place], scene: Scene) -> Screen:
    """Return the winners and a line for each place; without pictures all piles, too."""
    say = scene.say
    winners = [place.seat for place in places if place.rank == 1]
    key = "end-winner" if len(winners) == 1 else "end-shared"
    won = say(key, names=players(winners, scene))
    told = lines(*(_place(place, view, scene) for place in places))
    return Screen(
        "" if scene.pictures else say("board-over"),
        text=paragraphs(*_learned(view, places, scene), won, told),
        picture=pictures.end(view, places, scene) if scene.pictures else None,
    )


def result(view: View, places: Sequence[Place], seat: Seat, scene: Scene) -> str:
    """Return how the game ended for `seat`: place, where the masks are from, and whose help."""
    say = scene.say
    if not view.present[seat]:
        return say("result-left")
    place = next(place for place in places if place.seat == seat)
    level = [other.seat for other in places if other.rank == 1 and other.seat != seat]
    if place.rank > 1:
        first = say("result-place", rank=place.rank, count=counted(place.points, say))
    else:
        key = "result-shared" if level else "result-won"
        first = say(key, count=counted(place.points, say))
    return " ".join(filter(None, (first, _sources(view, seat, scene), _fan(view, seat, scene))))


def _learned(view: View, places: Sequence[Place], scene: Scene) -> tuple[str, ...]:
    """Return how a lesson ended for the learner, and what comes after it; else nothing."""
    if not scene.lesson or view.viewer is None:
        return ()
    return result(view, places, view.viewer, scene), hint(scene.say("lesson-over"), scene)


def _place(place: Place, view: View, scene: Scene) -> str:
    """Return a line for a place, without a picture with the pile below it."""
    say, rank, name = scene.say, medal(place.rank), player(place.seat, scene)
    if scene.pictures:
        return say("end-line", rank=rank, name=name, masks=place.points)
    pile = " · ".join(monster(mask, say) for mask in view.piles[place.seat])
    return lines(say("end-place", rank=rank, name=name, count=counted(place.points, say)), pile)


def _sources(view: View, seat: Seat, scene: Scene) -> str:
    """Return how many faces they guessed, and how many of theirs were guessed; "" for none."""
    guessed = sum(turn.right == seat for turn in view.turns)
    understood = sum(turn.mime == seat and turn.right is not None for turn in view.turns)
    if not guessed + understood:
        return ""
    return scene.say("result-sources", guessed=guessed, understood=understood)


def _fan(view: View, seat: Seat, scene: Scene) -> str:
    """Return who guessed most of their faces, if one did so more than once and than others."""
    fans = Counter(
        turn.right for turn in view.turns if turn.mime == seat and turn.right is not None
    ).most_common(2)
    if not fans or fans[0][1] < 2 or (len(fans) == 2 and fans[0][1] == fans[1][1]):
        return ""
    return scene.say("result-fan", name=scene.names[fans[0][0]], faces=fans[0][1])
