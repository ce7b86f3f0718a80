game-title = Höher oder niedriger
game-blurb = Ist deine verdeckte Karte höher oder niedriger als die andere? Fünf Runden geheimer Gebote.
game-length = 3 Min.
game-rules =
    Es gibt 13 Karten, von 1 bis 13. Ihr haltet je eine und seht nur die eigene.

    Beide bieten geheim, ob die eigene Karte höher oder niedriger ist als die andere. Haben beide geboten, werden die Karten gezeigt, und jedes richtige Gebot bringt einen Punkt. Dann werden alle Karten gemischt, und ihr bekommt je eine neue.

    Nach fünf Runden gewinnen die meisten Punkte. Wer gleich viele hat, teilt sich den Platz.

## Events

answered = { $seat_name } hat geboten.
shown = { $right ->
        [1] ✅
       *[other] ❌
    } { $seat_name } hatte { $card } und bot { $bid ->
        [higher] höher
       *[other] niedriger
    }.

## Screens

round = **Runde { $number } von { $rounds }**
player = { $answered ->
        [yes] ✅
       *[other] 💭
    } { $name }: { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }
last-round = Die Runde davor:
own-bid = Deine Karte ist die { $card }. Du hast { $bid ->
        [higher] höher
       *[other] niedriger
    } geboten.
higher-or-lower = Deine Karte ist die { $card }. Ist sie höher oder niedriger als die andere?
move-higher = Höher
move-lower = Niedriger
your-round = { $right ->
        [1] ✅ Richtig
       *[other] ❌ Falsch
    }: Du hast mit { $card } { $bid ->
        [higher] höher
       *[other] niedriger
    } geboten, und { $name } hatte { $other }.
