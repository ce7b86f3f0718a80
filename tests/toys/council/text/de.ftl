game-title = Rat
game-blurb = Schickt ein Team ohne den Dieb.
game-sign = 🏛️
game-length = 10 Min.
game-rules = Redet, lasst zwei von euch wählen und stimmt ab. Jemand ist der Dieb.
button-hand = Meine Stimme
button-ready-to-vote = Bereit zur Wahl
points = Ehrlich { $honest }, Dieb { $thief }
own-honest = Du bist ehrlich.
own-thief = Du bist der Dieb.
talk = Redet erst
pick = Wähle zwei.
picked = Du schickst { $names }.
send = Losschicken
vote = { $names } sollen gehen. Ja?
voted = Du stimmst mit { $vote }. Das kannst du ändern, bis alle gestimmt haben.
vote-1 = Ja
vote-0 = Nein
counted = { $votes ->
    [0] Niemand war für { $team }.
   *[other] { $names } stimmten für { $team }.
}
last = Zuletzt dafür: { $names }
