game-title = Geheime Zahlen
game-blurb = Nenne eine Zahl, die sonst niemand nennt.
game-length = 5 Min.
button-hand = Meine Zahl
button-back = Zurück
level-careless = Leichtsinnig
level-sound = Solide
level-sly = Gerissen
button-sure = Ja, diese
illegal-move = Diese Zahl geht nicht. Drücke noch einmal „{ button-hand }“.
option-numbers = 🔢 Zahlen: { $choice }
choice-numbers-few = 1 bis 5
choice-numbers-many = 1 bis 10
board-title = Geheime Zahlen, Runde { $round }
points = { $name }: { $points } Punkte
has-answered = { $name } hat eine Zahl notiert.
is-gone = { $name } ist ausgeschieden.
asked-number = { $names }: nenne eine Zahl
own = Deine Antwort: { $answer }
own-none = Gerade gibt es nichts zu nennen.
pick-number = Nenne eine Zahl. Niemand sieht sie, bevor alle geantwortet haben.
suspects = Welche zwei nennen die anderen?
pick-suspects = Du nennst { $number }. Welche zwei nennen die anderen?
confirm = Deine Antwort ist { $answer }. Sicher?
round-begins = Runde { $round } beginnt.
answered = { $name } hat geantwortet.
shown = { $name } hat { $number } genannt und { $suspected } vermutet.
news-shown = Du hast { $number } genannt.
end-title = Geheime Zahlen, das Ende
place = { $rank }. { $name }: { $points } Punkte
rules-title = Geheime Zahlen
rules-1 = Nenne eine Zahl, die sonst niemand nennt: Sie zählt ihren Wert.
rules-2 = Vermute zwei Zahlen: Jede, die jemand anderes nennt, zählt eins.
own-place = Du bist auf Platz { $rank } mit { $points ->
        [one] einem Punkt
       *[other] { $points } Punkten
    }.
