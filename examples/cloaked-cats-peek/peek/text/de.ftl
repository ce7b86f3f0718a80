# What people read. bot/i18n/defaults/de.ftl has more that a game can say in its own words.
game-title = Spicken
game-blurb = Alle haben eine geheime Karte. Behalten, tauschen oder bei anderen spicken?
game-length = 1 Min.
game-rules =
    Alle haben eine geheime Karte von 1 bis 10. Behalte deine, tausche sie gegen eine andere, oder behalte sie und schau, welche Karte jemand anders bekommen hat: Niemand sieht, was du tust.

    Haben alle geantwortet, werden die Karten gezeigt, und die höchste gewinnt.

## Events, by their tags: their fields fill them, and $seat_name is who sits at `seat`.

answered = { $seat_name } hat geantwortet.
drew = Du hast { $card } gezogen.
shown = { $seat_name } hat { $card }.

## Screens

none-answered = Noch hat niemand geantwortet.
has-answered = ✅ { $name } hat geantwortet.
own-card = Deine Karte: { $card }
own-peek = Gespickt: { $name } hat am Anfang { $card } bekommen.
move-keep = Behalten
move-swap = Tauschen
move-peek = Spicken

## The end

number-shown = { $count } Karten
