"""Who Barked? written a second time, from the rulings W1 to W14 alone and without the bot's code.

A night is a dict that its functions change. Moves are texts, such as "crew/0.3" or "vote/yes".
News are triples: to whom they go (None for everybody), what happened, and the numbers in them.
"""

from itertools import combinations

DOGS = {5: 2, 6: 2, 7: 2, 8: 3}
HOURS = {5: 9, 6: 9, 7: 9, 8: 10}
CREWS = {5: [2, 2, 3], 6: [3, 3, 3], 7: [3, 4, 5], 8: [2, 3, 3]}
LAST_ALARM = 4
PAUSE_SECONDS = {"reading": 60, "listening": 3, "talking": None, "sniffing": 5}
ENDS_EARLY = ["reading", "talking"]
CLOCK_SHARES = {"leading": 1, "voting": 0.5, "kitchen": 0.5, "talking": 0.5, "hunting": 1}


def deal(seats, chance):
    """W1, W2: begin a night, and return it with the first news."""
    order = list(chance.shuffle(range(seats)))
    dogs = DOGS[seats]
    roles = dict.fromkeys(order, "cat")
    roles.update(dict.fromkeys(order[:dogs], "dog"))
    roles[order[dogs]] = "nose"
    leader = chance.below(seats)
    night = {
        "seats": seats,
        "roles": roles,
        "top dog": order[0],
        "leader": leader,
        "now": "reading",
        "hours": [],
        "answers": {},
        "named": None,
        "winner": None,
    }
    return night, [(None, "night-begins", (leader,))]


def find_seats(night, role):
    return [seat for seat in range(night["seats"]) if night["roles"][seat] == role]


def list_full_goals(night):
    """Return the goals that are not empty, lowest first (W4, W7)."""
    eaten = [hour["goal"] for hour in night["hours"] if hour["barks"] == 0]
    return [goal for goal in (0, 1, 2) if goal not in eaten]


def list_asked(night):
    """Return the legal moves of all who may answer now, by seat. Voters may change their vote."""
    everybody = range(night["seats"])
    match night["now"]:
        case "leading":
            sizes = {CREWS[night["seats"]][goal] for goal in list_full_goals(night)}
            crews = [crew for size in sorted(sizes) for crew in combinations(everybody, size)]
            return {night["leader"]: ["crew/" + ".".join(map(str, crew)) for crew in crews]}
        case "voting":
            return {seat: ["vote/yes", "vote/no"] for seat in everybody}
        case "kitchen":
            waiting = [s for s in night["hours"][-1]["crew"] if s not in night["answers"]]
            dogs = find_seats(night, "dog")
            return {seat: ["sneak", "bark"] if seat in dogs else ["sneak"] for seat in waiting}
        case "hunting":
            cats = [seat for seat in everybody if night["roles"][seat] != "dog"]
            return {night["top dog"]: [f"accuse/{cat}" for cat in cats]}
    return {}


def answer(night, seat, move):
    """Carry out a legal move, and return the news."""
    what, _, rest = move.partition("/")
    if what == "crew":  # W4
        crew = [int(number) for number in rest.split(".")]
        sizes = CREWS[night["seats"]]
        goal = min(goal for goal in list_full_goals(night) if sizes[goal] == len(crew))
        hour = {"leader": seat, "crew": crew, "goal": goal, "votes": None, "barks": None}
        night["hours"].append(hour)
        night["now"], night["answers"] = "voting", {}
        return [(None, "proposed", (seat, *crew))]
    if what == "accuse":  # W11
        night["named"], night["now"] = int(rest), "sniffing"
        return [(None, "sniffs", (seat, int(rest)))]
    night["answers"][seat] = move
    hour = night["hours"][-1]
    if night["now"] == "voting":
        return count_votes(night, hour) if len(night["answers"]) == night["seats"] else []
    if len(night["answers"]) == len(hour["crew"]):
        night["now"] = "listening"
    return []


def count_votes(night, hour):
    """W5, W10: all votes are in."""
    hour["votes"] = [night["answers"][seat] == "vote/yes" for seat in range(night["seats"])]
    yes, no = hour["votes"].count(True), hour["votes"].count(False)
    night["answers"] = {}
    if yes <= no:
        return [(None, "refused", (hour["leader"], yes)), *end_hour(night)]
    night["now"] = "kitchen"
    scent = smell(night, hour)
    (nose,) = find_seats(night, "nose")
    return [(None, "left", (hour["leader"], yes)), ((nose,), "smelled", (scent,))]


def has_gone(hour):
    return hour["votes"] is not None and hour["votes"].count(True) > hour["votes"].count(False)


def smell(night, hour):
    return len({*hour["crew"]} & {*find_seats(night, "dog")})


def count_alarms(night):
    return len([hour for hour in night["hours"] if hour["barks"]])


def end_pause(night):
    """Go on after a pause, and return the news."""
    match night["now"]:
        case "reading" | "talking":
            night["now"] = "leading"
            return []
        case "listening":  # W7
            hour = night["hours"][-1]
            barks = hour["barks"] = [*night["answers"].values()].count("bark")
            night["answers"] = {}
            told = (hour["goal"], barks, count_alarms(night)) if barks else (hour["goal"],)
            return [(None, "woken" if barks else "raided", told), *end_hour(night)]
    (nose,) = find_seats(night, "nose")  # W11
    night["now"] = "over"
    night["winner"] = "dogs" if night["named"] == nose else "cats"
    return [(None, "accused", (night["top dog"], night["named"], nose))]


def end_hour(night):
    """W6, W8: check what the hour brought."""
    full = list_full_goals(night)
    if not full:
        night["now"] = "hunting"
        return [(None, "hunt-begins", (night["top dog"],))]
    woken = count_alarms(night) == LAST_ALARM
    if woken or HOURS[night["seats"]] - len(night["hours"]) < len(full):
        night["now"], night["winner"] = "over", "dogs"
        return [(None, "awake" if woken else "dawn", ())]
    night["leader"] = (night["leader"] + 1) % night["seats"]
    night["now"] = "talking"
    return []


def know(night, viewer):
    """W13: return all that a player knows, or an onlooker (None)."""
    role = night["roles"].get(viewer)
    over = night["now"] == "over"
    past = [hour for hour in night["hours"] if hour["votes"] is not None]
    (nose,) = find_seats(night, "nose")
    knows_dogs = role == "dog" or over or night["now"] in ("hunting", "sniffing")
    knows_nose = role == "nose" or over
    return {
        "role": role,
        "leader": night["leader"],
        "crew": night["hours"][-1]["crew"] if night["hours"] else [],
        "hours": past,
        "answered": sorted(night["answers"]),
        "own": night["answers"].get(viewer),
        "dogs": find_seats(night, "dog") if knows_dogs else [],
        "top dog": night["top dog"] if knows_dogs else None,
        "nose": nose if knows_nose else None,
        "scents": [smell(night, hour) for hour in past if has_gone(hour)] if knows_nose else [],
        "named": night["named"],
        "winner": night["winner"],
    }


def list_places(night):
    """W12: return the rank and the team of each player, by seat, or None before the end."""
    if night["now"] != "over":
        return None
    teams = ["dogs" if night["roles"][s] == "dog" else "cats" for s in range(night["seats"])]
    winners = teams.count(night["winner"])
    return {seat: (1 if t == night["winner"] else winners + 1, t) for seat, t in enumerate(teams)}


def list_absent_moves(night, seat):
    """W14: return the moves of which one is made for a person who does not answer."""
    legal = list_asked(night)[seat]
    match night["now"]:
        case "leading":
            crews = [[int(number) for number in move[5:].split(".")] for move in legal]
            own = min((crew for crew in crews if seat in crew), key=lambda crew: (len(crew), crew))
            return ["crew/" + ".".join(map(str, own))]
        case "voting":
            return ["vote/yes"]
        case "kitchen":
            return ["sneak"]
    return legal
