game-title = Lügenwürfel
game-blurb = Wie viele Sechsen liegen unter allen Bechern? Du siehst nur deine. Bluffe, und entlarv, wer lügt!
game-sign = 🎲
game-length =
    { $dice ->
        [3] 10 Min.
        [1] 3 Min.
       *[other] 15 Min.
    }

# Würfel und Gebote: kurz, denn sie stehen auf Knöpfen.

face-1 = { $count ->
        [one] Eins
       *[other] Einsen
    }
face-2 = { $count ->
        [one] Zwei
       *[other] Zweien
    }
face-3 = { $count ->
        [one] Drei
       *[other] Dreien
    }
face-4 = { $count ->
        [one] Vier
       *[other] Vieren
    }
face-5 = { $count ->
        [one] Fünf
       *[other] Fünfen
    }
face-6 = { $count ->
        [one] Sechs
       *[other] Sechsen
    }
claim = { $count } { $faces }
move-liar = Gelogen!

option-dice = 🎲 Alle starten mit: { $choice }
choice-dice-5 = fünf Würfeln
choice-dice-3 = drei Würfeln, das geht schneller
choice-dice-1 = nur einem, ruckzuck vorbei
option-ones = 🃏 Einsen: { $choice }
choice-ones-wild = Joker, sie zählen als jede Zahl
choice-ones-plain = eine Zahl wie jede andere
option-help = 🔎 Hilfe beim Rechnen: { $choice }
choice-help-odds = ein Notizbuch mit den Chancen
choice-help-none = keine

# Wer ist dran

asked-first = { $name }: Mach das erste Gebot
asked-bid = { $name }: Biete oder sag „Gelogen!“
asked-lift = „Gelogen!“, sagt { $name } zu { $bidder } … Becher hoch!
asked-look = Becher hoch! Neuer Wurf

# Was geschehen ist

begins = { $name } fängt an.
bid = { $name } bietet { $bid }.
opened = „Gelogen!“, sagt { $name }. { $bidder } hat { $bid } geboten: Da { $found ->
        [0] lag keine einzige
        [one] lag 1
       *[other] lagen { $found }
    }.
lost-die = { $left ->
        [0] { $name } verliert den letzten Würfel und ist raus.
        [one] { $name } verliert einen Würfel und hat noch 1.
       *[other] { $name } verliert einen Würfel und hat noch { $left }.
    }

# Was dir passiert ist

news-you-called = { $true ->
        [1] Oje, nicht gelogen! { $bidder } hat { $bid } geboten, und da { $found ->
            [one] lag 1
           *[other] lagen { $found }
        }.
       *[0] Erwischt! { $bidder } hat { $bid } geboten, aber da { $found ->
            [0] lag keine einzige
            [one] lag nur 1
           *[other] lagen nur { $found }
        }.
    }
news-called-you = { $true ->
        [1] { $name } hat dir { $bid } nicht geglaubt, aber es hat gestimmt: Da { $found ->
            [one] lag 1
           *[other] lagen { $found }
        }!
       *[0] { $name } hat dich erwischt! Du hast { $bid } geboten, aber da { $found ->
            [0] lag keine einzige
            [one] lag nur 1
           *[other] lagen nur { $found }
        }.
    }
news-lost = { $left ->
        [0] Das war dein letzter Würfel: Du bist raus.
        [one] Das kostet dich einen Würfel: Du hast noch 1.
       *[other] Das kostet dich einen Würfel: Du hast noch { $left }.
    }

# Das Brett

board-title = Lügenwürfel · { $dice } Würfel
board-over = Lügenwürfel · das Ende
board-no-bid = **Noch kein Gebot.** { $name } fängt an.
board-bid = { $name } bietet **{ $bid }**.
board-opened = **{ $bid }?** „Gelogen!“, sagt { $name } zu { $bidder }. Da { $found ->
        [0] lag keine einzige
        [one] lag **1**
       *[other] lagen **{ $found }**
    }: { $loser } verliert einen Würfel.
board-shown = { $name }: { $dice }
board-player = { $name }: { $dice ->
        [0] raus
        [one] **1** Würfel
       *[other] **{ $dice }** Würfel
    }
banner-alt = Würfelbecher mit Katzengesichtern lächeln auf einem Tisch voller Würfel.
table-alt-none = Noch kein Gebot.
table-alt-bid = Gebot von { $name }: { $bid }.
table-alt-opened = Gebot von { $name }: { $bid }. Da { $found ->
        [0] lag keine einzige
        [one] lag 1
       *[other] lagen { $found }
    }.
table-alt-dice = { $name } hatte { $dice }.
table-alt-podium = Auf dem Podest, vom ersten Platz an: { $names }.
board-ones = { $wild ->
        [1] Einsen sind Joker: Sie zählen als jede Zahl.
       *[0] Einsen sind nur Einsen.
    }

# Was mir gehört

button-hand = Meine Würfel
hand-dice = Deine Würfel
hand-table = { $wild ->
        [1] { $dice } Würfel im Spiel. Einsen sind Joker.
       *[0] { $dice } Würfel im Spiel. Einsen sind nur Einsen.
    }
hand-alt = Deine Würfel: { $dice }.
hand-first = **Du fängst an! Wie viele Würfel?**
hand-bid = **Biete höher oder sag „Gelogen!“**
hand-face = **{ $count }-mal welche Zahl?**
hand-wait = Gerade bietet jemand anders … Bist du dran, siehst du es gleich hier.
hand-look = Becher hoch! { $out ->
        [1] Gleich würfeln die anderen neu.
       *[0] Gleich würfelt ihr alle neu.
    }
hand-out = Du hast keine Würfel mehr. Lehn dich zurück und schau, wer am besten lügt.
predict-lie = 🔮 **Gelogen oder nicht?** { $name } bietet **{ $bid }**.
predict-lie-lie = Gelogen!
predict-lie-true = Stimmt
hand-more = Mehr Würfel …
hand-count = { $count } Würfel
hand-from = { $claim } oder höher
hand-back = Zurück

# Das Notizbuch

button-notebook = Notizbuch
notebook-text = So wahrscheinlich sind die Gebote, wenn man nur deine Würfel kennt. Das siehst nur du.
notebook-table = Das letzte Gebot
notebook-higher = Die nächsthöheren Gebote
notebook-chance = { $bid }: { $chance } %

# Die Übung

lesson-begin = Willkommen! Du und { $name } habt je drei Würfel und seht nur die eigenen. Biete, wie viele Würfel einer Zahl **unter beiden Bechern** liegen: *{ $bid }* stimmt auf jeden Fall{ $paw ->
        [1] : Deine Pfote ist eine Eins und zählt als jede Zahl
       *[0] {""}
    }. (`/cats learn` bringt dich hierher zurück.)
lesson-again = Neue Würfel, und du fängst an. *{ $bid }* stimmt auf jeden Fall{ $paw ->
        [1] , dank deiner Pfote: Sie ist eine Eins
       *[0] {""}
    }. Ein mutigeres Gebot ist schwerer zu überbieten, kann aber gelogen sein.
lesson-wait = Jetzt ist { $name } dran. Drück auf **{ button-go-on }**, wenn du so weit bist.
lesson-raise = { $bid }: Das stimmt zu **{ $chance } %**. Biete lieber höher: *{ $better }* (**{ $odds } %**).
lesson-challenge = { $bid }: Das stimmt nur zu **{ $chance } %**, und jedes höhere Gebot ist riskanter. Sag **„{ move-liar }“**
lesson-impossible = Schau auf deine Würfel: { $bid }, das kann nicht stimmen. Sag **„{ move-liar }“**
lesson-opened = { $wild ->
        [1] { $paw ->
            [1] Mit den Einsen (den Pfoten)
           *[0] Mit den Einsen
        } { $found ->
            [0] lag da keine einzige
            [one] lag da 1
           *[other] lagen da { $found }
        }.
       *[0] Da { $found ->
            [0] lag keine einzige
            [one] lag 1
           *[other] lagen { $found }
        }.
    } { $bid } { $true ->
        [1] hat gestimmt
       *[0] war zu hoch
    }: { $lost ->
        [you] Du verlierst einen Würfel
       *[they] { $name } verliert einen Würfel
    }.
lesson-over = **Das war die Übung, gut gemacht!** Jetzt spiel mit deinen Freunden: `/cats play`.

# Das Ende und die Punkte

end-winner = 🏆 **{ $name } gewinnt!**
end-line = { $medal } { $name }
end-order = Ohne Würfel liegt vorn, wer länger dabei war.
feat-lie = 🤥 { $most ->
        [1] frechste Lüge:{" "}
       *[0] {""}
    }{ $bid }, { $found ->
        [0] keine da
       *[other] nur { $found } da
    }
feat-caught = 🔎 { $most ->
        [1] beste Spürnase:{" "}
       *[0] {""}
    }{ $count ->
        [one] 1 Lüge erwischt
       *[other] { $count } Lügen erwischt
    }
feat-honest = 😇 nie zu hoch geboten
feat-quiet = 😼 nichts verraten
result-place =
    { $rank ->
        [1] 🏆 **Du hast gewonnen** und noch { $dice } Würfel übrig!
       *[other] Du bist auf **Platz { $rank }**.
    }
# Die Regeln

rules-idea-title = Würfel unter Bechern
rules-idea =
    🎲 Ihr würfelt alle gleichzeitig unter euren Bechern. Du siehst nur deine eigenen Würfel.

    🗣️ Reihum bietet ihr auf **alle Würfel auf dem Tisch zusammen**. *5 Vieren* heißt: „Unter all unseren Bechern liegen mindestens fünf Vieren.“ Du musst nicht die Wahrheit sagen.

    🤥 Du glaubst das Gebot vor dir nicht? Sag **„{ move-liar }“** Alle Becher gehen hoch, und wer von euch beiden falsch lag, verliert einen Würfel.

    🏆 Keine Würfel mehr? Dann bist du raus. **Wer zuletzt noch Würfel hat, gewinnt.**

rules-bid-title = Bieten
rules-bid =
    Wenn du dran bist, drück unter dem Spielbrett auf 🐾. Biete **höher** als das letzte Gebot:

    ⬆️ **mehr Würfel**, egal von welcher Zahl: nach *4 Fünfen* zum Beispiel *5 Zweien*;
    ➡️ oder **gleich viele Würfel einer höheren Zahl**: nach *4 Fünfen* also *4 Sechsen*.

    Du kannst nicht mehr Würfel bieten, als auf dem Tisch sind.

    🃏 **Einsen sind Joker**, außer wer den Tisch leitet, hat das abgestellt: Sie zählen als jede Zahl (auf den Bildern ist die Eins eine Pfote). Solange sie Joker sind, kannst du nicht auf Einsen bieten.

    Wähl erst, wie viele Würfel, dann, welche Zahl.

rules-liar-title = „Gelogen!“
rules-liar =
    Du hast { $own }, Ada hat { $ada }. Ada bietet *5 Dreien*, und du sagst: „{ move-liar }“

    Die Becher gehen hoch. Da liegen drei Dreien, und deine Eins ist ein Joker: Das macht vier. *5 Dreien* war zu hoch, also **verliert Ada einen Würfel**.

    Wären es fünf oder mehr gewesen, hätte das Gebot gestimmt, und **du** hättest einen verloren.

    👀 Einen Moment lang seht ihr alle Würfel. Dann würfelt ihr alle neu, und wer einen Würfel verloren hat, fängt an. War es der letzte, fängt an, wer als Nächstes noch Würfel hat.

rules-end-title = Rausfliegen und gewinnen
rules-end =
    💨 Dein letzter Würfel ist weg? Dann bist du raus und schaust den anderen zu. Wer zuschaut, sieht Würfel nur, wenn die Becher hochgehen.

    🏆 Wer zuletzt noch Würfel hat, gewinnt. Je früher du raus bist, desto schlechter dein Platz.

    💡 Zähl zuerst deine eigenen Würfel. Von sechs verdeckten Würfeln zeigt im Schnitt einer die Zahl, die du brauchst, oder zwei, wenn Einsen Joker sind.

## Computers

level-kitten = Kätzchen
level-kitten-told = Bietet nach Lust und Laune und ruft viel zu früh „Gelogen!“. Genau richtig für den Anfang!
level-tomcat = Kater
level-tomcat-told = Kennt die Chancen bei jedem Gebot. Für alle mit etwas Übung.
level-fox = Alter Fuchs
level-fox-told = Liest deine Gebote und blufft, ohne mit dem Bart zu zucken. Für Nervenstarke!

moment-bluff = { $name } hat { $bid } geboten und ist damit durchgekommen: Da { $there ->
        [0] lag keine einzige
        [one] lag nur 1
       *[other] lagen nur { $there }
    }.
moment-caught = { $name } hat { $other } bei { $bid } erwischt: Da { $there ->
        [0] lag keine einzige
        [one] lag nur 1
       *[other] lagen nur { $there }
    }.
moment-exact = { $name } hat { $other } nicht geglaubt, aber { $bid } stimmte haargenau.
moment-back = { $name } hatte hier nur noch einen Würfel und hat trotzdem gewonnen.
moment-turn = { $what ->
        [own-bid] { $name } hat { $bid } geboten: Die eigene Siegchance
        [other-bid] { $other } hat { $bid } geboten: Die Siegchance von { $name }
        [own-challenge] { $name } hat { $bid } nicht geglaubt: Die eigene Siegchance
       *[other-challenge] { $other } hat { $bid } nicht geglaubt: Die Siegchance von { $name }
    } ging von { $before } auf { $after } %.

award-never-wrong = 🔎 Dreimal oder öfter „Gelogen!“ gesagt und immer recht gehabt
award-four-in-a-row = 🔥 Vier Lügen in Folge erwischt
award-opening = 👃 Schon beim ersten Gebot die Lüge gerochen
award-exact = 🎯 Zweimal angezweifelt, beide Male haargenau richtig
award-bold-bid = 🦁 Gleich um zwei Würfel erhöht, und es stimmte
award-last-die = 🎲 Mit dem letzten Würfel dreimal recht behalten
award-duel = 🤺 Im Duell hinten gelegen und trotzdem gewonnen
award-hardly-a-die = 🛡️ Gewonnen und höchstens einen Würfel verloren
medal-points = { $points ->
    [one] 1 Würfel
   *[other] { $points } Würfel
}
number-rounds = { $count } { $count ->
    [one] Runde
   *[other] Runden
}
number-lies = { $count } { $count ->
    [one] Lüge
   *[other] Lügen
} ertappt

award-title-never-wrong = Lügendetektor
award-title-four-in-a-row = Vier auf einen Streich
award-title-opening = Spürnase
award-title-exact = Volltreffer
award-title-bold-bid = Löwenherz
award-title-last-die = Einer reicht
award-title-duel = Spieß umgedreht
award-title-hardly-a-die = Eiserner Becher
