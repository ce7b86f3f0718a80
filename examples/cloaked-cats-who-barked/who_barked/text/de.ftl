# What people read. bot/i18n/defaults/de.ftl has more that a game can say in its own words.
game-title = Who barked
game-blurb = Alle haben eine geheime Karte. Behalten oder tauschen?
game-length = 1 Min.
game-rules =
    Alle haben eine geheime Karte von 1 bis 10. Behalte deine oder tausche sie gegen eine andere: Niemand sieht, was du tust.

    Haben alle geantwortet, werden die Karten gezeigt, und die höchste gewinnt.

## Events, by their tags: their fields fill them, and $seat_name is who sits at `seat`.

answered = { $seat_name } hat geantwortet.
drew = Du hast { $card } gezogen.
shown = { $seat_name } hat { $card }.

## Screens

none-answered = Noch hat niemand geantwortet.
has-answered = ✅ { $name } hat geantwortet.
own-card = Deine Karte: { $card }
keep-or-swap = Deine Karte: { $card }. Behalten oder tauschen?
move-keep = Behalten
move-swap = Tauschen
