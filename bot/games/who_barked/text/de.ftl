game-title = Wer hat gebellt?
game-blurb = Plündert nachts die Küche! Doch unter euch sind Hunde im Katzenkostüm, und ein Wuff weckt das Haus.
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
asked-hush = 🤫 Pst … war das eine Pfote, oder ein …?
asked-sniff = 👃 Schnüff, schnüff … ist das die Spürnase?
asked-talk = 💬 Redet darüber, dann drückt auf „{ button-ready }“
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
board-hush = **Pfoten im Dunkeln:** { $crew } schleichen { $to } … hört mal!
board-raid = **Unterwegs { $to }:** { $crew }
board-hunt = **Kostüme aus:** Die Hunde sind { $names }.
board-sniff = **Nase an Nase:** { $name } schnuppert an { $accused } … nicht atmen!
votes-for = Dafür: { $names }.
votes-against = Dagegen: { $names }.

# Worüber man reden kann. Nur, was alle wissen, und nur Fragen.

talk-first = 💬 Noch weiß keine Katze etwas. Wen würdest du mitnehmen, und warum?
talk-caught = 💬 Es geht nicht anders: Die Hunde können nur { $names } sein. Wer geht also jetzt?
talk-exposed = 💬 Es geht nicht anders: { $names } { $many ->
        [one] ist ein Hund
       *[other] sind Hunde
    }! Wer noch?
talk-few-packs = 💬 Rechnet mal nach: Nur { $count } { $dogs ->
        [3] Hundetrios
       *[other] Hundepaare
    } passen noch. Welches ist es?
talk-no-spare-hour = 💬 Ihr habt keine Stunde mehr zu verlieren: Ab jetzt muss jeder Trupp durchkommen. Wem traut ihr blind?
talk-last-alarm = 💬 Noch ein Alarm, und die Hunde gewinnen. Wen schickt ihr jetzt noch los?
talk-last-goal = 💬 Nur noch ein Ziel! Wer darf es holen?
talk-alone = 💬 Nur { $names } war für „{ vote-no }“. Bloß so ein Gefühl?
talk-again = 💬 { $names } { $many ->
        [one] war
       *[other] waren
    } { $count ->
        [2] beide Male
       *[other] alle { $count } Male
    } dabei, als es gebellt hat. Nur Pech?
talk-all-for = 💬 Alle waren für „{ vote-yes }“. Wer hat euch zu diesem Trupp überredet?
talk-doubters = 💬 { $names } waren für „{ vote-no }“, und das mit Recht. Was kam euch komisch vor?
talk-reluctant = 💬 { $names } { $many ->
        [one] war
       *[other] waren
    } für „{ vote-no }“, { $many ->
        [one] musste
       *[other] mussten
    } trotzdem los, und es hat gebellt. Was sagt euch das?
talk-fans = 💬 „{ vote-yes }“ von { $names }, und das ganz ohne mitzugehen. Woher so viel Vertrauen?
talk-same-leader = 💬 Es bellt nicht zum ersten Mal in einem Trupp von { $names }. Wie suchst du ihn denn aus?
talk-stayed-out = 💬 { $names } hat einen Trupp ohne sich selbst ausgesucht. Bescheiden, oder schlau?
talk-who-barked = 💬 { $count ->
        [one] Hier hat jemand gebellt
       *[other] Hier haben { $count } gebellt
    }: { $names }. Wen würdet ihr wieder losschicken?
talk-quiet-now = 💬 { $names } { $many ->
        [one] war schon mal dabei, als es gebellt hat, und jetzt war alles still. Doch eine Katze, oder ein geduldiger Hund?
       *[other] waren schon mal dabei, als es gebellt hat, und jetzt war alles still. Doch Katzen?
    }
talk-worried = 💬 „{ vote-no }“ von { $names }, aber alles blieb still. Wovor die Angst?
talk-twice-quiet = 💬 Wieder { $names } im Trupp, und wieder alles still. Reicht euch das?
talk-all-for-quiet = 💬 Alle waren für „{ vote-yes }“, und alles war still. War wirklich kein Hund dabei?
talk-quiet = 💬 Kein Laut von { $names }. Alles Katzen, oder wartet da jemand?
talk-nobody = 💬 Niemand wollte diesen Trupp, nicht mal { $names }. Was war der Plan?
talk-only-one = 💬 Nur { $names } wollte { $others } losschicken. Warum gerade die?
talk-self-doubt = 💬 { $names } { $many ->
        [one] sollte mit und war trotzdem
       *[other] sollten mit und waren trotzdem
    } für „{ vote-no }“. Warum?
talk-crew-only = 💬 Nur der Trupp selbst wollte los. Was würde die anderen überzeugen?
talk-wanted = 💬 { $names } wollten { $others } losschicken. Was spricht für sie?
talk-one-short = 💬 Eine Stimme mehr, und { $names } wären unterwegs. Wen könntet ihr überzeugen?
talk-never-along = 💬 Schon { $count } Trupps, und immer ohne { $names }. Zeit, das zu ändern?
talk-hours = 💬 Noch { $count ->
        [one] 1 Stunde
       *[other] { $count } Stunden
    }. Wer hat noch gar nichts gesagt?

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
wait-lead = 👑 Gerade wird ein Trupp aufgestellt. Leg ein gutes Wort für dich ein!
wait-raid = { $along ->
        [1] Du bist fertig. Jetzt Luft anhalten …
       *[0] Pst! Der Trupp schleicht durch die Küche.
    }
wait-hunt = Der Leithund sucht die Spürnase. Katzen: keine Miene verziehen! Hunde: sagt, was ihr meint.
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

predict-raid = 🔮 **Wer weckt die Menschen?** Was hältst du von diesem Trupp?
predict-raid-nobody = Niemand
predict-raid-one = Ein Hund
predict-raid-more = Mehr als einer

# Das Notizbuch

button-notebook = Notizbuch
notebook-signs = 👑 führt an · 👎 für „{ vote-no }“ · 🏠 daheim · 😋 still · 🐶 gebellt · 👃 Hunde dabei
notebook-shared = Was alle wissen können
notebook-own = Was nur du weißt
notebook-left = { $left ->
        [1] Nur noch eins
       *[other] Noch **{ $left }**
    } von { $all } { $dogs ->
        [3] Hundetrios
       *[other] Hundepaaren
    } möglich.
notebook-left-cat = Du bist kein Hund, also { $left ->
        [1] bleibt nur eins
       *[other] bleiben **{ $left }**
    } von { $all }.
notebook-left-nose = Mit deiner Nase { $left ->
        [1] bleibt nur eins
       *[other] bleiben **{ $left }**
    } von { $all }.
notebook-left-dog = Wer die Hunde sind. Mehr als das da oben können die Katzen nicht wissen.
notebook-dogs = 🐶 Sicher Hund: { $names }
notebook-cats = 🐱 Sicher Katze: { $names }
notebook-maybe = ❓ Beides möglich: { $names }
notebook-packs = 🔎 { $packs }

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

award-doubter = 🧐 Zweimal Nein zu Hunden, nie Ja zu Gebell
award-lone-voice = 📣 Ganz allein Nein gesagt, dann bellte es
award-tin-opener = 🥫 Mindestens zwei satte Trupps angeführt
award-poker-nose = 👃 Zweimal Nein zu Hunden und nie erwischt
award-cat-suit = 🎭 Als Hund zweimal mitgefressen und gewonnen
award-bloodhound = 🦴 Am Ende doch die Spürnase erschnüffelt
award-alibi = 🕶️ Als Hund gewonnen, bei keinem Alarm dabei
award-cool-cat = 🧊 Alle satt geführt, ein Wuff vor dem Aus
award-title-doubter = Sechster Sinn
award-title-lone-voice = Einsame Stimme
award-title-tin-opener = Dosenöffner
award-title-poker-nose = Pokernase
award-title-cat-suit = Wolf im Katzenfell
award-title-bloodhound = Bluthund
award-title-alibi = Perfektes Alibi
award-title-cool-cat = Kühler Kopf
number-crews = { $count } { $count ->
    [one] Trupp
   *[other] Trupps
    }
number-alarms = { $count } { $count ->
    [one] Alarm
   *[other] Alarme
    }
moment-alone = Nur { $name } hat { $crew } nicht getraut. Dann hat es gebellt!
moment-trusted = Alle haben { $name } vertraut und { $crew } losgeschickt. Dann hat es gebellt!
moment-found = { $name } hat { $nose } als Spürnase erschnüffelt und das Spiel gedreht.
moment-hidden = { $nose } war so gut getarnt, dass { $name } { $accused } für die Spürnase gehalten hat.
moment-poker = { $name } wusste von einem Hund bei { $crew }, war trotzdem für „{ vote-yes }“ und blieb unerkannt.
moment-undoubted = Keine Katze war je gegen einen Trupp mit { $name }. Dabei war { $name } ein Hund!
moment-helper = { $name } war ein Hund und ist doch mehr als einmal ohne einen Laut mitgeschlichen.
moment-kept = Es ging um eine Stimme: Die letzte, von { $name }, hielt { $crew } daheim. Darunter war ein Hund!
moment-sent = Es ging um eine Stimme: Die letzte, von { $name }, schickte { $crew } los. Sie haben { $goal } geplündert.
moment-exposed = Ab diesem Bellen war klar, wer die Hunde sind. Armer Hund, { $name }!
moment-last-hour = In allerletzter Stunde hat der Trupp von { $name } { $goal } geplündert.

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
lesson-refused = Sie bleiben daheim, und eine Stunde ist weg. Halb so schlimm, denn jetzt weißt du, wer wie gestimmt hat: **{ button-notebook }** merkt sich alles.
lesson-hush = Pst! Drück auf **{ button-go-on }**, dann hörst du, ob jemand bellt.
lesson-barked = Wer aus diesem Trupp ist ein Hund? Schau, wer ihn losgeschickt hat: **{ button-notebook }** zeigt alle Stimmen und rechnet aus, welche Hundepaare noch passen.
lesson-wait = Drück auf **{ button-go-on }**, dann siehst du, was die anderen tun.
lesson-hunt = Alles ist aufgefressen! Jetzt darf der Leithund raten, wer die Spürnase ist. Liegt er richtig, gewinnen doch die Hunde. Darum verbirgst du deine feine Nase.
lesson-sniff = Ruhig Blut, und drück auf **{ button-go-on }**: Weiß der Leithund, dass du es bist?
lesson-over = **Das war die Übung, gut gemacht!** Jetzt spiel mit deinen Freunden: `/cats play`. Zu zweit reicht, denn Computer füllen die leeren Plätze.

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

    💬 Danach redet ihr. Wer war dabei? Wer wollte, dass sie gehen? **{ button-notebook }** merkt sich alles und rechnet aus, wer noch ein Hund sein kann.

rules-nose-title = Spürnase und Leithund
rules-nose =
    👃 Eine der Katzen ist **die Spürnase**. Immer wenn ein Trupp losgeht, riecht sie, **wie viele Hunde** dabei sind, aber nicht, welche. Sonst erfährt das niemand.

    🦴 Einer der Hunde ist **der Leithund**. Ist alles aufgefressen, ziehen die Hunde ihre Kostüme aus, und der Leithund nennt eine Katze. Ist sie die Spürnase? **Dann gewinnen doch die Hunde.**

    💡 Also sei als Spürnase nicht zu schlau. Und als Katze ein bisschen schlauer, als du bist.

rules-numbers-title = Wie viele wovon
rules-numbers = 🌙 Ihr stimmt jede Stunde einmal ab. Die Hunde müssen die Menschen { $alarms }-mal wecken.
rules-setups = Am Tisch, und Trupps für 🍪 · 🧀 · 🍗
rules-setup = **{ $seats }**: { $cats } Katzen, { $dogs } Hunde, { $hours } Std., { $sizes }

# Bilder

banner-alt = Katzen in einer Küche bei Nacht schauen auf Kekse, Käse und einen Braten. Eine der Katzen ist ein Hund im Kostüm.
board-woof = WUFF!
board-alt-night = Die Küche bei Nacht. Noch { $hours } { $hours ->
        [one] Stunde
       *[other] Stunden
    } bis zum Morgen, { $alarms } von { $max } Alarmen.
board-alt-goal = { $goal }: { $size ->
        [0] aufgefressen.
       *[other] für { $size } Katzen.
    }
board-alt-scene = { $scene ->
        [vote] Der Trupp tritt vor, sein Ziel leuchtet.
        [raid] Das Licht ist schwach, und der Trupp schleicht.
        [hush] Es ist dunkel: Nur die Augen des Trupps leuchten.
        [refused] Der Trupp bleibt daheim.
        [quiet] Kein Laut: Sein Ziel ist aufgefressen.
        [barked] { $barks ->
            [one] Ein lautes Wuff!
           *[other] { $barks } laute Wuffs!
        }
        [hunt] Alles ist aufgefressen, und die Hunde haben ihre Kostüme ausgezogen.
        [sniff] Im Dunkeln schnuppert der Leithund an { $name }.
       *[idle] Alle Katzen sitzen auf dem Teppich.
    }
board-alt-won = hat gewonnen
board-alt-leads = führt an
board-alt-crew = im Trupp
board-alt-answered = ist fertig
board-alt-yes = Pfote hoch
board-alt-no = Pfote runter
board-alt-dog = ein Hund
board-alt-top = der Leithund
board-alt-nose = die Spürnase
own-alt = { $role ->
        [nose] Du bist die Spürnase.
        [dog] Du bist ein Hund im Katzenkostüm. Mit dir: { $names }.
        [top] Du bist der Leithund im Katzenkostüm. Mit dir: { $names }.
       *[cat] Du bist eine Katze. Alle anderen haben ein Fragezeichen.
    }
own-alt-scent = { $crew }: { $dogs ->
        [0] kein Hund
        [one] 1 Hund
       *[other] { $dogs } Hunde
    }
