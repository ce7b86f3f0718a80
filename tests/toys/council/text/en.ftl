game-title = Council
game-blurb = Send a team without the thief.
game-sign = 🏛️
game-length = 10 min
game-rules = Talk, let the leader pick two of you, and vote. Somebody is the thief.
button-hand = My vote
button-ready-to-vote = Ready to vote
points = Honest { $honest }, thief { $thief }
own-honest = You are honest.
own-thief = You are the thief.
talk = Talk first
pick = Pick two.
picked = You send { $names }.
send = Send them
vote = { $names } are to go. Do they?
voted = You vote { $vote }. You can change that until all have voted.
vote-1 = Yes
vote-0 = No
counted = { $votes ->
    [0] Nobody was for { $team }.
   *[other] { $names } voted for { $team }.
}
last = Last time for it: { $names }
