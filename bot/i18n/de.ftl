## Namen, die in vielen Sätzen vorkommen

-join = **🐾 { button-join }**
-operator = { $case ->
        [dative] den Leuten
       *[nominative] die Leute
    }, die mich betreiben

## Starting and stopping
## These sentences are for whoever starts the bot: they go to the terminal, one line each.

setting-discord-token = Die Einstellung DISCORD_TOKEN enthält kein Token: Kopiere es neu von der Seite „Bot“ deiner Anwendung auf https://discord.com/developers/applications, ohne Leerzeichen.
setting-log-level = Die Einstellung LOG_LEVEL muss DEBUG, INFO, WARNING, ERROR oder CRITICAL sein.
setting-log-format = Die Einstellung LOG_FORMAT muss text oder json sein.
setting-computer-players = Die Einstellung COMPUTER_PLAYERS muss process oder threads sein.
setting-metrics-port = Die Einstellung METRICS_PORT muss eine Zahl von 1 bis 65535 sein, zum Beispiel 9100, oder ganz fehlen.
setting-metrics-host = Die Einstellung METRICS_HOST muss eine Adresse dieses Rechners sein, zum Beispiel 127.0.0.1, oder 0.0.0.0 für alle, die ihn erreichen.
setting-metrics-host-alone = Die Einstellung METRICS_HOST bewirkt nichts ohne METRICS_PORT: Setze beide oder entferne METRICS_HOST.
setting-shards = Die Einstellung SHARDS muss eine Zahl von 1 bis { $most } sein. Lass sie weg, dann sind es so viele, wie Discord empfiehlt.
setting-api-base = Die Einstellung API_BASE muss eine Adresse sein wie http://127.0.0.1:8080/api/v10. Lass sie weg, um mit Discord selbst zu sprechen.
setting-gateway-url = Die Einstellung GATEWAY_URL muss eine Adresse sein wie ws://127.0.0.1:7878. Lass sie weg, dann ist es die von Discord.
setting-requests-per-second = Die Einstellung REQUESTS_PER_SECOND muss eine Zahl von 1 bis { $most } sein. Lass sie weg, dann sind es 50: So viele erlaubt Discord jedem Bot.
setting-language = Die Einstellung LANGUAGE nennt eine Sprache, die ich nicht spreche. Ich spreche { $languages } und mache auf Englisch weiter.
setting-support-contact = Die Einstellung SUPPORT_CONTACT muss eine Webadresse oder ein einzeiliger Text sein, mit höchstens { $most } Zeichen und ohne Erwähnungen wie @everyone.
setting-public-invite = Die Einstellung PUBLIC_INVITE muss yes oder no sein. Mit yes haben geteilte Beiträge einen Knopf, der den Bot zu anderen Servern hinzufügt.
setting-file = Die Datei .env ist nicht lesbar: Sie muss UTF-8-Text sein, den dieses Benutzerkonto öffnen darf.
setting-line-wrong = Zeile { $line } der Datei .env sieht nicht aus wie NAME=WERT und wird ignoriert: Berichtige sie oder setz ein # davor.
setting-renamed = Die Einstellung { $old } heißt jetzt { $new }: Benenne sie um.
setting-line-meant = Zeile { $line } der Datei .env wird ignoriert, weil es diese Einstellung nicht gibt: Meinst du { $meant }?
setting-file-passed-over = Die Datei .env ist nicht lesbar und wird ignoriert: Alle Einstellungen kommen aus der Umgebung.
setting-file-ending = Es gibt eine Datei namens .env.txt, und die lese ich nicht: Nenn sie .env, ohne .txt. Windows versteckt solche Endungen: Schalte im Explorer unter Anzeigen > Einblenden die Dateinamenerweiterungen ein.
setting-line-unknown = Zeile { $line } der Datei .env wird ignoriert, weil es diese Einstellung nicht gibt: .env.example zeigt alle.
games-unknown = Name { $place } in der Einstellung GAMES gehört zu keinem Spiel, das ich habe. Ich habe: { $known }.
games-none = Die Einstellung GAMES lässt kein Spiel übrig. Ich habe: { $known }.
games-many = Das Spiel { $game } wird nicht angeboten: Discord nimmt höchstens { $most }. Such sie mit der Einstellung GAMES aus.
games-left-name = Das Spiel { $game } aus dem Paket { $package } bleibt weg: Ein Name hat höchstens 24 Zeichen (a bis z, Ziffern und "_") und beginnt mit einem Buchstaben.
games-left-taken = Das Spiel { $game } aus dem Paket { $package } bleibt weg: So heißt schon ein anderes. Ist es dasselbe Spiel, kannst du das Paket deinstallieren.
games-left-broken = Das Spiel { $game } aus dem Paket { $package } bleibt weg, weil es sich nicht laden lässt: { $why }. Mehr sagt "python -m bot.testing { $game }".
games-left-no-box = Das Spiel { $game } aus dem Paket { $package } bleibt weg: { $value } ist kein GamePackage.
games-left-slip = Das Spiel { $game } aus dem Paket { $package } bleibt weg: { $slip }
module-broken = { $module } lässt sich nicht laden: { $why }
module-no-package = { $module } ist kein GamePackage, sondern: { $kind }.
module-mistake = { $module } lässt sich noch nicht spielen: { $mistake }
games-left-old = Das Spiel { $game } aus dem Paket { $package } bleibt weg: Es ist für eine frühere Version des Bots geschrieben ({ $why }). Pass es an, wie docs/contract.md es sagt. Mehr sagt "python -m bot.testing { $game }".
author-instance = { $game }: Ein GamePackage braucht ein Objekt einer Unterklasse von `{ $base }`, mit Klammern gemacht: `My{ $base }()`.
author-seats = { $game }: `seats` müssen aufsteigende Zahlen sein, etwa (2,) für genau zwei, range(2, 5) oder (2, 4).
author-levels = { $game }: Stufen mal Plätze, die Computer haben können, sind mehr als { $most }, und ein Menü zeigt sie alle. Nimm weniger Stufen oder Plätze.
author-renamed = { $game }: `{ $old }` ist jetzt `{ $new }`. Benenne es um oder verschieb es, wie docs/contract.md es sagt.
author-own-screen = { $game }: `own_screen` bekommt eine `Question` mit Sicht, Platz, Frage, Zügen und Kontext. Schreib es als `own_screen(self, question)`.
author-describe-event = { $game }: `describe_event` bekommt auch die Sicht der Person, die liest. Schreib es als `describe_event(self, view, event, context)`.
author-file = { $file } fehlt: Ein Spiel braucht seine Texte in mindestens einer dieser Sprachen: { $languages }.
author-missing = In { $file } fehlt ein Text. Füg eine Zeile "{ $message } = …" hinzu.
author-unfilled = { $file }: Der Text { $message } lässt sich nicht füllen ({ $why }). Berichtige, was in seinen Klammern steht.
author-unreadable = { $file }, Zeile { $line }: „{ $excerpt }“ lässt sich nicht lesen ({ $why }). Rück jede Zeile eines Texts ein. Beginnt eine mit *, [ oder einem Punkt, setz dieses Zeichen in Anführungszeichen und geschweifte Klammern.
author-taken = { $file }: Den Namen { $message } benutzt schon der Bot. Nenn deinen Text anders, etwa { $other }.
store-address = { $setting } muss eine SQLite-Datei nennen, zum Beispiel sqlite:///data/cats.db, oder eine PostgreSQL-Datenbank, zum Beispiel postgresql://benutzer:passwort@rechner/datenbank.
store-address-slashes = { $setting } hat zwei Schrägstriche hinter „sqlite:“. Nimm drei vor einem Pfad, der im Ordner des Bots beginnt, zum Beispiel sqlite:///data/cats.db, oder vier vor einem absoluten, zum Beispiel sqlite:////data/cats.db.
store-address-question = In { $setting } steht ein „?“, und das darf die Adresse einer SQLite-Datei nicht enthalten: Nimm es samt den Parametern dahinter weg, oder gib der Datei einen anderen Namen.
store-address-unescaped = In { $setting } hat das Passwort (oder ein anderer Teil) ein Zeichen, das in einer Adresse etwas anderes bedeutet: Schreib @ als %40, / als %2F, # als %23, : als %3A, % als %25 und ein Leerzeichen als %20.
store-address-parameter = { $setting } hat hinter dem „?“ einen Parameter, den PostgreSQL nicht kennt, oder einen mit einem Wert, den es nicht nimmt: Berichtige ihn, oder lass ihn weg. Ein „?“ oder „&“ im Passwort schreibst du als %3F oder %26. Alle Parameter: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
store-no-driver = { $setting } nennt eine PostgreSQL-Datenbank, aber das Paket dafür fehlt: Installiere es mit „pip install --require-hashes -r requirements.txt -r requirements-extras.txt“ im Ordner des Bots; ohne einen solchen Ordner mit „pip install 'WHEEL[postgres]'“, wobei WHEEL die Datei ist, aus der du den Bot installiert hast.
store-server-silent = Der PostgreSQL-Server antwortet nicht: Prüfe, ob er läuft und ob Rechner und Port in { $setting } stimmen.
store-server-refuses = Der PostgreSQL-Server antwortet, lässt den Bot aber nicht hinein: Prüfe Benutzername, Passwort (Zeichen wie % schreibst du als %25) und Datenbank in { $setting }, und ob der Server noch eine Verbindung frei hat.
store-server-connections = Der PostgreSQL-Server hat keine { $needed } Verbindungen frei, und so viele braucht jeder Prozess des Bots: Erhöhe die Grenze seines Benutzers (CONNECTION LIMIT) oder des Servers (max_connections), oder beende ein anderes Programm.
store-server-no-ssl = Der PostgreSQL-Server kann kein SSL, und sslmode in { $setting } verlangt es: Schalte SSL im Server ein, oder lass sslmode weg, wenn der Weg dorthin privat ist.
store-server-certificate = Das Zertifikat des PostgreSQL-Servers besteht die Prüfung nicht, die sslmode in { $setting } verlangt: Nenne die Stelle, die es unterschrieben hat, mit sslrootcert=DATEI (oder sslrootcert=system), und den Server bei dem Namen, der im Zertifikat steht.
store-server-channel-binding = Der PostgreSQL-Server kann die Kanalbindung nicht, die channel_binding in { $setting } verlangt: Dazu braucht er SSL und ein SCRAM-Passwort. Sonst lass channel_binding weg.
store-server-pooled = { $setting } führt zu einem Pooler, der jeder Transaktion irgendeine Sitzung gibt: Stell ihn auf den Sitzungsmodus (pool_mode = session), oder nenne den Server selbst.
store-server-old = Der PostgreSQL-Server ist zu alt: Der Bot braucht Version { $oldest } oder eine neuere.
store-server-encoding = Die PostgreSQL-Datenbank kann nicht alle Buchstaben speichern: Leg eine mit der Kodierung UTF8 an.
store-server-in-use = Ein anderer Bot oder ein Befehl wie --rebuild-ratings hat die PostgreSQL-Datenbank für sich allein: Beende ihn, warte, bis er fertig ist, oder gib diesem hier eine eigene.
store-server-older-workers = Die PostgreSQL-Datenbank braucht ein Update, aber ältere Prozesse des Bots oder ein Befehl wie --rebuild-ratings benutzen sie noch: Beende sie zuerst.
store-server-read-only = In der PostgreSQL-Datenbank darf der Bot nichts ändern: Gib seinem Benutzer das Recht, dort zu schreiben und Tabellen anzulegen.
store-server-standby = { $setting } führt zu einem PostgreSQL-Server, der nur einen anderen kopiert (Standby): Nenne den Primärserver, oder zähle alle auf und ergänze target_session_attrs=read-write.
store-server-no-tables = Die Tabellen des Bots sind in der PostgreSQL-Datenbank nicht dort, wo er sie sucht: Stell sie wieder her, oder berichtige den search_path seines Benutzers.
store-server-full = Der Datenträger des PostgreSQL-Servers ist voll: Schaffe Platz und versuche es dann noch einmal.
store-server-locked = Ein anderes Programm sperrt Zeilen oder Tabellen der PostgreSQL-Datenbank: Beende es und versuche es dann noch einmal.
store-server-lost = Die Verbindung zum PostgreSQL-Server ist abgerissen: Prüfe den Server und das Netz.
store-server-too-old = Die PostgreSQL-Datenbank stammt von einer Version vor 0.3.0: Starte einmal Version 0.3.0 damit, danach diese.
store-server-newer = Die PostgreSQL-Datenbank stammt von einer neueren Version des Bots: Installiere diese oder nimm eine andere Datenbank.
store-server-foreign = Die PostgreSQL-Datenbank gehört einem anderen Programm: Nenne in { $setting } eine eigene für den Bot.
store-copy-not-empty = Die Datenbank, in die kopiert werden soll, ist nicht leer, also wurde nichts kopiert: Nenne eine leere. Wurde ein früheres --copy-to dorthin unterbrochen, ist die Kopie trotzdem vollständig: Sie ist ganz da oder gar nicht.
store-copy-unfinished = Ein --copy-to in die Datenbank, die { $setting } nennt, wurde unterbrochen, also wurde nichts dorthin kopiert: Starte --copy-to noch einmal oder nenne eine andere Datenbank.
store-copy-differs = Die Kopie ist nicht vollständig, also wurde nichts kopiert: Versuche es noch einmal, während nichts anderes die Datenbanken benutzt.
store-backup-there = { $path } gibt es schon, und eine Sicherung überschreibt nichts: Nenne eine andere Datei.
store-backup-nothing = Es gibt nichts zu sichern, weil der Bot noch keine Datenbank hat ({ $place }): Prüfe DATABASE_URL und ruf dies in dem Ordner auf, in dem du den Bot startest.
store-backup-older = Die PostgreSQL-Datenbank stammt von einer älteren Version des Bots: Mach die Sicherung mit der.
store-backup-place = Nach { $path } lässt sich keine Sicherung schreiben: Nenne eine Datei in einem Ordner, den es gibt, der neue Dateien annimmt und auf dessen Datenträger Platz ist.
store-server-failing = Der PostgreSQL-Server konnte nicht lesen oder schreiben: Sieh in sein Log.
store-unreachable = Die Datenbankdatei { $path } lässt sich nicht öffnen: Prüfe den Pfad in { $setting } und die Zugriffsrechte.
store-read-only = Die Datenbankdatei { $path } oder ihr Ordner ist schreibgeschützt: Gib dem Bot dort Schreibrechte.
store-full = Der Datenträger mit { $path } ist voll: Schaffe Platz und versuche es dann noch einmal.
store-too-old = Die Datenbank { $path } stammt von einer Version vor 0.3.0: Starte einmal Version 0.3.0 damit, danach diese.
store-newer = Die Datenbank { $path } stammt von einer neueren Version des Bots: Installiere diese oder nimm eine andere Datei.
store-foreign = Die Datei { $path } ist keine Datenbank dieses Bots: Nenne in { $setting } eine andere.
store-damaged = Die Datenbank { $path } ist beschädigt: Ersetze sie durch eine Sicherung.
store-in-use = Ein anderer Bot oder ein Befehl wie --rebuild-ratings benutzt { $path } schon: Beende ihn, warte, bis er fertig ist, oder gib diesem hier eine eigene Datenbank.
store-locked = Ein anderes Programm schreibt gerade in { $path }: Beende es und versuche es dann noch einmal.
store-no-locks = Der Ordner von { $path } liegt auf einem Laufwerk ohne Dateisperren, wie es viele Netzlaufwerke sind (NFS, SMB): Leg die Datenbank auf eine lokale Platte, oder nimm PostgreSQL.
store-replaced = Die Datenbankdatei { $path } wurde verschoben, gelöscht oder ersetzt, während der Bot lief, also konnte nichts mehr gespeichert werden: Leg sie oder eine Sicherung wieder an ihren Platz und starte dann den Bot.
store-failing = Lesen oder Schreiben von { $path } ist fehlgeschlagen: Prüfe den Datenträger.
start-no-token = Die Einstellung DISCORD_TOKEN fehlt: Schreib das Token deines Bots in die Datei .env oder spiel die Demo, die keins braucht: „python -m bot --demo“.
start-token-wrong = Discord lehnt das Token in DISCORD_TOKEN ab: Kopiere es neu von der Seite „Bot“ deiner Anwendung auf https://discord.com/developers/applications.
start-shards-changed = Während die Datenbank nicht erreichbar war, haben andere Prozesse mit einer anderen Zahl von Shards begonnen: Starte diesen hier neu.
start-shards-few = Discord verlangt für die Server dieses Bots mehr Shards: Beende alle seine Prozesse, lass die Einstellung SHARDS weg oder erhöhe sie und starte sie dann neu.
start-shards-wrong = Discord lehnt die Zahl der Shards ab: Lass die Einstellung SHARDS weg und starte den Bot dann neu.
start-discord-silent = Discord ist nicht erreichbar oder antwortet nicht, wie es soll: Prüfe das Netz und https://discordstatus.com und starte den Bot dann neu.
start-discord-answers = Discord antwortet mit Fehler { $status } statt mit dem, was der Bot braucht: Schau auf https://discordstatus.com nach und prüf API_BASE, falls gesetzt. Versuch es dann in ein paar Minuten wieder.
start-discord-slow = Discord braucht zu lange für eine Antwort: Prüf das Netz und https://discordstatus.com, dann versuch es noch einmal.
start-discord-closed = Discord nimmt solche Anfragen erst ab { $until } wieder an: Lass den Bot laufen, er wartet von selbst. Ein Neustart hilft nicht.
start-address-blocked = Cloudflare sperrt als Torwächter von Discord die IP-Adresse dieses Rechners, meist weil von dort zu viele fehlerhafte Anfragen kamen. Warte eine Stunde und versuch es wieder; auf einem geteilten Server bitte um eine eigene Adresse.
start-no-dns = Dieser Rechner findet die Adresse von { $host } nicht heraus (kein DNS): Prüf die Internetverbindung und die DNS-Einstellungen, dann versuch es noch einmal.
start-connection-refused = Bei { $host } nimmt nichts die Verbindung an: Prüf die Internetverbindung und die Firewall, die Port 443 nach außen durchlassen muss. Hinter einem Firmen-Proxy setz HTTPS_PROXY.
start-not-encrypted = Etwas zwischen hier und { $host } antwortet ohne richtige Verschlüsselung, etwa eine WLAN-Anmeldeseite oder ein Proxy: Melde dich im Netz an oder setz HTTPS_PROXY, dann versuch es noch einmal.
start-certificate = Dieser Rechner vertraut dem Zertifikat von { $host } nicht. Auf macOS führ „Install Certificates.command“ im Ordner deines Python aus. Hinter einem Firmen-Proxy setz SSL_CERT_FILE auf die Datei mit dem Zertifikat der Firma. Dann versuch es noch einmal.
start-certificate-date = Das Zertifikat von { $host } gilt nicht um { $own }, der Zeit auf der Uhr dieses Rechners. Geht die Uhr falsch, stell sie; geht sie richtig, zeigt etwas im Netz das falsche Zertifikat.
start-clock-wrong = Die Uhr dieses Rechners sagt { $own }, aber es ist { $theirs }: Stell die Uhr, dann versuch es noch einmal. Bis dahin klappt keine verschlüsselte Verbindung.
start-proxy-wrong = HTTPS_PROXY muss die Adresse eines HTTP-Proxys sein, etwa http://proxy.example.org:8080.
start-proxy-silent = Der Proxy { $host } ist nicht zu erreichen: Prüf HTTPS_PROXY, oder nimm es heraus, wenn du keinen Proxy brauchst.
start-proxy-refuses = Der Proxy aus HTTPS_PROXY lehnt die Verbindung zu Discord mit Status { $status } ab. Bei 407 ergänz Name und Passwort: http://NAME:PASSWORT@HOST:PORT. Sonst bitte die Leute, die ihn betreiben, discord.com und discord.gg zu erlauben.
start-demo-missing = Der Demo fehlen Pakete: Installiere sie mit „pip install -e '.[demo]'“ im Ordner des Bots (ohne einen solchen Ordner mit „pip install 'WHEEL[demo]'“, wobei WHEEL die Datei ist, aus der du den Bot installiert hast) und starte sie neu.
start-metrics-missing = METRICS_PORT ist gesetzt, aber das Paket dafür fehlt: Installiere es mit „pip install --require-hashes -r requirements.txt -r requirements-extras.txt“ im Ordner des Bots; ohne einen solchen Ordner mit „pip install 'WHEEL[metrics]'“, wobei WHEEL die Datei ist, aus der du den Bot installiert hast.
start-metrics-address = Der Bot kann unter der Adresse aus METRICS_HOST und METRICS_PORT nicht lauschen: Sie gehört nicht zu diesem Rechner, oder ein anderes Programm benutzt sie.
start-argument-unknown = Das Argument { $argument } gibt es nicht: „python -m bot --help“ zeigt alle.
start-argument-renamed = { $old } heißt jetzt { $new }.
start-argument-wrong = Das Argument { $argument } schreibt man anders: „python -m bot --help“ zeigt, wie.
start-argument-user = --export und --forget brauchen eine Discord-ID, eine Zahl mit höchstens 19 Ziffern, nicht „{ $given }“.
rebuild-starting = Ergebnisse und Wertungen werden aus den gespeicherten Spielen neu berechnet …
rebuild-done = Erledigt: Ergebnisse und Wertungen sind aus { $games } Spielen neu berechnet.
rebuild-stopped = Vorzeitig beendet: Ergebnisse und Wertungen sind, wie sie waren.
export-stopped = Vorzeitig beendet: Es wurde nichts geschrieben.
forget-host-done = Erledigt: In der Datenbank steht diese Person nirgends mehr.
forget-host-noted = Vorgemerkt, aber noch ist nichts gelöscht: Diese Person sitzt noch an { $tables ->
    [one] einem offenen Tisch
   *[other] { $tables } offenen Tischen
}. Wenn der Bot startet, verlässt sie { $tables ->
    [one] ihn
   *[other] sie
}, und der Bot vergisst sie.
forget-host-stopped = Vorzeitig beendet: Starte den Befehl noch einmal. War der Wunsch schon vorgemerkt, erledigt der Bot den Rest auch selbst, sobald er startet.
command-in-use = Ein Bot oder ein anderer Befehl wie --rebuild-ratings benutzt die Datenbank, die { $setting } nennt, also ist nichts passiert: Beende den Bot oder warte auf den anderen Befehl und versuche es dann noch einmal.
start-argument-port = --port braucht eine Zahl von 0 bis 65535, nicht { $given }.
start-argument-people = --people braucht eine Zahl von { $least } bis { $most }, nicht { $given }.
start-argument-language = --language braucht eine von { $languages }, nicht { $given }.
start-starting = Cloaked Cats startet …
copy-starting = Die Datenbank wird kopiert …
copy-stopped = Vorzeitig beendet, also wurde nichts kopiert.
backup-starting = Die Sicherung wird geschrieben …
backup-stopped = Vorzeitig beendet, also gibt es keine Sicherung.
copy-done = Alle { $rows } Zeilen sind kopiert. Trag die neue Adresse in DATABASE_URL ein und starte dann den Bot.
backup-done = Die Sicherung liegt bereit: { $path }. Darin stehen die Karten und Namen von allen, also leg sie dorthin, wo niemand sonst sie liest.
start-goodbye = Beendet. Bis bald!
start-version = Cloaked Cats { $version }
start-help =
    python -m bot             startet den Bot; seine Einstellungen stehen in der Datei .env
    python -m bot --demo      spielt in einem simulierten Discord im Browser, ganz ohne Konto
    python -m bot --check     prüft Einstellungen, Datenbank, Token und Berechtigungen
                              und startet nichts
    python -m bot --backup DATEI
                              sichert alles aus der Datenbank von DATABASE_URL in einer neuen
                              Datei, während alle weiterspielen
    python -m bot --copy-to ADRESSE
                              kopiert die Datenbank aus DATABASE_URL in eine leere unter dieser Adresse,
                              während kein Bot läuft
    python -m bot --rebuild-ratings
                              berechnet Ergebnisse und Wertungen neu aus den gespeicherten Spielen,
                              während kein Bot läuft
    python -m bot --export ID
                              schreibt alles über die Person mit dieser Discord-ID, als JSON
    python -m bot --forget ID
                              vergisst die Person mit dieser Discord-ID, während kein Bot läuft

    --scenario DATEI          mit --demo: spielt zuerst diese Datei, dann bist du dran;
                              ohne: prüft, ob die Datei zu verstehen ist
    --module PAKET.PFAD       mit --demo oder --scenario: bietet auch dieses Spiel an, das nicht
                              installiert sein muss, etwa my_game.package.PACKAGE
    --people ZAHL             wie viele Leute die Demo hat, von 2 bis 8 (4)
    --port ZAHL               wo die Demo auf diesem Rechner lauscht, von 0 (irgendein freier Port) bis 65535
    --language en|de          die Sprache dieser Meldungen und der Demo
    --version                 zeigt die Version
    -h, --help                zeigt diesen Text

## What `python -m bot --check` tells

check-starting = Ich prüfe Einstellungen, Datenbank und Discord. Gestartet oder verändert wird nichts …
check-right = OK       { $told }
check-note = HINWEIS  { $told }
check-wrong = FEHLER   { $told }
check-well = Alles in Ordnung.
check-mend = { $things ->
    [one] Eine Sache musst du noch beheben.
   *[other] { $things } Sachen musst du noch beheben.
}
check-games = Diese Spiele gibt es: { $games }.
check-settings = Alle Einstellungen sind gültig.
check-metrics-used = Ein Bot benutzt METRICS_PORT gerade für seine Zahlen. Das ist in Ordnung, außer du willst noch einen starten: Jeder braucht einen eigenen Port.
check-database = Die Datenbank lässt sich öffnen und beschreiben und passt zu dieser Version: { $place }
check-database-new = Die Datenbank ist neu, der erste Start legt alles Nötige an: { $place }
check-database-missed = Die Datenbank fehlt oder ist leer, aber { $remains } zeigt, dass es eine gab: Bring sie oder eine Sicherung dorthin, bevor du den Bot startest, sonst fängt er neu an: { $place }
check-database-older = Die Datenbank stammt von einer älteren Version: Mach eine Sicherung und starte dann den Bot, der sie auf den neuen Stand bringt: { $place }
check-database-used = Gerade benutzt ein Bot die Datenbank. Das ist in Ordnung, diese Prüfung stört ihn nicht.
check-token = Discord nimmt das Token an: Der Bot heißt { $name }.
check-clock = Die Uhr dieses Rechners geht richtig.
check-clock-off = Die Uhr dieses Rechners geht { $seconds ->
    [one] eine Sekunde
   *[other] { $seconds } Sekunden
} { $way ->
    [ahead] vor
   *[behind] nach
}: Stell sie richtig, denn auf den Spielbrettern steht, bis wann ihr Zeit habt.
check-rest-unseen = Darum kann ich den Rest nicht prüfen: Bring erst das in Ordnung und prüf dann noch einmal.
check-proxy = HTTPS_PROXY ist gesetzt, also führt der Weg zu Discord über den Proxy { $host }.
check-install = „App hinzufügen“ im Profil des Bots bringt ihn auf Server, mit allen Berechtigungen, die er braucht.
check-install-differs = Die Installationseinstellungen der Anwendung sind nicht so, wie der Bot sie braucht. Du musst nichts tun: Der nächste Start des Bots setzt sie.
check-code-grant = Niemand kann den Bot auf einen Server holen: Schalte „Requires OAuth2 Code Grant“ auf der Seite „Bot“ deiner Anwendung auf https://discord.com/developers/applications aus.
check-not-public = Die Anwendung ist privat: Nur du kannst sie auf Server holen. Damit andere es können, schalte „Public Bot“ auf der Seite „Bot“ deiner Anwendung auf https://discord.com/developers/applications ein.
check-invite-private = PUBLIC_INVITE ist yes, aber die Anwendung ist privat, darum kann niemand sonst der Einladung folgen: Schalte „Public Bot“ auf der Seite „Bot“ deiner Anwendung auf https://discord.com/developers/applications ein oder entferne PUBLIC_INVITE.
check-profile = Im Profil des Bots stehen eine Beschreibung und Schlagworte.
check-profile-empty = Im Profil des Bots fehlen Beschreibung oder Schlagworte, oder die Beschreibung ist die einer älteren Version. Du musst nichts tun: Der nächste Start des Bots setzt sie.
check-policy = Die Datenschutzerklärung steht unter { $url }.
check-terms = Die Nutzungsbedingungen stehen unter { $url }.
check-no-policy = Im Profil des Bots fehlt ein Link zu einer Datenschutzerklärung. Discord verlangt sie von allen, die andere einen Bot benutzen lassen: docs/privacy.md ist eine zum Ausfüllen. Trag ihre Adresse auf der Seite „General Information“ deiner Anwendung auf https://discord.com/developers/applications ein: Der Bot kann das nicht für dich tun.
check-no-terms = Im Profil des Bots fehlt ein Link zu Nutzungsbedingungen: docs/terms.md sind welche zum Ausfüllen. Trag ihre Adresse auf der Seite „General Information“ deiner Anwendung auf https://discord.com/developers/applications ein: Der Bot kann das nicht für dich tun.
application-description = Ein Tisch voller Katzen für deinen Kanal: Spiele zum Bluffen und Kombinieren, mit geheimen Rollen und für flinke Pfoten, mit Menschen und Computerkatzen, und jeden Tag ein Rätsel. Gib /cats play oder /cats puzzle ein.
application-description-0-4 = Ein Tisch voller Katzen für deinen Kanal: Spiele zum Bluffen, zum Kombinieren und für flinke Pfoten, mit Menschen und Computerkatzen. Gib /cats play ein.
application-description-0-3 = Ein Tisch voller Katzen für deinen Kanal: drei Kartenspiele zum Bluffen, Kombinieren und Schnellsein, für Menschen und Computerkatzen. Tippe /cats play.
application-tags = Spiele, Kartenspiele, Partyspiele, Bluffen, Katzen
check-shards = Discord empfiehlt { $shards ->
    [one] einen Shard
   *[other] { $shards } Shards
} für diesen Bot.
check-shards-set = Die Einstellung SHARDS verlangt { $shards ->
    [one] einen Shard
   *[other] { $shards } Shards
}, aber Discord empfiehlt { $recommended }: Lass SHARDS weg, wenn du keinen Grund dafür hast.
check-shards-multiple = Die Einstellung SHARDS verlangt { $shards } Shards. Ab 150.000 Servern nimmt Discord nur ein Vielfaches seiner eigenen Zahl, { $recommended }: Ändere SHARDS oder lass es weg.
check-starts = Heute sind noch { $left } von { $most } Starts übrig.
check-starts-used-up = Heute sind nur noch { $left } Starts übrig, und das letzte Zehntel von { $most } spart der Bot auf: Nach dem Start wartet er { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
} auf neue. Finde heraus, warum er so oft gestartet wurde.
check-servers = Der Bot ist auf { $servers ->
    [one] einem Server.
   *[other] { $servers } Servern.
}
check-servers-unverified = Der Bot ist auf { $servers } von höchstens { $most } Servern: Für mehr muss Discord ihn verifizieren. Beantragen kannst du das ab { $apply } Servern; docs/hosting.md sagt, was du dazu brauchst.
check-servers-first = Der Bot ist auf mindestens { $servers } Servern; geprüft sind nur die ersten { $servers }.
check-no-servers = Der Bot ist noch auf keinem Server: Hol ihn auf deinen mit { $invite }
check-permissions = Auf jedem davon haben die Rollen des Bots alle nötigen Berechtigungen.
check-permissions-lacking = Auf dem Server „{ $server }“ fehlt den Rollen des Bots: { $permissions }. Bitte die Leute, die ihn verwalten, das zu erlauben.
check-permissions-more = Auf { $servers ->
    [one] einem weiteren Server
   *[other] { $servers } weiteren Servern
} fehlt den Rollen des Bots auch eine Berechtigung.
check-channels-unseen = Was einzelne Kanäle erlauben, sieht diese Prüfung nicht: Fehlt dem Bot dort etwas, sagt er es, sobald jemand spielen will.

## Health

health-well = Cloaked Cats ist spielbereit.
health-live = Dieser Prozess läuft.
health-no-shards = Dieser Prozess hat gerade keinen Shard von Discord.
health-gateway = Das Gateway von Discord ist nicht verbunden: Shard { $shards }.
health-answers = Discord nimmt keine Antworten auf Knopfdrücke an: Shard { $shards }.
health-database = Die Datenbank antwortet nicht innerhalb einer Sekunde.
health-cleanup = Das tägliche Aufräumen schlägt seit zwei Tagen fehl: { $steps }. Warum, steht im Log.

## Befehle

command-cats = Spiele voller Geheimnisse, für dich und deine Freunde
command-play = Mach hier einen Tisch auf: Freunde setzen sich dazu, Computer füllen die Lücken
command-play-game = Welches Spiel
command-play-game-name = spiel
command-play-clock = Bedenkzeit pro Zug
command-play-clock-name = bedenkzeit
command-play-computers = Wie viele Computer mitspielen
command-play-computers-name = computer
command-play-level = Wie stark die Computer sind, oder „wie wir“
command-play-level-name = stärke
command-play-language = Sprache des Spielbretts
command-play-language-name = sprache
command-play-text-only = Nur Text, keine Bilder, für alle am Tisch
command-play-text-only-name = nur_text
command-evening = Mehrere Spiele hintereinander, mit Abstimmung, Punkten und Siegertreppchen
command-learn = Lern ein Spiel in fünf Minuten, mit einer geduldigen Computerkatze
command-puzzle = Das Rätsel des Tages: für alle dasselbe, und raten muss niemand
command-hand = Deine Karten, Würfel oder Rolle, nur für deine Augen
command-board = Spielbrett weggescrollt? Hol es wieder nach unten
command-profile = Wie du spielst: Wertungen, Spiele, Siege und Auszeichnungen
command-profile-person = Wessen Profil? Du siehst, was die Person zeigt.
command-profile-person-name = person
command-history = Erleb ein fertiges Spiel noch einmal, Zug für Zug, mit allen Geheimnissen
command-privacy = Was ich über dich speichere, und was du bestimmst
command-export = Eine Datei mit allem, was ich über dich gespeichert habe
command-forget = Alles löschen, was ich über dich gespeichert habe
command-scores = Wer gerade vorn liegt, und wer auf diesem Server am meisten gewinnt
command-leave = Den Tisch in diesem Kanal oder deine Übung verlassen
command-end = Den Tisch in diesem Kanal für alle schließen
command-rules = Wie das Spiel geht
command-help = Was ich kann, und was du eingeben kannst
command-settings = Wo, was und wie auf diesem Server gespielt wird

help-title = Hallo von den Katzen!
help-rules = 📖 Wie geht das Spiel?
help-text =
    Wir bringen euch Spiele voller Geheimnisse, direkt hier in den Kanal. Das Spielbrett sehen alle, deine Karten, Würfel oder Rolle nur du.
help-commands-title = Was du eingeben kannst
help-commands =
    `/cats play` macht einen Tisch auf. Freunde drücken auf { -join }, Computer füllen die Lücken.
    `/cats learn` bringt dir ein Spiel bei, in einer kurzen Runde, die nur du siehst.
    `/cats hand` zeigt dir deine Karten, Würfel oder Rolle, `/cats board` holt das Spielbrett wieder her.
    `/cats scores` zeigt, wie es steht, `/cats profile`, wie du spielst, `/cats rules` die Regeln.
    `/cats evening` macht daraus einen Abend mit mehreren Spielen, `/cats history` spielt fertige noch einmal ab.
    `/cats puzzle` zeigt das Rätsel des Tages, für alle dasselbe.
    `/cats leave` gibt deinen Platz auf oder beendet deine Übung, `/cats end` schließt den Tisch.
    `/cats privacy` sagt dir, was ich über dich speichere, `/cats export` schickt es dir, `/cats forget` löscht es.
    `/cats-settings` ist für Leute, die den Server verwalten: wo ihr spielt, was und wie.
    `/cats help` bringt dich zurück zu den Katzen.
help-trouble-title = Etwas klappt nicht
help-trouble =
    Ein Knopf tut nichts? Drück gleich noch einmal darauf.
    Spielbrett oder Karten sind weg? `/cats board` und `/cats hand` holen sie zurück.
    In einem Kanal geht's nicht? Ich brauche dort { permission-view-channel }, { permission-send-messages }, { permission-embed-links } und { permission-attach-files }: Frag jemanden, der sich um den Server kümmert.
    Klappt immer noch nicht? Sag es { -operator(case: "dative") }.
help-contact = Hier erreichst du sie: { $contact }

## Was es zu spielen gibt

# Hinter dem Namen eines Spiels und hinter dem Satz darüber.
game-minutes = { $minutes } Min.
game-facts = { $length } · für { $seats }
# How many can play where there are gaps, such as 2, 4 or 6.
game-seats = { $fewer } oder { $most }
button-learn = Lernen
learn-which = 🎓 Ein Spiel lernen
button-learn-first = Erst lernen (5 Min.)
button-learn-on = Weiter mit { $game }
button-learn-instead = Lieber { $game } lernen
lesson-runs = Du steckst mitten in einer Übung: **{ $game }**. Erst die fertig machen oder lieber die neue?
button-help = Was könnt ihr?
plain-greeting = Die Katzen sind da! Drück auf einen Knopf und spiel mit.
greeting-title = Hallo, wir sind die Katzen!
greeting-text = Wir bringen euch Spiele voller Geheimnisse: Das Spielbrett sehen alle hier im Kanal, deine Karten, Würfel oder Rolle nur du. Installieren müsst ihr nichts, und auf freien Plätzen springen Computer ein. Was wollt ihr spielen?

## Knöpfe

button-join = Mitspielen
button-leave = Verlassen
button-computer-add = Computer dazu
button-computer-remove = Computer weg
button-call-people = Leute rufen
button-call-me = Ruf mich
button-call-hours = Rufe: { $start }–{ $end } h
button-call-off-servers = { $servers ->
        [one] Keine Rufe mehr
       *[other] Keine Rufe ({ $servers } Server)
    }
button-call-off = Ruf mich nicht
button-start = Los geht's
button-options = Optionen
button-other-game = Anderes Spiel
button-change-game = Zu { $game } wechseln
button-board = Zum Spielbrett
button-language = Sprache: { $choice }
button-pace = Computertempo: { $choice }
button-rules = So geht's
button-cancel = Tisch absagen
button-words = In Worten
button-words-always = Immer in Worten
button-words-pictures = Wieder mit Bildern
words-always = 🔤 Ab jetzt bekommst du alles in Worten, auf jedem Server. Nur das Spielbrett behält seine Bilder, denn alle sehen es. „{ button-words }“ darunter sagt dir, was es zeigt.
words-pictures = 🖼️ Du bekommst wieder Bilder.
button-table = Tisch
button-who-wins = Wer gewinnt?
button-end = Spiel beenden
button-no = Nein, zurück
button-leave-yes = Ja, ich gehe
button-here = Bin da
button-skip = { $name } überspringen
button-come-back = Zurückkommen
button-resume = Weiter mit unserem Spiel
button-room-game = Platz machen für meins
button-room-lobby = Platz machen für meinen
button-end-yes = Ja, beenden
button-rematch = Noch einmal
button-next-game = Nächstes Spiel
button-evening = Spieleabend daraus machen
button-evening-end = Das war's für heute
button-vote = { $votes ->
    [0] { $game }
   *[other] { $game } · { $votes }
}
button-vote-end = Abstimmung beenden
button-result = Mein Ergebnis
button-deal = Ehrlich gemischt
button-previous = Zurück
button-next = Weiter
button-play = Tisch aufmachen
button-play-shared = Spielen
button-learn-again = Von vorn
button-learn-leave = Übung verlassen
button-pick-again = Neu wählen
button-go-on = Weiter
ready-waits = Du bist so weit. Sobald es alle sind, geht's weiter.
ready-names = ✅ Bereit: { $names } ({ $ready } von { $all })
button-invite = Lad die Katzen ein
button-add-to-server = Auf deinen Server holen
button-pictures = Mit Bildern
button-text-only = Nur Text für alle

## Wer mitspielt

mark-computer = {" "}🤖
mark-away = {" "}💤
mark-stood-in = {" "}(meist 🤖)
mark-vacant = {" "}🚪
mark-present = {""}
computer-names = Minka, Felix, Luna, Oskar, Mogli, Balou, Nala, Simba, Tiger, Paula, Kira, Leo, Molly, Pablo, Lilly, Carlo, Tilda, Merlin, Pixel, Romeo, Maja, Findus, Greta, Anton

## Vor dem Spiel

lobby-title = { $sign } { $game }
lobby-language = Dieses Spiel spricht nur { $language ->
    [de] Deutsch
   *[en] Englisch
}.
lobby-missing = 👉 Mit { -join } bist du dabei! { $missing ->
        [one] Es fehlt noch jemand
       *[other] Es fehlen noch { $missing }
    }, Computer gehen auch.
lobby-missing-people = 👉 Mit { -join } bist du dabei! { $missing ->
        [one] Es fehlt noch jemand.
       *[other] Es fehlen noch { $missing }.
    } Computer gehen in dieser Spielweise nicht.
lobby-computers-unfit = 👉 In dieser Spielweise geht's nur ohne Computer: Nehmt sie mit **{ button-computer-remove }** raus oder wählt mit **{ button-options }** eine andere.
lobby-kept-start = { $name } kann auch ohne dich auf **{ button-start }** drücken{ $filling }.
lobby-kept-missing = Zum Start { $missing ->
        [one] fehlt noch jemand
       *[other] fehlen noch { $missing }
    }.
lobby-kept-computer = **{ button-computer-add }** füllt eine Lücke.
lobby-ready = 👉 Alle da? { $name }, drück auf **{ button-start }**{ $filling }!
lobby-filling = { $computers ->
        [one] , dann kommt 1 Computer dazu
       *[other] , dann kommen { $computers } Computer dazu
    }
lobby-host = Chefkatze
lobby-host-called = 🔔 Ich habe { $name } gerufen. Keine Antwort? Dann könnt ihr selbst auf **{ button-start }** drücken: <t:{ $until }:R>
lobby-host-silent = 🔔 { $name } antwortet nicht. Jetzt könnt ihr selbst auf **{ button-start }** drücken.
lobby-taken = Alle Plätze sind besetzt.
lobby-full = { -join } geht trotzdem: Ein Computer macht Platz.
computers-told = 🤖 { $level }: { $told }
level-offered = { $level }: { $told }
level-like-us = wie wir
level-like-us-told = Etwa so gut wie ihr, gemessen an euren Spielen hier.
level-found = { $level } (wie wir)
seats-free = ⚪ { $free } frei
seat-kept = ⏳ { $name }: Platz reserviert
seat-host = 🪑 { $name } (leitet den Tisch)
seat-taken = 🪑 { $name }
seat-computer = 🪑 { $name } ({ $level })
seated-title = Du bist dabei: { $game }
seated-text = Sobald das Spiel beginnt, siehst du hier **{ $button }**, und zwar nur du. Weg? Drück auf 🐾 unter dem Spielbrett.
seated-vote-title = Du bist dabei!
seated-vote-text = Stimm am Spielbrett für dein Wunschspiel. Sobald es beginnt, siehst du hier alles, was dir gehört. Weg? Drück auf 🐾 unter dem Spielbrett.
thread-opens = 🐾 **{ $name }** macht einen Tisch auf: **{ $game }**
thread-open = 🐾 Ein Tisch ist offen: **{ $game }**
thread-seated = Du bist dabei: **{ $game }**! Der Tisch hat einen eigenen Thread: { $thread }. Komm mit, dort setzen sich auch die anderen dazu.
kept-title = Dein Platz ist reserviert: { $game }
kept-text = Drück auf { -join }, dann bist du wieder dabei. Warten muss niemand: Es kann auch ohne dich losgehen.

options-title = Optionen
options-text = Das hier siehst nur du. Deine Änderungen sehen alle sofort.
other-game-title = Etwas anderes als { $game }?
other-game-text = Alle behalten ihren Platz, und die Bedenkzeit bleibt.
other-game-which = Such ein Spiel aus
option-clock = ⏱️ Bedenkzeit: { $choice }
option-language = 💬 Sprache am Tisch: { $choice }
option-text-only = 🔤 Nur Text, für alle
option-remove = Einen Platz freimachen
option-remove-or-let-back = Einen Platz freimachen oder jemanden wieder mitspielen lassen
option-let-back = ↩️ { $name } darf wieder mitspielen
option-level = Wie stark ist ein Computer?
game-options-title = Optionen für { $game }
button-game-options = Optionen für { $game }
button-back-to-options = Alle Optionen
computer-level = { $name }: { $level }
computers-like-us = { $computers ->
        [one] Der Computer: wie wir
       *[other] Alle Computer: wie wir
    }
option-pace = 🤖 Computertempo: { $choice }
pace-slow = langsam
pace-normal = normal
pace-fast = flott
clock-none = unbegrenzt
clock-1 = 1 Minute
clock-3 = 3 Minuten
clock-10 = 10 Minuten
clock-60 = 1 Stunde
clock-1440 = 24 Stunden
clock-seconds = { $seconds ->
        [one] { $seconds } Sekunde
       *[other] { $seconds } Sekunden
    }
clock-default = { $clock } (wie üblich)
language-en = English
language-de = Deutsch

## Das Spielbrett

# One line above each board: for notifications, for screen readers, and where embeds are switched off.
plain = { $game }: { $line }
plain-lobby = Setz dich dazu!
call-start = { $people } Alle sind bereit. Geht es los? { $plain }
call-skip = { $people } Bist du noch da? Drück auf **{ button-here }** oder spiel einfach, dann bleibt es dein Zug. { $plain }
call = { $people } Du bist dran! { $plain }
owed = ▶️ **{ $line }**
owed-until = ▶️ **{ $line }** · ⏳ <t:{ $until }:R>
owed-time = ⏳ Dieser Zug endet: <t:{ $until }:R>
owed-pause = ⏳ Weiter geht's: <t:{ $until }:R>
owed-skip = 🔔 { $name }, bist du da? Drück auf **{ button-here }**. Sonst spielt der Computer diesen Zug: <t:{ $until }:R>
paused-away = 💤 **Alle sind weg, darum macht das Spiel Pause.** Drück auf irgendeinen Knopf, dann geht es weiter.
paused-channel = 💤 **Ich konnte das Spielbrett nicht zeigen, darum macht das Spiel Pause.** Drück auf irgendeinen Knopf, dann geht es weiter.
aside = 🧺 **Dieses Spiel liegt beiseite, damit andere hier spielen können.** Ist es deins? Drück auf **{ button-resume }**.
aside-kept = Ich hebe es auf bis <t:{ $until }:f>.
aside-found = 🧺 Dein beiseitegelegtes Spiel wartet auf dich.
events-title = Was bisher geschah
closed-title = 🚪 Bis zum nächsten Mal!
closed = Dieser Tisch ist geschlossen. `/cats play` macht einen neuen auf.
closed-idle = Hier war lange niemand, also habe ich abgeräumt. `/cats play` macht einen neuen Tisch auf.
reminder = ⏰ { $people } Die Hälfte deiner Zeit ist um. Du hast noch bis <t:{ $until }:t>.
notice = 💤 { $people } Euer Spiel hat seit Tagen niemand angerührt. Morgen räume ich ab, außer jemand drückt auf den Knopf.

table-back = { $name } ist wieder da.
table-time-out = ⏰ Der Computer spielt diesen Zug für { $name }.
table-away = 💤 { $name } ist wohl weg. So lange springt der Computer ein.
table-aside = 🧺 Das Spiel wurde eine Weile beiseitegelegt.
table-host = 🔑 { $name } leitet jetzt den Tisch.
table-left = 🚪 { $name } ist gegangen. { $heir } springt ein.
table-left-vacant = 🚪 { $name } ist gegangen.
table-like-us = 🤖 Die Computer spielen etwa so gut wie ihr: { $level }.
table-computers-left = 🤖 Die Computer sind heimgegangen: In dieser Spielweise können sie nicht mitspielen.
news-table-time-out = ⏰ Diesen Zug hat der Computer für dich gespielt. Der nächste gehört wieder dir!
news-table-away = 💤 Du warst weg, darum ist der Computer eingesprungen. Drück auf einen Knopf, dann spielst du wieder selbst!
# Above the buttons of a page that somebody reads while the game goes on.
reading-names = { $others } und { $last }
reading-played = { $count ->
        [one] { $names } hat gespielt.
       *[other] { $names } haben gespielt.
    }
reading-asked = Du bist dran: Drück auf **{ $button }**, sobald du so weit bist.
reading-over = Das Spiel ist vorbei! **{ $button }** zeigt, wie es für dich ausging.
reading-news = Am Tisch hat sich etwas getan.
table-closed = Der Tisch ist jetzt geschlossen.
table-ended = ✖️ { $name } hat das Spiel vorzeitig beendet.
ended-places = So stand es: { $places }
ended-place = { $rank }. { $name } ({ $points })
table-award = 🏅 { $names }: **{ $award }**{ $new ->
        [0] {""}
       *[other] {", neu"}
    } · { $reason }
table-foreseen = 🔮 { $all ->
        [1] Wer zugesehen hat, hat richtig getippt.
       *[other] Beim Zuschauen { $right ->
            [0] hat niemand
            [one] hat eine Person
           *[other] haben { $right }
        } von { $all } richtig getippt.
    }{ $named ->
        [0] {""}
       *[other] {" "}Gut getippt, { $names }!
    }
names-more = { $count ->
        [one] noch jemand
       *[other] { $count } weitere
    }
table-predicted = 🔮 Beim Zuschauen { $right ->
        [0] hat niemand
        [one] hat eine Person
       *[other] haben { $right }
    } von { $all } richtig getippt.
table-clairvoyant = 🏅 { $name }: **🔮 Hellseherei**, neu: zehnmal beim Zuschauen richtig getippt
table-idle-closed = Ich habe den Tisch abgeräumt.

## Am Tisch

panel-title = Dieser Tisch
panel-host = 🪑 Den Tisch leitet: { $name }
panel-silent = Lässt euch jemand warten? Der Computer kann so lange einspringen.
panel-skip = ⏭️ Lässt { $name } euch warten? Dann kann der Computer diesen Zug gleich spielen.
panel-skip-call = ⏭️ Lässt { $name } euch warten? Ich rufe { $name } und warte { $seconds } Sekunden. Dann spielt der Computer diesen einen Zug.
panel-skip-called = 🔔 Ich habe { $name } gerufen. Keine Antwort bis <t:{ $until }:T>? Dann spielt der Computer diesen Zug.
panel-skip-later = ⏳ { $name } ist dran. Dauert es zu lange, könnt ihr den Zug ab <t:{ $until }:T> unter **{ button-table }** überspringen.
panel-hand-over = Den Computer einspringen lassen für …
leave-title = Das Spiel verlassen?
leave-text = Ein Computer springt für dich ein, damit das Spiel weitergehen kann. Solange es läuft, kannst du zurückkommen.
leave-text-vacant = Das Spiel geht ohne dich weiter. Zurück kannst du nicht.
end-title = Das Spiel für alle beenden?
end-text = Der Tisch schließt sofort, und niemand gewinnt. Wie es stand, zeigt danach `/cats scores`.
you-left = Du hast den Tisch verlassen. Bis bald!
left-playing = Du hast dieses Spiel verlassen, und ein Computer ist eingesprungen. Mit **{ button-come-back }** bekommst du deinen Platz wieder, solange das Spiel läuft.
lesson-line = 💡 { $line }
lesson-rests = ⏳ { $name } überlegt noch. Moment, gleich geht es weiter.
lesson-closed = Die Übung ist zu Ende. `/cats learn` beginnt sie von vorn, und `/cats play` macht einen Tisch für alle auf.

## Rufe am Tisch vor dem Start

lobby-rematch = 🔁 **Noch einmal!** { $names }: { $count ->
        [one] Dein Platz wartet
       *[other] Eure Plätze warten
    }. Drück auf { -join }!
call-rematch = { $people } 🔁 Noch einmal! Dein Platz wartet. { $plain }
call-full = { $people } Alle Plätze sind besetzt: Du kannst das Spiel starten! { $plain }
seated-wait = Du wartest auf den Start? **{ button-start }** am Spielbrett ruft { $name }: { $name } leitet den Tisch.

## Rufe für einen freien Platz

lobby-called = 📣 { $name } hat Leute an diesen Tisch gerufen.
call-people = { $people } 📣 Hier ist ein Platz für dich! Drück auf { -join }. { $plain }
called-people = 📣 { $people ->
        [one] Eine Person ist gerufen. Ein Druck, und sie sitzt am Tisch.
       *[other] { $people } Leute sind gerufen. Ein Druck, und sie sitzen am Tisch.
    }
called-role = 📣 { $role } ist gerufen. Ein Druck, und ihr sitzt am Tisch.
call-nobody = 📣 Gerade will hier niemand für dieses Spiel gerufen werden, darum habt ihr euren Ruf noch frei. Willst du selbst gerufen werden? **{ button-call-me }**
call-seated-only = Drück erst auf { -join }: Leute rufen kann, wer mitspielt.
call-once = Dieser Tisch hat schon Leute gerufen. Einmal reicht, Katzen hören gut!
call-no-seat = Alle Plätze sind besetzt, da brauchst du niemanden zu rufen.
call-later = Hier wurden gerade erst Leute gerufen. Der nächste Ruf geht ab <t:{ $until }:T>.
calls-off = Auf diesem Server rufe ich niemanden. Wer ihn verwaltet, kann das mit `/cats-settings` ändern.
call-read-only = In diesem Kanal darfst du nicht schreiben, darum kannst du hier niemanden rufen.
call-private-thread = Dieser Thread ist privat, darum rufe ich hier niemanden. Versuch es in einem Kanal, den alle sehen.
call-unsure = Discord sagt mir nicht, wer diesen Kanal sieht, darum habe ich niemanden gerufen. Versuch es bitte gleich noch einmal.
call-off = 🔕 Erledigt: Hier ruft dich niemand mehr.
call-me-title = 📣 Ruf mich zum Spielen
call-me-text = Hat ein Tisch auf diesem Server einen Platz frei, erwähne ich dich in seinem Kanal, und mit einem Druck sitzt du dort. Was du hier wählst, sieht sonst niemand.
call-me-off = Noch wirst du nicht gerufen: Drück auf **{ button-call-me }**, oder wähl unten etwas aus.
call-me-on = ✅ **Du stehst auf der Liste.** Genug davon? **{ button-call-off }**
call-me-unused = Im Moment wird niemand von dieser Liste gerufen: So ist dieser Server eingestellt.
call-games-which = Für welche Spiele?
call-games-all = Alle Spiele
call-zone-which = Wo bist du?
call-from-which = Ab wann?
call-until-which = Bis wann?
call-from = Ab { $time } Uhr
call-until = Bis { $time } Uhr
zone-time = { $cities } · { $time }
zone-other = Woanders …
zone-form = Deine Zeitzone
zone-form-label = Eine große Stadt in deiner Nähe
zone-form-told = Auf Englisch, zum Beispiel Lisbon. Der ganze Name, Europe/Lisbon, geht auch.
zone-unknown = Wie spät es in „{ $written }“ ist, weiß ich nicht. Wähl noch einmal **{ zone-other }** und versuch es mit einer größeren Stadt, auf Englisch.
zone-near = Wie spät es in „{ $written }“ ist, weiß ich nicht. Meinst du { $near }? Wähl noch einmal **{ zone-other }**.
zone-America-Los-Angeles = Los Angeles, Vancouver
zone-America-Denver = Denver, Calgary
zone-America-Chicago = Chicago, Winnipeg
zone-America-Mexico-City = Mexiko-Stadt, San José
zone-America-New-York = New York, Toronto
zone-America-Bogota = Bogotá, Lima
zone-America-Sao-Paulo = São Paulo, Buenos Aires
zone-UTC = UTC, Reykjavík, Accra
zone-Europe-London = London, Dublin, Lissabon
zone-Africa-Lagos = Lagos, Algier
zone-Europe-Berlin = Berlin, Wien, Zürich
zone-Europe-Athens = Athen, Helsinki, Kiew
zone-Africa-Johannesburg = Johannesburg, Harare
zone-Europe-Istanbul = Istanbul, Moskau, Nairobi
zone-Asia-Dubai = Dubai, Baku
zone-Asia-Karachi = Karatschi, Taschkent
zone-Asia-Kolkata = Mumbai, Delhi
zone-Asia-Dhaka = Dhaka, Bischkek
zone-Asia-Bangkok = Bangkok, Jakarta
zone-Asia-Shanghai = Schanghai, Singapur
zone-Asia-Tokyo = Tokio, Seoul
zone-Australia-Sydney = Sydney, Melbourne
zone-Pacific-Auckland = Auckland

## Ein Kanal, dessen Spiel nicht installiert ist

room-asleep = 💤 Das Spiel hier ist gerade nicht installiert, darum ruht es. Du kannst es beiseitelegen: Nichts geht verloren, und es kann weitergehen, sobald es wieder da ist.

## Übersprungene Züge

table-time-out-skipped = ⏭️ Genug gewartet: Diesen Zug spielt der Computer für { $name }.
news-table-time-out-skipped = ⏭️ Das Warten wurde zu lang, darum hat der Computer diesen Zug für dich gespielt. Der nächste gehört wieder dir!

## Ending a running game together

button-stop = Ja, hören wir auf
button-stop-ask = Den Tisch fragen
button-play-on = Nein, weiter
stop-title = Das Spiel beenden?
stop-ask = Du spielst nicht allein, also reden alle mit. Sind alle einverstanden, endet das Spiel ohne Sieg.
stop-or-leave = Oder du gehst: { $leaving }
stop-asked = ✋ { $names } { $wishes ->
        [one] möchte
       *[other] möchten
    } hier aufhören. { $asked ->
        [0] Sonst ist niemand da: **{ button-stop }** beendet das Spiel ohne Sieg.
        [one] { $others }, bist du einverstanden? Dann endet das Spiel ohne Sieg.
       *[other] { $others }, seid ihr einverstanden? Dann endet das Spiel ohne Sieg.
    }
stop-noted = ✋ Notiert! Sobald alle auf dem Spielbrett auf **{ button-stop }** gedrückt haben, endet das Spiel. Wer weiterspielt, nimmt das zurück.
stop-settled = Niemand möchte mehr aufhören, also geht das Spiel weiter.
table-ended-together = ✋ Ihr wart euch einig und habt hier aufgehört.
table-plays-on = ▶️ { $name } möchte weiterspielen.

## Im laufenden Spiel den Platz eines Computers übernehmen

button-ask-seat = Für Computer einspringen
button-seat-withdraw = Doch nicht
button-seat-agree = Klar, spiel mit!
button-seat-decline = Diesmal nicht
seat-offer = Du schaust zu: Alles, was du sehen darfst, steht auf dem Spielbrett. Magst du mitspielen? Wenn alle am Tisch einverstanden sind, übernimmst du den Platz eines Computers.
seat-asked = 🪑 { $name } würde gern für einen Computer einspringen. { $asked ->
        [0] Mit **{ button-seat-agree }** geht es los.
        [one] { $others }, ist dir das recht?
       *[other] { $others }, ist euch das recht?
    }
seat-asks = 🪑 Gefragt! Sobald alle am Tisch Ja gesagt haben, bist du dabei.
seat-refused = 🪑 Die Runde möchte dieses Spiel so zu Ende spielen. Beim nächsten bist du dabei!
seat-none = 🪑 Im Moment kann hier kein Computer einen Platz abgeben.
seat-nobody = 🪑 Im Moment ist niemand am Tisch, um Ja zu sagen. Versuch es wieder, wenn jemand zurück ist.
seat-busy = 🪑 Der Tisch überlegt gerade noch etwas anderes. Versuch es gleich noch einmal.
seat-left = Du hast dieses Spiel verlassen, darum sind seine Plätze für andere da. Beim nächsten bist du wieder dabei!
seat-settled = Das ist schon entschieden. Das Spielbrett zeigt, wie.
table-joined = 🪑 { $heir } übernimmt den Platz von { $name }.
table-no-seat = 🪑 Kein Computer hat mehr einen Platz abzugeben.

## Nach dem Spiel

deal-title = 🔒 Ehrlich gemischt
deal-fair = ✅ Alles ehrlich! Die geheime Zahl ergibt genau die Karten und Würfe dieses Spiels, vom Austeilen bis zum Schluss. Nichts wurde verändert.
deal-differs = ❌ Die geheime Zahl ergibt einen anderen Beginn als den in diesem Spiel! Bitte sag es { -operator(case: "dative") }.
deal-lost-track = ❔ Die geheime Zahl ergibt genau den Beginn dieses Spiels. Was danach kam, kann ich nicht nachvollziehen, vielleicht, weil ich während eures Spiels aktualisiert wurde. Wenn nicht, sag es bitte { -operator(case: "dative") }.
deal-other-rules = ❔ Dieses Spiel habe ich nach den Regeln Nummer { $dealt } ausgeteilt. Heute teile ich nach Nummer { $today } aus, und da ergibt dieselbe geheime Zahl etwas anderes: Ich kann also nicht vergleichen. Die Anleitung zum ehrlichen Mischen kennt auch noch das Rezept von Nummer { $dealt }.
deal-locked = Jede Karte und jeder Wurf folgt aus einer geheimen Zahl. Ich habe sie gezogen, bevor jemand etwas sah, und kann sie nicht mehr austauschen: Das beweist ihr Fingerabdruck unten. Heb den Fingerabdruck auf, wenn du magst. Nach dem Spiel zeigt dir dieser Knopf die Zahl und prüft alles nach.
deal-seed = Die geheime Zahl (Startwert)
deal-hash = Ihr Fingerabdruck (SHA-256), seit dem Austeilen derselbe
deal-yourself = Prüf es selbst
deal-how = Das kleine Python-Programm `check_deal.py` teilt auf deinem eigenen Rechner noch einmal aus. Es liegt im Ordner `docs` meines Quelltexts, mit einer Anleitung, `fair-deal.md`. Wo du beides bekommst, wissen { -operator }. Kopier diese Zeile:
deal-line =
    ```
    python check_deal.py { $words }
    ```

scores-title = 🏆 So steht's
scores-here = In diesem Kanal
scores-over = 🏁 Dieses Spiel ist vorbei.
scores-server = Auf diesem Server
scores-of = Auf diesem Server: { $game }, { $order ->
        [absent] seit einem Jahr ohne Spiel
        [wins] die meisten Siege zuerst
       *[rating] die beste Wertung zuerst, dann die meisten Siege
    }
scores-none = Hier hat noch niemand ein Spiel beendet.
scores-nobody = In dieser Zeit hat niemand ein Spiel beendet.
scores-first = 👑
scores-no-place = •
scores-won = { $games ->
        [one] 1 Spiel
       *[other] { $games } Spiele
    }, { $wins ->
        [0] noch kein Sieg
        [one] ein Sieg
       *[other] { $wins } Siege
    }
scores-rating = Wertung { $rating }, { $sureness ->
        [sure] eingependelt
       *[fair] fast eingependelt
    }
scores-which = Ein anderes Spiel
scores-ever = Insgesamt
scores-three = 3 Monate
scores-all = Alle Server
scores-nobody-shown = Hier steht noch niemand.
scores-of-all = Auf allen Servern: { $game }, die beste Wertung zuerst
scores-only-shown = Willst du auch hier stehen? Gib /cats privacy ein und wähl „Zeig mich allen“.
scores-month = Dieser Monat
scores-nobody-lately = Seit einem Jahr hat hier niemand ein solches Spiel beendet. Wer früher dabei war, steht auf der nächsten Seite.
scores-tidy = Aus der Tabelle nehmen
scores-tidy-title = 🧹 Wer ist weg?
scores-tidy-text = Wähl von dieser Seite von { $game } aus, wer den Server verlassen hat. Ich frage erst bei Discord nach: Wer noch da ist, bleibt stehen. Aus allen Tabellen dieses Servers verschwindet dann der Name, gelöscht wird nichts. Du kannst es rückgängig machen, und wer hier wieder ein Spiel beendet, steht auch wieder da.
scores-remove = Wer hat den Server verlassen?
scores-put-back = Zurückholen
scores-back = Zurück zur Tabelle
scores-removed = 🧹 **{ $name }** steht in keiner Tabelle dieses Servers mehr. Falsche Pfote? „Zurückholen“ macht es rückgängig.
scores-back-again = 🐾 **{ $name }** steht wieder in den Tabellen dieses Servers.
scores-still-here = **{ $name }** ist noch auf diesem Server und bleibt darum stehen. Verstecken kann man sich nur selbst, mit `/cats privacy`.
scores-not-on-page = Auf dieser Seite steht diese Person nicht mehr. So sieht sie jetzt aus.
scores-not-removed = Diese Person steht schon wieder in den Tabellen.
scores-unsure = Discord sagt mir gerade nicht, ob **{ $name }** noch da ist. Versuch es in einer Minute noch einmal.

rules-page = Seite { $page } von { $pages }

## Ein Spieleabend

-evening-points = Ein Punkt fürs Mitspielen, und je einer für alle, die gegen dich spielen und hinter dir landen.
evening-begun = 🌙 Jetzt ist es ein Spieleabend! Nach jedem Spiel stimmt ihr über das nächste ab. { -evening-points }
evening-new = 🌙 **Ein Spieleabend beginnt!** { -evening-points }
evening-table = 🌙 **Dieser Abend**, nach { $games ->
    [one] 1 Spiel
   *[other] { $games } Spielen
}: { $points }
evening-goes-on = 🌙 Der Abend geht weiter!
evening-next = ▶️ Nächstes Spiel: <t:{ $until }:R>
vote-title = 🗳️ Was kommt als Nächstes?
vote-plain = 🗳️ Was wollt ihr als Nächstes spielen?
vote-text =
    Such dir ein Spiel aus!{ $games ->
        [0] {""}
       *[other] {" "}Bei Gleichstand entscheidet, wer im Spiel davor hinten lag.
    }
    Alle abgestimmt, oder Zeit um? Dann steht es fest. ⏳ <t:{ $until }:R>
vote-over = Die Abstimmung ist schon vorbei: Welches Spiel es ist, zeigt das Spielbrett.
vote-too-few-seats = Dieses Spiel hat nicht genug Plätze für euch alle. Such dir ein anderes aus!
vote-no-seat = Drück am Spielbrett erst auf { -join }, dann kannst du abstimmen.
table-vote = { $votes ->
    [0] 🗳️ Keine Stimmen, also bleibt es bei **{ $game }**.
   *[other] 🗳️ Ihr spielt **{ $game }**, mit { $votes } von { $all } Stimmen!
}

## Das tägliche Rätsel

button-puzzle = Rätsel des Tages
# $level is one of the levels below.
puzzle-title = 🧩 Rätsel #{ $number } · { $level }
puzzle-level-1 = leicht
puzzle-level-2 = knifflig
puzzle-level-3 = schwer
puzzle-level-large = schwer und groß
puzzle-prints = { $prints ->
        [0] 🐾 Noch kein Pfotenabdruck verloren
        [one] 🐾 Ein Pfotenabdruck verloren
       *[other] 🐾 { $prints } Pfotenabdrücke verloren
    }
puzzle-todo = Was weißt du sicher? Trag es unten ein!
# The menu of what somebody hides.
puzzle-which = { $owner } versteckt … ({ $found } von { $hidden } gefunden)
# $mark is a sentence without a full stop, such as "B is red".
puzzle-right = ✅ **{ $mark }!**{ $cards ->
        [0] {" "}Keine neue Katze: Hier gibt es noch mehr zu finden.
        [one] {" "}Katze { $first } kommt dazu.
        [2] {" "}Die Katzen { $first } und { $last } kommen dazu.
       *[other] {" "}Die Katzen { $first } bis { $last } kommen dazu.
    }
puzzle-not-yet = „{ $mark }“? Das kannst du noch nicht wissen.
puzzle-ruled-out = „{ $mark }“? Nein: Katze { $card } zeigt das, aber ohne die Maske von { $owner }.
puzzle-taken = „{ $mark }“? Nein: { $known }, und nichts ist doppelt versteckt. Das hat nichts gekostet.
puzzle-cost = Das kostet einen Pfotenabdruck.
puzzle-moved = Der Knopf war veraltet, darum habe ich nichts eingetragen. So steht es jetzt.
puzzle-hint = { $count ->
        [one] 💡 Schau dir Katze { $cards } an: Daraus folgt etwas.
       *[other] 💡 Schau dir die Katzen { $cards } an: Zusammen verraten sie etwas.
    }
button-puzzle-hint = Tipp ({ $prints } 🐾)
button-puzzle-marks = Ausstreichen
button-puzzle-lesson = So geht's
button-puzzle-archive = Ältere
button-puzzle-before = #{ $number } zählt noch
button-puzzle-skip = Gleich zum Rätsel
button-puzzle-why = Wie es folgt
button-puzzle-back = Zum Ergebnis
button-puzzle-play = Lösen
puzzle-lesson-title = 🎓 So geht das Rätsel
puzzle-lesson-rule = B versteckt drei Merkmale. Eine Katze trägt die Maske von B, wenn sie mindestens eins davon hat. Ohne die Maske hat sie keins davon. Eine fehlende Maske verrät also genauso viel! In Klammern steht die Katze, die etwas ausschließt.
puzzle-lesson-do = 👇 Such es im Menü aus.
puzzle-lesson-last = Jetzt du! Was versteckt B noch? Such es unten aus.
puzzle-lesson-end =
    Das ist schon alles!
    In echten Rätseln verstecken B, C und D je drei Merkmale, auch mal zwei Farben. Keins ist doppelt versteckt: Eine Katze mit zwei Masken zeigt also zwei davon. Was eine Katze für B ausschließt, kann C trotzdem haben. Nach und nach kommen Katzen dazu, und blasse verraten nichts Neues. Was du noch nicht wissen kannst, kostet einen Pfotenabdruck 🐾.
puzzle-welcome-title = 🧩 Jeden Tag ein Rätsel
puzzle-welcome =
    Es ist für alle dasselbe, und raten muss niemand: Etwas kannst du immer sicher wissen. Lass dir ruhig den ganzen Tag Zeit.
    Ist es dein erstes? Drei Schritte zeigen dir, wie es geht.
puzzle-solved = { $prints ->
        [0] 🎉 Gelöst, ohne einen Pfotenabdruck zu verlieren!
        [one] 🎉 Gelöst! Ein Pfotenabdruck ging verloren.
       *[other] 🎉 Gelöst! { $prints } Pfotenabdrücke gingen verloren.
    }
puzzle-par = ⛳ Par: { $prints } 🐾
puzzle-par-later = ⛳ Wie es anderen ging: ab <t:{ $at }:f>
puzzle-streak = 🔥 { $days ->
        [one] Der erste Tag einer neuen Serie
       *[other] { $days } Tage in Folge
    }{ $rests ->
        [0] {""}
       *[other] , mit einem Ruhetag dazwischen
    }
puzzle-uncounted = Nach seinem Tag gelöst, also nur zum Spaß.
puzzle-next = 🧩 Nächstes Rätsel: <t:{ $at }:f>
# $hash proves later that the next puzzle was fixed today.
puzzle-hash = Fingerabdruck von #{ $number }: { $hash }
puzzle-why-title = 🧠 Rätsel #{ $number } · Schritt { $step } von { $steps }
puzzle-why-mark = **{ $mark }.**
puzzle-why-slip = 🐾 Erst hast du es mit „{ $marks }“ versucht, aber das folgte nicht.
puzzle-why-instead = Leichter zu sehen war **{ $mark }**:
puzzle-archive-title = 🗂️ Ältere Rätsel
puzzle-archive = Von den letzten { $all } hast du { $solved } gelöst. Nach ihrer Zeit sind sie nur zum Spaß und zählen nicht für deine Serie.
puzzle-archive-which = Rätsel #{ $first } bis #{ $last }
puzzle-day = #{ $number } · { $date }
puzzle-state-open = noch nicht begonnen
puzzle-state-begun = begonnen, { $prints } 🐾
puzzle-state-solved = gelöst, { $prints } 🐾
puzzle-score = { $game } #{ $number } · 🐾 { $prints }
puzzle-score-par = { $score } · Par { $par }
puzzle-shared = **{ $name }** hat das Rätsel gelöst!
puzzle-proof = Rätsel #{ $number } ist genau so, wie es angekündigt war: Der Fingerabdruck unten stand schon einen Tag vorher unter Rätsel #{ $before }. Er ist SHA-256 der Bytes der geheimen Zahl und der angehängten Datei mit dem Rätsel und seiner Lösung. Wie du das prüfst, steht in der Anleitung `fair-deal.md` im Ordner `docs` meines Quelltexts.
puzzle-proof-hash = Der Fingerabdruck (SHA-256)
puzzle-gone = Dieses Rätsel ist nicht mehr im Archiv: Dort sind die letzten 30 Tage. `/cats puzzle` zeigt das von heute.
puzzle-none = Hier gibt es kein tägliches Rätsel, denn kein Spiel mit Rätseln ist installiert.
profile-puzzles = 🧩 Tägliches Rätsel
profile-puzzles-told = { $streak ->
        [0] {""}
        [one] 🔥 Ein Tag in Folge ·{" "}
       *[other] 🔥 { $streak } Tage in Folge ·{" "}
    }{ $solved ->
        [one] ein Tag gelöst
       *[other] { $solved } Tage gelöst
    } · { $percent } % ohne Pfotenabdruck

## Spiele, die vorbei sind

profile-here = 🐾 { $name } auf diesem Server
profile-everywhere = 🌍 { $name } auf allen Servern
profile-none = Noch kein Spiel beendet. `/cats play` beginnt eins!
profile-hidden = Wie diese Person spielt, behält sie für sich.
profile-settling = Wertung pendelt sich noch ein
profile-team = { $team }: { $wins } von { $games } gewonnen
profile-missing = _Noch zu holen:_
profile-next = _Als Nächstes zu holen:_ **{ $award }**
profile-reader = 🔮 Richtig getippt, wer gewinnt: { $right } von { $times } Mal
# The medal stands in one line with what it is for.
profile-award = { $times ->
        [one] 🏅{"\u00A0"}{ $award }
       *[other] 🏅{"\u00A0"}{ $award }{"\u00A0"}**×{ $times }**
    }
profile-award-of-game = { $times ->
        [0] { $award }
        [one] **{ $award }**
       *[other] **{ $award }** ×{ $times }
    }
profile-onlooker = Beim Zuschauen
profile-clairvoyant =
    🏅 🔮 Hellseherei
    Zehnmal beim Zuschauen richtig getippt
profile-rating = Wertung
profile-games = Spiele
profile-wins = Siege
profile-alt = { $ratings ->
        [0] Balken für Spiele und Siege.
       *[other] Eine Kurve der Wertung im Lauf der Zeit und Balken für Spiele und Siege.
    } { $games }
profile-alt-game = { $game }: { $games ->
        [one] ein Spiel
       *[other] { $games } Spiele
    }, { $wins ->
        [one] ein Sieg
       *[other] { $wins } Siege
    }{ $from ->
        [0] .
       *[other] , Wertung von { $from } bis { $to }.
    }
profile-which = 🏅 Alle Auszeichnungen
profile-all-games = Alle Spiele
profile-all-servers = Alle Server
profile-only-here = Nur dieser Server
button-show-channel = Im Kanal zeigen
button-who-sees = Wer sieht das?
somebody = jemand
button-moments = So lief's
button-replay = Wiederholung ansehen
moments-line = ✨ { $moment }
when-moment = { $when }: { $moment }
when-round = Runde { $round }
when-turn = Zug { $turn }
story-readers = { $right ->
        [0] 🔮 Beim Zuschauen hat niemand richtig getippt.
       *[other] 🔮 Beim Zuschauen richtig getippt: { $names }{ $more ->
            [0] {""}
           *[other] {" "}· +{ $more }
        }
    }
moments-none = Ein ruhiges Spiel: Nichts stach heraus. Sieh es dir noch einmal an, vielleicht siehst du mehr als ich.
evening-name = 🌙 Ein Abend: { $games ->
        [one] 1 Spiel
       *[other] { $games } Spiele
    }
podium-title = 🌙 Was für ein Abend!
podium-game = { $times ->
        [one] { $game }
       *[other] { $game }{"\u00A0"}×{ $times }
    }
podium-line = { $medal } { $name } · **{ $points }** · 🎲{"\u00A0"}{ $games } · 🏆{"\u00A0"}{ $wins }
podium-legend = Punkte · 🎲 Spiele · 🏆 Siege
podium-awards = 🏅 Auszeichnungen des Abends
podium-award = { $times ->
        [one] **{ $award }** · { $name }
       *[other] **{ $award }**{"\u00A0"}×{ $times } · { $name }
    }
podium-foreseen = 🔮 Glaskugel
podium-bluffs = 🃏 Beste Bluffs
podium-quickest = ⚡ Flinkste Pfoten
podium-alt = Eine Nacht mit Mond, und Katzen auf einem Siegertreppchen.
podium-alt-member = { $letter }: { $name }, Platz { $rank }
history-title-channel = 🎞️ Spiele in diesem Kanal
history-title-mine = 🎞️ Alle deine Spiele
history-none-channel = In diesem Kanal ist noch kein Spiel zu Ende gegangen. `/cats play` beginnt eins!
history-none-mine = Du hast noch kein Spiel beendet. `/cats play` beginnt eins!
history-recent = 🎞️ Letzte 12 Stunden: { $games } Spiele
history-minutes = { $minutes } Min.
history-hours = { $hours } Std.
history-days = { $days } Tage
history-line =
    `{ $number }` <t:{ $at }:d> <t:{ $at }:t> **{ $game }**
    { $people } · { $length }
history-won = 🏆 { $name }
history-ended = ✖️ vorzeitig beendet
history-left = 💤 liegen geblieben
history-channel = Dieser Kanal
history-mine = Meine Spiele
history-which = Noch einmal erleben
replay-step = 🎞️ **{ $game }** · Schritt { $step } von { $steps }
replay-moment = ✨ { $moment }
replay-next = Weiter
replay-back = Zurück
replay-moment-back = Voriger Moment
replay-moment-next = Nächster Moment
replay-round-next = Nächste Runde
replay-rounds = Runde { $round } · zu einer anderen
replay-round = Runde { $round }
replay-moment-hint = ✨ Von hier an wendete sich das Spiel.
replay-moments = ✨ Zu einem Moment
replay-eyes = Aus wessen Sicht?
replay-onlooker = 👀 Beim Zuschauen
replay-seat = 🙈 Als { $name }
replay-all = 🔮 Alles sehen
replay-hands = 👉 { $names }
replay-alone = 🙈 { $names }: „{ $line }“
replay-share = Moment teilen
replay-share-game = Spiel teilen
party-led = 🍿 Gemeinsam ansehen · Fernbedienung: **{ $name }**
party-break = 💤 Pause. Wer auf **{ button-go-on }** drückt, bekommt die Fernbedienung.
party-lead = Gib mir die Fernbedienung
party-opened = Fertig! Es steht im Kanal, und du hast die Fernbedienung: Drück dort auf die Knöpfe, dann sehen alle dasselbe.
party-others-lead = Die Fernbedienung hat jemand anders, aber schon eine Weile ist es still. Drück auf **{ party-lead }**, dann gehört sie dir!
party-wait = Lehn dich zurück und schau zu: Die Fernbedienung hat jemand anders. Bleibt es still, bekommst du sie ab <t:{ $until }:T> mit **{ party-lead }**.
party-yours = Du hast die Fernbedienung doch schon! Willst du sie abgeben? Drück zwei Minuten lang nichts, dann können andere auf **{ party-lead }** drücken.
party-read-only = In diesem Kanal darfst du nicht schreiben, darum kannst du hier die Fernbedienung nicht nehmen. Schau einfach mit!
share-title = 🎞️ { $name } teilt einen Moment aus **{ $game }**
share-title-game = 🎞️ { $name } teilt ein ganzes Spiel **{ $game }**
share-alt = Das Spiel als Film, Bild für Bild. { $told }
# Written into the film that is shared. $letter stands for somebody whose name cannot be drawn.
film-player = Person { $letter }
film-winner =
    { $winners ->
        [one] { $names } gewinnt!
       *[other] { $names } gewinnen gemeinsam!
    }
shared = Fertig! Es steht im Kanal.
share-not-yours = Nur wer mitgespielt hat, kann es teilen, und nur im Kanal, in dem gespielt wurde.
share-hidden = Hier zeigen kannst du nur dein eigenes Profil, und nur, wenn andere es sehen dürfen: `/cats privacy`.
share-missing = Hier kann ich nichts teilen. Mir fehlt: { $permissions }. Bitte frag jemanden, der das ändern darf.
share-read-only = In diesem Kanal darfst du nicht schreiben, darum kannst du hier nichts teilen.
share-wait = Du hast hier gerade etwas geteilt. Das nächste geht ab <t:{ $until }:T>.
share-soon = Moment, es ist schon unterwegs!
share-not-taken = Discord hat es diesmal nicht angenommen. Versuch es bitte gleich noch einmal.
replay-gone = Dieses Spiel ist nicht mehr gespeichert, oder es war in einem anderen Kanal.
replay-asleep = Dieses Spiel ist gerade nicht installiert. Sobald { -operator }, es zurückholen, kannst du es noch einmal ansehen.
evening-gone = Dieser Abend ist nicht mehr gespeichert, oder er war in einem anderen Kanal.
replay-soon = Moment, ich speichere das Spiel noch. Drück gleich noch einmal.

## Die Einstellungen eines Servers

# Am Ende eines Satzes darüber, was die Einstellungen eines Servers nicht erlauben.
-who-can-change = Wer diesen Server verwaltet, kann das mit `/cats-settings` ändern.
open-elsewhere = Auf diesem Server gibt es Tische nur in { $channels }. { -who-can-change }
open-not-you = Auf diesem Server machen nur Leute mit { $roles } Tische auf. Ist einer offen, spiel gern mit! { -who-can-change }
open-not-this = Dieses Spiel gibt es auf diesem Server nicht: `/cats help` zeigt, was es gibt. { -who-can-change }
settings-title = ⚙️ Einstellungen des Servers
settings-text = Das hier siehst nur du. Es gilt für alle neuen Tische.
settings-which = Was möchtest du ändern?
settings-line = **{ $setting }:** { $value }
settings-usual = { $value } (wie{"\u00A0"}üblich)
settings-now = Im Moment: **{ $value }**
settings-changed = ✏️ Zuletzt geändert: { $setting } · { $who } · <t:{ $at }:f>
settings-deleted = 🧹 Inzwischen gelöscht, zählt also nicht mehr: { $settings }
button-settings-usual = Wie üblich
button-settings-back = Alle Einstellungen
settings-channels = 📍 Wo es Tische gibt
settings-channels-usual = überall
settings-channels-told = In welchen Kanälen darf man Tische aufmachen? Threads dort zählen mit.
settings-channels-which = Kanäle wählen
settings-roles = 🔑 Wer Tische aufmacht
settings-roles-usual = alle
settings-roles-told = Wer darf Tische aufmachen? Mitspielen dürfen alle, und wer den Server verwaltet, darf immer.
settings-roles-which = Rollen wählen
settings-games = 🎲 Spiele
settings-games-usual = alle
settings-games-told = Welche Spiele kann man hier spielen?
settings-games-which = Spiele wählen
settings-language = 💬 Sprache am Tisch
settings-language-usual = je nachdem, wer aufmacht
settings-language-told = Welche Sprache spricht das Spielbrett? Was nur du siehst, ist immer in deiner Sprache.
settings-clock = ⏱️ Bedenkzeit
settings-clock-usual = 10 Minuten
settings-clock-told = Wie lange darf ein Zug dauern? Spiele für flinke Pfoten behalten ihre eigene Zeit, und jeder Tisch kann eine andere wählen.
settings-text-only = 🖼️ Bilder
settings-text-only-no = mit Bildern
settings-text-only-yes = nur Text
settings-text-only-told = Zeigen neue Tische Bilder? Jeder Tisch kann das für sich ändern.
settings-level = 🤖 Computer
settings-level-usual = leicht für Neulinge, sonst mittel
settings-level-told = Wie stark sind die Computer an neuen Tischen? Wo ein Spiel diese Stufe nicht hat, bleibt es wie üblich.
settings-threads = 🧵 Threads für Tische
settings-threads-no = nein
settings-threads-yes = ja
settings-threads-told = Bekommt jeder Tisch seinen eigenen Thread? Dann können mehrere Tische in einem Kanal spielen.
settings-calls = 🔔 Wer gerufen wird
settings-calls-subscribers = wer es sich gewünscht hat
settings-calls-off = niemand
settings-calls-told = Wen darf ein Tisch rufen, wenn ein Platz frei ist? Wer es sich gewünscht hat, niemanden oder eine Rolle, die du wählst.
settings-calls-which = Oder eine Rolle rufen
settings-puzzle-channel = 🧩 Jeden Tag ein Rätsel
settings-puzzle-channel-usual = aus
settings-puzzle-channel-off = aus
settings-puzzle-channel-told = Einmal am Tag poste ich das neue Rätsel, mit der Serie des Servers und wer das von gestern gelöst hat. Das ist lautlos, und niemand wird erwähnt. Wo und wann?
settings-puzzle-channel-which = Kanal wählen
settings-puzzle-hour = Um { $hour } Uhr
settings-puzzle-hour-which = Um wie viel Uhr?
settings-puzzle-zone-which = In welcher Zeitzone?
settings-puzzle-on = { $channel } um { $hour } Uhr ({ $city })
settings-puzzle-next = Das nächste: <t:{ $at }:F>
settings-puzzle-gone = 🧩 Den Kanal für das tägliche Rätsel gibt es nicht mehr, deshalb ist es aus. Wähl einen anderen, dann geht es weiter.
settings-puzzle-refused = 🧩 Ich darf das tägliche Rätsel nicht in { $channel } posten, deshalb ist es aus. Erlaub mir dort, den Kanal zu sehen, Nachrichten zu senden, Links einzubetten und Dateien anzuhängen. Dann wähl ihn noch einmal.
button-settings-off = Ausschalten
puzzle-post-text = Das Rätsel von heute ist da, für alle dasselbe. Raten muss niemand!
puzzle-post-streak = { $days ->
    [0] 🔥 Wer es löst, beginnt eine Serie für diesen Server.
    [one] 🔥 Die Serie dieses Servers: **ein Tag**. Wer setzt sie fort?
   *[other] 🔥 Die Serie dieses Servers: **{ $days } Tage**. Wer setzt sie fort?
}
puzzle-post-solvers = **Das Rätsel von gestern:** { $people }
puzzle-post-solver = { $name }{"\u00A0"}🐾{"\u00A0"}{ $prints }
puzzle-post-more = { $people } und { $more } mehr
puzzle-post-only = { $more ->
    [one] gelöst von einem von euch.
   *[other] gelöst von { $more } von euch.
}
puzzle-post-par = **Par von #{ $number }:** 🐾 { $par }

## Die eigenen Daten

privacy-title = 🔐 Was ich über dich speichere
privacy-text = Ich speichere, wer was gespielt und gewonnen hat, jeden Zug mit Uhrzeit, und was alle sahen: für Wiederholungen und Ranglisten. Was du schreibst, lese ich nie.
privacy-time = Wie lange
privacy-time-text = Spiele: zwei Jahre oder wie unten gewählt. Rest: ein Jahr nach deinem letzten Spiel.
privacy-seen = Wer es sieht
privacy-seen-text = Auf deinen Servern sehen andere deinen Namen, deine Ergebnisse und Spiele, die dort vorbei sind. Das kannst du unten ändern.
privacy-yours = Was du tun kannst
privacy-yours-text = `/cats export` gibt dir alles, `/cats forget` löscht es. Oder frag { -operator }.
privacy-unserved = Du wolltest in Ruhe gelassen werden, darum halte ich mich raus. Nur diesen Wunsch habe ich gespeichert. Magst du wieder spielen? Ein Druck genügt!
button-serve = Ich bin wieder da
seen-by = Wer sieht, wie du spielst?
seen-by-me = 👁️ Sichtbar: nur für mich
seen-by-me-means = Niemand sonst sieht, wie du spielst.
seen-by-server = 👁️ Sichtbar: meine Server
seen-by-server-means = Nur Leute von Servern, auf denen du spielst, sehen es.
seen-by-everybody = 👁️ Zeig mich allen
seen-by-everybody-means = Du stehst auch in der Tabelle aller Server.
keep-mine-which = Wie lange bleibt dein Name in alten Spielen?
keep-mine = ⏳ Meine Spiele: { $days ->
        [730] zwei Jahre
        [365] ein Jahr
       *[other] { $days } Tage
    }
keep-here-which = Wie lange speichere ich die Spiele dieses Servers?
keep-here = 🏠 Spiele hier: { $days ->
        [730] zwei Jahre
        [365] ein Jahr
       *[other] { $days } Tage
    }
button-policy = Datenschutz
button-terms = Bedingungen
button-export = Daten holen
button-forget = Vergiss mich
export-too-large = 📦 Deine Daten sind zu groß für eine Datei auf Discord. Bitte frag { -operator }: Mit `python -m bot --export { $user }` bekommst du sie.
export-running = 📦 Ich packe deine Daten schon. Die Datei kommt gleich.
export-wait = 📦 Du hast deine Datei gerade erst bekommen. Die nächste gibt es ab <t:{ $until }:T>.
export-done = 📦 Hier ist alles, was ich über dich speichere. Nur du siehst das: Speichere die Datei, bevor du die Nachricht verwirfst.
forget-title = 🧹 Alles über dich löschen?
forget-text =
    Deine Ergebnisse, deine Wertung und deinen Namen lösche ich, überall und für immer. Laufende Spiele verlässt du, und niemand kann dir den Platz zurückgeben. Spiele mit anderen bleiben, mit „jemand“ statt deinem Namen. Was schon in Kanälen steht, bleibt dort; wer sich um den Server kümmert, kann es löschen.
button-forget-yes = Ja, vergiss mich
button-forget-never = Vergiss mich, bleib weg
forget-done-never = 🚫 Erledigt: Ich habe dich vergessen und lasse dich in Ruhe. Falls du es dir anders überlegst: `/cats privacy`.
forget-done = 🧹 Erledigt: Ich habe dich vergessen. Wenn du wieder spielst, fangen wir von vorn an.

## Freundliche Absagen

guess-not-yours = Tippen kann nur, wer bloß zuschaut, und du hattest in diesem Spiel die Pfoten drin!
guess-out = { $name } ist raus und kann nicht mehr gewinnen. Tipp auf jemand anders!
guess-too-late = Zu spät: Auf den Sieg tippen geht nur in der ersten Hälfte. Nächstes Mal!
not-served = Du wolltest, dass ich dich in Ruhe lasse. Magst du wieder spielen? Gib `/cats privacy` ein.
only-server-managers = Das können nur Leute ändern, die diesen Server verwalten dürfen.
moved-on = Zu spät, das Spiel ist schon weiter. So steht es jetzt.
moved-on-board = Zu spät, das Spiel ist schon weiter. Auf dem Spielbrett siehst du, wie es steht.
same-answer = Das ist schon deine Antwort, und sie zählt.
too-soon = Das ging schnell! Die Knöpfe hatten gerade erst gewechselt, darum zählt der Druck nicht. Wähl noch einmal.
went-wrong = Hoppla, das hat nicht geklappt. Verändert hat sich nichts. Drück gleich noch einmal. Wenn es so bleibt, sag { -operator(case: "dative") }, diesen Code: **{ $code }**
not-shown = Hoppla, das konnte ich dir nicht zeigen. `/cats hand` zeigt, wie es steht.
store-trouble = Ich kann gerade nichts speichern, also hat sich nichts verändert. Versuch es gleich noch einmal. Wenn es so bleibt, sag es { -operator(case: "dative") }.
store-unknown = Mitten im Speichern ist etwas schiefgegangen. Vielleicht zählt dein Druck, vielleicht nicht. Schau aufs Spielbrett, bevor du noch einmal drückst.
try-again = Da war jemand schneller. Drück bitte noch einmal.
restarting = Ich starte gerade neu. Drück gleich noch einmal.
one-moment = Einen Moment noch, dann drück noch einmal.
many-play = Gerade spielen sehr viele. Drück bitte gleich noch einmal.
slow-down = Das ging mir etwas zu schnell. Hol kurz Luft und drück dann noch einmal.
only-on-servers = Das geht nur auf einem Server. Hier unter uns beiden gehen `/cats privacy`, `/cats export`, `/cats forget`, `/cats profile`, `/cats learn` und `/cats puzzle`.
not-a-member = Hier kann ich noch nicht mitspielen: Auf diesem Server gibt es meine Befehle, aber ich bin nicht da. Wer den Server verwaltet, kann mich mit diesem Knopf einladen.
old-button = Dieser Knopf funktioniert nicht mehr. `/cats board` zeigt den jetzigen Tisch.
lesson-other = Das ist nicht deine Übung. `/cats learn` beginnt deine eigene.
command-outdated = Diesen Befehl kenne ich nicht mehr. Gib ihn bitte neu ein und nimm ihn aus der Liste.
game-unknown = Dieses Spiel kenne ich nicht. Such dir eins aus der Liste aus.
game-asleep = Dieses Spiel ist gerade nicht installiert, darum macht euer Tisch Pause, bis es wieder da ist. Zurückholen können es { -operator }. Wollt ihr hier etwas anderes spielen? `/cats end` schließt diesen Tisch.
game-not-offered = Dieses Spiel gibt es hier nicht mehr. `/cats play` zeigt, was es gibt.
clock-unknown = Diese Bedenkzeit kenne ich nicht. Lass sie weg oder such dir eine aus der Liste aus.
language-unknown = Diese Sprache spreche ich nicht. Lass sie weg oder such dir eine aus der Liste aus.
table-gone = Diesen Tisch gibt es nicht mehr. `/cats play` macht einen neuen auf.
opened-many = Puh, das waren viele Tische für eine Stunde! Den nächsten kannst du um <t:{ $until }:t> aufmachen.
hosted-title = Deine offenen Tische
hosted-full = Du hast auf diesem Server schon { $most } offene Tische, mehr gehen nicht. Schließ hier einen, dann kannst du den neuen aufmachen.
hosted-room = Jetzt ist wieder Platz für einen neuen Tisch: `/cats play` macht ihn auf.
hosted-line = **{ $number }** · [{ $game }]({ $link }) in <#{ $channel }> · { $phase ->
        [lobby] noch nicht begonnen
       *[other] läuft
    } · zuletzt aktiv: <t:{ $at }:R>
hosted-closed = Alle deine Tische sind geschlossen. `/cats play` macht einen neuen auf.
button-close-hosted = Tisch { $number } schließen
open-read-only = In diesem Kanal darfst du nicht schreiben, darum kannst du hier keinen Tisch aufmachen. Versuch es in einem Kanal, in dem du schreiben darfst.
board-read-only = In diesem Kanal darfst du nicht schreiben, darum bleibt das Spielbrett, wo es ist.
nothing-open = In diesem Kanal gibt es keinen Tisch. `/cats play` macht einen auf.
nothing-open-threads = Tische haben hier eigene Threads: Schau dort nach deinem. `/cats play` macht einen neuen auf.
channel-taken = { $phase ->
        [lobby] Hier ist schon ein Tisch für **{ $game }** offen.
       *[other] Hier gibt es schon ein Spiel: **{ $game }**.
    }
room-game = 💤 Dort sind alle schon länger weg. Du darfst ihr Spiel beiseitelegen: Nichts geht verloren, und sie können später weiterspielen.
room-lobby = 💤 Dort hat seit einer halben Stunde niemand etwas gedrückt, also darfst du abräumen.
room-evening = 🌙 Damit endet dort der Spieleabend. Das Treppchen mit allen Punkten bleibt stehen.
not-abandoned = An dem Tisch ist wieder jemand, darum bleibt er. `/cats board` zeigt ihn.
aside-waits = 🧺 Dein Spiel liegt beiseite, und gerade spielen hier andere. Wenn sie fertig sind, drück auf **{ button-resume }** auf eurem Spielbrett oder nimm `/cats board`.
aside-not-yours = Nur wer dort mitspielt, kann es weiterspielen. `/cats play` macht einen eigenen Tisch auf.
not-a-lobby = Das Spiel läuft schon. `/cats board` zeigt es.
nothing-runs = An diesem Tisch läuft kein Spiel.
already-over = Dieses Spiel ist schon vorbei.
not-seated = Du spielst an diesem Tisch nicht mit.
not-a-leaver = **{ button-come-back }** ist für alle, die dieses Spiel verlassen haben.
onlooker-lobby = Du hast hier noch keinen Platz: Drück auf dem Spielbrett auf { -join }.
onlooker-playing = Du schaust zu: Alles, was du sehen darfst, steht auf dem Spielbrett. Beim nächsten Mal bist du dabei!
onlooker-aside = Dieses Spiel liegt beiseite. Nur wer mitspielt, kann es weiterspielen.
guess-who-wins = 🔮 Wer gewinnt wohl?
guess-noted = 🔮 Gemerkt: Du tippst auf **{ $name }**.
guess-noted-team = 🔮 Gemerkt: Du tippst auf **{ $team }**.
predict-noted = 🔮 Gemerkt, das bleibt unter uns. Mal sehen!
predict-too-late = 🔮 Dafür ist es zu spät, das Spiel ist schon weiter.
predict-right = 🔮 Richtig getippt!
predict-wrong = 🔮 Diesmal nicht!
predict-lapsed = 🔮 Ob dein letzter Tipp gestimmt hätte, kommt nicht mehr heraus: Das Spiel ging weiter.
guess-once = Doch jemand anders? Einmal kannst du noch wechseln.
guess-stays = 🔮 Einmal hast du schon gewechselt, jetzt bleibt es dabei: **{ $name }**.
guess-stays-team = 🔮 Einmal hast du schon gewechselt, jetzt bleibt es bei deinem Tipp.
guess-until-end = Bis zum Ende sieht das niemand. Liegst du richtig, steht dein Name auf dem Spielbrett, und es zählt in deinem Profil.
called-right = 🔮 Richtig getippt: **{ $name }** hat gewonnen!
called-right-team = 🔮 Richtig getippt: **{ $team }**!
called-over = 🔮 Das Spiel ist vorbei. { $right ->
        [0] Diesmal lagst du nie richtig!
        [one] Du lagst einmal richtig!
       *[other] Du lagst { $right }-mal richtig!
    }
called-wrong = 🔮 Dein Tipp war **{ $name }**. Diesmal nicht!
onlookers-guessed = 🔮 { $count ->
        [one] Eine Person hat schon getippt.
       *[other] { $count } haben schon getippt.
    }
onlooker-over = Bei diesem Spiel warst du nicht dabei. Mach mit `/cats play` das nächste auf!
onlooker-closed = Dieser Tisch ist geschlossen. `/cats play` macht einen neuen auf.
join-first = Drück erst auf dem Spielbrett auf { -join }, dann kannst du Computer dazuholen und wegschicken.
removed-by-host = Du bist nicht mehr an diesem Tisch. { $name } leitet ihn und kann dich wieder mitspielen lassen.
table-full = Auf allen Plätzen sitzt schon jemand. Vielleicht beim nächsten Mal!
puzzle-not-ready = Das Rätsel ist noch nicht fertig. Versuch es in einer Minute noch mal!
puzzle-no-step = Gerade finde ich keinen Hinweis. Versuch es in einer Minute noch mal!
no-seat-for-computer = Alle Plätze sind besetzt: Für noch einen Computer ist kein Platz.
no-computers-here = In dieser Spielweise können Computer nicht mitmachen. Mit ⚙️ auf dem Spielbrett wählt ihr eine andere.
seat-empty = Dort sitzt niemand mehr.
no-computer = An diesem Tisch sitzt kein Computer.
host-only = Das kann nur { $name }: { $name } leitet diesen Tisch.
host-called = Ich habe { $name } gerufen. Keine Antwort? Ab <t:{ $until }:T> kannst du selbst starten.
host-answered = { $name } wurde gerade gerufen und ist da. Warte noch eine Minute auf den Start.
host-none = Diesen Tisch leitet niemand mehr.
end-host-only = Diesen Tisch schließen kann nur, wer ihn leitet oder Nachrichten verwalten darf.
skip-too-soon = Gib { $name } noch etwas Zeit. Ab <t:{ $until }:T> könnt ihr den Zug überspringen.
not-silent = Schon wieder da! Der Platz bleibt besetzt.
not-startable = Es fehlen noch Leute: Freunde drücken auf { -join }, oder ihr holt Computer dazu.
computers-unfit = So können Computer nicht mitspielen. Nimm sie heraus oder wähl auf dem Spielbrett mit ⚙️ eine andere Spielweise.
level-unknown = Diese Stufe gibt es in diesem Spiel nicht. Lass sie weg oder nimm eine aus der Liste, die beim Eingeben erscheint.
option-unknown = Diese Auswahl ist aus einer älteren Nachricht. Öffne die Optionen bitte neu.
seed-still-locked = Die geheime Zahl zeige ich erst nach dem Spiel.
rematch-players-only = Noch einmal spielen können alle, die dabei waren. `/cats play` macht einen neuen Tisch für alle auf.
too-many-people = Das Spiel hat nur { $seats } Plätze, und ihr seid { $people }. Such ein anderes aus, oder jemand macht vorher Platz.
no-other-game = Ein anderes Spiel habe ich hier nicht.
board-here = Hier ist das Spielbrett.
board-end = Dieses Spiel ist vorbei. Das Spielbrett zeigt, wie es ausging.
board-stays = Gleich drücken alle auf seine Knöpfe, darum bleibt das Spielbrett, wo es ist.
missing-for-thread = Hier bekommt jeder Tisch einen eigenen Thread, und dafür fehlt mir: { $permissions }. Wer sich um den Server kümmert, kann das ändern oder die Threads mit `/cats-settings` abschalten.
thread-refused = Discord lässt mich hier keinen Thread für den Tisch aufmachen. Ich brauche { permission-create-public-threads }, { permission-send-messages-in-threads } und „Nachrichtenverlauf anzeigen“. Wer sich um den Server kümmert, kann das ändern oder die Threads mit `/cats-settings` abschalten.
thread-too-many = Auf diesem Server sind so viele Threads offen, wie Discord erlaubt. Wer sich um ihn kümmert, kann ein paar schließen oder die Threads für Tische mit `/cats-settings` abschalten.
thread-later = Discord macht hier eine Weile keine Threads mehr auf, weil es zu viele waren. Versuch es bitte ab <t:{ $until }:T> noch einmal.
thread-not-now = Discord hat den Thread für deinen Tisch diesmal nicht aufgemacht. Versuch es bitte gleich noch einmal.
missing-permissions = Hier kann ich nicht spielen. Mir fehlt: { $permissions }. Bitte frag jemanden, der das ändern darf.
board-private-thread = Ich bin nicht in diesem privaten Thread. Erwähn mich hier einmal, dann bin ich dabei, und versuch es noch einmal.
board-refused = Discord lässt mich das Spielbrett hier nicht zeigen. Ich brauche { permission-view-channel }, { permission-send-messages } (in einem Thread { permission-send-messages-in-threads }, in einem Sprachkanal auch { permission-connect }), { permission-embed-links } und { permission-attach-files }: Bitte frag jemanden, der das ändern darf.
board-later = Discord nimmt hier eine Weile keine neuen Spielbretter an, weil es zu viele waren. Du musst nichts tun: Ich zeige es, sobald ich darf, also ab <t:{ $until }:T>.
board-rejected = Discord hat das Spielbrett nicht angenommen (Code { $code }). Versuch es nach einer Weile noch einmal, und wenn es so bleibt, sag es { -operator(case: "dative") }.
permission-connect = „Verbinden“
permission-view-channel = „Kanal ansehen“
permission-send-messages = „Nachrichten senden“
permission-send-messages-in-threads = „Nachrichten in Threads senden“
permission-create-public-threads = „Öffentliche Threads erstellen“
permission-embed-links = „Links einbetten“
permission-attach-files = „Dateien anhängen“

## Die Demo

demo-starting = Die Demo startet, das dauert ein paar Sekunden …
demo-open = Die Demo läuft, bis du hier Strg-C drückst. Öffne diese Adresse im Browser: { $address }
demo-ended = Die Demo ist zu Ende. Starte sie neu mit „{ $command }“, dann geht es auf dieser Seite weiter.
demo-port-taken = Ein anderes Programm benutzt diesen Port: Nimm mit --port einen anderen oder mit 0 irgendeinen freien.
demo-title = Cloaked Cats: die Demo
demo-bot = Die Katzen
demo-server = Katzenclub
demo-channel = spieltisch
demo-role = Katzenhort
demo-topic = Ein Discord aus Pappe: Nichts hier ist echt, und nichts wird gespeichert.
demo-you-are = Du bist
demo-skip = Zur neuesten Nachricht
demo-two = Zwei zugleich
demo-welcome-title = Willkommen! Was spielen wir?
demo-welcome =
    Such dir ein Spiel aus und drück auf **{ button-start }**: Computer spielen mit. Oben wählst du, wer du bist.

## Szenarien: was an einer Datei nicht stimmt, mit der Stelle, und was nicht so kam, wie sie sagt

scenario-played = Das Szenario ist gespielt: { $steps ->
    [one] ein Schritt, und er stimmt.
   *[other] { $steps } Schritte, und alle stimmen.
}
scenario-understood = Das Szenario ist verständlich: { $steps ->
    [one] ein Schritt.
   *[other] { $steps } Schritte.
}
scenario-unreadable = { $file } kann ich nicht lesen: Nenn eine Textdatei, die es gibt und die als UTF-8 gespeichert ist.
scenario-no-game = { $file } nennt kein Spiel: Schreib „game: “ und eines von { $games } in die erste Zeile.
scenario-top = { $at }: „{ $given }:“ steht nur einmal da, und zwar über dem ersten Schritt.
scenario-choice = { $at }: Bei „{ $name }“ gibt es „{ $given }“ nicht, nur { $known }.
scenario-number = { $at }: Nach „{ $name }:“ kommt eine Zahl von 0 bis { $most }, nicht „{ $given }“.
scenario-people = { $at }: Nenn mindestens einen Menschen, und niemanden zweimal.
scenario-seats = { $at }: Menschen und Computer zusammen müssen so viele sein, wie das Spiel Plätze hat: { $seats }.
scenario-person = { $at }: Hier heißt niemand „{ $given }“. Da sind { $people } und „board“, wo du etwas siehst, aber nichts drückst.
scenario-step = { $at }: „{ $given }“ ist kein Schritt. Schritte sind: Ada: press "Join", Ada: press old "Join", Ada: choose "One", "Two" in "Which?", Ada: write "Lisbon", Ada: /cats scores, Ada: see "Hello", board: not see "Hello", wait: 10 seconds (bis 24 hours), restart.
scenario-no-button = { $at }: { $who } sieht keinen Knopf „{ $button }“, nur { $there }.
scenario-several = { $at }: Mehrere heißen { $name }: Sag, was du meinst. Ein Knopf hat auch ein Zeichen (press "🐾 Join") oder wird gezählt (press "Join" 2 ist der zweite); ein Menü nennst du nach „in“.
scenario-disabled = { $at }: { $who } sieht den Knopf „{ $button }“, kann ihn aber gerade nicht drücken.
scenario-no-options = { $at }: { $who } kann { $options } nicht wählen, nur { $there }.
scenario-no-form = { $at }: { $who } hat kein Formular geöffnet, oder es nimmt diesen Text nicht an.
scenario-how-many = { $at }: Wähl davon { $least } bis { $most }, nicht mehr und nicht weniger.
scenario-command = { $at }: Diesen Befehl gibt es nicht, oder nicht mit diesen Angaben. Befehle sind { $commands }; Angaben zu diesem: { $options }.
scenario-silent = { $at }: Der Bot hat darauf nicht geantwortet.
scenario-not-seen = { $at }: { $who ->
    [board] Auf dem Brett steht nicht
   *[other] { $who } sieht nicht
} „{ $text }“, nur: { $there }
scenario-seen = { $at }: { $who ->
    [board] Alle sehen
   *[other] { $who } sieht
} „{ $text }“, und das soll nicht sein.

## Die eigenen Wörter des simulierten Discord
## Ohne Anführungszeichen (") und Gravis: Sie stehen in den Skripten der Seite.

client-language = de
client-earlier = Ältere Nachrichten laden
client-newer = Neuere Nachrichten
client-latest = Neue Nachrichten · zum Ende springen
client-no-messages = In diesem Kanal gibt es keine Nachrichten.
client-only-you = Nur du kannst dies sehen
client-dismiss = Nachricht verwerfen
client-thinking = Denkt nach …
client-used = verwendet
client-reply = Antworten
client-edit = Bearbeiten
client-delete = Löschen
client-delete-really = Diese Nachricht löschen? Sie kommt nicht wieder.
client-pin = Anpinnen
client-unpin = Loslösen
client-save = Speichern
client-send = Senden
client-edit-message = Nachricht bearbeiten
client-message-to = Nachricht an
client-commands-only = Hier kannst du Befehle verwenden
client-replying-to = Antwort an
client-options = OPTIONEN
client-commands = BEFEHLE
client-no-options = Keine passende Option
client-loading-options = Optionen werden geladen …
client-options-failed = Die Optionen ließen sich nicht laden
client-loading-commands = Befehle werden geladen …
client-no-commands = Es gibt keine Befehle
client-leave-command = Befehl verlassen
client-some-options = + Optionen
client-more-options = weitere
client-only-options = Optionen
client-required = Diese Option ist nötig.
client-choose-option = Wähle eine der Optionen.
client-valid-value = Das passt hier nicht.
client-out-of-range = Das ist zu klein oder zu groß.
client-true = Ja
client-false = Nein
client-select = Wähle eine Option
client-select-some = Wähle eine oder mehrere Optionen
client-nothing-to-select = Es gibt nichts zur Auswahl
client-apply = Auswählen
client-cancel = Abbrechen
client-close-picture = Bild schließen
client-open-picture = Originalbild öffnen
