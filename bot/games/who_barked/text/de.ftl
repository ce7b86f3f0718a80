game-title = Wer hat gebellt?
game-blurb = Plündert nachts die Küche! Doch unter euch sind Hunde im Katzenkostüm, und ein Wuff weckt die Menschen.
game-sign = 🐾
game-length = 20 Min.

team-cats = Die Katzen
team-dogs = Die Hunde
level-kitten = Kätzchen
level-kitten-told = Merkt sich, wer dabei war, wenn es gebellt hat, aber nicht, wer wie gestimmt hat.
level-tomcat = Kater
level-tomcat-told = Liest in euren Stimmen, verzieht keine Miene und wittert die Spürnase.
level-fox = Alter Fuchs
level-fox-told = Durchschaut euch alle und lügt mit Unschuldsmiene. Für Nervenstarke!

# Die Ziele: im Satz, und kurz für Knöpfe und Listen.

goal-0 = die Keksdose
goal-1 = die Käseplatte
goal-2 = den Sonntagsbraten
goal-to-0 = zur Keksdose
goal-to-1 = zur Käseplatte
goal-to-2 = zum Sonntagsbraten
goal-name-0 = Kekse
goal-name-1 = Käse
goal-name-2 = Braten

# Wer ist dran

asked-meet = 🤫 Drück auf 🐾 und lies deine geheime Rolle
asked-lead = 👑 { $names }: Stell einen Trupp für die Küche auf
asked-vote = 🗳️ Sollen sie los? Es fehlen noch: { $names }
asked-raid = 🤫 In der Küche, Pfote auf den Knopf: { $names }
asked-hush = 🤫 Pfoten im Dunkeln … hört mal!
asked-sniff = 👃 Schnüff, schnüff … ist das die Spürnase?
asked-talk = 💬 Redet darüber: Wem könnt ihr trauen?
asked-hunt = 🦴 { $names }: Welche Katze ist die Spürnase?

# Was geschehen ist

night-begins = 🌙 Die Menschen schlafen. { $name } führt als Erstes an.
proposed = 👑 { $name } will { $crew } losschicken.
refused = 🏠 { $yes } dafür, { $no } dagegen: Der Trupp von { $name } bleibt daheim, und eine Stunde ist weg.
left = 🐾 { $yes } dafür, { $no } dagegen: Der Trupp von { $name } schleicht los.
smelled = 👃 Im Trupp, der los ist, riechst du { $dogs ->
        [0] keinen Hund
        [one] **1 Hund**
       *[other] **{ $dogs } Hunde**
    }.
raided = 😋 Mucksmäuschenstill haben sie { $goal } geplündert!
woken = { $barks ->
        [one] 🐶 WUFF! Jemand hat
       *[other] 🐶 WUFF, WUFF! { $barks } haben
    } auf dem Weg { $to } gebellt. Die Menschen sind zum { $alarm }. Mal wach.
sniffs = 👃 { $name } schnuppert an { $accused } …
hunt-begins = 🎭 Alles ist aufgefressen, und die Hunde ziehen ihre Kostüme aus. { $name } darf die Spürnase nennen.
accused = { $right ->
        [1] 👃 { $name } schnuppert an { $accused }, und das **ist** die Spürnase!
       *[0] 👃 { $name } schnuppert an { $accused }, aber die Spürnase ist { $nose }.
    }
dawn = 🌅 Für so viel Futter reicht die Nacht nicht mehr: Die Hunde haben durchgehalten.
awake = 💡 Einmal zu oft! Die Menschen sperren die Küche zu.

# Das Spielbrett

board-night = 🌙 noch { $hours ->
        [one] **1** Stunde
       *[other] **{ $hours }** Stunden
    } · 💡 **{ $alarms }** von { $max } Alarmen
board-vote = **Auf { $to }:** { $crew }?
board-hush = **Pfoten im Dunkeln:** { $crew } sind unterwegs { $to }. Hört mal!
board-raid = **Unterwegs { $to }:** { $crew }

# Nur für dich

button-hand = Meine Rolle
button-ready = Bereit
own-cat = 🐱 Du bist **eine Katze**. Wer die anderen sind, weißt du nicht. Hilf mit, alles aufzufressen!
own-nose = 👃 Du bist **die Spürnase**, eine Katze, die riecht, wie viele Hunde mit jedem Trupp gehen. Nutze das, aber lass es die Hunde nicht merken!
own-scent = { $sign } { $crew }: { $dogs ->
        [0] kein Hund
        [one] **1 Hund**
       *[other] **{ $dogs } Hunde**
    }
own-dog = 🐶 Du bist **ein Hund im Katzenkostüm**{ $top ->
        [1] {" "}und der Leithund 🦴: Ist alles aufgefressen, nennst du die Spürnase
       *[0] {""}
    }. Mit dir: { $names }. Bell im richtigen Moment, und schau unschuldig!
wait-meet = **Lies deine Rolle, und behalt sie für dich.**
wait-hush = **Pst! War das ein …**
wait-sniff = **Schnüff, schnüff … nicht atmen!**
wait-talk = **Redet darüber!** Bereit für den nächsten Trupp? Dann sag es hier.
wait-lead = { $name } stellt einen Trupp auf. Leg ein gutes Wort für dich ein!
wait-raid = { $along ->
        [1] Du bist fertig. Jetzt Luft anhalten …
       *[0] Pst! { $crew } schleichen durch die Küche.
    }
wait-hunt = { $name } wittert die Spürnase. Katzen: keine Miene verziehen! Hunde: sagt, was ihr meint.
ask-lead = **Wer soll los? Wähle { $sizes } Katzen.** { $hours ->
        [0] Eure letzte Chance: Bleiben sie daheim oder bellt es, wird es Morgen!
        [one] Eine Stunde könnt ihr noch verlieren.
       *[other] { $hours } Stunden könnt ihr noch verlieren.
    }
button-propose = Losschicken
button-propose-goal = Losschicken: { $goal }
ask-vote = { $leader } will **{ $crew }** { $to } schicken. **Sollen sie los?** { $last ->
        [1] Wenn nicht, wird es Morgen, und die Hunde gewinnen!
       *[0] {""}
    }
vote-given = Du hast **{ $vote }** gesagt. Bis zur letzten Stimme kannst du das noch ändern.
vote-yes = Los
vote-no = Bleiben
ask-raid = **Du bist unterwegs { $to }.** { $dog ->
        [1] Schleichen wie eine Katze, oder bellen?
       *[0] Alle Katzen schleichen. Drück, dann wartet niemand.
    }
button-sneak = Schleichen
button-bark = Bellen!
ask-hunt = **Alles ist aufgefressen, aber einmal darfst du noch schnuppern. Welche Katze ist die Spürnase?**
ask-hunt-sure = **Ist { $name } die Spürnase?** Wenn ja, gewinnen die Hunde. Wenn nicht, die Katzen.
button-accuse = Ja, die Spürnase

predict-raid = 🔮 **Bellt da jemand?** Was hältst du von diesem Trupp?
predict-raid-quiet = Alles still
predict-raid-bark = Wuff!

# Die Spuren

button-tracks = Spuren
tracks-line = **{ $number }.** { $sign } { $crew } (👑 { $leader }): { $outcome ->
        [home] 🏠 daheim geblieben
        [away] 🐾 unterwegs
        [quiet] 😋 mucksmäuschenstill
       *[barked] 🐶 { $barks }-mal gebellt
    }
    👍 { $yes } · 👎 { $no }

# Das Ende

over-headline = { $winner ->
        [cats] 😻 Alle Katzen sind satt
       *[dogs] 🐶 Die Hunde haben gut aufgepasst
    }
end-roles = 👃 Die Spürnase: { $nose } · 🦴 Der Leithund: { $top }
result = { $won ->
        [1] 🏆 **Du hast gewonnen**, mit { $team ->
            [cats] den Katzen
           *[dogs] den Hunden
        }!
       *[0] Diesmal hast du verloren, mit { $team ->
            [cats] den Katzen
           *[dogs] den Hunden
        }.
    }

# Auszeichnungen, Höhepunkte und Zahlen

award-doubter = 🧐 Zweimal oder öfter gegen Trupps mit Hunden gestimmt und nie für einen, der gebellt hat
award-lone-voice = 📣 Zweimal ganz allein gegen einen Trupp gestimmt, der dann gebellt hat
award-tin-opener = 🥫 Zwei Trupps oder mehr angeführt, die satt heimgekommen sind
award-poker-nose = 👃 Hunde gerochen, zweimal gegen sie gestimmt und nie erwischt
award-cat-suit = 🎭 Als Hund zwei Ziele mit geleert und trotzdem gewonnen
award-title-doubter = Sechster Sinn
award-title-lone-voice = Einsame Stimme
award-title-tin-opener = Dosenöffner
award-title-poker-nose = Pokernase
award-title-cat-suit = Wolf im Katzenfell
number-crews = { $count } { $count ->
    [one] Trupp
   *[other] Trupps
    }
number-alarms = { $count }-mal Alarm
moment-alone = Nur { $name } hat { $crew } nicht getraut. Dann hat es gebellt!
moment-trusted = Alle haben { $name } vertraut und { $crew } losgeschickt. Dann hat es gebellt!
moment-found = { $name } hat { $nose } als Spürnase erschnüffelt und das Spiel gedreht.
moment-hidden = { $nose } war so gut getarnt, dass { $name } { $accused } für die Spürnase gehalten hat.

# Die Übung

lesson-meet = Willkommen in der Küche! Fünf Katzen wollen sie heute Nacht leer fressen, aber **zwei davon sind Hunde im Katzenkostüm**. Du bist die Spürnase, eine Katze mit sehr feiner Nase. Drück auf **{ button-go-on }**, dann geht es los.
lesson-lead = Du führst an! Stell einen Trupp für eins der Ziele auf: Die Zahlen sagen, wie viele Katzen jedes braucht. Du bist kein Hund, also nimm dich selbst mit. Ich würde **{ $crew }** wählen.
lesson-vote = Alle stimmen gleichzeitig ab, und mehr als die Hälfte muss **{ vote-yes }** sagen. Jede Abstimmung kostet eine Stunde der Nacht, ob sie gehen oder nicht. Ich würde **{ $vote }** sagen: { $reason ->
        [smell] Du hast gerochen, dass ein Hund dabei ist.
        [must] Ihr habt keine Stunde mehr zu verlieren.
        [good] Einen besseren Trupp weiß ich nicht.
       *[bad] Es gibt bessere Trupps.
    }
lesson-raid = Du bist in der Küche. Ein Hund könnte jetzt bellen, aber du bist eine Katze: Drück auf **{ button-sneak }**.
lesson-quiet = Alles still! Vielleicht war kein Hund dabei, vielleicht hat sich einer verstellt. Du weißt mehr: Lies, was du gerochen hast.
lesson-barked = Wer aus diesem Trupp ist ein Hund? Schau, wer für ihn gestimmt hat: **{ button-tracks }** zeigt alle Stimmen.
lesson-wait = Drück auf **{ button-go-on }**, dann siehst du, was die anderen tun.
lesson-hunt = Alles ist aufgefressen! Jetzt darf der Leithund raten, wer die Spürnase ist. Liegt er richtig, gewinnen doch die Hunde. Darum verbirgst du deine feine Nase.
lesson-over = **Das war die Übung, gut gemacht!** Jetzt such dir vier Freunde: `/cats play`.

# Die Regeln

rules-idea-title = Nachts in der Küche
rules-idea =
    🌙 Die Menschen schlafen, und ihr Katzen wollt vor dem Morgen **die Keksdose, die Käseplatte und den Sonntagsbraten** plündern.

    🐶 Doch unter euch sind **Hunde im Katzenkostüm**. Die Hunde kennen einander. Die Katzen kennen niemanden.

    😻 **Die Katzen gewinnen**, wenn alle drei Ziele leer sind, es sei denn, die Hunde finden ihre Spürnase.

    💡 **Die Hunde gewinnen**, wenn sie die Menschen { $alarms }-mal wecken oder wenn es vorher Morgen wird.

rules-crew-title = Der Trupp
rules-crew =
    👑 Wer anführt, schlägt vor, wer in die Küche schleicht. Jedes Ziel braucht eine bestimmte Zahl von Katzen, also entscheidet ihre Zahl, wohin es geht. Brauchen zwei gleich viele, kommt 🍪 vor 🧀 vor 🍗.

    🗳️ **Alle stimmen gleichzeitig ab.** Du kannst deine Stimme ändern, bis die letzte da ist. Dann sehen alle, wer wie gestimmt hat. Der Trupp geht los, wenn **mehr als die Hälfte** „{ vote-yes }“ sagt.

    🕐 Jede Abstimmung kostet eine Stunde, ob sie gehen oder bleiben. Dann führt die nächste Katze an. Sind weniger Stunden als Ziele übrig, wird es Morgen.

rules-dogs-title = Wuff!
rules-dogs =
    🤫 Alle im Trupp handeln geheim. **Katzen können nur schleichen. Hunde können schleichen oder bellen.**

    😋 Niemand hat gebellt? Dann ist das Ziel leer.

    🐶 Ein Wuff genügt: Die Menschen wachen auf, und das Ziel bleibt voll. Ihr erfahrt, wie viele gebellt haben, aber nicht, wer.

    💬 Danach redet ihr. Wer war dabei? Wer wollte, dass sie gehen? **{ button-tracks }** zeigt alles, was war.

rules-nose-title = Spürnase und Leithund
rules-nose =
    👃 Eine der Katzen ist **die Spürnase**. Immer wenn ein Trupp losgeht, riecht sie, **wie viele Hunde** dabei sind, aber nicht, welche. Sonst erfährt das niemand.

    🦴 Einer der Hunde ist **der Leithund**. Ist alles aufgefressen, ziehen die Hunde ihre Kostüme aus, und der Leithund nennt eine Katze. Ist sie die Spürnase? **Dann gewinnen doch die Hunde.**

    💡 Also sei als Spürnase nicht zu schlau. Und als Katze ein bisschen schlauer, als du bist.

rules-numbers-title = Wie viele wovon
rules-numbers = 🌙 Ihr stimmt jede Stunde einmal ab. Die Hunde müssen die Menschen { $alarms }-mal wecken.
rules-setups = Am Tisch, und Trupps für 🍪 · 🧀 · 🍗
rules-setup = **{ $seats }**: { $cats } Katzen, { $dogs } Hunde, { $hours } Std., { $sizes }
