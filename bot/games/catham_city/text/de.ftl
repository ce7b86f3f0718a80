game-title = Catham City
game-blurb = Zieh ins Rathaus von Catham City ein, mit Hilfe von Detektiven, Hackern und der Mafia.
game-sign = 🏙️
game-length = 30 Min.

# Fraktionen: kurz, denn sie stehen auf Knöpfen und in Bildern.

faction-detectives = Detektive
faction-scientists = Wissenschaftler
faction-robocats = Robocats
faction-mafia = Mafia
faction-hackers = Hacker
faction-police = Polizei
faction-journalists = Journalisten
faction-bureaucrats = Bürokraten

# Eine einzelne Karte.

one-detectives = Detektiv
one-scientists = Wissenschaftler
one-robocats = Robocat
one-mafia = Mafia
one-hackers = Hacker
one-police = Polizist
one-journalists = Journalist
one-bureaucrats = Bürokrat

cards = { $number } × { $faction }
several = { $number } Katzen
none = keine
points =
    { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }
hand-size =
    { $cards ->
        [one] 1 Karte
       *[other] { $cards } Karten
    }

# Was eine Fraktion bewirkt


effect-detectives = Spiel **3 Detektive und eine weitere Karte** einer beliebigen Fraktion, gern auch einen vierten Detektiv. Du bekommst 3 Punkte. Alle anderen können für 1 Punkt eine Karte dieser Fraktion abwerfen.
effect-scientists = Spiel **3 Wissenschaftler**. Du bekommst 2 Punkte und ziehst heimlich zwei Karten.
effect-robocats = Spiel **2 Robocats** und zieh heimlich fünf Karten; Punkte gibt's dafür keine. Oder spiel **4 Robocats** für 3 Punkte.
effect-mafia = Spiel **4 Mafiakarten**. Du bekommst 2 Punkte. Alle anderen haben die Wahl: zwei Karten abwerfen oder 1 Punkt zahlen. Wer weniger als zwei Karten hat, zahlt, falls noch ein Punkt da ist. Wer keine Punkte hat, wirft zwei Karten ab, oder die einzige.
effect-hackers = Spiel **1 bis 4 Hacker** gegen jemanden mit mindestens so vielen Karten. Misch sie in diese Hand und zieh dann blind ebenso viele Karten heraus. Jeder Hacker dabei bringt dir 1 Punkt und wird abgeworfen; alles andere nimmst du auf die Hand. Hacker, die noch drinstecken, gehören jetzt deinem Opfer.
effect-police = Spiel **beliebig viele Polizisten und eine Karte einer anderen Fraktion** gegen jemanden. Für jeden Polizisten ziehst du blind eine Karte aus dieser Hand; jede, die zu deiner anderen Karte passt, bringt dir 1 Punkt. Für jeden Polizisten dabei zieht dein Opfer eine neue Karte. Was du herausgezogen hast, wird abgeworfen.
effect-journalists = Spiel **2 Journalisten**. Du bekommst 2 Punkte. Alle anderen können dir eine Karte ihrer Wahl geben. Wer das tut, kann für 1 Punkt eine zweite dieser Fraktion abwerfen.
effect-bureaucrats = Spiel **beliebig viele Bürokraten** und deck ebenso viele Karten vom Stapel auf. Jede Fraktion, die dabei auftaucht, bringt dir 1 Punkt, auch die Bürokraten selbst. Danach wird alles abgeworfen.

# Wie gut die Computerkatzen spielen

level-kitten = Kätzchen
level-kitten-told = Greift nach allem, was glänzt. Genau richtig für den Anfang!
level-tomcat = Kater
level-tomcat-told = Plant voraus und behält dich im Auge. Für alle mit etwas Übung.
level-fox = Alter Fuchs
level-fox-told = Spielt alles im Kopf durch, bevor er zieht. Nur für Durchtriebene!

# Die Optionen

option-factions = 🐾 Fraktionen: { $choice }
pick-factions = Oder such dir { $picks } Fraktionen aus …
choice-factions-first-game = die fünf fürs erste Spiel
choice-factions-random = fünf zufällige, ihr seht sie beim Austeilen
choice-factions-detectives = Detektive
choice-factions-scientists = Wissenschaftler
choice-factions-robocats = Robocats
choice-factions-mafia = Mafia
choice-factions-hackers = Hacker
choice-factions-police = Polizei
choice-factions-journalists = Journalisten
choice-factions-bureaucrats = Bürokraten
option-actions = 🎬 Pro Zug: { $choice }
choice-actions-one = eine Aktion
choice-actions-two = zwei Aktionen, für Profis
option-leavers = 🚪 Wenn jemand geht: { $choice }
choice-leavers-computer = ein Computer springt ein
choice-leavers-nobody = niemand springt ein

# Wer ist dran

asked-action =
    { $many ->
        [one] { $name }: Karten nehmen oder spielen
        [two] { $name }: zweimal Karten nehmen oder spielen
       *[last] { $name }: noch einmal Karten nehmen oder spielen
    }
asked-discard =
    { $number ->
        [one] { $name } muss eine Karte abwerfen
       *[other] { $name } muss { $number } Karten abwerfen
    }
asked-detectives = { $names }: Antwort an die Detektive
asked-mafia = { $names }: Antwort an die Mafia
asked-journalists = { $names }: Antwort an die Journalisten

# Was geschehen ist

took = { $name } nimmt { $cards }.
detectives = { $name } spielt die Detektive mit 1 × { $card } und bekommt 3 Punkte.
scientists = { $name } spielt die Wissenschaftler und bekommt 2 Punkte.
robocats-drew =
    { $number ->
        [one] { $name } spielt zwei Robocats und zieht eine Karte.
       *[other] { $name } spielt zwei Robocats und zieht { $number } Karten.
    }
robocats-scored = { $name } spielt vier Robocats und bekommt 3 Punkte.
mafia = { $name } spielt die Mafia und bekommt 2 Punkte.
hackers =
    { $scored ->
        [0] { $name } hackt { $target } und nimmt { $cards } mit.
       *[other]
            { $number ->
                [0] { $name } hackt { $target } und bekommt { $points }.
               *[other] { $name } hackt { $target }, nimmt { $cards } mit und bekommt { $points }.
            }
    }
police =
    { $number ->
        [0] { $name } sucht { $card } bei { $target }, aber die Hand ist leer.
       *[other]
            { $scored ->
                [0] { $name } sucht { $card } bei { $target }: kein Treffer. Abgeworfen: { $cards }.
               *[other] { $name } sucht { $card } bei { $target } und bekommt { $points }. Abgeworfen: { $cards }.
            }
    }
journalists = { $name } spielt die Journalisten und bekommt 2 Punkte.
bureaucrats = { $name } spielt Bürokraten, deckt { $cards } auf und bekommt { $points }.
pursued = { $name } wirft 1 × { $card } ab und bekommt 1 Punkt.
paid = { $name } zahlt der Mafia 1 Punkt.
gave =
    { $discarded ->
        [0] { $name } gibt { $receiver } 1 × { $card }.
       *[other] { $name } gibt { $receiver } 1 × { $card }, wirft noch eine ab und bekommt 1 Punkt.
    }
drew = Du hast { $cards } gezogen.
hand = Du hast jetzt { $cards }.
discarded = { $name } wirft { $cards } ab.
reshuffled =
    { $number ->
        [one] Die Ablage wird zum neuen Stapel: eine Karte.
       *[other] Die Ablage wird gemischt: { $number } Karten zum Ziehen.
    }
left = { $name } ist weg: Karten abgeworfen, Punkte verloren.
won = 🏛️ { $name } gewinnt die Bürgermeisterwahl: { $points }!

# Dasselbe für die, die es angeht

news-took = Du hast { $cards } genommen.
news-detectives = Deine Detektive haben dir 3 Punkte gebracht.
news-scientists = Deine Wissenschaftler haben dir 2 Punkte gebracht.
news-robocats-drew = Deine Robocats haben dir { $cards } geholt.
news-robocats-scored = Deine Robocats haben dir 3 Punkte gebracht.
news-mafia = Deine Mafia hat dir 2 Punkte gebracht.
news-hackers =
    { $scored ->
        [0] Du hast { $target } gehackt und { $cards } mitgenommen.
       *[other]
            { $number ->
                [0] Du hast { $target } gehackt und { $points } bekommen.
               *[other] Du hast { $target } gehackt, { $cards } mitgenommen und { $points } bekommen.
            }
    }
news-police =
    { $scored ->
        [0]
            { $number ->
                [0] Du hast { $card } bei { $target } gesucht, aber die Hand war leer.
               *[other] Du hast { $card } bei { $target } gesucht: kein Treffer. Abgeworfen: { $cards }.
            }
       *[other] Du hast { $card } bei { $target } gesucht und { $points } bekommen. Abgeworfen: { $cards }.
    }
news-journalists = Deine Journalisten haben dir 2 Punkte gebracht.
news-bureaucrats = Deine Bürokraten haben { $cards } aufgedeckt und dir { $points } gebracht.
news-pursued = Du hast 1 × { $card } abgeworfen und 1 Punkt bekommen.
news-paid = Du hast der Mafia 1 Punkt gezahlt.
news-gave =
    { $discarded ->
        [0] Du hast { $receiver } 1 × { $card } gegeben.
       *[other] Du hast { $receiver } 1 × { $card } gegeben, noch eine abgeworfen und 1 Punkt bekommen.
    }
news-discarded = Du hast { $cards } abgeworfen.
news-given = Du hast von { $names } { $cards } bekommen.
news-hackers-came =
    { $scored ->
        [0] { $name } hat dich gehackt. Weg: { $cards }.
       *[other]
            { $number ->
                [0] { $name } hat dich gehackt und { $points } bekommen.
               *[other] { $name } hat dich gehackt und { $points } bekommen. Weg: { $cards }.
            }
    }
news-police-came =
    { $scored ->
        [0]
            { $number ->
                [0] { $name } hat { $card } bei dir gesucht, aber du hattest keine Karten.
               *[other] { $name } hat { $card } bei dir gesucht: kein Treffer. Weg: { $cards }.
            }
       *[other] { $name } hat { $card } bei dir gesucht und { $points } bekommen. Weg: { $cards }.
    }
news-others-pursued =
    { $number ->
        [one] Noch jemand hat eine passende Karte abgeworfen und 1 Punkt bekommen.
       *[other] { $number } andere haben eine passende Karte abgeworfen und je 1 Punkt bekommen.
    }
news-others-paid =
    { $number ->
        [one] Jemand hat 1 Punkt gezahlt.
       *[other] { $number } andere haben je 1 Punkt gezahlt.
    }

not-in-hand = Dafür fehlen dir die Karten. Such dir etwas anderes aus.
no-points = Du hast keine Punkte zum Zahlen. Wirf stattdessen zwei Karten ab.

# Das Spielbrett

board-title = Catham City · Zug { $turn }
board-over = Catham City · die Stimmen sind ausgezählt
standings = **Wer zuerst { $target } Punkte hat, gewinnt:**
board-player =
    { $mark ->
        [owes] { $name } · { $points } · { $cards } · **Antwort fehlt noch**
        [answered] { $name } · { $points } · { $cards } · hat geantwortet
        [active] { $name } · { $points } · { $cards } · **am Zug**
       *[none] { $name } · { $points } · { $cards }
    }
played = { $name } spielt { $cards }.
answers = **Es fehlen noch:** { $names }
market = **Auslage:** { $cards }
piles =
    { $discards ->
        [0] **Stapel:** { $pile } · **Ablage:** 0
       *[other] **Stapel:** { $pile } · **Ablage:** { $discards }, oben { $top }
    }
factions-in-play = Im Spiel
board-alt =
    { $discards ->
        [0] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: 0. { $players }. Das Ziel ist { $target }.
       *[other] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: { $discards }, oben: { $top }. { $players }. Das Ziel ist { $target }.
    }
alt-player =
    { $mark ->
        [owes] { $name }: { $points }, { $cards }, Antwort fehlt noch
        [answered] { $name }: { $points }, { $cards }, hat geantwortet
        [active] { $name }: { $points }, { $cards }, am Zug
        [left] { $name }: nicht mehr dabei
       *[none] { $name }: { $points }, { $cards }
    }
alt-points = { $name } { $points }
hand-alt = Deine Karten: { $cards }.
lesson-alt = Deine Karten: { $cards }. Die Auslage: { $market }. { $players }. Das Ziel ist { $target }.
market-alt = Die Auslage: { $cards }.
overview-alt = Katzen dieser Fraktionen: { $factions }.
banner-alt = Katzen aller Fraktionen über den Dächern einer nächtlichen Stadt.

# Meine Karten

button-hand = Meine Karten
hand-cards = Deine Karten ({ $number })
market-title = Auslage
hand-wait = Gerade ist jemand anders dran. Bist du wieder gefragt, siehst du es gleich hier.
hand-over = Das Spiel ist vorbei.
action-todo = **Du bist dran: nehmen oder spielen?**
action-take = **Du bist dran: Nimm Karten einer Fraktion.** Spielen kannst du noch keine.
action-left =
    { $left ->
        [one] Das ist deine letzte Aktion.
       *[other] Du hast { $left } Aktionen.
    }
take-menu = Nimm aus der Auslage …
discard-todo =
    { $number ->
        [one] **Eine Karte zu viel: Wirf eine ab.** Behalten darfst du { $limit }.
       *[other] **{ $number } Karten zu viel: Wirf { $number } ab.** Behalten darfst du { $limit }.
    }
discard-menu =
    { $number ->
        [one] Wirf eine Karte ab …
       *[other] Wirf { $number } Karten ab …
    }

# Auf Knöpfen: eine Fraktion, was sie kostet und bringt, oder was fehlt

button-faction = { $faction } · { $told }
play-detectives = 3 + 1 → 3 Punkte
play-scientists = 3 → 2 Pkt. + Karten
play-robocats-drew = 2 → 5 Karten
play-robocats-scored = 4 → 3 Punkte
play-robocats-both = 2 oder 4
play-mafia = 4 → 2 Punkte
play-hackers =
    { $number ->
        [one] 1 → bis 1 Punkt
       *[other] { $number } → bis { $number } Punkte
    }
play-police =
    { $number ->
        [one] 1 + 1 → bis 1 Punkt
       *[other] { $number } + 1 → bis { $number } Punkte
    }
play-journalists = 2 → 2 Punkte
play-bureaucrats =
    { $number ->
        [one] 1 → 1 Punkt
       *[other] { $number } → bis { $most } Punkte
    }
number-robocats =
    { $number ->
        [4] 4 Robocats → 3 Punkte
       *[other] { $number } Robocats → 5 Karten
    }
number-hackers =
    { $number ->
        [one] 1 Hacker → bis 1 Punkt
       *[other] { $number } Hacker → bis { $number } Punkte
    }
number-police =
    { $number ->
        [one] 1 Polizist + 1 Karte → bis 1 Punkt
       *[other] { $number } Polizisten + 1 Karte → bis { $number } Punkte
    }
number-bureaucrats =
    { $number ->
        [one] 1 Bürokrat → 1 Punkt
       *[other] { $number } Bürokraten → bis { $most } Punkte
    }
progress = { $faction }: { $told }
progress-ready = bereit
progress-some = { $held } von { $needed }
missing-all = hast du nicht
missing-some = { $needed } nötig, du hast { $held }
missing-extra = dazu fehlt eine Karte
missing-another = eine zu wenig
missing-target = niemand zum Hacken

# Eine Fraktion spielen

back = Zurück
step-number = **{ $cards }: wie viele?**
step-extra = **{ $cards }: und welche Karte dazu?**
step-target = **{ $cards }: wessen Hand?**
note-detectives = Wer auch so eine Karte hat, kann sie für 1 Punkt abwerfen.
note-hackers = Sie schleichen sich in eine Hand, dann ziehst du ebenso viele Karten heraus: 1 Punkt für jeden Hacker, alles andere ist deins. Hacker, die drinbleiben, bist du los.
note-police = Für jeden Polizisten ziehst du eine Karte: 1 Punkt für jede, die zu deiner anderen passt.
note-bureaucrats = Du bekommst 1 Punkt für jede Fraktion, die dabei auftaucht.
target-label = { $name } ({ $cards })

# Antworten

answer-detectives = **Willst du für 1 Punkt auch 1 × { $card } abwerfen?**
pursue-label = { $card } abwerfen → 1 Punkt
pursue-missing = { $card } · hast du nicht
pass-label = Nichts tun
answer-mafia = **Die Mafia steht vor der Tür: Wirf zwei Karten ab oder zahl 1 Punkt.**
drop-menu = Wirf zwei Karten ab …
pay-label = 1 Punkt zahlen
pay-missing = 1 Punkt zahlen · hast du nicht
answer-journalists = **Gibst du { $name } eine Karte?** Dann kannst du für 1 Punkt noch so eine abwerfen.
give-label = { $card } geben
give-missing = { $card } · hast du nicht
give-todo = **Du gibst 1 × { $card }.** Noch eine abwerfen, für 1 Punkt?
give-yes = Nur geben
give-and-discard = Noch eine abwerfen → 1 Punkt
answer-in = Deine Antwort ist da: { $answer } Sie bleibt geheim, bis alle geantwortet haben.
answered-pass = Du tust nichts.
answered-discard = Du wirfst 1 × { $card } ab, für 1 Punkt.
answered-pay = Du zahlst 1 Punkt.
answered-drop = Du wirfst { $cards } ab.
answered-give = Du gibst 1 × { $card }.
answered-give-discard = Du gibst 1 × { $card } und wirfst noch eine ab, für 1 Punkt.

# Die Fraktionen im Spiel

button-factions = Was die Fraktionen können
factions-text = Diese fünf sind im Spiel, mit je 15 Karten.
discard-pile = **In der Ablage:** { $cards }

# Das Ende und die Punkte

end-winner = 🏛️ **{ $name } zieht ins Rathaus von Catham City ein! ({ $points })**
end-decided = Entscheidend: { $faction }.
end-place = { $medal } { $name } · { $points }
end-alt = Im Rathaus, mit Amtskette: { $name }. Punkte: { $points }.
result-won =
    { $ahead ->
        [0] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points })
        [one] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points }) { $name } lag nur 1 Punkt hinter dir.
       *[other] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points }) { $name } lag { $ahead } Punkte hinter dir.
    }
result-lost =
    { $ahead ->
        [one] Du bist auf **Platz { $rank }**: { $points }. { $name } lag 1 Punkt vor dir.
       *[other] Du bist auf **Platz { $rank }**: { $points }. { $name } lag { $ahead } Punkte vor dir.
    }
score-target = Wer zuerst { $target } Punkte hat, gewinnt.
score-player = { $name }: { $points }

# Wörter in den Bildern

picture-pile = Stapel
picture-discards = Ablage
picture-hand = Hand
picture-market = Auslage

# Die Übung

lesson-begin = Wer zuerst **{ $target } Punkte** hat, zieht ins Rathaus: du oder { $name }. **Nimm** Karten, dann **spiel** sie.
lesson-take = Nimm { $cards }: Dann kannst du nächstes Mal **{ $faction }** spielen.
lesson-collect = Nimm { $cards }: viele Karten, viel Auswahl.
lesson-play = **Spiel jetzt { $faction }**: Besseres gibt es gerade nicht.
lesson-button-take = { $cards } nehmen
lesson-button-discard = { $cards } abwerfen
lesson-play-detectives = Du kannst { $faction } mit einer weiteren Karte spielen: **3 Punkte**. Leg eine dazu, die { $name } wohl nicht hat, sonst gibt's auch dort 1 Punkt.
lesson-play-scientists = Du kannst { $faction } spielen: **2 Punkte** und zwei neue Karten. Besser geht's kaum!
lesson-play-robocats = Du kannst { $faction } spielen: Zwei holen **fünf Karten**, vier bringen **3 Punkte**.
lesson-play-mafia = Du kannst { $faction } spielen: **2 Punkte**, und { $name } verliert zwei Karten oder 1 Punkt.
lesson-play-hackers = Du kannst { $faction } bei { $name } einschleusen und dann ebenso viele Karten herausziehen: Ein Hacker bringt **1 Punkt**, alles andere **gehört dir**.
lesson-asked-detectives = Hast du so eine Karte? Wirf sie ab: 1 Punkt ist mehr wert. Wenn nicht, tu nichts; warum, erfährt niemand.
lesson-asked-mafia = Zwei Karten, die du kaum brauchst, sind billiger als ein Punkt.
lesson-full = Nach deinem Zug darfst du nur **zehn** Karten behalten. Zeit, etwas zu spielen!
lesson-discard = Wirf ab, wovon du am wenigsten hast: Das kannst du so bald nicht spielen.
lesson-own-close = Nur noch { $points }, und du gewinnst auf der Stelle!
lesson-their-close =
    { $missing ->
        [one] { $name } fehlt nur noch 1 Punkt. Beeil dich!
       *[other] { $name } fehlen nur noch { $missing } Punkte. Beeil dich!
    }
lesson-race = Unten im Bild siehst du das Rennen zur goldenen { $target }.
lesson-wait-answer = Erst muss { $name } antworten. Drück auf **{ button-go-on }**, dann siehst du, wie.
lesson-wait = Jetzt ist { $name } dran. Drück auf **{ button-go-on }**, wenn du so weit bist.
lesson-over =
    { $won ->
        [yes] **Gut gemacht!** So gewinnst du hier eine Wahl. Im richtigen Spiel brauchst du 16 Punkte, zu viert oder mehr 13, und drei weitere Fraktionen können mitmischen.
       *[no] **Zum Glück war das nur die Übung.** Spar nicht zu lange: Schnell gespielt ist oft besser als perfekt gesammelt. Im richtigen Spiel brauchst du 16 Punkte, zu viert oder mehr 13.
    } Jetzt spiel mit deinen Freunden: `/cats play`.

# Die Regeln

rules-goal-title = Wer kommt ins Rathaus?
rules-goal =
    🏛️ Bürgermeisterwahl in Catham City, und du willst ins Rathaus. Ohne Freunde schafft das hier niemand: **Fünf Katzenfraktionen** sind im Spiel, mit je 15 Karten. Jede hilft dir auf ihre Art, manche, indem sie zu allen anderen gemein ist.

    ⭐ Sammle **Wahlkampfpunkte**. Zu zweit oder zu dritt brauchst du **16**, zu viert oder mehr **13**. Wer zuerst so viele hat, gewinnt auf der Stelle.

    🃏 Du fängst mit 6, 7 oder 8 Karten an: je später dein erster Zug, desto mehr. Nur du siehst sie: 🐾 unter dem Spielbrett öffnet **{ button-hand }**. Wie viele Karten und Punkte du hast, sehen alle.

    🛒 In der Mitte liegt die **Auslage**: sieben offene Karten.
rules-turn-title = Dein Zug
rules-turn =
    Ihr spielt reihum im Uhrzeigersinn. Wenn du dran bist, machst du **eins** von beiden:

    🛒 **Nehmen:** Nimm Karten aus der Auslage, so viele du willst, aber alle von einer Fraktion. Die Auslage wird sofort wieder aufgefüllt.

    🎬 **Spielen:** Spiel eine Fraktion aus deiner Hand. Jede braucht eine bestimmte Zahl Karten; was dann passiert, steht auf den nächsten Seiten. Was du gespielt hast, wird abgeworfen, nur Hacker nicht: Die wandern in eine fremde Hand.

    ✋ Am **Ende deines Zugs** darfst du höchstens zehn Karten haben. Hast du mehr, such dir aus, welche du offen abwirfst.

    🔁 Ist der Stapel leer, werden die abgeworfenen Karten zum neuen Stapel gemischt.

    Passen geht nicht, aber eine einzelne Karte aus der Auslage schadet kaum.
rules-first-factions-title = Die Fraktionen, Teil 1
rules-first-factions =
    Fünf der acht Fraktionen spielen mit. **Wer den Tisch leitet**, sucht sie vor dem Spiel aus: die fünf fürs erste Spiel, fünf zufällige oder fünf nach Wunsch.

    Die fünf fürs erste Spiel sind diese vier und die Hacker auf der nächsten Seite.
rules-other-factions-title = Die Fraktionen, Teil 2
rules-other-factions = „Blind ziehen“ heißt: Der Zufall entscheidet, und alle sehen, was du ziehst.
rules-end-title = Das Ende
rules-end =
    🏁 Wer das Ziel erreicht, **gewinnt sofort**, auch mitten in einem Zug, auch in einem fremden.

    🥇 Bist du dran, zählen deine Punkte zuerst, dann die der anderen, von dir aus im Uhrzeigersinn. Wer dabei zuerst das Ziel erreicht, gewinnt allein, und das Spiel ist sofort aus.

    🧮 Beispiel: Ihr spielt zu dritt, das Ziel ist also 16. Ada hat 12 Punkte, Ben und du habt je 15. Ada spielt die Detektive und hat jetzt 15: Das reicht nicht. Ben und du werft beide eine passende Karte ab. Ben sitzt links von Ada, also zählt sein Punkt zuerst: Ben zieht ins Rathaus ein.
rules-questions-title = Gut zu wissen
rules-questions =
    ❓ **Wann muss ich antworten?** Wenn jemand Detektive, Mafia oder Journalisten spielt. Alle werden gleichzeitig gefragt, und niemand sieht eine Antwort, bevor alle da sind.
    ❓ **Warum werde ich gefragt, obwohl ich nicht kann?** Damit niemand erfährt, was du auf der Hand hast. Drück einfach auf den anderen Knopf.
    ❓ **Was bedeuten die Farben der Knöpfe?** Grün macht es sofort, Blau fragt erst noch etwas, Grau sagt, was fehlt.
    ❓ **Darf ich mehr als zehn Karten nehmen?** Ja, aber am Ende deines Zugs darfst du nur zehn behalten.
    ❓ **Darf ich sechs Wissenschaftler auf einmal spielen?** Nein, nur drei. Beliebig viele gehen nur bei Polizei und Bürokraten, bei Hackern bis zu vier.
    ❓ **Polizei gegen eine kleine Hand?** Klar: Du ziehst, was da ist. Für Hacker muss die Hand groß genug sein.
    ❓ **Zählen Hacker, die schon vorher dort waren?** Ja, jeder, den du ziehst, bringt einen Punkt.
    ❓ **Kann ich Geschenke ablehnen?** Nein, und alle sehen sie.
    ❓ **Zwei Aktionen?** Eine Option für Profis: Du hast zwei pro Zug, gleiche oder verschiedene. Vor der zweiten wird die Auslage aufgefüllt, und erst nach ihr zählt die Grenze von zehn Karten.
    ❓ **Wie lange darf ich überlegen?** Die Bedenkzeit stellt ihr vor dem Spiel ein. Sie gilt für jeden Zug und für jede Antwort.
    ❓ **Und wenn ich nichts tue?** Ist die Zeit um, macht ein Computer für dich das Harmloseste: Er passt, nimmt eine Karte oder wirft zufällig ab, was sein muss. Beim zweiten Mal hintereinander spielt er gleich für dich weiter, bis du einen Knopf drückst.
    ❓ **Und wenn jemand geht?** Ein Computer springt ein. Habt ihr „{ choice-leavers-nobody }“ gewählt, werden die Karten abgeworfen und die Züge übersprungen.
    ❓ **Wer fängt an?** Das wird ausgelost, und auch, wer wo sitzt.

moment-stroke = { $name } hat auf einen Schlag { $points } Punkte herausgefischt.
moment-lead = { $name } ist hier schon früh in Führung gegangen und hat sie nicht mehr abgegeben.
moment-behind = { $name } lag hier { $points } Punkte zurück und hat trotzdem gewonnen.
moment-turn = { $whose ->
        [own] Dieser Zug hat { $name }
       *[other] Der Zug von { $other } hat { $name }
    } von { $before } auf { $after } % Siegchance gebracht.
moment-almost = { $name } fehlte von hier an ein einziger Punkt, und der ist nie gekommen.

award-every-faction = 🏛️ Jede Fraktion der Stadt ausgespielt
award-favourite = 💞 Viermal dieselbe Fraktion ausgespielt
award-three-in-a-row = 🔥 Mit drei Aktionen in Folge gepunktet
award-big-haul = 🎣 Drei Punkte auf einmal herausgefischt
award-joined-in = 🤝 Drei Punkte in fremden Zügen geholt
award-last-stroke = 🎆 Mit drei Punkten auf einen Schlag gewonnen
award-others-turn = 🥷 Mitten in einem fremden Zug gewonnen
award-comeback = 🐢 Vier Punkte zurückgelegen und trotzdem gewonnen
number-taken = { $count } { $count ->
    [one] Karte
   *[other] Karten
} genommen
number-plays = { $count }-mal ausgespielt

award-title-every-faction = Alle an Bord
award-title-favourite = Große Liebe
award-title-three-in-a-row = Läuft!
award-title-big-haul = Dicker Fang
award-title-joined-in = Trittbrettkatze
award-title-last-stroke = Großes Finale
award-title-others-turn = Die Schau gestohlen
award-title-comeback = Überraschungssieg
