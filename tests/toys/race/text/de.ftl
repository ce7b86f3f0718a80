game-title = Wettlauf
game-blurb = Die erste Hand bekommt das Plättchen.
game-sign = 🏁
game-length = 5 Min.
button-hand = Meine Hand
illegal-move = Diese Kachel gibt es nicht. Drücke noch einmal 🐾.
board-title = Wettlauf, Runde { $round }
points = { $name }: { $points } Punkte
is-in = { $name } hat zugegriffen.
closing = Späte Hände zählen noch
asked-grab = { $names }: greif zu
wait = Deine Hand liegt: { $move }
wait-for-others = Warte auf die anderen.
grab = Schnell, greif zu!
tile = Kachel { $tile }
pass = Passen
round-begins = Runde { $round } beginnt.
got = { $name } bekommt Kachel { $tile }.
board-over = Wettlauf, das Ende
place = { $rank }. { $name }: { $points } Punkte
rules-title = Wettlauf
rules = Die früheste Hand auf einer Kachel bekommt ihre Punkte.
own-place = Du bist auf Platz { $rank } mit { $points ->
        [one] einem Punkt
       *[other] { $points } Punkten
    }.
