game-title = Quickpick
game-blurb = Jemand macht ein Monstergesicht, die anderen tippen um die Wette auf das richtige Plättchen.
game-sign = 👹
game-length = 15 Min.

# Die Monster: Eigennamen, in jeder Sprache gleich; sie beginnen mit dem Buchstaben des Plättchens.

mask-a = Ako
mask-b = Bim
mask-c = Cro
mask-d = Duf
mask-e = Elo
mask-f = Fip
mask-g = Gox
mask-h = Hoo
mask-i = Ixi
mask-j = Jub
mask-k = Kez
mask-l = Lum
mask-m = Mog
mask-n = Neb
mask-o = Oby
mask-p = Paz

# Gesichter: kurz, denn sie stehen auf Knöpfen und in Bildern.

feature-brows = Brauen
feature-eyes = Augen
feature-mouth = Mund
feature-tongue = Zunge
feature-head = Kopf
part-brows-up = Brauen hoch
part-brows-down = Brauen tief
part-eyes-wide = Augen auf
part-eyes-shut = Augen zu
part-mouth-round = Mund rund
part-mouth-flat = Mund flach
part-tongue-out = Zunge raus
part-tongue-in = Zunge drin
part-head-left = Kopf links
part-head-right = Kopf rechts

# Laute: in keiner Sprache ein Wort und kein Anfang eines Monsternamens.

sound-grr = Grr
sound-muaa = Muaa
sound-zzz = Zzz
sound-pff = Pff
sound-brr = Brr
sound-uuh = Uuh
sound-tss = Tss
sound-wah = Wah
sound-iih = Iih
sound-rrr = Rrr

masks-counted =
    { $masks ->
        [0] keine Masken
        [one] eine Maske
       *[other] { $masks } Masken
    }

# Die Computer

level-dreamer = Traumtänzer
level-dreamer-told = Lässt sich Zeit beim Hinsehen. Gut für Kinder und die ersten Spiele.
level-guest = Gast
level-guest-told = Schaut genau hin und riskiert mal was. Gut für alle.
level-daredevil = Draufgänger
level-daredevil-told = Schlägt blitzschnell zu. Für scharfe Augen und flinke Pfoten.

# Was vor dem Spiel gewählt wird

option-mode = 🎭 Spielweise: { $choice }
choice-mode-composer = Gesichter aus Teilen
choice-mode-sounds = Gesichter aus Teilen, mit Lauten
choice-mode-camera = echte Gesichter, Kameras an
option-clock-look = ⏱️ Zeit für die Maske: { $choice }
option-seconds = ⌛ Zeit pro Rennen: { $choice }
choice-seconds-30 = 30 Sekunden
choice-seconds-60 = 1 Minute
choice-seconds-90 = 90 Sekunden
choice-seconds-120 = 2 Minuten
choice-seconds-180 = 3 Minuten
option-choosing = ✋ Tippen: { $choice }
choice-choosing-quick = schnell, bis das richtige Plättchen weg ist
choice-choosing-all = geduldig, bis alle getippt haben
choice-choosing-calm = ruhig und geheim (Hausregel)

# Wer ist dran

asked-draw = { $name }, schau deine Maske an
asked-slap = Welches Monster ist { $name }?
asked-closing = Letzte Tipps …
asked-race = Schluss
asked-last-call = Gleich ist Schluss

# Was geschehen ist

guessed = Es war { $mask }! { $guesser } bekommt eine Belohnung, { $name } die Maske.
not-guessed = Es war { $mask }, und niemand lag richtig. Zwei Masken sind raus.
prize = Deine Belohnung: { $mask }.
kept = Du behältst { $mask }.
gone = { $mask } ist raus.
not-waited-for = 💤 { $name } hat zweimal nichts getippt: Die nächsten Rennen warten nicht auf { $name }.
missed = Diesmal nicht. Gleich kommt das nächste Gesicht!
overtaken = Schade, { $name }: Jemand war schneller.
table-time-out-mime = ⏰ { $name } braucht lange: Solange zeigt der Computer das Gesicht.
table-time-out-camera = ⏰ { $name } braucht lange: Diesmal mimt, wer links davon sitzt.
passed-on = { $name } mimt diesmal nicht. Links geht's weiter!
left = { $name } ist raus, samt allen gesammelten Masken.
void = { $name } ist gegangen und hat das Geheimnis mitgenommen. Zwei Masken sind raus.

# Was mir geschehen ist

news-right = 🎉 { $mask } war richtig, und du warst zuerst da! Deine Belohnung: { $prize }.
news-understood = 🎉 { $guesser } hat dein Gesicht erkannt, also gehört { $mask } jetzt dir.
news-late = Es war { $mask }, wie du dachtest, aber { $guesser } war schneller.
news-wrong = Diesmal nicht: Es war { $mask }, nicht { $own }. { $guesser } lag richtig.
news-idea = Es war { $mask }, und { $guesser } lag richtig.
news-unseen = Niemand hat dein Gesicht erkannt, also ist { $mask } raus.
news-nobody = Niemand lag richtig: Es war { $mask }.
news-nobody-wrong = Niemand lag richtig: Es war { $mask }, nicht { $own }.
news-table-time-out-mime = ⏰ Du hast lange gebraucht, also zeigt der Computer dein Gesicht. Drück auf einen Teil, dann machst du wieder selbst weiter.
news-table-time-out-camera = ⏰ Du hast lange gebraucht, also mimt jetzt jemand anders.
news-not-waited-for = 💤 Du hast zweimal nichts getippt, also warten die Rennen nicht mehr auf dich. Tippst du wieder, dann schon.
news-overtaken = Knapp! Eine andere Hand war einen Wimpernschlag früher da, und dein Tipp ist futsch.

# Was nicht geht

breath = Nicht so schnell! Eins nach dem anderen, mit zwei Sekunden dazwischen.
too-late = { $guesser } war schneller: Es war { $mask }.
too-late-nobody = Das Rennen ist vorbei: Es war { $mask }, und niemand lag richtig.
hand-is-down = Du hast schon getippt, und dabei bleibt es. Gleich kommt das nächste Gesicht!
mime-knows = Du mimst und weißt ja, welches Monster es ist. Lass die anderen raten!

# Das Brett

board-title = Quickpick · Runde { $turn } von { $turns }
board-over = Quickpick · das Ende
board-next = 🎭 **{ $name }, du mimst!** Drück auf **{ button-hand }** und schau deine Maske an. Alle anderen: Macht euch bereit, denn damit beginnt das Rennen!
board-camera-ready = 📹 Alle in einen Sprachkanal, Kameras an. Los geht's erst, wenn ihr { $name } alle seht.
board-camera = 📹 **{ $name } macht jetzt das Gesicht!** Nur mit Gesicht und Kopf: keine Hände, keine Worte. Laute sind erlaubt, wenn ihr das so ausgemacht habt. Alle anderen: Schaut genau hin!
part-shown = 🎭 **Das Gesicht von { $name } bisher:** { $parts }
board-face-none = 🎭 **{ $name } zeigt gleich den ersten Teil …**
sound-made = 💬 { $sounds }
board-done = 👇 **Mehr gibt es nicht. Tipp jetzt!**
board-guess = 👇 **Drück auf das richtige Monster!** Ein Tipp pro Nase, die schnellste Hand gewinnt.
board-guess-calm = 👇 **Drück auf das richtige Monster!** Nur ein Tipp, streng geheim: Lass dir Zeit.
board-chosen = ✋ { $hands }

last-face = **Das Gesicht war { $face }**: { $parts }.
last-guessed = 🎁 { $guesser } hat es erkannt!
last-missed = 💨 Niemand hat es erkannt.
last-hands = ✋ { $hands }
hands-idea = keine Ahnung
chosen-late = zu spät

counts-title = Gesammelte Masken
counts-player = { $name }: { $count }
counts-head = Runde { $turn } von { $turns } · gesammelte Masken:
counts-line = { $name } **{ $masks }**
counts-deck = 🃏 Im Stapel: { $count }
gallery-first = Monster A bis H
gallery-second = Monster I bis P

# Was nur ich sehe

button-hand = Nur für mich
button-masks = Meine Sammlung
button-look = Maske anschauen
button-pass-on = Weitergeben
button-done = Fertig
button-no-idea = Keine Ahnung

draw-composer = **Sobald du deine Maske anschaust, beginnt das Rennen.** Zeig dann ihr Gesicht Teil für Teil: Alle sehen es sofort.
draw-sounds = **Sobald du deine Maske anschaust, beginnt das Rennen.** Zeig dann ihr Gesicht Teil für Teil, und dazu Laute, die alle lesen!
draw-camera = **Kamera an? Sobald du deine Maske anschaust, beginnt das Rennen.** Mach ihr Gesicht nach, nur mit Gesicht und Kopf: keine Hände, keine Worte. Laute sind erlaubt, wenn ihr das so ausgemacht habt.
pass-on-first = Keine Lust? Drück auf **{ button-pass-on }**, dann mimt, wer links von dir sitzt. Beim zweiten Mal bist du raus.
pass-on-last = ⚠️ **Du hast schon einmal weitergegeben. Beim zweiten Mal bist du raus**, und deine Masken zählen nicht mehr.
mime-mask = 🤫 Deine Maske: **{ $face }** ({ $parts })
mime-composer = **Welchen Teil zeigst du jetzt?** Höchstens einen alle zwei Sekunden. Rät jemand richtig, behältst du die Maske.
mime-sounds = **Welcher Teil oder Laut kommt jetzt?** Höchstens einer alle zwei Sekunden. Rät jemand richtig, behältst du die Maske.
mime-camera = **Mach jetzt dieses Gesicht!** Nur mit Gesicht und Kopf: keine Hände, keine Worte. Rät jemand richtig, behältst du die Maske.
mime-shown = Bisher gezeigt: { $parts }
mime-done = **Mehr zeigst du nicht.** Verrate jetzt nichts, bis das Rennen vorbei ist!

own-wait = Gleich wird die nächste Maske gezogen. Mach dich bereit!
own-slap = **Welches Monster ist { $name }?** Drück auf dem Spielbrett auf seinen Buchstaben. Du hast nur einen Tipp, ein falscher kostet nichts.
own-slap-here = **Welches Monster ist { $name }?**
own-hand = ✋ Deine Hand liegt auf **{ $face }**, und da bleibt sie.
own-late = 💨 Bei **{ $face }** war jemand schneller, und dein Tipp ist futsch. Gleich kommt das nächste Gesicht!
own-idea = 🤷 Diesmal keine Ahnung. Gleich kommt das nächste Gesicht!
own-out = Du bist aus diesem Spiel raus, kannst aber weiter zuschauen.
predict-finder = 🔮 **Wer findet das nächste Monster zuerst?**
predict-finder-nobody = Niemand
own-pile = Bisher gesammelt: { $count }.
masks-none = Du hast noch keine Masken.
masks-secret = Welche Masken du hast, siehst nur du. Wie viele es sind, sehen alle.

# Das Ende und der Stand

end-winner = 🏆 **{ $names } gewinnt mit den meisten Masken!**
end-shared = 🏆 **Geteilter Sieg, mit gleich vielen Masken:** { $names }
end-place = { $rank } { $name }: { $count }
end-line = { $rank } { $name } **{ $masks }**
result-won = 🏆 **Du hast gewonnen!** Deine Beute: { $count }.
result-shared = 🏆 **Ihr teilt euch den Sieg!** Deine Beute: { $count }.
result-place = Du bist auf **Platz { $rank }**. Deine Beute: { $count }.
result-sources =
    { $guessed ->
        [0] Du hast kein Gesicht erkannt,
        [one] Du hast ein Gesicht erkannt,
       *[other] Du hast { $guessed } Gesichter erkannt,
    } { $understood ->
        [0] und deine hat niemand erkannt.
        [one] die anderen eins von deinen.
       *[other] die anderen { $understood } von deinen.
    }
result-fan = { $name } versteht dich am besten und hat { $faces } deiner Gesichter erkannt.
result-left = Du bist vor dem Ende gegangen, also zählen deine Masken nicht.
score-turn = Runde { $turn } von { $turns }

# Die Übung

lesson-begin = Willkommen auf der Insel! Hier wohnen sechzehn Monster, und jedes schneidet ein anderes Gesicht. Achte auf Brauen, Augen, Mund, Zunge und Kopf.
lesson-look = Gleich zieht { $name } eine geheime Maske und zeigt ihr Gesicht, Teil für Teil, und du suchst das Monster dazu. Weiter geht es erst, wenn du auf **{ button-go-on }** drückst. Das alles siehst nur du, und `/cats learn` bringt dich hierher zurück.
lesson-watch = **{ button-go-on }** zeigt dir immer einen Teil mehr. Zu welchem Monster passen alle? Drück auf seinen Buchstaben. Du hast nur einen Tipp.
lesson-left =
    { $part }: Jetzt passen noch { $left } Monster. { $left ->
        [2] Trau dich, oder sieh dir noch einen Teil an!
       *[other] Nach dem nächsten Teil sind es nur noch halb so viele.
    }
lesson-certain = Jetzt passt nur noch ein Monster. Such es, und drück auf seinen Buchstaben!
lesson-chosen = In dieser Übung bleiben alle Tipps geheim, bis alle getippt haben. Sonst bekommt die erste Hand sofort das Plättchen, da lohnt es sich, schnell zu sein.
lesson-right = Ein erkanntes Gesicht bringt euch beiden eine Maske: Du hast deine Belohnung gezogen, und { $name } behält die, die du erkannt hast.
lesson-wrong = Ein falscher Tipp kostet nichts. Der Unterschied: { $parts }. So sieht { $mask } aus, { $own } aber nicht.
lesson-idea = Rate nächstes Mal einfach: Ein falscher Tipp kostet nichts.
lesson-differs = Der Unterschied: { $parts }. So sieht { $mask } aus, { $own } aber nicht.
lesson-your-turn = Jetzt mimst du! Die Maske siehst nur du.
lesson-mime = Das ist dein Geheimnis. Drück auf einen Teil, und alle anderen sehen ihn sofort. Mach es ihnen leicht: Erkennt jemand dein Gesicht, bekommt ihr beide eine Maske.
lesson-mime-on = Weiter so! Mit jedem Teil passen nur noch halb so viele Monster.
lesson-mime-enough = Vier Teile verraten alles. Drück auf **{ button-done }**, oder zeig auch den letzten.
lesson-mime-done = Drück auf **{ button-go-on }**, dann tippen die anderen.
lesson-understood = Jetzt bekommt ihr beide eine Maske: { $guesser } zieht eine Belohnung, und du behältst die gezeigte.
lesson-unseen = Das passiert den Besten. Deine Maske ist raus, und noch eine, die niemand sieht.
lesson-over = **Das war die Übung, gut gemacht!** Mit anderen ist es ein Rennen, und die erste Hand bekommt das Plättchen. Jetzt spiel mit deinen Freunden: `/cats play`.

# Bilder: die Wörter darin, und was an ihrer Stelle gesagt wird

picture-unknown = noch nicht
picture-unshown = bleibt geheim
picture-mask = Maske
picture-masks = Masken
banner-alt = Sechzehn Monster lugen bei Sonnenuntergang auf einer Insel hervor.
tiles-alt = Die sechzehn Monsterplättchen in vier Reihen, A bis P.
tiles-alt-shown = Das Gesicht bisher: { $parts }.
hands-alt = Wer was getippt hat: { $hands }.
hands-alt-hand = { $name }: { $choice }
revealed-alt = Das Ergebnis des Rennens. Das richtige Gesicht: { $mask } ({ $parts }).
secret-alt = Deine Maske: { $mask } ({ $parts })
unseen-alt = Deine Maske liegt verdeckt: Du hast sie noch nicht angeschaut.
won-alt = Deine Masken: { $masks }
end-alt = Die Plätze am Ende, mit den Masken von allen:
end-alt-place = { $rank }. { $name }: { $count }

# Die Regeln

rules-parts = Die zehn Teile

rules-idea-title = Die Insel der Monstermasken
rules-idea =
    🏝️ Auf dieser Insel wohnen sechzehn Monster, und jedes schneidet ein anderes Gesicht. **Erkenne das Gesicht schneller als alle anderen und sammle die meisten Masken!**

    🎭 Reihum mimt eine Person: Sie zieht eine geheime Maske und zeigt deren Gesicht.

    ✋ Alle anderen suchen dieses Gesicht unter den sechzehn Plättchen und legen eine Hand darauf. Du hast nur einen Tipp, und die erste Hand bekommt das Plättchen.

    🃏 Im Stapel liegen sechs geheime Masken für jede Person am Tisch. Jedes Gesicht gibt es in der Schachtel dreimal, also kann ein Monster wiederkommen. Ist der Stapel leer, gewinnt, wer die meisten Masken hat.

rules-turn-title = Eine Runde
rules-turn =
    1️⃣ **Wer mimt, schaut.** Drück unter dem Spielbrett auf 🐾 und dann auf **{ button-look }**. Damit beginnt das Rennen, vorher zählt kein Tipp.

    2️⃣ **Wer mimt, zeigt das Gesicht.** Die Maske sieht sonst niemand.

    3️⃣ **Die anderen raten, alle gleichzeitig.** Drück unter dem Spielbrett auf den Buchstaben des Monsters. Nur ein Tipp, und der gilt! Liegt dort schon eine Hand, ist dein Tipp futsch. Keine Idee? Drück auf **{ button-no-idea }**, dann müssen die anderen weniger warten.

    4️⃣ **Alle sehen die Maske**, sobald alle getippt haben oder die Zeit um ist. Ein schnelles Rennen endet auch, sobald das richtige Plättchen weg ist.
    ✅ Jemand lag richtig und zieht eine Belohnung vom Stapel, schaut sie an und behält sie. Die geheime Maske behält, wer sie gemimt hat.
    ❌ Niemand lag richtig: Die Maske ist raus, und noch eine, die niemand sieht.

    5️⃣ **Links geht's weiter:** Wer dort sitzt, mimt als Nächstes.

    ⌛ **Wie lange?** Ein Rennen dauert höchstens eine Minute, oder so lange, wie ihr vor dem Spiel wählt. Ist das ganze Gesicht gezeigt und hat mindestens die Hälfte getippt, ist nach 12 Sekunden Schluss. Wie viel Zeit für die Maske bleibt, steht vor dem Spiel am Tisch.

    💤 **Und wer nichts drückt?** Ohne Tipp hast du in diesem Rennen kein Plättchen, mehr passiert nicht. Nach zwei Rennen ohne Tipp wartet niemand mehr auf dich, bis du wieder drückst. Schaut beim Mimen jemand nicht hin oder zeigt nichts, zeigt der Computer das Gesicht. Mit Kameras mimt dann, wer links davon sitzt.

    Ein falscher Tipp kostet nichts, also trau dich! Und wenn du mimst, mach es den anderen leicht: Wird dein Gesicht erkannt, bekommst auch du eine Maske!

rules-faces-title = Die Gesichter
rules-faces =
    Jedes Gesicht besteht aus **fünf Teilen**, und jeder Teil kann auf zwei Arten aussehen. Keine zwei Monster haben alle fünf gemeinsam.

    Fünf Teile, aber vier genügen: Jeder Teil halbiert die Monster, die noch passen, also sind es 8, dann 4, dann 2, dann 1. Trau dich schon nach zwei oder drei Teilen, dann bist du oft vorn!

    Links und rechts sind so gemeint, wie du sie auf den Bildern siehst. Farben, Hörner und Kopfformen sind nur zum Anschauen da: Sie bedeuten nichts.

rules-modes-title = Spielweisen
rules-modes =
    Vor dem Spiel wählt ihr in den Optionen eine davon.

    🎭 **Gesichter aus Teilen.** Wer mimt, hat einen Knopf für jeden Teil des Gesichts. Ein Druck, und alle sehen den Teil auf dem Spielbrett, genau wie auf der Maske. Höchstens einer alle zwei Sekunden; wer mimt, bestimmt, was kommt und wann Schluss ist. Computer können mitspielen.

    💬 **Gesichter aus Teilen, mit Lauten.** Genauso, aber beim Mimen sind auch geschriebene Laute erlaubt: Grr, Muaa, Zzz und mehr, bis zu zwanzig in einem Rennen. Es sind keine echten Wörter, und was sie bedeuten, liegt bei euch.

    📹 **Echte Gesichter.** Für einen Sprachkanal mit Kameras. Ich teile die Masken aus, stoppe die Zeit und zähle; die Gesichter macht ihr.
    Wer mimt, macht das Gesicht der Maske nach, **nur mit Gesicht und Kopf: keine Hände, keine Gegenstände, keine Worte**. Laute wie Grr oder Muaa sind erlaubt, wenn ihr das so ausmacht.
    Alle anderen schauen zu und drücken auf den Buchstaben. Computer können nicht mitspielen.
    Heute keine Kamera? Drück auf **{ button-pass-on }**, dann mimt, wer links von dir sitzt. Beim zweiten Mal bist du raus.

    ✋ **Auch wann ein Rennen endet, wählt ihr vorher.**

    ⚡ **Schnell:** sobald das richtige Plättchen weg ist.
    ⏳ **Geduldig:** erst wenn alle getippt haben oder die Zeit um ist, dann seht ihr alle Tipps. Auch hier zählt die erste Hand.
    🐢 **Ruhig** ist eine Hausregel für jede Spielweise: Alle Tipps bleiben geheim, bis alle getippt haben oder die Zeit um ist. Liegen mehrere richtig, zählt, wer im Uhrzeigersinn als Erstes nach der Person kommt, die mimt. So muss niemand schnell sein.

rules-end-title = Das Ende, und gut zu wissen
rules-end =
    🏁 Das Spiel ist vorbei, wenn der Stapel leer ist. Dann haben alle dreimal gemimt, außer jemand hat weitergegeben oder ist gegangen. **Wer die meisten Masken hat, gewinnt**, bei Gleichstand teilt ihr euch den Sieg.

    ❓ **Welche Hand war zuerst da?** Die, die nach der Uhr von Discord zuerst gedrückt hat, nicht die, die zuerst bei mir ankam. Darum bleibt ein Rennen noch eine halbe Sekunde offen, wenn das richtige Plättchen weg ist.
    ❓ **Ist es unfair, dass ein schnelles Rennen endet, sobald jemand richtig liegt?** Nein, denn gewinnen kann es dann sonst niemand mehr. Wollt ihr alle Tipps sehen, wählt in den Optionen ein geduldiges Rennen.
    ❓ **Jemand spielt nach Gehör?** So ist es fair: Wählt in den Optionen nur Text und ein ruhiges Rennen. Dann stehen alle Teile und alle Monster in Worten da, und niemand muss schnell sein.
    ❓ **Darf ich meine Belohnungen noch einmal ansehen?** Ja, drück auf **{ button-masks }**. Sonst sieht sie niemand.
    ❓ **Wandern die Plättchen?** Nie. Weißt du, wo dein Monster sitzt, bist du schneller.
    ❓ **Wer fängt an?** Das entscheidet das Los, und auch, wer wo sitzt.
    ❓ **Und wenn jemand geht?** Ein Computer springt ein. Mit Kameras kann er das nicht: Dann zählen die Masken dieser Person nicht mehr, und bei weniger als drei Leuten endet das Spiel sofort.
    ❓ **Und wenn diese Person gerade mimt?** Hat sie die Maske schon angeschaut, sind zwei Masken raus, als hätte niemand richtig gelegen. Sonst mimt, wer links davon sitzt.

moment-fast = { $name } hat { $mask } nach { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } erkannt.
moment-short = { $name } hat von { $mask } nur { $parts ->
        [one] einen Teil
       *[other] { $parts } Teile
    } gezeigt, und schon war alles klar.
moment-fooled = { $name } hat { $mask } gezeigt, und niemand hat es erkannt.
moment-turn = { $whose ->
        [own] { $name } hat { $mask } erkannt: Damit ging die eigene
        [other] { $other } hat { $mask } erkannt: Für { $name } ging die
       *[nobody] Niemand hat { $mask } erkannt: Für { $name } ging die
    } Siegchance von { $before } auf { $after } %.

award-five-faces = 🖐️ Fünf Gesichter oder mehr erkannt
award-three-in-a-row = 🔥 Drei Rennen in Folge gewonnen
award-never-wrong = 💎 Nie auf ein falsches Plättchen getippt
award-two-parts = ⚡ Zweimal nach höchstens zwei Teilen richtig getippt
award-kept-cool = 🧊 Zweimal richtig, wo schon zwei falsch lagen
award-clear-face = 🎭 So gut gemimt, dass immer drei Teile reichten
award-both-sides = 🔁 Zweimal gut gemimt und gleich darauf richtig getippt
award-comeback = 🐢 Drei Masken zurückgelegen und trotzdem gewonnen
medal-points = { $points ->
    [one] 1 Maske
   *[other] { $points } Masken
}
number-races = { $count } Rennen
number-found = { $count } Monster erkannt

award-title-five-faces = High five
award-title-three-in-a-row = Hattrick
award-title-never-wrong = Makellos
award-title-two-parts = Blitzblick
award-title-kept-cool = Eiskalt
award-title-clear-face = Große Bühne
award-title-both-sides = Hin und zurück
award-title-comeback = Spätzünder
