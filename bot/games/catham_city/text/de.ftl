game-title = Catham City
game-blurb = Werde Oberkatze im Rathaus, mit Hilfe von Detektiven, Hackern und der Mafia.
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
one-police = Polizei
one-journalists = Journalist
one-bureaucrats = Bürokrat

cards = { $number } × { $faction }
card-copy = { $card } ({ $copy } von { $of })
list-and = { $others } und { $last }
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

# Was eine Fraktion bewirkt: kurz, und ausführlich

brief = { $faction }: { $effect }
brief-detectives = 3 und eine beliebige Karte für 3 Punkte. Die anderen können eine passende abwerfen, für 1 Punkt.
brief-scientists = 3 für 2 Punkte und zwei neue Karten.
brief-robocats = 2 für fünf neue Karten, oder 4 für 3 Punkte.
brief-mafia = 4 für 2 Punkte. Die anderen werfen zwei Karten ab oder zahlen 1 Punkt.
brief-hackers = 1 bis 4 in eine Hand, ebenso viele Karten kommen heraus: Hacker werden für je 1 Punkt abgeworfen, die anderen bekommst du. Der Rest bleibt dort.
brief-police = Beliebig viele und eine Karte einer anderen Fraktion: Für jeden Polizisten kommt eine aus einer Hand, 1 Punkt für jede passende.
brief-journalists = 2 für 2 Punkte. Die anderen können dir eine Karte geben und dann eine gleiche abwerfen, für 1 Punkt.
brief-bureaucrats = Beliebig viele: Ebenso viele Karten kommen vom Stapel, 1 Punkt für jede unterschiedliche Fraktion.

effect-detectives = Spiel **3 Detektive und eine weitere Karte** einer beliebigen Fraktion, gern auch einen vierten Detektiv. Du bekommst 3 Punkte. Alle anderen können eine Karte dieser Fraktion abwerfen und bekommen dafür 1 Punkt.
effect-scientists = Spiel **3 Wissenschaftler**. Du bekommst 2 Punkte und ziehst heimlich zwei Karten.
effect-robocats = Spiel **2 Robocats** und zieh heimlich fünf Karten, ganz ohne Punkte. Oder spiel **4 Robocats** für 3 Punkte.
effect-mafia = Spiel **4 Mafiakarten**. Du bekommst 2 Punkte. Alle anderen haben die Wahl: zwei Karten abwerfen oder 1 Punkt zurückgeben. Wer weniger als zwei Karten hat, zahlt, falls noch ein Punkt da ist. Wer keine Punkte hat, wirft zwei Karten ab, oder die einzige.
effect-hackers = Spiel **1 bis 4 Hacker** gegen jemanden mit mindestens so vielen Karten. Sie werden in diese Hand gemischt, und ebenso viele Karten kommen zufällig heraus. Jeder Hacker, der herauskommt, bringt dir 1 Punkt und wird abgeworfen; alles andere, was herauskommt, nimmst du auf die Hand. Die übrigen Hacker bleiben dort.
effect-police = Spiel **beliebig viele Polizisten und eine Karte einer anderen Fraktion** gegen jemanden. Für jeden Polizisten kommt zufällig eine Karte aus dieser Hand; jede, die zu deiner anderen Karte passt, bringt dir 1 Punkt. Für jede Polizeikarte darunter zieht dein Opfer eine neue. Was herauskam, wird abgeworfen.
effect-journalists = Spiel **2 Journalisten**. Du bekommst 2 Punkte. Alle anderen können dir eine Karte ihrer Wahl geben. Wer das tut, kann eine zweite dieser Fraktion abwerfen und bekommt dafür 1 Punkt.
effect-bureaucrats = Spiel **beliebig viele Bürokraten** und deck ebenso viele Karten vom Stapel auf. Jede unterschiedliche Fraktion darunter bringt dir 1 Punkt, auch die Bürokraten selbst. Danach wird alles abgeworfen.

# Wie gut die Computerkatzen spielen

level-kitten = Kätzchen
level-kitten-told = Greift nach allem, was glänzt: genau richtig für deine ersten Partien.
level-tomcat = Kater
level-tomcat-told = Plant voraus und behält dich im Auge, für alle mit Übung.
level-fox = Alter Fuchs
level-fox-told = Spielt im Kopf weiter, bevor er zieht, für alte Hasen.

# Die Optionen

option-factions = 🐾 Fraktionen: { $choice }
pick-factions = Oder such { $picks } Fraktionen aus …
choice-factions-first-game = die fünf fürs erste Spiel
choice-factions-random = fünf zufällige, gezeigt beim Austeilen
choice-factions-detectives = Detektive
choice-factions-scientists = Wissenschaftler
choice-factions-robocats = Robocats
choice-factions-mafia = Mafia
choice-factions-hackers = Hacker
choice-factions-police = Polizei
choice-factions-journalists = Journalisten
choice-factions-bureaucrats = Bürokraten
option-actions = 🎬 In jedem Zug: { $choice }
choice-actions-one = eine Aktion
choice-actions-two = zwei Aktionen, für Erfahrene
option-leavers = 🚪 Wenn jemand geht: { $choice }
choice-leavers-computer = ein Computer übernimmt
choice-leavers-nobody = niemand übernimmt

# Wer ist dran

asked-action =
    { $many ->
        [one] { $name }: Karten nehmen oder spielen
        [two] { $name }: zweimal Karten nehmen oder spielen
       *[last] { $name }: noch einmal Karten nehmen oder spielen
    }
asked-discard =
    { $number ->
        [one] { $name } hat eine Karte zu viel und wirft sie ab
       *[other] { $name } hat { $number } Karten zu viel und wirft sie ab
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
        [0] { $name } sucht { $card } bei { $target }, findet aber keine Karten.
       *[other] { $name } (+{ $points }) sucht { $card } bei { $target }: 🗑️ { $cards }.
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
drew = Du ziehst { $cards }.
hand = Du hast jetzt { $cards }.
discarded = { $name } wirft { $cards } ab.
reshuffled =
    { $number ->
        [one] Der Ablagestapel wird zum neuen Stapel: eine Karte.
       *[other] Der Ablagestapel wird gemischt: wieder { $number } Karten zum Ziehen.
    }
left = Die Karten von { $name } werden abgeworfen, und die Punkte sind weg.
won = 🏛️ { $name } gewinnt die Wahl: { $points }!

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
                [0] Du hast { $card } bei { $target } gesucht, aber keine Karten gefunden.
               *[other] Du hast { $card } bei { $target } gesucht: kein Treffer, 🗑️ { $cards }.
            }
       *[other] Du hast { $card } bei { $target } gesucht und { $points } bekommen: 🗑️ { $cards }.
    }
news-journalists = Deine Journalisten haben dir 2 Punkte gebracht.
news-bureaucrats = Deine Bürokraten haben { $cards } aufgedeckt und dir { $points } gebracht.
news-pursued = Du hast 1 × { $card } abgeworfen, für 1 Punkt.
news-paid = Du hast der Mafia 1 Punkt gezahlt.
news-gave =
    { $discarded ->
        [0] Du hast { $receiver } 1 × { $card } gegeben.
       *[other] Du hast { $receiver } 1 × { $card } gegeben und noch eine abgeworfen, für 1 Punkt.
    }
news-discarded = Du hast { $cards } abgeworfen.
news-given = Du hast { $cards } bekommen, von { $names }.
news-hackers-came =
    { $scored ->
        [0] { $name } hat dich gehackt. Du verlierst { $cards }.
       *[other]
            { $number ->
                [0] { $name } hat dich gehackt und { $points } bekommen.
               *[other] { $name } hat dich gehackt und { $points } bekommen. Du verlierst { $cards }.
            }
    }
news-police-came =
    { $scored ->
        [0]
            { $number ->
                [0] { $name } hat bei dir { $card } gesucht, aber du hattest keine Karten.
               *[other] { $name } hat bei dir { $card } gesucht: kein Treffer. Du verlierst { $cards }.
            }
       *[other] { $name } hat bei dir { $card } gesucht und { $points } bekommen. Du verlierst { $cards }.
    }
news-others-pursued =
    { $number ->
        [one] Noch jemand hat eine passende Karte abgeworfen, für 1 Punkt.
       *[other] { $number } andere haben eine passende Karte abgeworfen, für je 1 Punkt.
    }
news-others-paid =
    { $number ->
        [one] Jemand hat mit 1 Punkt bezahlt.
       *[other] { $number } andere haben mit je 1 Punkt bezahlt.
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
played = { $name } hat { $cards } gespielt.
answers =
    { $number ->
        [0] **Es fehlen noch:** { $signs }
       *[other] **Es fehlen noch:** { $signs } · **geantwortet:** { $others }
    }
market = **Auslage:** { $cards }
piles =
    { $discards ->
        [0] **Stapel:** { $pile } · **Ablage:** 0
       *[other] **Stapel:** { $pile } · **Ablage:** { $discards }, obenauf { $top }
    }
factions-in-play = Im Spiel
board-alt =
    { $discards ->
        [0] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: 0. { $players }. Das Ziel ist { $target }.
       *[other] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: { $discards }, obenauf: { $top }. { $players }. Das Ziel ist { $target }.
    }
alt-player =
    { $mark ->
        [owes] { $letter }: { $points }, { $cards }, Antwort fehlt noch
        [answered] { $letter }: { $points }, { $cards }, hat geantwortet
        [active] { $letter }: { $points }, { $cards }, am Zug
        [left] { $letter }: nicht mehr dabei
       *[none] { $letter }: { $points }, { $cards }
    }
letter-points = { $letter } { $points }
hand-alt = Deine Karten: { $cards }.
lesson-alt = Deine Karten: { $cards }. Die Auslage: { $market }. { $players }. Das Ziel ist { $target }.
market-alt = Die Auslage: { $cards }.
overview-alt = Katzen dieser Fraktionen: { $factions }.
banner-alt = Katzen aller Fraktionen über den Dächern einer nächtlichen Stadt.

# Meine Karten

button-hand = Deine Karten
hand-cards = Deine Karten ({ $number })
market-title = Auslage
hand-wait = Jetzt sind die anderen dran. Wenn du wieder gefragt bist, drück unter dem Spielbrett auf 🐾.
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
        [one] **Eine Karte zu viel: Wirf sie ab.** Behalten darfst du { $limit }.
       *[other] **{ $number } Karten zu viel: Wirf sie ab.** Behalten darfst du { $limit }.
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
        [one] 1 × Polizei + 1 Karte → bis 1 Punkt
       *[other] { $number } × Polizei + 1 Karte → bis { $number } Punkte
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
missing-extra = eine Karte fehlt dazu
missing-another = eine zu wenig
missing-target = keine Hand zum Hacken

# Eine Fraktion spielen

back = Zurück
step-number = **{ $cards }: wie viele?**
step-extra = **{ $cards }: und welche Karte dazu?**
step-target = **{ $cards }: wessen Hand?**
note-detectives = Andere dürfen eine passende abwerfen, für 1 Punkt.
note-hackers = Sie schleichen sich in eine Hand, und ebenso viele Karten kommen heraus: 1 Punkt für jeden Hacker, alles andere ist deins. Wer drinbleibt, ist weg.
note-police = So viele Karten kommen heraus: 1 Punkt für jede, die zu deiner anderen Karte passt.
note-bureaucrats = 1 Punkt für jede unterschiedliche Fraktion, die auftaucht.
target-label = { $name } ({ $cards })

# Antworten

answer-detectives = **Wirfst du auch 1 × { $card } ab, für 1 Punkt?**
pursue-label = { $card } abwerfen → 1 Punkt
pursue-missing = { $card } · hast du nicht
pass-label = Nichts tun
answer-mafia = **Die Mafia ist da: Wirf zwei Karten ab, oder zahl 1 Punkt.**
drop-menu = Wirf zwei Karten ab …
pay-label = 1 Punkt zahlen
pay-missing = 1 Punkt zahlen · hast du nicht
answer-journalists = **Gibst du { $name } eine Karte?** Dann kannst du noch eine gleiche abwerfen, für 1 Punkt.
give-label = { $card } geben
give-missing = { $card } · hast du nicht
give-todo = **Du gibst 1 × { $card }.** Wirfst du noch eine ab, für 1 Punkt?
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

button-factions = Was Fraktionen können
factions-text = Diese fünf sind im Spiel, mit je 15 Karten.
discard-pile = **Im Ablagestapel:** { $cards }

# Das Ende und die Punkte

end-winner = 🏛️ **{ $name } zieht ins Rathaus von Catham City ein! ({ $points })**
end-decided = Entscheidend: { $faction }.
end-place = { $medal } { $name } · { $points }
end-alt = Im Rathaus, mit Amtskette: { $letter }. Punkte: { $points }.
result-won =
    { $ahead ->
        [0] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points })
        [one] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points }) { $name } fehlte nur 1 Punkt auf dich.
       *[other] 🏛️ **Du ziehst ins Rathaus von Catham City ein!** ({ $points }) { $name } fehlten { $ahead } Punkte auf dich.
    }
result-lost =
    { $ahead ->
        [one] Du bist auf Platz { $rank }: { $points }. Auf { $name } fehlte dir 1 Punkt.
       *[other] Du bist auf Platz { $rank }: { $points }. Auf { $name } fehlten dir { $ahead } Punkte.
    }
score-target = Wer zuerst { $target } Punkte hat, gewinnt.
score-player = { $name }: { $points }

# Wörter in den Bildern

picture-pile = Stapel
picture-discards = Ablage
picture-hand = Hand
picture-market = Auslage

# Die Übung

lesson-begin = Wer zuerst **{ $target } Punkte** hat, zieht ins Rathaus: du oder { $name }. **Nimm** Karten einer Fraktion, dann kannst du sie **spielen**.
lesson-take = Nimm { $cards }: Dann kannst du nächstes Mal **{ $faction }** spielen.
lesson-collect = Nimm von einer Fraktion, so viel du kriegst: Eine volle Hand hat die Wahl.
lesson-play-detectives = Du kannst { $faction } mit einer weiteren Karte spielen: **3 Punkte**. Nimm eine, die { $name } kaum hat: Eine passende bringt anderen 1 Punkt.
lesson-play-scientists = Du kannst { $faction } spielen: **2 Punkte** und zwei neue Karten. Besser geht es kaum!
lesson-play-robocats = Du kannst { $faction } spielen: Zwei holen **fünf Karten**, vier bringen **3 Punkte**.
lesson-play-mafia = Du kannst { $faction } spielen: **2 Punkte**, und { $name } verliert zwei Karten oder 1 Punkt.
lesson-play-hackers = Du kannst { $faction } bei { $name } einschleusen. So viele Karten kommen heraus: Ein Hacker bringt **1 Punkt**, alles andere **gehört dir**.
lesson-asked-detectives = Hast du eine passende Karte, wirf sie ab: 1 Punkt ist mehr wert. Wenn nicht, tu nichts; den Grund erfährt niemand.
lesson-asked-mafia = Zwei Karten, die du kaum brauchst, sind billiger als ein Punkt.
lesson-full = Nach deinem Zug darfst du **zehn** Karten behalten. Zeit, etwas zu spielen!
lesson-discard = Trenn dich von dem, wovon du am wenigsten hast: Bis man das spielen kann, dauert es.
lesson-own-close = Nur noch { $points }, und du gewinnst auf der Stelle!
lesson-their-close =
    { $missing ->
        [one] { $name } fehlt nur noch 1 Punkt. Beeil dich!
       *[other] { $name } fehlen nur noch { $missing } Punkte. Beeil dich!
    }
lesson-race = Unten im Bild siehst du das Rennen zur goldenen { $target }.
lesson-wait = Jetzt ist { $name } dran.
lesson-over =
    { $won ->
        [yes] **Gut gemacht!** So gewinnt man hier eine Wahl. Im richtigen Spiel braucht man 16 Punkte, oder 13 ab vier Spielern, und drei weitere Fraktionen können mitmischen.
       *[no] **Knapp, aber das war ja nur die Übung.** Punkte zählen erst, wenn man sie hat: Schnell gespielt ist oft besser als perfekt gesammelt. Im richtigen Spiel braucht man 16 Punkte, oder 13 ab vier Spielern.
    }

# Die Regeln

rules-goal-title = Wer kommt ins Rathaus?
rules-goal =
    🏛️ Catham City wählt, und du willst ins Rathaus. Ohne Freunde schafft das hier niemand: **Fünf Katzenfraktionen** sind im Spiel, mit je 15 Karten. Jede hilft dir auf ihre Art, und manche, indem sie zu anderen nicht nett ist.

    ⭐ Sammle **Wahlkampfpunkte**. Zu zweit oder zu dritt brauchst du **16**, ab vier Spielern **13**. Wer zuerst so viele hat, gewinnt auf der Stelle.

    🃏 Du beginnst mit 6, 7 oder 8 Karten: je später dein erster Zug, desto mehr. Nur du siehst sie: 🐾 unter dem Spielbrett öffnet **{ button-hand }**. Wie viele Karten und Punkte du hast, sehen alle.

    🛒 In der Mitte liegt die **Auslage**: sieben offene Karten.
rules-turn-title = Dein Zug
rules-turn =
    Gespielt wird reihum im Uhrzeigersinn. Wenn du dran bist, tust du **eins** von beiden:

    🛒 **Nehmen:** Nimm Karten aus der Auslage, so viele du willst, aber alle von einer Fraktion. Die Auslage wird sofort wieder aufgefüllt.

    🎬 **Spielen:** Spiel eine Fraktion aus deiner Hand. Jede verlangt eine bestimmte Zahl Karten; was dann geschieht, steht auf den nächsten Seiten. Was du gespielt hast, wird abgeworfen, nur Hacker nicht: Die wandern in eine fremde Hand.

    ✋ Am **Ende deines Zugs** darfst du höchstens zehn Karten haben. Sind es mehr, suchst du aus, welche du offen abwirfst.

    🔁 Ist der Stapel leer, werden die abgeworfenen Karten zum neuen Stapel gemischt.

    Passen geht nicht, aber eine einzelne Karte aus der Auslage schadet kaum.
rules-first-factions-title = Die Fraktionen, Teil 1
rules-first-factions =
    Welche fünf der acht Fraktionen mitspielen, bestimmt vor dem Spiel, **wer eingeladen hat**: die fünf fürs erste Spiel, fünf zufällige oder fünf ausgesuchte.

    Die fünf fürs erste Spiel sind diese vier und die Hacker von der nächsten Seite.
rules-other-factions-title = Die Fraktionen, Teil 2
rules-other-factions = Was „herauskommt“, wird zufällig gezogen, und alle sehen es.
rules-end-title = Das Ende
rules-end =
    🏁 Wer das Ziel erreicht, **gewinnt sofort**, auch mitten in einem Zug, auch in einem fremden.

    🥇 Bist du dran, zählen deine Punkte zuerst, dann die der anderen, von dir aus im Uhrzeigersinn. Wer dabei zuerst das Ziel erreicht, gewinnt allein, und was noch käme, geschieht nicht mehr.

    🧮 Beispiel: Ihr spielt zu dritt, das Ziel ist also 16. Ada hat 12 Punkte, Ben und du habt je 15. Ada spielt die Detektive und hat nun 15: nicht genug. Ben und du werft beide eine passende Karte ab. Ben sitzt links von Ada, also zählt sein Punkt zuerst: Ben zieht ins Rathaus ein.
rules-questions-title = Gut zu wissen
rules-questions =
    ❓ **Wann muss ich antworten?** Wenn Detektive, Mafia oder Journalisten gespielt werden. Alle werden zugleich gefragt, und niemand sieht eine Antwort, bevor alle da sind.
    ❓ **Warum werde ich gefragt, obwohl ich nicht kann?** Damit niemand erfährt, was du auf der Hand hast. Drück dann einfach auf den anderen Knopf.
    ❓ **Was sagen die Farben der Knöpfe?** Grün tut es sofort, Blau fragt noch etwas, Grau sagt, was fehlt.
    ❓ **Darf ich mehr als zehn Karten nehmen?** Ja, aber am Ende deines Zugs bleiben höchstens zehn.
    ❓ **Darf ich sechs Wissenschaftler auf einmal spielen?** Nein, drei. Nur bei Polizei und Bürokraten ist die Zahl frei, bei Hackern geht sie bis vier.
    ❓ **Polizei gegen eine kleine Hand?** Erlaubt: Was da ist, kommt heraus. Für Hacker muss die Hand groß genug sein.
    ❓ **Zählen Hacker, die schon vorher dort waren?** Ja, jeder, der herauskommt, bringt einen Punkt.
    ❓ **Kann ich Geschenke ablehnen?** Nein, und alle sehen sie.
    ❓ **Zwei Aktionen?** Eine Option für Erfahrene: Jeder Zug hat zwei, gleiche oder verschiedene. Vor der zweiten ist die Auslage wieder voll, und erst nach ihr gilt die Grenze von zehn Karten.
    ❓ **Wie lange darf ich überlegen?** So lange, wie es vor dem Spiel am Tisch steht: pro Zug, und ebenso lange für jede Antwort.
    ❓ **Und wenn ich nichts tue?** Ist die Zeit um, tut ein Computer für dich das Mildeste: Er passt, nimmt eine Karte oder wirft zufällig ab, was sein muss. Beim zweiten Mal hintereinander spielt er gleich weiter, bis du wieder einen Knopf drückst.
    ❓ **Und wenn jemand geht?** Ein Computer übernimmt. Habt ihr „{ choice-leavers-nobody }“ gewählt, werden die Karten abgeworfen und die Züge übersprungen.
    ❓ **Wer fängt an?** Das wird ausgelost, und auch, wer wo sitzt.

moment-stroke = { $name } holte { $points } Punkte auf einen Schlag heraus.
moment-lead = { $name } ging hier schon früh in Führung und gab sie nicht mehr her.
moment-behind = { $name } lag hier { $points } Punkte zurück und hat trotzdem gewonnen.
moment-turn = { $whose ->
        [own] Nach diesem Zug hatte { $name }
       *[other] Nach diesem Zug von { $other } hatte { $name }
    } { $after } statt { $before } Prozent Siegchance.
moment-almost = { $name } fehlte von hier an ein einziger Punkt, und der kam nie.

award-every-faction = 🏛️ Jede Fraktion der Stadt ausgespielt
award-favourite = 💞 Viermal dieselbe Fraktion ausgespielt
award-three-in-a-row = 🔥 Mit drei Aktionen in Folge gepunktet
award-big-haul = 🎣 Drei Punkte auf einmal herausgefischt
award-joined-in = 🤝 Drei Punkte in fremden Zügen geholt
award-last-stroke = 🎆 Mit drei Punkten auf einen Schlag gewonnen
award-others-turn = 🥷 Mitten in einem fremden Zug gewonnen
award-comeback = 🐢 Vier Punkte zurückgelegen und trotzdem gewonnen
