## What a game says that has no words of its own for it: each message can stand in its catalogue, too.

game-sign = 🎲
button-hand = For you alone
illegal-move = That does not work right now. Press 🐾 to see what you can do.
level-easy = Easy
level-easy-told = Leaves you room to breathe, for your first games.
level-medium = Medium
level-medium-told = Gives you a fair fight, for those with some practice.
level-hard = Hard
level-hard-told = Gives nothing away, for old hands.
asked-turn = { $names }: your move
over-title = 🏁 { $game }: the end
over-place = { $rank ->
        [1] 🥇
        [2] 🥈
        [3] 🥉
       *[other] **{ $rank }.**
    } { $name }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
over-yours = { $rank ->
        [1] 🏆 You won
       *[other] You finished in place { $rank }
    } with { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
