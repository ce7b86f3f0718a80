game-title = Lügenwürfel
game-blurb = Biete auf die Würfel aller und kenne doch nur deine. Bluffe gut, und ertappe die anderen!
game-sign = 🎲
game-length = 15 Min.

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

option-dice = 🎲 Alle beginnen mit: { $choice }
choice-dice-5 = fünf Würfeln
choice-dice-3 = drei Würfeln, das geht schneller
choice-dice-1 = einem einzigen, im Nu vorbei
option-ones = 🃏 Einsen: { $choice }
choice-ones-wild = Joker, sie zählen als jede Zahl
choice-ones-plain = eine Zahl wie jede andere
option-help = 🔎 Hilfe beim Rechnen: { $choice }
choice-help-odds = Notizbuch mit Wahrscheinlichkeiten
choice-help-none = keine

# Wer ist dran

asked-first = { $name }: Mach das erste Gebot
asked-bid = { $name }: Biete höher oder sag „Gelogen!“
asked-look = Die Becher sind oben: Seht euch die Würfel an

# Was geschehen ist

begins = { $name } fängt an.
bid = { $name } bietet { $bid }.
opened = { $name } sagt zu { $bidder }: „Gelogen!“ Das Gebot war { $bid }, und es { $found ->
        [0] gab keine
        [one] gab 1
       *[other] gab { $found }
    }.
lost-die = { $left ->
        [0] { $name } verliert den letzten Würfel und ist raus.
        [one] { $name } verliert einen Würfel und hat noch 1.
       *[other] { $name } verliert einen Würfel und hat noch { $left }.
    }

# Was dir passiert ist

news-you-called = { $true ->
        [1] „Gelogen!“, hast du zu { $bidder } gesagt, aber { $bid } hat gestimmt: Es gab { $found }.
       *[0] Du hast { $bidder } ertappt! { $bid } war zu viel: Es gab { $found ->
            [0] keine
            [one] nur 1
           *[other] nur { $found }
        }.
    }
news-called-you = { $true ->
        [1] { $name } wollte dir { $bid } nicht glauben, aber es hat gestimmt: Es gab { $found }!
       *[0] { $name } hat dich ertappt: Statt { $bid } gab es { $found ->
            [0] keine
            [one] nur 1
           *[other] nur { $found }
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
board-bid = **{ $bid }**, bietet { $name }.
board-opened = **{ $bid }?** „Gelogen!“, sagt { $name } zu { $bidder }. Es gab { $found ->
        [0] keine
        [one] **1**
       *[other] **{ $found }**
    }: { $loser } verliert einen Würfel.
board-shown = { $name }: { $dice }
board-player = { $name }: { $dice ->
        [0] raus
        [one] **1** Würfel
       *[other] **{ $dice }** Würfel
    }
banner-alt = Katzen, die Würfelbecher sind, lächeln über einen Tisch voller Würfel.
table-alt-none = Noch kein Gebot.
table-alt-bid = Gebot von { $letter }: { $bid }.
table-alt-opened = Gebot von { $letter }: { $bid }. Es gab { $found }.
table-alt-dice = { $letter } hatte { $dice }.
board-ones = { $wild ->
        [1] Einsen zählen als jede Zahl.
       *[0] Einsen sind nur Einsen.
    }

# Was mir gehört

button-hand = Deine Würfel
hand-dice = Deine Würfel
hand-table = { $wild ->
        [1] { $dice } Würfel sind im Spiel, und Einsen zählen als jede Zahl.
       *[0] { $dice } Würfel sind im Spiel, und Einsen sind nur Einsen.
    }
hand-alt = Deine Würfel: { $dice }.
hand-first = **Du fängst an: Wie viele Würfel bietest du?**
hand-bid = **Mehr als { $bid }, oder ist das gelogen?**
hand-face = **Mindestens { $count }: von welcher Zahl?**
hand-wait = { $name } überlegt. Wenn du dran bist, drück unter dem Spielbrett auf 🐾.
hand-look = Die Becher sind oben! Gleich würfelt ihr alle neu.
hand-out = Du hast keine Würfel mehr. Lehn dich zurück und schau, wer am besten lügt.
hand-times = { $count } ×
hand-more = Mehr Würfel …
hand-count = { $count } Würfel
hand-back = Zurück

# Das Notizbuch

button-notebook = Notizbuch
notebook-text = Wie wahrscheinlich Gebote sind, allein nach deinen Würfeln: Die anderen können alles zeigen. Das siehst nur du.
notebook-table = Auf dem Tisch
notebook-higher = Das Nächste bei jeder Zahl
notebook-chance = { $bid }: { $chance } %

# Die Übung

lesson-begin = Willkommen am Tisch! Du und { $name } habt je drei Würfel. Deine siehst du, { $dice } sind verdeckt. Biete, wie viele Würfel einer Zahl **unter beiden Bechern** liegen: *{ $bid }* stimmt sicher. Drück erst, wie viele, dann, welche Zahl. (`/cats learn` führt hierher zurück.)
lesson-again = Neue Würfel, und du fängst an. *{ $bid }* stimmt sicher, aber ein kühneres Gebot ist schwerer zu überbieten.
lesson-wait = { $name } überlegt. Wenn sich nichts rührt, drück auf **{ button-go-on }**.
lesson-likely = { $bid } stimmt zu **{ $chance } %**. Biete lieber höher: ein wenig mehr, oder bluffe!
lesson-unlikely = { $bid } stimmt nur zu **{ $chance } %**. **„{ move-liar }“** ist einen Versuch wert.
lesson-impossible = Deine Würfel zeigen, dass { $bid } nicht stimmen kann: Sag **„{ move-liar }“**
lesson-opened = { $wild ->
        [1] Einsen zählen mit: Es { $found ->
            [0] gibt keine
            [one] gibt 1
           *[other] gibt { $found }
        }.
       *[0] Es { $found ->
            [0] gibt keine
            [one] gibt 1
           *[other] gibt { $found }
        }.
    } { $bid } { $true ->
        [1] hat gestimmt
       *[0] war gelogen
    }, also { $lost ->
        [you] verlierst du einen Würfel
       *[they] verliert { $name } einen Würfel
    }.
lesson-over = **Das war die Übung, gut gemacht!** Jetzt spiel mit deinen Freunden: `/cats play`.

# Das Ende und die Punkte

end-winner = 🏆 **{ $name } gewinnt!**
end-line = { $medal } { $name }
result-place =
    { $rank ->
        [1] 🏆 **Du hast gewonnen**, mit { $dice ->
            [one] 1 Würfel
           *[other] { $dice } Würfeln
        } übrig!
       *[other] **Platz { $rank }** für dich.
    }
button-story = In Zahlen
story-round = **{ $round }.** { $name } zweifelt an { $bid } von { $bidder }: { $found } { $true ->
        [1] ✅
       *[0] ❌
    }

# Die Regeln

rules-idea-title = Würfel unter Bechern
rules-idea =
    🎲 Ihr würfelt alle gleichzeitig, alle unter dem eigenen Becher. Du siehst nur deine eigenen Würfel.

    🗣️ Reihum bietet ihr darauf, was **alle Würfel auf dem Tisch zusammen** zeigen, zum Beispiel *5 Vieren*: „Unter all unseren Bechern liegen mindestens fünf Vieren.“ Die Wahrheit muss niemand sagen.

    🤥 Wer das letzte Gebot nicht glaubt, sagt **„{ move-liar }“** Alle Becher gehen hoch, und wer von beiden unrecht hat, verliert einen Würfel.

    🏆 Wer keine Würfel mehr hat, ist raus. **Wer zuletzt noch Würfel hat, gewinnt.**

rules-bid-title = Bieten
rules-bid =
    Wenn du dran bist, drück unter dem Spielbrett auf 🐾. Biete **höher** als das letzte Gebot:

    ⬆️ **mehr Würfel**, egal von welcher Zahl: Nach *4 Fünfen* kommt etwa *5 Zweien*;
    ➡️ oder **gleich viele Würfel einer höheren Zahl**: Nach *4 Fünfen* kommt *4 Sechsen*.

    Mehr Würfel, als auf dem Tisch sind, kann niemand bieten.

    🃏 **Einsen sind Joker**, wenn am Tisch nichts anderes gewählt ist: Sie zählen als jede Zahl (auf Bildern von Würfeln erkennst du sie an der Pfote). Dann bietet niemand auf Einsen.

    Drück zuerst, wie viele Würfel, dann, welche Zahl.

rules-liar-title = „Gelogen!“
rules-liar =
    Du hast { $own }, Ada hat { $ada }. Ada bietet *5 Dreien*, und du sagst: „{ move-liar }“

    Die Becher gehen hoch. Da liegen drei Dreien, und deine Eins ist ein Joker: Das macht vier. *5 Dreien* war gelogen, also **verliert Ada einen Würfel**.

    Wären es fünf oder mehr gewesen, hätte das Gebot gestimmt, und **du** hättest einen verloren.

    👀 Einen Moment lang seht ihr alle Würfel. Dann würfelt ihr neu, und wer einen Würfel verloren hat, fängt an. War es der letzte, fängt die nächste Person mit Würfeln an.

rules-end-title = Raus, und das Ende
rules-end =
    💨 Wer den letzten Würfel verloren hat, ist raus und schaut den anderen zu. Wer zuschaut, sieht Würfel nur, wenn die Becher hochgehen.

    🏆 Wer zuletzt noch Würfel hat, gewinnt. Die Plätze der anderen sind umgekehrt zur Reihenfolge, in der sie ausschieden: Wer zuerst raus ist, kommt auf den letzten Platz.

    💡 Zähl zuerst deine eigenen Würfel. Von sechs verdeckten Würfeln zeigt im Schnitt einer die Zahl, die du brauchst, oder zwei, wenn Einsen Joker sind.

## Computers

level-kitten = Kätzchen
level-kitten-told = Bietet nach Lust und Laune und glaubt fast alles, genau richtig für den Anfang.
level-tomcat = Kater
level-tomcat-told = Kennt die Chancen jedes Gebots, für alle mit etwas Übung.
level-fox = Alter Fuchs
level-fox-told = Liest deine Gebote und blufft, ohne mit dem Bart zu zucken, für alte Hasen.

moment-bluff = { $name } bot { $bid }, und alle glaubten es: Es gab { $there ->
        [0] keine
       *[other] nur { $there }
    }.
moment-caught = { $name } hat { $other } bei { $bid } erwischt: Es gab { $there ->
        [0] keine
       *[other] nur { $there }
    }.
moment-exact = { $other } bot { $bid }, { $name } glaubte es nicht, und es stimmte genau.
moment-back = { $name } hatte hier nur noch einen Würfel und hat trotzdem gewonnen.
moment-turn = { $what ->
        [own-bid] { $name } bot { $bid }: Das hieß
        [other-bid] { $other } bot { $bid }: Das hieß für { $name }
        [own-challenge] { $name } glaubte { $bid } nicht: Das hieß
       *[other-challenge] { $other } glaubte { $bid } nicht: Das hieß für { $name }
    } { $after } statt { $before } Prozent Siegchance.

award-never-wrong = 🔎 Dreimal oder öfter „Gelogen!“, und nie umsonst
award-four-in-a-row = 🔥 Viermal in Folge ein zu hohes Gebot erwischt
award-opening = 👃 Schon beim ersten Gebot die Lüge gerochen
award-exact = 🎯 Zweimal haargenau geboten und angezweifelt worden
award-bold-bid = 🦁 Gleich um zwei Würfel erhöht, und es stimmte
award-last-die = 🎲 Mit dem letzten Würfel dreimal recht behalten
award-duel = 🤺 Im Duell hinten gelegen und trotzdem gewonnen
award-hardly-a-die = 🛡️ Gewonnen und höchstens einen Würfel verloren
