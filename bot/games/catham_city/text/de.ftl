game-title = Catham City
game-blurb = Werde Oberkatze im Rathaus, mit Hilfe von Detektiven, Hackern und der Mafia.
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

cards = { $number } × { $faction }
card-copy = { $card } ({ $copy } von { $of })
list-and = { $others } und { $last }
none = keine

# Was eine Fraktion bewirkt: kurz fürs Spielbrett, und ausführlich

brief = { $faction }: { $effect }
brief-detectives = 3 und eine beliebige Karte für ⭐ 3. Die anderen können eine passende abwerfen, für ⭐ 1.
brief-scientists = 3 für ⭐ 2 und zwei neue Karten.
brief-robocats = 2 für fünf neue Karten, oder 4 für ⭐ 3.
brief-mafia = 4 für ⭐ 2. Die anderen werfen zwei Karten ab oder zahlen ⭐ 1.
brief-hackers = 1 bis 4 in eine Hand, ebenso viele Karten kommen heraus: Hacker werden für je ⭐ 1 abgeworfen, die anderen bekommst du. Der Rest bleibt dort.
brief-police = Beliebig viele und eine Karte einer anderen Fraktion: Für jeden Polizisten kommt eine aus einer Hand, ⭐ 1 für jede passende.
brief-journalists = 2 für ⭐ 2. Die anderen können dir eine Karte geben und dann eine gleiche abwerfen, für ⭐ 1.
brief-bureaucrats = Beliebig viele: Ebenso viele kommen vom Stapel, ⭐ 1 für jede unterschiedliche Fraktion.

effect-detectives = Spiel **3 Detektive und eine weitere Karte** einer beliebigen Fraktion, gern auch einen vierten Detektiv. Du bekommst ⭐ 3. Alle anderen können eine Karte dieser Fraktion abwerfen und bekommen dafür ⭐ 1.
effect-scientists = Spiel **3 Wissenschaftler**. Du bekommst ⭐ 2 und ziehst heimlich zwei Karten.
effect-robocats = Spiel **2 Robocats** und zieh heimlich fünf Karten, ganz ohne Punkte. Oder spiel **4 Robocats** für ⭐ 3.
effect-mafia = Spiel **4 Mafiakarten**. Du bekommst ⭐ 2. Alle anderen haben die Wahl: zwei Karten abwerfen oder ⭐ 1 zurückgeben. Wer weniger als zwei Karten hat, zahlt, falls noch ein Punkt da ist. Wer keine Punkte hat, wirft zwei Karten ab, oder die einzige.
effect-hackers = Spiel **1 bis 4 Hacker** gegen jemanden mit mindestens so vielen Karten. Sie werden in diese Hand gemischt, und ebenso viele Karten kommen zufällig heraus. Jeder Hacker, der herauskommt, bringt dir ⭐ 1 und wird abgeworfen; alle anderen Karten, die herauskommen, nimmst du auf die Hand. Hacker, die nicht herauskommen, bleiben bei deinem Opfer.
effect-police = Spiel **beliebig viele Polizisten und eine Karte einer anderen Fraktion** gegen jemanden. So viele Karten, wie du Polizisten spielst, kommen zufällig aus dieser Hand. Jede, die zu deiner anderen Karte passt, bringt dir ⭐ 1. Für jede Polizeikarte darunter zieht dein Opfer eine neue. Was herausgekommen ist, wird abgeworfen.
effect-journalists = Spiel **2 Journalisten**. Du bekommst ⭐ 2. Alle anderen können dir eine Karte ihrer Wahl geben. Wer das tut, kann eine zweite dieser Fraktion abwerfen und bekommt dafür ⭐ 1.
effect-bureaucrats = Spiel **beliebig viele Bürokraten** und deck ebenso viele Karten vom Stapel auf. Jede unterschiedliche Fraktion darunter bringt dir ⭐ 1, auch die Bürokraten selbst. Danach wird alles abgeworfen.

# Wie gut die Computerkatzen spielen

level-kitten = Kätzchen
level-tomcat = Kater

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
        [one] { $name }: Nimm Karten oder spiel eine Fraktion
        [two] { $name }: Nimm Karten oder spiel eine Fraktion (noch zwei Aktionen)
       *[last] { $name }: Nimm Karten oder spiel eine Fraktion (noch eine Aktion)
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
detectives = { $name } spielt die Detektive mit 1 × { $card }: ⭐ 3.
scientists = { $name } spielt die Wissenschaftler: ⭐ 2.
robocats-drew =
    { $number ->
        [one] { $name } spielt zwei Robocats und zieht eine Karte.
       *[other] { $name } spielt zwei Robocats und zieht { $number } Karten.
    }
robocats-scored = { $name } spielt vier Robocats: ⭐ 3.
mafia = { $name } spielt die Mafia: ⭐ 2.
hackers =
    { $number ->
        [one] { $name } schiebt { $target } einen Hacker unter. Heraus kommt { $signs }: ⭐ { $points }.
       *[other] { $name } schiebt { $target } { $number } Hacker unter. Heraus kommen { $signs }: ⭐ { $points }.
    }
police = { $name } schickt { $number } × Polizei zu { $target } und sucht { $card }. Gefunden: { $signs }, ⭐ { $points }.
journalists = { $name } spielt die Journalisten: ⭐ 2.
bureaucrats = { $name } spielt Bürokraten und deckt { $signs } auf: ⭐ { $points }.
pursued = { $name } wirft 1 × { $card } ab: ⭐ 1.
paid = { $name } zahlt der Mafia ⭐ 1.
gave =
    { $discarded ->
        [0] { $name } gibt { $receiver } 1 × { $card }.
       *[other] { $name } gibt { $receiver } 1 × { $card } und wirft noch eine ab: ⭐ 1.
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
won =
    { $points ->
        [one] 🏛️ { $name } gewinnt die Wahl mit einem Punkt!
       *[other] 🏛️ { $name } gewinnt die Wahl mit { $points } Punkten!
    }

illegal-move = Das geht gerade nicht. Drück auf 🐾, dann siehst du, was geht.
not-in-hand = Dafür fehlen dir die Karten. Such dir etwas anderes aus.
no-points = Du hast keine Punkte zum Zahlen. Wirf stattdessen zwei Karten ab.

# Das Spielbrett

board-title = Catham City · Zug { $turn }
board-over = Catham City · die Stimmen sind ausgezählt
market = **Auslage:** { $cards }
piles =
    { $discards ->
        [0] **Stapel:** { $pile } · **Ablage:** 0
       *[other] **Stapel:** { $pile } · **Ablage:** { $discards }, obenauf { $top }
    }
factions-in-play = **Im Spiel:**
standings = Wer zuerst ⭐ { $target } hat, gewinnt
board-player = { $name } · ⭐ { $points } · 🃏 { $cards }
played = { $name } hat { $cards } gespielt.
answers-in = Geantwortet, noch geheim: { $names }.
market-alt =
    { $discards ->
        [0] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: 0.
       *[other] Die Auslage: { $cards }. Karten im Stapel: { $pile }. Ablage: { $discards }, obenauf: { $top }.
    }
race-alt = Punkte: { $points }. Das Ziel ist { $target }.
race-alt-player = { $letter } { $points }
hand-alt = Meine Karten: { $cards }.
overview-alt = Katzen dieser Fraktionen: { $factions }.
banner-alt = Katzen aller Fraktionen über den Dächern einer nächtlichen Stadt.

# Meine Karten

button-hand = Meine Karten
hand-cards = Meine Karten ({ $number })
hand-wait = Jetzt sind die anderen dran. Wenn du gefragt wirst, drück unter dem Spielbrett auf 🐾.
hand-over = Das Spiel ist vorbei. Auf dem Spielbrett siehst du, wer gewonnen hat.
action-todo = **Du bist dran: Nimm Karten einer Fraktion aus dem Menü, oder spiel eine Fraktion mit einem blauen Knopf.**
action-take = **Du bist dran: Nimm Karten einer Fraktion aus dem Menü.** Noch kannst du keine Fraktion spielen.
action-left =
    { $left ->
        [one] Das ist die letzte Aktion in deinem Zug.
       *[other] Du hast in diesem Zug noch { $left } Aktionen.
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

# Eine Fraktion spielen

play-title = Spielen: { $faction }
play-yes = Spielen
back = Zurück
step-number = **Wie viele davon?**
step-extra = **Welche Karte kommt dazu?**
step-target = **Wessen Hand?**
step-so-far = Bis jetzt: { $cards }
target-label =
    { $cards ->
        [one] { $letter } · { $name } (1 Karte)
       *[other] { $letter } · { $name } ({ $cards } Karten)
    }
confirm-detectives = **3 Detektive und 1 × { $extra } spielen?** Du bekommst ⭐ 3. Die anderen können je 1 × { $extra } abwerfen, für ⭐ 1.
confirm-scientists = **3 Wissenschaftler spielen?** Du bekommst ⭐ 2 und ziehst zwei Karten.
confirm-robocats =
    { $number ->
        [2] **2 Robocats spielen?** Du ziehst fünf Karten, ohne Punkte.
       *[other] **4 Robocats spielen?** Du bekommst ⭐ 3.
    }
confirm-mafia = **4 Mafiakarten spielen?** Du bekommst ⭐ 2. Die anderen werfen je zwei Karten ab oder geben ⭐ 1 zurück.
confirm-hackers =
    { $number ->
        [one] **{ $target } einen Hacker unterschieben?** Eine Karte kommt aus dieser Hand: Ein Hacker bringt dir ⭐ 1, jede andere behältst du.
       *[other] **{ $target } { $number } Hacker unterschieben?** { $number } Karten kommen aus dieser Hand: Jeder Hacker bringt dir ⭐ 1, die anderen behältst du. Was nicht herauskommt, bleibt dort.
    }
confirm-police =
    { $number ->
        [one] **Einen Polizisten und 1 × { $extra } zu { $target } schicken?** Eine Karte kommt aus dieser Hand: ⭐ 1, wenn sie zu { $extra } passt.
       *[other] **{ $number } Polizisten und 1 × { $extra } zu { $target } schicken?** { $number } Karten kommen aus dieser Hand, oder alle, wenn es weniger sind: ⭐ 1 für jede, die zu { $extra } passt.
    }
confirm-journalists = **2 Journalisten spielen?** Du bekommst ⭐ 2. Die anderen können dir je eine Karte geben.
confirm-bureaucrats =
    { $number ->
        [one] **Einen Bürokraten spielen?** Du deckst eine Karte vom Stapel auf und bekommst ⭐ 1.
       *[other] **{ $number } Bürokraten spielen?** Du deckst { $number } Karten vom Stapel auf: ⭐ 1 für jede unterschiedliche Fraktion.
    }

# Antworten

answer-detectives-title = Die Detektive sind da
answer-detectives = { $name } hat die Detektive mit 1 × { $card } gespielt. **Du kannst 1 × { $card } abwerfen und bekommst ⭐ 1.**
pursue-label = 1 × { $card } abwerfen: +1 Punkt
pass-label = Passen
answer-mafia-title = Die Mafia ist da
answer-mafia = { $name } schickt die Mafia. **Wirf zwei deiner Karten ab oder zahl ⭐ 1.**
drop-menu = Wirf zwei Karten ab …
pay-label = 1 Punkt zahlen
answer-journalists-title = Die Journalisten sind da
answer-journalists = { $name } hat die Journalisten gerufen. **Gibst du { $name } eine Karte?** Dann kannst du eine zweite dieser Fraktion abwerfen, für ⭐ 1.
give-nothing = Nichts geben
give-todo = **Du gibst 1 × { $card }.** Magst du dazu noch eine für ⭐ 1 abwerfen?
give-yes = Geben
give-and-discard = Geben und eine abwerfen
answer-in = Deine Antwort ist da: { $answer } Sie bleibt geheim, bis alle geantwortet haben.
answered-pass = Du tust nichts.
answered-discard = Du wirfst 1 × { $card } ab, für ⭐ 1.
answered-pay = Du zahlst ⭐ 1.
answered-drop = Du wirfst { $cards } ab.
answered-give = Du gibst 1 × { $card }.
answered-give-discard = Du gibst 1 × { $card } und wirfst noch eine ab, für ⭐ 1.

# Die Fraktionen im Spiel

button-factions = Was Fraktionen können
factions-text = Diese fünf sind im Spiel, mit je 15 Karten.
discard-pile = **Im Ablagestapel:** { $cards }

# Das Ende und die Punkte

end-winner =
    { $points ->
        [one] 🏛️ **{ $names } zieht ins Rathaus von Catham City ein, mit einem Punkt!**
       *[other] 🏛️ **{ $names } zieht ins Rathaus von Catham City ein, mit { $points } Punkten!**
    }
end-place = { $rank }. { $name }
end-player = ⭐ { $points } von { $target } · 🃏 { $cards }
end-alt = Die Rangliste: { $points }.
score-target = Wer zuerst { $target } Punkte hat, gewinnt.
score-player =
    { $points ->
        [one] { $name }: ⭐ ein Punkt
       *[other] { $name }: ⭐ { $points } Punkte
    }

# Wörter in den Bildern

picture-pile = Stapel
picture-discards = Ablage
picture-hand = Hand
picture-points = Punkte
picture-target = Ziel:

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
rules-first-factions = Nimm fürs erste Spiel diese vier und dazu die Hacker von der nächsten Seite.
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
    ❓ **Darf ich mehr als zehn Karten nehmen?** Ja, aber am Ende deines Zugs bleiben höchstens zehn.
    ❓ **Darf ich sechs Wissenschaftler auf einmal spielen?** Nein, drei. Nur bei Polizei und Bürokraten ist die Zahl frei, bei Hackern geht sie bis vier.
    ❓ **Polizei gegen eine kleine Hand?** Erlaubt: Was da ist, kommt heraus. Für Hacker muss die Hand groß genug sein.
    ❓ **Zählen Hacker, die schon vorher dort waren?** Ja, jeder, der herauskommt, bringt einen Punkt.
    ❓ **Kann ich Geschenke ablehnen?** Nein, und alle sehen sie.
    ❓ **Zwei Aktionen?** Eine Option für Erfahrene: Jeder Zug hat zwei, gleiche oder verschiedene. Vor der zweiten ist die Auslage wieder voll, und erst nach ihr gilt die Grenze von zehn Karten.
    ❓ **Und wenn jemand nicht da ist?** Ein Computer tut das Mildeste: Er passt, nimmt eine Karte oder wirft zufällig ab, was sein muss.
    ❓ **Und wenn jemand geht?** Ein Computer übernimmt. Habt ihr „{ choice-leavers-nobody }“ gewählt, werden die Karten abgeworfen und die Züge übersprungen.
    ❓ **Wer fängt an?** Das wird ausgelost, und auch, wer wo sitzt.
