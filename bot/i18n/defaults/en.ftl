## What a game says that has no words of its own for it: each message can stand in its catalogue, too.

game-sign = 🎲
button-hand = My screen
illegal-move = That doesn't work right now. Press 🐾 to see what you can do.
level-easy = Easy
level-easy-told = Goes easy on you. Good for your first games.
level-medium = Medium
level-medium-told = Puts up a fair fight. Good once you've had some practice.
level-hard = Hard
level-hard-told = Shows no mercy. For when you know every trick.
asked-turn = { $names }: your move
over-title = 🏁 { $game }: game over
over-place = { $rank ->
        [1] 🥇
        [2] 🥈
        [3] 🥉
       *[other] **{ $rank }.**
    } { $name }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
# What the winner has, in the line to copy. $points is a number above 0.
medal-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
over-yours = { $rank ->
        [1] 🏆 You won
        [2] You came 2nd
        [3] You came 3rd
       *[other] You came { $rank }th
    } with { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
# $team is the message of a team, such as "team-cats". $names are its members.
over-team-won = 🏆 { $team } have won: { $names }
over-team = { $team }: { $names }
over-yours-team = { $rank ->
        [1] 🏆 You won!
       *[other] You lost this time.
    } Your team: { $team }
