## What a game says that has no words of its own for it: each message can stand in its catalogue, too.

game-sign = 🎲
button-hand = Nur für dich
illegal-move = Das geht gerade nicht. Drück auf 🐾, dann siehst du, was geht.
level-easy = Leicht
level-easy-told = Lässt dir Luft. Gut für die ersten Spiele.
level-medium = Mittel
level-medium-told = Hält gut mit. Passt, wenn du schon etwas Übung hast.
level-hard = Schwer
level-hard-told = Schenkt dir nichts. Für alle, die jeden Kniff kennen.
asked-turn = { $names }: am Zug
over-title = 🏁 { $game }: Spielende
over-place = { $rank ->
        [1] 🥇
        [2] 🥈
        [3] 🥉
       *[other] **{ $rank }.**
    } { $name }: { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }
# What the winner has, in the line to copy. $points is a number above 0.
medal-points = { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }
over-yours = { $rank ->
        [1] 🏆 Du hast gewonnen, mit
       *[other] Du bist auf Platz { $rank } mit
    } { $points ->
        [one] einem Punkt
       *[other] { $points } Punkten
    }.
# $team is the message of a team, such as "team-cats". $names are its members.
over-team-won = 🏆 { $team } haben gewonnen: { $names }
over-team = { $team }: { $names }
over-yours-team = { $rank ->
        [1] 🏆 Gewonnen!
       *[other] Diesmal verloren.
    } Dein Team: { $team }
