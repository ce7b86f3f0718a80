game-title = Race
game-blurb = The earliest hand gets the tile.
game-sign = 🏁
game-length = 5 min
button-hand = My hand
illegal-move = There is no such tile. Press 🐾 again.
board-title = Race, round { $round }
points = { $name }: { $points } points
is-in = { $name } has grabbed.
closing = Late hands still count
asked-grab = { $names }: grab a tile
wait = Your hand is in: { $move }
wait-for-others = Wait for the others.
grab = Quick, grab a tile!
tile = Tile { $tile }
pass = Pass
round-begins = Round { $round } begins.
got = { $name } gets tile { $tile }.
board-over = Race, the end
place = { $rank }. { $name }: { $points } points
rules-title = Race
rules = The earliest hand on a tile gets its points.
own-place = You finished in place { $rank } with { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
