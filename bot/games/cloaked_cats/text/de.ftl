game-title = Cloaked Cats
game-blurb = Du bist eine geheime Katze mit drei Merkmalen. Enttarne die anderen, bevor sie dich enttarnen!
game-sign = 🎭
game-length = 20 Min.

# Merkmale: kurz, denn sie stehen auf Knöpfen.

feature-leaping-daredevil = Springinsfeld
feature-strutting-beauty = Laufsteg-Diva
feature-seated-boss = Sesselboss
feature-lazy-layabout = Faulpelz
feature-playful-kitty = Spielkätzchen
feature-white = weiß
feature-brown = braun
feature-blue = blau
feature-black = schwarz
feature-green = grün
feature-yellow = gelb
feature-purple = lila
feature-red = rot
feature-striped = gestreift
feature-spotted = gepunktet
feature-ball-of-yarn = Wollknäuel
feature-fish-cocktail = Fischcocktail
feature-top-hat = Zylinder
feature-toy-mouse = Spielmaus

# Wie gut die Computerkatzen spielen

level-kitten = Kätzchen
level-kitten-told = Übersieht noch vieles. Genau richtig für den Anfang!
level-tomcat = Kater
level-tomcat-told = Zählt eins und eins zusammen. Für alle mit etwas Übung.
level-fox = Alter Fuchs
level-fox-told = Durchschaut dich und verrät wenig. Für alte Hasen!

kind-pose = Pose
kind-colour = Fellfarbe
kind-pattern = Fellmuster
kind-accessory = Accessoire

claim =
    { $kind ->
        [pose] { $name } tanzt als { $feature }
        [accessory] { $name } kommt mit { $feature }
       *[other] { $name } ist { $feature }
    }
claim-not =
    { $kind ->
        [pose] { $name } tanzt nicht als { $feature }
        [accessory] { $name } kommt ohne { $feature }
       *[other] { $name } ist nicht { $feature }
    }

# Wer ist dran

asked-cat = { $name }: Spiel eine Katze
asked-guess = { $name }: Rate oder passe

# Was geschehen ist

starts = { $name } fängt an.
dealt = Deine Katze: { $features }. Dazu bekommst du drei Katzen auf die Hand.
cat-played =
    { $placed ->
        [0] { $name } spielt { $cat }. Niemand legt eine Maske.
       *[other] { $name } spielt { $cat } → { $masks }
    }
guess-right = { $asker } rät: { $claim }. Ja! { $from } gibt { $to } eine Maske.
guess-wrong = { $asker } rät: { $claim }. Nein! { $from } gibt { $to } eine Maske.
cat-short = { $name } spielt { $cat }
guess-short =
    { $asker } rät: { $claim }. { $right ->
        [true] Ja!
       *[false] Nein!
    }
film-guess = { $asker } rät: { $claim } …
skipped = { $name } passt.
drew = Du ziehst { $cat }.
unmasked = { $name } ist enttarnt: Alle drei Merkmale sind aufgedeckt.
last-cat = { $name } spielt die allerletzte Katze.
last-round = Letzte Runde! Jetzt wird nur noch geraten.
round-begins = Runde { $round } beginnt.
out-of-masks = { $name } hat keine Masken mehr. Damit endet das Spiel.
game-over = Die Masken fallen: Das Spiel ist vorbei.

# Was dir passiert ist

news-cat =
    { $placed ->
        [0] Niemand hat eine Maske auf deine Katze gelegt.
       *[other] Masken auf deiner Katze: { $masks }
    }
news-right = Ja, { $claim }! Du bekommst eine Maske.
news-wrong = Nein, { $claim }. Das kostet dich eine Maske.
news-caught = Erwischt! { $name } hat **{ $feature }** erraten. Jetzt wissen es alle.
news-missed = { $name } hat auf **{ $feature }** getippt. Falsch, also eine Maske für dich!
news-unmasked = Du bist enttarnt: Alle kennen deine drei Merkmale.

# Das Brett

board-title = Cloaked Cats · Runde { $round }
board-over = Cloaked Cats · das Ende
board-pile =
    { $pile ->
        [0] 🃏 Der Stapel ist leer.
        [one] 🃏 Eine Katze liegt noch im Stapel.
       *[other] 🃏 { $pile } Katzen liegen noch im Stapel.
    }
board-floor =
    { $cats ->
        [0] **Die Tanzfläche** ist noch leer.
        [one] **Auf der Tanzfläche:** eine Katze
       *[other] **Auf der Tanzfläche:** { $cats } Katzen
    }
floor-alt =
    { $cats ->
        [0] Die noch leere Tanzfläche.
        [one] Die Tanzfläche mit einer Katze:
       *[other] Die Tanzfläche mit { $cats } Katzen:
    }
floor-alt-cat = { $cat }, Masken { $masks }
floor-masks = Masken: { $owners }
banner-alt = Katzen tanzen unter Lampions auf einer Bühne.
board-stockpile =
    { $masks ->
        [0] keine Masken
        [one] 1 Maske
       *[other] { $masks } Masken
    }
board-hand =
    { $cats ->
        [0] keine Katzen
        [one] 1 Katze
       *[other] { $cats } Katzen
    }
board-received = erhalten: { $masks }
board-revealed = aufgedeckt: { $features }
board-player-points =
    { $name }: { $points ->
        [one] **1** Punkt
       *[other] **{ $points }** Punkte
    }
board-points = 🎯 Punkte: { $players }
board-few =
    { $masks ->
        [0] keine Maske mehr
        [one] noch 1 Maske
       *[other] noch { $masks } Masken
    }
board-newest = Oben: die neuesten { $shown } von { $cats } Katzen.
button-floor = Alle Katzen
floor-part = Katzen { $first }–{ $last }

# Was mir gehört

button-hand = Meine Karten
hand-mask = Deine Maske: { $mask }
hand-features = Deine Katze
hand-revealed = { $feature } (aufgedeckt)
hand-cats = Deine Karten
hand-empty = Keine Katzen mehr.
hand-match = → { $mask }: hat eins deiner Merkmale
hand-alt = Deine Katze: { $features }. Deine Karten: { $cats }
hand-alt-masked = { $cat } (hier läge deine Maske)
hand-play = **Du bist dran: Welche Katze spielst du?**
hand-wait = Gerade ist jemand anders dran. Bist du dran, siehst du es gleich hier.
hand-wait-last = Dein letzter Zug ist vorbei. Die Runde läuft noch zu Ende.
predict-found = 🔮 **Wer fliegt als Nächstes auf?** Wessen Merkmal wird erraten?

guess-opponent = **Willst du raten?** Drück auf einen Namen oder passe.
guess-nobody = **Es gibt nichts mehr zu erraten.** Drück auf „{ guess-skip }“.
guess-feature = **Was verbirgt { $name }?**
guess-cats-with = { $mask } Katzen mit dieser Maske: { $cats }
guess-cats-without = { $mask } Katzen ohne diese Maske: { $cats }
guess-stakes = Richtig bringt 1 Maske, falsch kostet 1.
guess-all = Alle Merkmale …
guess-bluff = Bluffen …
guess-certainly-wrong = **{ $claim }?** Du weißt, dass das falsch ist!
clues-alt = Mit Maske { $mask }: { $masked }. Ohne: { $bare }
guess-yes = Ja, ich bluffe!
guess-really = **{ $claim }?** Ist das dein Tipp?
guess-sure = Ja, das ist mein Tipp!
guess-back = Zurück
guess-skip = Passen

# Das Notizbuch, und wie es lief

button-notebook = Notizbuch
notebook-marks = Was Katzen, Masken und Tipps sicher verraten. Das siehst nur du.
notebook-odds = Wie wahrscheinlich jedes Merkmal ist, nach Katzen, Masken und Tipps. Das siehst nur du.
notebook-left =
    { $left ->
        [one] Von { $all } geheimen Katzen passt nur noch eine.
       *[other] Von { $all } geheimen Katzen passen noch { $left }.
    }
notebook-certain = **Sicher:** { $features }
notebook-open = **Möglich:**
notebook-pose = Pose: { $features }
notebook-colour = Fellfarbe: { $features }
notebook-pattern = Fellmuster: { $features }
notebook-accessory = Accessoire: { $features }
notebook-likely = { $chance } %: { $features }
notebook-impossible = **Unmöglich:** { $features }
notebook-chance = { $feature } · { $chance } %
option-help = 🔎 Hilfe beim Kombinieren: { $choice }
choice-help-marks = zeigt Sicheres und Unmögliches
choice-help-none = keine
choice-help-odds = nennt Wahrscheinlichkeiten
option-ask = ✋ Nachfragen vor jedem Tipp: { $choice }
choice-ask-no = nein, ein Druck genügt
choice-ask-yes = ja, erst bestätigen

# Das Ende und die Punkte

end-winner = 🏆 **{ $name } gewinnt!**
end-shared = 🏆 **Geteilter Sieg:** { $names }
end-tie-broken = Gleich viele Punkte: Wer mehr Merkmale verborgen hat, liegt vorn.
end-line =
    { $medal } { $name }: { $points ->
        [one] **1 Punkt**
       *[other] **{ $points } Punkte**
    }
result-place =
    { $rank ->
        [1] 🏆 **Du hast gewonnen**, mit
       *[other] Du bist auf **Platz { $rank }**, mit
    } { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkten
    }{ $rank ->
        [1] !
       *[other] .
    }
result-shared =
    🏆 **Ihr teilt euch den Sieg**, mit je { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkten
    }!
result-found = Erraten: { $guessed }.
result-guessed = { $feature } ({ $name })
result-hidden = Niemand hat eins deiner Merkmale erraten!
end-points =
    { $points ->
        [one] 🎯 **Ein Punkt**
       *[other] 🎯 **{ $points } Punkte**
    }
end-player =
    { $total }
    🎁 erhaltene Masken: { $received }
    🙈 noch verborgen: { $hidden }
end-guessed = { $feature } (erraten von { $mask })
end-alt =
    { $rank }. { $name }, { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    } (erhaltene Masken: { $received }, verborgene Merkmale: { $hidden }): { $features }.
score-round = Runde { $round }
score-player = { $name }: { $points } (erhaltene Masken: { $received }, verborgene Merkmale: { $hidden })

# Die Übung

lesson-begin = Willkommen auf dem Maskenball! Du und { $name } versteckt je drei Merkmale. **Die meisten Punkte gewinnen:** einer für jedes, das du errätst, und einer für jedes von dir, das geheim bleibt. Schick eine Katze auf die Tanzfläche: Wer eins ihrer Merkmale hat, legt eine Maske darauf. (`/cats learn` bringt dich hierher zurück.)
lesson-own-mask = Deine Maske { $mask } auf deiner letzten Katze verrät { $name }: Mindestens ein Merkmal dieser Katze hast du auch. Aber nicht, welches!
lesson-own-bare = Auf deiner letzten Katze liegt keine Maske von dir. { $name } weiß also: Kein Merkmal dieser Katze gehört dir.
lesson-their-mask =
    { $count ->
        [one] { $name } hat auf die neueste Katze eine Maske gelegt. Das kann nur an { $features } liegen.
       *[other] { $name } hat auf die neueste Katze eine Maske gelegt, also stimmt mindestens eins davon: { $features }.
    }
lesson-their-bare =
    { $count ->
        [one] Keine Maske von { $name }: { $features } scheidet aus.
       *[other] Keine Maske von { $name }: { $features } scheiden aus.
    }
lesson-their-known = Die Maske von { $name } auf der neuesten Katze gilt einem Merkmal, das du schon kennst: nichts Neues.
lesson-notebook = Zu viel zum Merken? Im **{ button-notebook }** steht, was sicher, möglich und unmöglich ist.
lesson-choose = Nimm eine Katze mit Merkmalen, die noch infrage kommen, und mit wenigen von deinen.
lesson-certain = **Jetzt raten:** { $feature } ist sicher!
lesson-likely = **Jetzt lohnt sich ein Tipp:** { $feature } stimmt zu { $chance } %. Schon ab einem Drittel ist Raten klug.
lesson-unlikely = **Besser passen:** Selbst der beste Tipp, { $feature }, stimmt nur zu { $chance } %.
lesson-passed = **Das war schon sicher:** { $features }! Ein Punkt ganz ohne Risiko. Rate es in deinem nächsten Zug.
lesson-guess-right = Diese Maske ist ein Punkt für dich, und { $name } bekommt für { $feature } keinen mehr.
lesson-guess-wrong = Diese Maske ist ein Punkt für { $name }. Aber jetzt weißt du: { $feature } scheidet aus.
lesson-their-guess-right = Für { $feature } bekommst du keinen Punkt mehr. Du legst dafür weiter Masken, aber sie verraten nichts Neues.
lesson-their-guess-wrong = Ein Punkt für dich! Wenn du falsch rätst, kostet dich das auch eine Maske.
lesson-wait = Jetzt ist { $name } dran. Drück auf **{ button-go-on }**, wenn du so weit bist.
lesson-over = **Das war die Übung, gut gemacht!** Deine Punkte: { $received } für erhaltene Masken und { $hidden } für verborgene Merkmale, zusammen { $points }. Jetzt spiel mit deinen Freunden: `/cats play`.

# Wörter in den Bildern

picture-floor = Tanzfläche
picture-revealed = aufgedeckt
picture-masked = mit Maske
picture-bare = ohne
picture-points = Punkte
picture-yes = Ja!
picture-no = Nein!

# Die Regeln

rules-cats = { $feature }: { $cats }×

rules-idea-title = Der Maskenball
rules-idea =
    🎭 Heute Nacht tragen alle Katzen Masken, auch du. **Finde heraus, wer die anderen sind, bevor sie dich durchschauen!** (Vielleicht kennst du das Spiel als „Club der Tatzen“.)

    🐱 Deine geheime Katze hat **drei Merkmale**, zum Beispiel *{ feature-blue }*, *{ feature-striped }* und *{ feature-top-hat }*. Es gibt 19 Merkmale, und jedes gehört höchstens einer Person. Seltsame Mischungen kommen vor: Eine Katze kann durchaus grün *und* rot sein.

    🃏 Auf der Hand hast du **drei Katzen**, die du auf die Tanzfläche schicken kannst, und dir gehören **16 Masken**: dein Vorrat.

    🔎 Jede Katze auf der Tanzfläche verrät etwas: Wer eines ihrer Merkmale hat, legt eine Maske auf sie. Das mache ich für dich, und ich schummle nie.

    🎯 Punkte gibt es für Merkmale, die du errätst, für falsche Tipps der anderen bei dir und für eigene Merkmale, die niemand herausfindet.

rules-turn-title = Dein Zug
rules-turn =
    Es geht im Uhrzeigersinn um den Tisch. Du bist dran? Dann los:

    1️⃣ **Spiel eine Katze.** Such dir eine von den dreien auf deiner Hand aus.

    2️⃣ **Die Masken kommen.** Wer mindestens ein Merkmal dieser Katze hat, legt eine Maske auf sie. Du auch! Es ist immer nur eine pro Person, egal wie viele Merkmale passen.

    3️⃣ **Rate, wenn du magst.** Wähl eine Person und ein Merkmal. Sie muss die Wahrheit sagen.
    ✅ Richtig: Sie deckt das Merkmal auf, und du bekommst eine Maske aus ihrem Vorrat.
    ❌ Falsch: Du gibst ihr eine Maske aus deinem Vorrat.

    4️⃣ **Zieh eine neue Katze.** Ich gebe sie dir. Ist der Stapel leer, spielt ihr ohne Ziehen weiter.

    Drück unter dem Spielbrett auf 🐾: **{ button-hand }** zeigt dir alles, was dir gehört. Sonst sieht es niemand.

rules-features-title = Alle Merkmale
rules-features =
    So können Katzen aussehen, jedes Merkmal mit seinem Zeichen. Die Zahlen sagen, wie viele der 40 Katzen es haben. Jede Katze hat eine Pose und eine Farbe, dazu ein Muster, ein Accessoire oder beides.

rules-example-title = Ein Zug, Schritt für Schritt
rules-example =
    Deine geheime Katze: *{ feature-lazy-layabout }*, *{ feature-blue }* und *{ feature-top-hat }*. Du spielst gegen Ada { $ada } und Bo { $bo }, deine Maske ist { $you }.

    1️⃣ Ada spielt diese Katze:
    { $cat }

    2️⃣ Sie ist ein { feature-lazy-layabout }, genau wie du: Du legst { $you }. Ada legt { $ada }. Bo legt nichts. Jetzt wissen alle: Bo ist nicht { feature-white }, nicht { feature-striped }, kein { feature-lazy-layabout } und hat keine { feature-toy-mouse }.

    3️⃣ Ada hat { $you } schon öfter auf Faulpelzen gesehen. Sie rät, dass du als { feature-lazy-layabout } tanzt. Richtig! Du deckst das Merkmal auf, und eine Maske wandert aus deinem Vorrat zu Ada.

    4️⃣ Ada zieht eine Katze, und Bo ist dran.

    Dein { feature-lazy-layabout } ist jetzt bekannt, aber du legst weiter Masken auf Faulpelze.

rules-end-title = Das Ende und die Punkte
rules-end =
    🏁 Sobald von jemandem **alle drei Merkmale aufgedeckt** sind, spielt ihr die Runde zu Ende, damit alle gleich oft dran sind. Wer noch drankommt, darf nur raten: keine Katzen, keine Masken auf Katzen.

    🛑 Sobald **ein Vorrat leer** ist, endet das Spiel auf der Stelle.

    🃏 Ist der Stapel leer, spielt ihr ohne Ziehen weiter. Hat auch niemand mehr eine Katze auf der Hand, spielt ihr die Runde genauso zu Ende.

    🎯 **Deine Punkte**
    🎭 einer für jede Maske, die du von anderen bekommen hast
    🙈 einer für jedes deiner Merkmale, das noch verborgen ist

    Wer die meisten Punkte hat, gewinnt. Bei Gleichstand gewinnt, wer mehr verborgene Merkmale hat. Immer noch gleich? Dann teilt ihr euch den Sieg.

    🧮 Beispiel: Vier erhaltene Masken und ein verborgenes Merkmal sind fünf Punkte.

rules-questions-title = Gut zu wissen
rules-questions =
    ❓ **Kann ich erhaltene Masken benutzen?** Nein. Sie liegen extra und zählen nur als Punkte.
    ❓ **Lege ich für aufgedeckte Merkmale noch Masken?** Ja, bis zum Schluss.
    ❓ **Zählen Masken auf Katzen?** Nein, sie sind nur Hinweise.
    ❓ **Darf ich etwas raten, das sicher falsch ist?** Ja, als Bluff. Das kostet dich eine Maske. Wenn euer Tisch beim Kombinieren hilft, warne ich dich vorher, und nur du siehst es.
    ❓ **Was kann ich nicht raten?** Merkmale, die schon aufgedeckt sind. Und wer nichts mehr verbirgt, den kannst du nicht fragen.
    ❓ **Sind alle Merkmale im Spiel?** Nein. Was niemand bekommen hat, bleibt bis zum Ende geheim.
    ❓ **Sehe ich meine neue Katze vor dem Raten?** Nein, du ziehst erst danach.
    ❓ **Wandern auch in der letzten Runde Masken, wenn jemand rät?** Ja.
    ❓ **Wer fängt an?** Das entscheidet das Los, und auch, wer wo sitzt.
    ❓ **Und wenn jemand nicht da ist?** So lange springt ein Computer ein.

moment-first = Der erste Treffer des Spiels! { $name } hat getippt: { $claim }.
moment-lucky = { $name } hat einen Tipp mit { $percent } % Chance gewagt und lag richtig: { $claim }.
moment-unlucky = { $name } war sich bei { $other } zu { $percent } % sicher und lag trotzdem falsch.
moment-gave-away = { $whose ->
        [own] { $other } hat sich mit { $cat } selbst verraten
       *[other] { $name } hat { $other } mit { $cat } verraten
    }: Von { $before } möglichen Katzen waren nur noch { $after } übrig.
moment-turn = { $what ->
        [own-cat] { $name } hat { $cat } gespielt: Die eigene Siegchance
        [other-cat] { $other } hat { $cat } gespielt: Die Siegchance von { $name }
        [own-right] { $name } hat getippt: { $claim }. Ja! Die eigene Siegchance
        [other-right] { $other } hat getippt: { $claim }. Ja! Die Siegchance von { $name }
        [own-wrong] { $name } hat getippt: { $claim }. Nein! Die eigene Siegchance
       *[other-wrong] { $other } hat getippt: { $claim }. Nein! Die Siegchance von { $name }
    } ging von { $before } auf { $after } %.
moment-hidden = { $name } hat sich so gut versteckt, dass am Ende noch { $left } geheime Katzen möglich waren.
moment-bluff = { $name } hat mit „{ $feature }“ geblufft, dem eigenen Merkmal. { $fooled ->
        [yes] { $other } ist prompt darauf reingefallen
       *[no] Niemand ist darauf gekommen
    }.

award-first-guess = 🎯 Als Erstes getippt und gleich richtig gelegen
award-never-wrong = 🧠 Dreimal oder öfter getippt und immer richtig
award-trap = 🪤 Zweimal jemanden mit der gerade gespielten Katze ertappt
award-whole-cat = 🐈 Ganz allein alle drei Merkmale von jemandem erraten
award-bluff = 🃏 Ein eigenes Merkmal genannt, und niemand ist darauf gekommen
award-poker-face = 😼 Eigene Merkmale tanzen lassen, zwei blieben geheim
award-last-round = 🏁 Noch in der letzten Runde richtig getippt, ohne neuen Hinweis
award-unmasked-winner = 👑 Ganz enttarnt und trotzdem gewonnen
number-cats = { $count } { $count ->
    [one] Katze
   *[other] Katzen
} auf der Tanzfläche
number-hits = { $count } Treffer

award-title-first-guess = Erster Sprung
award-title-never-wrong = Superhirn
award-title-trap = Mausefalle
award-title-whole-cat = Meisterstück
award-title-bluff = Frecher Bluff
award-title-poker-face = Pokerface
award-title-last-round = Punktlandung
award-title-unmasked-winner = Nichts zu verbergen

# Rätsel: Drei maskierte Katzen verbergen je drei Merkmale.

cats-look = Schau hier:
cats-new = Neu:
cats-others = Die anderen:
cats-useful = Noch nützlich:
cats-explained = Diese verraten nichts Neues:

# Warum etwas folgt: lauter kurze Sätze.

explain-left = Katze { $cat } trägt die Maske von { $owner }, aber nicht wegen { $outs }: Es bleibt nur **{ $feature }**.
explain-out = Katze { $cat }
explain-owned = bei { $owner }
explain-rest = Damit bleibt auf Katze { $cat } für die Maske von { $owner } nur **{ $feature }**{ $see }.
explain-one-missing = { $owner } verbirgt nur noch ein Merkmal. Katze { $cat } trägt die Maske von { $owner }, zeigt aber { $known }. Also ist das letzte dort, und was Katze { $cat } nicht zeigt, scheidet aus.
explain-counting =
    Die Katzen { $cats } tragen die Maske von { $owner } und haben nichts gemeinsam{ $seen ->
        [0] {""}
       *[1] , was { $owner } haben könnte
    }{ $see }. { $missing ->
        [2] Keine zeigt { $known }, also zeigt jede eins der zwei fehlenden Merkmale von { $owner }
       *[3] Also zeigt jede eins der drei Merkmale von { $owner }
    }. Was keine von ihnen zeigt, scheidet aus.
explain-both-show =
    { $owner } verbirgt nur noch ein Merkmal. Die Katzen { $cats } tragen beide die Maske von { $owner }, zeigen aber { $known }. Nur **{ $feature }** { $seen ->
        [0] ist auf beiden
       *[1] bleibt auf beiden übrig
    }{ $see }.
explain-all-show =
    Die Katzen { $cats } tragen die Maske von { $owner }{ $missing ->
        [2] , und keine zeigt { $known }
       *[3] {""}
    }. Alle zeigen **{ $feature }**, und keine zwei haben sonst noch etwas gemeinsam{ $seen ->
        [0] {""}
       *[1] , was { $owner } haben könnte
    }{ $see }. Ohne „{ $feature }“ bräuchte { $owner } { $missing ->
        [2] noch drei Merkmale, eins für jede Katze, verbirgt aber nur noch zwei
       *[3] vier Merkmale, eins für jede Katze, verbirgt aber nur drei
    }.
explain-too-many =
    Die Katzen { $cats } tragen die Maske von { $owner }{ $missing ->
        [2] , und keine zeigt { $known }
       *[3] {""}
    }. Nur **{ $feature }** { $seen ->
        [0] ist auf mehr als einer davon
       *[1] bleibt bei mehr als einer davon übrig
    }{ $see }. Ohne „{ $feature }“ bräuchte { $owner } { $missing ->
        [2] noch drei Merkmale, eins für jede Katze, verbirgt aber nur noch zwei
       *[3] vier Merkmale, eins für jede Katze, verbirgt aber nur drei
    }.
explain-pair =
    { $count ->
        [one] Auf Katze { $cats } bleiben
       *[other] Auf den Katzen { $cats } bleiben
    } für { $owners } nur { $features }{ $see }: je eins, denn nichts ist doppelt versteckt. { $owner } hat also keins von beiden.
explain-suppose = Angenommen, { $claim }.
explain-then = Dann gilt: { $chain }.
explain-chain = { $others }, also: { $last }
explain-clause =
    { $claim } ({ $count ->
        [one] Katze { $cats }
       *[other] Katzen { $cats }
    })
explain-elsewhere =
    { $count ->
        [one] { $owner } hat das letzte Merkmal auf Katze { $cats }
        [3] { $owner } braucht je ein Merkmal für die Katzen { $cats }, denn sie haben nichts gemeinsam
       *[other] { $owner } braucht je ein weiteres Merkmal für die Katzen { $cats }, denn sie haben nichts gemeinsam
    }{ $see }
explain-none-left = Damit bleibt auf Katze { $cat } nichts für die Maske von { $owner }{ $see }.
explain-none-of-three = Damit hat { $owner } alle drei, aber keins davon ist auf Katze { $cat } mit der Maske von { $owner }.
explain-shared = Aber kein Merkmal gibt es zweimal.
explain-so = Also: { $claim }.
explain-neither = weder { $first } noch { $second }
explain-or = { $others } oder { $last }
explain-either = Katze { $cat } trägt die Maske von { $owner } wegen { $features }{ $see }.
explain-case = Bei { $features }: { $chain }.
explain-either-way = So oder so: { $claim }.
explain-rules-out =
    Katze { $cat } schließt { $features }{ $whom ->
        [unnamed] {""}
       *[other] {" "}für { $whom }
    } aus
explain-both = beide
explain-taken =
    { $count ->
        [one] { $features } ist schon bei { $owner }
       *[other] { $features } sind schon bei { $owner }
    }
explain-exact = Das braucht viel Probieren, aber mit den Katzen { $cats } ist nichts anderes möglich.
