## Names that occur in many sentences

-join = **🐾 { button-join }**
-operator = the person who runs me

## Starting and stopping
## These sentences are for whoever starts the bot: they go to the terminal, one line each.

setting-discord-token = The setting DISCORD_TOKEN doesn't hold a token: copy it again from your application's "Bot" page at https://discord.com/developers/applications, without spaces.
setting-log-level = The setting LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR and CRITICAL.
setting-log-format = The setting LOG_FORMAT must be text or json.
setting-computer-players = The setting COMPUTER_PLAYERS must be process or threads.
setting-metrics-port = The setting METRICS_PORT must be a number from 1 to 65535, such as 9100, or be left out.
setting-metrics-host = The setting METRICS_HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for everybody who can reach it.
setting-metrics-host-alone = The setting METRICS_HOST does nothing without METRICS_PORT: set both, or remove METRICS_HOST.
setting-shards = The setting SHARDS must be a number from 1 to { $most }. Leave it out to use as many as Discord recommends.
setting-api-base = The setting API_BASE must be an address such as http://127.0.0.1:8080/api/v10. Leave it out to talk to Discord itself.
setting-gateway-url = The setting GATEWAY_URL must be an address such as ws://127.0.0.1:7878. Leave it out to use Discord's own.
setting-requests-per-second = The setting REQUESTS_PER_SECOND must be a number from 1 to { $most }. Leave it out to use 50, which Discord allows every bot.
setting-language = The setting LANGUAGE names a language that I don't speak. I speak { $languages }, so I'll use English.
setting-support-contact = The setting SUPPORT_CONTACT must be a web address or one line of text, with at most { $most } characters and no mentions such as @everyone.
setting-public-invite = The setting PUBLIC_INVITE must be yes or no. With yes, shared posts have a button that adds the bot to other servers.
setting-file = The file .env can't be read: it has to be UTF-8 text that this user is allowed to open.
setting-line-wrong = Line { $line } of the file .env is ignored, because it isn't written like NAME=VALUE: fix it, or put a # in front of it.
setting-renamed = The setting { $old } is now called { $new }: rename it.
setting-line-meant = Line { $line } of the file .env is ignored, because there's no such setting: did you mean { $meant }?
setting-file-passed-over = The file .env can't be read, so it's ignored: all settings come from the environment.
setting-file-ending = There's a file called .env.txt, which I don't read: rename it to .env, without .txt. Windows hides such endings: in Explorer, switch on View > Show > File name extensions.
setting-line-unknown = Line { $line } of the file .env is ignored, because there's no such setting: .env.example shows them all.
games-unknown = Name { $place } in the setting GAMES isn't a game that I have. I have: { $known }.
games-none = The setting GAMES leaves no game to play. I have: { $known }.
games-many = The game { $game } isn't offered: Discord takes { $most } at most. Choose which ones with the setting GAMES.
games-left-name = The game { $game } of the package { $package } is left out: a name has up to 24 characters (a to z, digits and "_") and starts with a letter.
games-left-taken = The game { $game } of the package { $package } is left out: another game already has that name. If it is the same game, you can uninstall the package.
games-left-broken = The game { $game } of the package { $package } is left out, because it can't be imported: { $why }. "python -m bot.testing { $game }" tells you more.
games-left-no-box = The game { $game } of the package { $package } is left out: { $value } isn't a GamePackage.
games-left-slip = The game { $game } of the package { $package } is left out: { $slip }
module-broken = { $module } can't be loaded: { $why }
module-no-package = { $module } isn't a GamePackage, but: { $kind }.
module-mistake = { $module } can't be played yet: { $mistake }
games-left-old = The game { $game } of the package { $package } is left out: it was written for an earlier version of the bot ({ $why }). Adapt it as docs/contract.md says. "python -m bot.testing { $game }" tells you more.
author-instance = { $game }: a GamePackage needs an object of a subclass of `{ $base }`, made with parentheses: `My{ $base }()`.
author-seats = { $game }: `seats` must be numbers in rising order, such as (2,) for exactly two, range(2, 5) or (2, 4).
author-levels = { $game }: its levels times the seats that computers can take come to more than { $most }, and one menu shows them all. Use fewer levels or fewer seats.
author-renamed = { $game }: `{ $old }` is now `{ $new }`. Rename or move it, as docs/contract.md says.
author-own-screen = { $game }: `own_screen` gets one `Question`, which holds the view, the seat, the prompt, the moves and the context. Write it as `own_screen(self, question)`.
author-describe-event = { $game }: `describe_event` gets the view of the reader, too. Write it as `describe_event(self, view, event, context)`.
author-file = { $file } is missing: a game needs its texts in at least one of these languages: { $languages }.
author-missing = { $file } is missing a message. Add a line "{ $message } = …" to it.
author-unfilled = { $file }: the message { $message } can't be filled in ({ $why }). Fix what's inside its braces.
author-unreadable = { $file }, line { $line }: “{ $excerpt }” can't be read ({ $why }). Indent each line of a text. If one begins with *, [ or a full stop, put that sign in quotes and braces.
author-taken = { $file }: the bot already uses the name { $message }. Call your message something else, such as { $other }.
store-address = { $setting } must name an SQLite file, such as sqlite:///data/cats.db, or a PostgreSQL database, such as postgresql://user:password@host/database.
store-address-slashes = { $setting } has two slashes after "sqlite:". Use three for a path that starts in the bot's folder, such as sqlite:///data/cats.db, or four for an absolute path, such as sqlite:////data/cats.db.
store-address-question = { $setting } has a "?" in it, which the address of an SQLite file can't have: take it out, with any parameters behind it, or give the file another name.
store-address-unescaped = { $setting } has a password (or another part) with a sign that means something else in an address: write @ as %40, / as %2F, # as %23, : as %3A, % as %25 and a space as %20.
store-address-parameter = { $setting } has a parameter after the "?" that PostgreSQL doesn't know, or one with a value it doesn't take: correct it, or leave it out. A "?" or "&" that belongs to the password is written as %3F or %26. All parameters: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
store-no-driver = { $setting } names a PostgreSQL database, but the package that talks to it is missing: install it with "pip install --require-hashes -r requirements.txt -r requirements-extras.txt" in the bot's folder; without such a folder, with "pip install 'WHEEL[postgres]'", where WHEEL is the file that you installed the bot from.
store-server-silent = The PostgreSQL server doesn't answer: check that it's running, and check host and port in { $setting }.
store-server-refuses = The PostgreSQL server answers, but doesn't let the bot in: check user, password (with signs such as % written as %25) and database in { $setting }, and that the server has a free connection.
store-server-connections = The PostgreSQL server doesn't have { $needed } free connections, which each process of the bot needs: raise the limit of its user (CONNECTION LIMIT) or of the server (max_connections), or stop another program.
store-server-no-ssl = The PostgreSQL server doesn't support SSL, but sslmode in { $setting } demands it: switch SSL on in the server, or leave sslmode out if the way there is private.
store-server-certificate = The PostgreSQL server's certificate fails the check that sslmode in { $setting } demands: name the authority that signed it with sslrootcert=FILE (or sslrootcert=system), and use the server name that's in the certificate.
store-server-channel-binding = The PostgreSQL server can't do the channel binding that channel_binding in { $setting } demands: that takes SSL and a SCRAM password on the server. Otherwise leave channel_binding out.
store-server-pooled = { $setting } leads to a pooler that gives each transaction any session: switch it to session mode (pool_mode = session), or name the server itself.
store-server-old = The PostgreSQL server is too old: the bot needs version { $oldest } or newer.
store-server-encoding = The PostgreSQL database can't store every letter: create one with the encoding UTF8.
store-server-in-use = Another bot, or a command such as --rebuild-ratings, has the PostgreSQL database for itself: stop it first, wait until it's done, or give this one a database of its own.
store-server-older-workers = The PostgreSQL database needs an update, but workers of an older version, or a command such as --rebuild-ratings, still use it: stop them first.
store-server-read-only = The PostgreSQL database doesn't let the bot change anything: allow its user to write and create tables there.
store-server-standby = { $setting } leads to a PostgreSQL server that only copies another one (a standby): name the primary server, or list all of them and add target_session_attrs=read-write.
store-server-no-tables = The bot's tables aren't where it looks for them in the PostgreSQL database: put them back, or correct the search_path of its user.
store-server-full = The PostgreSQL server's disk is full: free some space, then try again.
store-server-locked = Another program has locked rows or tables in the PostgreSQL database: stop it, then try again.
store-server-lost = The connection to the PostgreSQL server was lost: check the server and the network.
store-server-too-old = A version before 0.3.0 made the PostgreSQL database: start version 0.3.0 with it once, then this one.
store-server-newer = A newer version of the bot made the PostgreSQL database: install that version or use another database.
store-server-foreign = The PostgreSQL database belongs to another program: name one just for the bot in { $setting }.
store-copy-not-empty = The database to copy to isn't empty, so nothing was copied: name an empty one. If an earlier --copy-to into it was interrupted, that copy is complete: it's there whole or not at all.
store-copy-unfinished = A --copy-to into the database that { $setting } names was interrupted, so nothing was copied into it: run --copy-to again, or name another database.
store-copy-differs = The copy came out incomplete, so nothing was copied: try again while nothing else uses the databases.
store-backup-there = { $path } already exists, and a backup never replaces a file: name another one.
store-backup-nothing = There's nothing to back up, because the bot has no database yet ({ $place }): check DATABASE_URL, and run this in the folder where you start the bot.
store-backup-older = An older version of the bot made the PostgreSQL database: make the backup with that version.
store-backup-place = I can't write a backup to { $path }: name a file in a folder that exists and takes new files, on a disk with enough space.
store-server-failing = The PostgreSQL server failed to read or write: check its log.
store-unreachable = The database file { $path } can't be opened: check the path in { $setting } and its permissions.
store-read-only = The database file { $path } or its folder is read-only: allow the bot to write there.
store-full = The disk with { $path } is full: free some space, then try again.
store-too-old = A version before 0.3.0 made the database { $path }: start version 0.3.0 with it once, then this one.
store-newer = A newer version of the bot made the database { $path }: install that version or use another file.
store-foreign = The file { $path } isn't one of this bot's databases: name another file in { $setting }.
store-damaged = The database { $path } is damaged: replace it with a backup.
store-in-use = Another bot, or a command such as --rebuild-ratings, is already using { $path }: stop it first, wait until it's done, or give this one a database of its own.
store-locked = Another program is writing to { $path }: stop it, then try again.
store-no-locks = The folder of { $path } is on a drive without file locks, as many network drives (NFS, SMB) are: put the database on a local disk, or use PostgreSQL.
store-replaced = The database file { $path } was moved, deleted or replaced while the bot was running, so nothing more could be stored: put it, or a backup, back in its place, then start the bot.
store-failing = Reading or writing { $path } failed: check the disk.
start-no-token = The setting DISCORD_TOKEN is missing: put your bot's token into the file .env, or play the demo without one: "python -m bot --demo".
start-token-wrong = Discord doesn't accept the token in DISCORD_TOKEN: copy it again from your application's "Bot" page at https://discord.com/developers/applications.
start-shards-changed = While the database was out of reach, other workers started with another number of shards: start this one again.
start-shards-few = Discord requires more shards for this bot's servers: stop all of its processes, remove the setting SHARDS or raise it, then start them again.
start-shards-wrong = Discord doesn't accept the number of shards: remove the setting SHARDS, then start the bot again.
start-discord-silent = Discord can't be reached or doesn't answer as it should: check the network and https://discordstatus.com, then start the bot again.
start-discord-answers = Discord answers with error { $status } instead of what the bot needs: look at https://discordstatus.com, and if API_BASE is set, check it. Then try again in a few minutes.
start-discord-slow = Discord takes too long to answer: check the network and https://discordstatus.com, then try again.
start-discord-closed = Discord takes no more requests of this kind until { $until }: leave the bot running, it waits by itself. Starting it again doesn't help.
start-address-blocked = Cloudflare, which stands in front of Discord, blocks this machine's IP address, usually because somebody sent too many bad requests from it. Wait an hour and try again; on a shared host, ask for an address of your own.
start-no-dns = This machine can't find out the address of { $host } (no DNS): check the internet connection and the DNS settings, then try again.
start-connection-refused = Nothing at { $host } takes the connection: check the internet connection and the firewall, which has to let port 443 out. Behind a company proxy, set HTTPS_PROXY.
start-not-encrypted = Something between here and { $host } answers without proper encryption, such as a Wi-Fi login page or a proxy: log in to the network, or set HTTPS_PROXY, then try again.
start-certificate = This machine doesn't trust the certificate of { $host }. On macOS, run "Install Certificates.command" in the folder of your Python. Behind a company proxy, set SSL_CERT_FILE to the file with the company's certificate. Then try again.
start-certificate-date = The certificate of { $host } isn't valid at { $own }, the time of this machine's clock. If the clock is wrong, set it; if it's right, something in the network shows the wrong certificate.
start-clock-wrong = This machine's clock says { $own }, but it's { $theirs }: set the clock, then try again. Until then no encrypted connection works.
start-proxy-wrong = HTTPS_PROXY has to be the address of an HTTP proxy, such as http://proxy.example.org:8080.
start-proxy-silent = The proxy { $host } can't be reached: check HTTPS_PROXY, or take it out if you need no proxy.
start-proxy-refuses = The proxy of HTTPS_PROXY refuses the connection to Discord with status { $status }. For 407, add your name and password: http://NAME:PASSWORD@HOST:PORT. Otherwise ask whoever runs the proxy to allow discord.com and discord.gg.
start-demo-missing = The demo needs its extra packages: install them with "pip install -e '.[demo]'" in the bot's folder (without such a folder, with "pip install 'WHEEL[demo]'", where WHEEL is the file that you installed the bot from), and start it again.
start-metrics-missing = METRICS_PORT is set, but the package for it is missing: install it with "pip install --require-hashes -r requirements.txt -r requirements-extras.txt" in the bot's folder; without such a folder, with "pip install 'WHEEL[metrics]'", where WHEEL is the file that you installed the bot from.
start-metrics-address = The bot can't listen on the address of METRICS_HOST and METRICS_PORT: it doesn't belong to this machine, or another program is using it.
start-argument-unknown = There's no argument { $argument }: "python -m bot --help" lists them all.
start-argument-renamed = { $old } is now called { $new }.
start-argument-wrong = The argument { $argument } is written differently: "python -m bot --help" shows how.
start-argument-user = --export and --forget need a Discord id, a number with up to 19 digits, not “{ $given }”.
rebuild-starting = Rebuilding scores and ratings from the stored games …
rebuild-done = Done: scores and ratings are new, rebuilt from { $games } games.
rebuild-stopped = Stopped early: scores and ratings are as they were.
export-stopped = Stopped early: nothing was written.
forget-host-done = Done: nothing in the database names this person any more.
forget-host-noted = Noted, but nothing is deleted yet: this person still sits at { $tables ->
    [one] an open table
   *[other] { $tables } open tables
}. When the bot starts, they leave { $tables ->
    [one] it
   *[other] them
}, and the bot forgets them.
forget-host-stopped = Stopped early: run it again. If the request was already noted, the bot does the rest by itself when it starts.
command-in-use = A bot, or another command such as --rebuild-ratings, is using the database that { $setting } names, so nothing was done: stop the bot, or wait for the other command, then try again.
start-argument-port = --port needs a number from 0 to 65535, not { $given }.
start-argument-people = --people needs a number from { $least } to { $most }, not { $given }.
start-argument-language = --language needs one of { $languages }, not { $given }.
start-starting = Cloaked Cats is starting …
copy-starting = Copying the database …
copy-stopped = Stopped early, so nothing was copied.
backup-starting = Writing the backup …
backup-stopped = Stopped early, so there's no backup.
copy-done = All { $rows } rows are copied. Put the new address into DATABASE_URL, then start the bot.
backup-done = The backup is ready: { $path }. It holds everybody's cards and names, so put it where nobody else can read it.
start-goodbye = Stopped. See you soon!
start-version = Cloaked Cats { $version }
start-help =
    python -m bot             starts the bot; its settings are in the file .env
    python -m bot --demo      plays in a simulated Discord in your browser, no account needed
    python -m bot --check     checks settings, database, token and permissions,
                              and starts nothing
    python -m bot --backup FILE
                              saves everything in the database of DATABASE_URL to a new file,
                              while people keep playing
    python -m bot --copy-to ADDRESS
                              copies the database of DATABASE_URL into an empty one at that address,
                              while no bot is running
    python -m bot --rebuild-ratings
                              rebuilds scores and ratings from the stored games,
                              while no bot is running
    python -m bot --export ID
                              writes all that's stored about the person with this Discord id, as JSON
    python -m bot --forget ID
                              forgets the person with this Discord id, while no bot is running

    --scenario FILE           with --demo: plays this file first, then you take over;
                              without: checks whether the file can be understood
    --module PACKAGE.PATH     with --demo or --scenario: also offers this game, which need not be
                              installed, such as my_game.package.PACKAGE
    --people NUMBER           how many people the demo has, from 2 to 8 (4)
    --port NUMBER             where the demo listens on this machine, from 0 (any free port) to 65535
    --language en|de          the language of these messages and of the demo
    --version                 shows the version
    -h, --help                shows this text

## What `python -m bot --check` tells

check-starting = Checking settings, database and Discord. Nothing is started or changed …
check-right = OK       { $told }
check-note = NOTE     { $told }
check-wrong = PROBLEM  { $told }
check-well = All good.
check-mend = { $things ->
    [one] One thing needs fixing.
   *[other] { $things } things need fixing.
}
check-games = Games on offer: { $games }.
check-settings = All settings are valid.
check-metrics-used = A bot is using METRICS_PORT for its figures right now. That's fine, unless you want to start another one: each needs a port of its own.
check-database = The database can be read and written, and fits this version: { $place }
check-database-new = The database is new, and the first start sets up everything it needs: { $place }
check-database-missed = The database is missing or empty, but { $remains } shows that there was one: put it or a backup there before you start the bot, or it starts from scratch: { $place }
check-database-older = An older version made the database: make a backup, then start the bot, which updates it: { $place }
check-database-used = A bot is using the database right now. That's fine, this check doesn't get in its way.
check-token = Discord accepts the token: the bot is called { $name }.
check-clock = This machine's clock is right.
check-clock-off = This machine's clock is { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
} { $way ->
    [ahead] ahead
   *[behind] behind
}: set it right, because boards tell people how long they have.
check-rest-unseen = So I can't check the rest: mend that first, then check again.
check-proxy = HTTPS_PROXY is set, so the way to Discord leads through the proxy { $host }.
check-install = “Add App” on the bot's profile adds it to servers with the permissions it needs.
check-install-differs = The application's install settings aren't what the bot needs. You don't have to do anything: the next start of the bot sets them.
check-code-grant = Nobody can add the bot to a server: switch off "Requires OAuth2 Code Grant" on your application's "Bot" page at https://discord.com/developers/applications.
check-not-public = The application is private: only you can add it to servers. To let others do it, switch on "Public Bot" on your application's "Bot" page at https://discord.com/developers/applications.
check-invite-private = PUBLIC_INVITE is yes, but the application is private, so nobody else can follow the invitation: switch on "Public Bot" on your application's "Bot" page at https://discord.com/developers/applications, or remove PUBLIC_INVITE.
check-profile = The bot's profile has a description and tags.
check-profile-empty = The bot's profile has no description or no tags, or a description of an older version. You don't have to do anything: the next start of the bot sets them.
check-policy = The privacy policy is at { $url }.
check-terms = The terms of service are at { $url }.
check-no-policy = The bot's profile has no link to a privacy policy. Discord wants one from everybody who lets others use a bot: docs/privacy.md is one to fill in. Enter its address on your application's "General Information" page at https://discord.com/developers/applications: the bot can't do that for you.
check-no-terms = The bot's profile has no link to terms of service: docs/terms.md are some to fill in. Enter their address on your application's "General Information" page at https://discord.com/developers/applications: the bot can't do that for you.
application-description = A table of cats for your channel: games of bluffing, deduction, secret roles and quick paws, for people and computer cats, and a puzzle every day. Type /cats play or /cats puzzle.
application-description-0-4 = A table of cats for your channel: games of bluffing, deduction and quick paws, for people and computer cats. Type /cats play.
application-description-0-3 = A table of cats for your channel: three card games of bluffing, deduction and quick eyes, for people and computer cats. Type /cats play.
application-tags = games, card games, party games, bluffing, cats
check-shards = Discord recommends { $shards ->
    [one] one shard
   *[other] { $shards } shards
} for this bot.
check-shards-set = The setting SHARDS asks for { $shards ->
    [one] one shard
   *[other] { $shards } shards
}, but Discord recommends { $recommended }: leave SHARDS out, unless you have a reason.
check-shards-multiple = The setting SHARDS asks for { $shards } shards. Above 150,000 servers, Discord only takes a multiple of its own number, { $recommended }: change SHARDS, or leave it out.
check-starts = { $left } of { $most } starts are left today.
check-starts-used-up = Only { $left } starts are left today, and the bot saves the last tenth of { $most }: once started, it waits { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
} for new ones. Find out why it was started so often.
check-servers = The bot is in { $servers ->
    [one] one server.
   *[other] { $servers } servers.
}
check-servers-unverified = The bot is in { $servers } of at most { $most } servers: for more, Discord has to verify it. You can apply once it's in { $apply } servers; docs/hosting.md says what you need.
check-servers-first = The bot is in at least { $servers } servers; only the first { $servers } were checked.
check-no-servers = The bot isn't in any server yet: add it to yours with { $invite }
check-permissions = In each of them, the bot's roles have the permissions they need.
check-permissions-lacking = In the server “{ $server }” the bot's roles lack { $permissions }: ask the people who manage that server to allow it.
check-permissions-more = In { $servers ->
    [one] one more server
   *[other] { $servers } more servers
} the bot's roles lack a permission as well.
check-channels-unseen = This check can't see what single channels allow: if the bot lacks something there, it says so as soon as somebody wants to play.

## Health

health-well = Cloaked Cats is ready to play.
health-live = This process is running.
health-no-shards = This process has no Discord shard right now.
health-gateway = Discord's gateway isn't connected: shard { $shards }.
health-answers = Discord isn't taking answers to button presses: shard { $shards }.
health-database = The database doesn't answer within a second.
health-cleanup = The daily clean-up has failed for two days: { $steps }. The log says why.

## Commands

command-cats = Games full of secrets, for you and your friends
command-play = Start a game here: friends join in, computers fill the gaps
command-play-game = Which game
command-play-game-name = game
command-play-clock = Time limit for each turn
command-play-clock-name = clock
command-play-computers = How many computers play
command-play-computers-name = computers
command-play-level = How strong the computers are, or “our level”
command-play-level-name = level
command-play-language = The language of the board
command-play-language-name = language
command-play-text-only = Text only, no pictures, for everybody at the table
command-play-text-only-name = text_only
command-evening = Play several games in a row, with votes, points and a podium at the end
command-learn = Learn a game in five minutes, with a patient computer cat
command-puzzle = Today's puzzle: the same for everybody, and nobody has to guess
command-hand = Your cards, dice or role, for your eyes only
command-board = Board scrolled away? Bring it back down here
command-profile = How you play: ratings, games, wins and awards
command-profile-person = Whose profile? You see what they show.
command-profile-person-name = person
command-history = Relive a finished game move by move, with every secret laid open
command-privacy = What I store about you, and what you can choose
command-export = Get a file with everything I have stored about you
command-forget = Delete everything I have stored about you
command-scores = Who's ahead right now, and who wins most on this server
command-leave = Leave this channel's table, or your lesson
command-end = Close this channel's table for everybody
command-rules = How to play
command-help = What I can do, and what you can type
command-settings = Where, how and by whom games are played on this server

help-title = Hello from the cats!
help-rules = 📖 How do you play?
help-text =
    We bring games full of secrets, right into your channel. Everybody sees the board, but only you see your cards, dice or role.
help-commands-title = What you can type
help-commands =
    `/cats play` opens a table. Your friends press { -join }, computers fill the gaps.
    `/cats learn` teaches you a game, in a short round that only you see.
    `/cats hand` shows your cards, dice or role, `/cats board` brings the board back.
    `/cats scores` shows who's ahead, `/cats profile` how you're doing, `/cats rules` the rules.
    `/cats evening` keeps you together for several games, `/cats history` replays finished ones.
    `/cats puzzle` shows today's puzzle, the same for everybody.
    `/cats leave` gives up your seat or ends your lesson, `/cats end` closes the table.
    `/cats privacy` tells you what I store about you, `/cats export` sends it to you, `/cats forget` deletes it.
    `/cats-settings` is for people who manage the server: where you play, what, and how.
    `/cats help` brings you back to the cats.
help-trouble-title = Something isn't working
help-trouble =
    A button does nothing? Press it again in a moment.
    Board or cards gone? `/cats board` and `/cats hand` bring them back.
    I can't play in a channel? I need { permission-view-channel }, { permission-send-messages }, { permission-embed-links } and { permission-attach-files } there: ask somebody who looks after the server.
    Still stuck? Tell { -operator }.
help-contact = Reach them here: { $contact }

## What there is to play

# Behind a game's name, and behind the sentence about it.
game-minutes = { $minutes } min
game-facts = { $length } · { $seats } players
# How many can play where there are gaps, such as 2, 4 or 6.
game-seats = { $fewer } or { $most }
button-learn = Learn it
learn-which = 🎓 Learn a game
button-learn-first = Learn it first (5 min)
button-learn-on = Continue { $game }
button-learn-instead = Learn { $game } instead
lesson-runs = You're in the middle of a lesson: **{ $game }**. Finish it first, or start the new one?
button-help = What can you do?
plain-greeting = The cats are here! Press a button to play.
greeting-title = Hello, we're the cats!
greeting-text = We bring games full of secrets: everybody sees the board here in the channel, but only you see your cards, dice or role. There's nothing to install, and computers fill empty seats. What do you want to play?

## Buttons

button-join = Join
button-leave = Leave
button-computer-add = Add computer
button-computer-remove = Remove computer
button-call-people = Call people
button-call-me = Call me
button-call-hours = Calls: { $start }–{ $end } h
button-call-off-servers = { $servers ->
        [one] No more calls
       *[other] No calls ({ $servers } servers)
    }
button-call-off = Don't call me
button-start = Start
button-options = Options
button-other-game = Another game
button-change-game = Change it to { $game }
button-board = Go to the board
button-language = Language: { $choice }
button-pace = Computer speed: { $choice }
button-rules = How to play
button-cancel = Cancel table
button-words = In words
button-words-always = Always in words
button-words-pictures = With pictures again
words-always = 🔤 From now on you get everything in words, on every server. Only the board keeps its pictures, as everybody sees it. “{ button-words }” below it tells you what it shows.
words-pictures = 🖼️ You get pictures again.
button-table = Table
button-who-wins = Who wins?
button-end = End the game
button-no = No, go back
button-leave-yes = Yes, leave
button-here = I'm here
button-skip = Skip { $name }
button-come-back = Come back
button-resume = Continue our game
button-room-game = Make room for mine
button-room-lobby = Close it and open mine
button-end-yes = Yes, end it
button-rematch = Rematch
button-next-game = Next game
button-evening = Make it an evening
button-evening-end = That's it for today
button-vote = { $votes ->
    [0] { $game }
   *[other] { $game } · { $votes }
}
button-vote-end = End the vote
button-result = My result
button-deal = Fair deal
button-previous = Back
button-next = Next page
button-play = Open a table
button-play-shared = Play
button-learn-again = Start over
button-learn-leave = Leave the lesson
button-pick-again = Pick again
button-go-on = Continue
ready-waits = You're ready. We'll carry on as soon as everybody is.
ready-names = ✅ Ready: { $names } ({ $ready } of { $all })
button-invite = Invite the cats
button-add-to-server = Add to your server
button-pictures = Show pictures
button-text-only = Text only for everybody

## Players

mark-computer = {" "}🤖
mark-away = {" "}💤
mark-stood-in = {" "}(mostly 🤖)
mark-vacant = {" "}🚪
mark-present = {""}
computer-names = Minka, Felix, Luna, Oskar, Mogli, Balou, Nala, Simba, Tiger, Paula, Kira, Leo, Molly, Pablo, Lilly, Carlo, Tilda, Merlin, Pixel, Romeo, Maja, Findus, Greta, Anton

## The lobby

lobby-title = { $sign } { $game }
lobby-language = This game speaks { $language ->
    [de] German
   *[en] English
} only.
lobby-missing = 👉 Press { -join } to play! You need { $missing ->
        [one] one more
       *[other] { $missing } more
    }. Computers are fine, too.
lobby-missing-people = 👉 Press { -join } to play! You need { $missing ->
        [one] one more person
       *[other] { $missing } more people
    }: no computers in this mode.
lobby-computers-unfit = 👉 No computers in this mode: take them out with **{ button-computer-remove }**, or pick another mode with **{ button-options }**.
lobby-kept-start = { $name } can press **{ button-start }** without you{ $filling }.
lobby-kept-missing = To start, you need { $missing ->
        [one] one more
       *[other] { $missing } more
    }.
lobby-kept-computer = **{ button-computer-add }** fills a gap.
lobby-ready = 👉 All here? { $name }, press **{ button-start }**{ $filling }!
lobby-filling = { $computers ->
        [one] , and 1 computer joins in
       *[other] , and { $computers } computers join in
    }
lobby-host = Host
lobby-host-called = 🔔 I've called { $name }. No answer? Then any of you can press **{ button-start }**: <t:{ $until }:R>
lobby-host-silent = 🔔 No answer from { $name }. Any of you can press **{ button-start }** now.
lobby-taken = All seats are taken.
lobby-full = { -join } still works: a computer will give up its seat.
computers-told = 🤖 { $level }: { $told }
level-offered = { $level }: { $told }
level-like-us = our level
level-like-us-told = About as good as your group, judging by your games here.
level-found = { $level } (our level)
seats-free = ⚪ { $free } free
seat-kept = ⏳ { $name }: seat saved
seat-host = 🪑 { $name } (host)
seat-taken = 🪑 { $name }
seat-computer = 🪑 { $name } ({ $level })
seated-title = You're in: { $game }
seated-text = When the game starts, **{ $button }** opens right here, just for you. Lost it? Press 🐾 below the board.
seated-vote-title = You're in!
seated-vote-text = Vote on the board for the game you want. When it starts, everything that's yours opens right here. Lost it? Press 🐾 below the board.
thread-opens = 🐾 **{ $name }** opens a table: **{ $game }**
thread-open = 🐾 A table is open: **{ $game }**
thread-seated = You're in: **{ $game }**! Your table has a thread of its own: { $thread }. Come along, the others join you there.
kept-title = Your seat is saved: { $game }
kept-text = Press { -join } to play again. Nobody has to wait: the game can start without you.

options-title = Options
options-text = Only you see this. Everybody sees your changes right away.
other-game-title = Something else than { $game }?
other-game-text = Everybody keeps their seat, and the time limit stays.
other-game-which = Pick a game
option-clock = ⏱️ Time limit: { $choice }
option-language = 💬 Language of the table: { $choice }
option-text-only = 🔤 Text only, for everybody
option-remove = Free up a seat
option-remove-or-let-back = Free up a seat, or let somebody back in
option-let-back = ↩️ { $name } can join again
option-level = How strong is a computer?
game-options-title = Options for { $game }
button-game-options = Options for { $game }
button-back-to-options = All options
computer-level = { $name }: { $level }
computers-like-us = { $computers ->
        [one] The computer: our level
       *[other] All computers: our level
    }
option-pace = 🤖 Computer speed: { $choice }
pace-slow = slow
pace-normal = normal
pace-fast = fast
clock-none = unlimited
clock-1 = 1 minute
clock-3 = 3 minutes
clock-10 = 10 minutes
clock-60 = 1 hour
clock-1440 = 24 hours
clock-seconds = { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }
clock-default = { $clock } (the usual)
language-en = English
language-de = Deutsch

## The board

# One line above each board: for notifications, for screen readers, and where embeds are switched off.
plain = { $game }: { $line }
plain-lobby = pull up a chair!
call-start = { $people } Everybody's ready. Can you start the game? { $plain }
call-skip = { $people } Are you still there? Press **{ button-here }** or play, and your turn stays yours. { $plain }
call = { $people } It's your turn! { $plain }
owed = ▶️ **{ $line }**
owed-until = ▶️ **{ $line }** · ⏳ <t:{ $until }:R>
owed-time = ⏳ This turn ends: <t:{ $until }:R>
owed-pause = ⏳ On we go: <t:{ $until }:R>
owed-skip = 🔔 { $name }, are you there? Press **{ button-here }**. If not, the computer plays this turn: <t:{ $until }:R>
paused-away = 💤 **Everybody's away, so the game is on pause.** Press any button to keep playing.
paused-channel = 💤 **I couldn't show the board, so the game is on pause.** Press any button to keep playing.
aside = 🧺 **This game was put aside, so that others can play here.** Is it yours? Press **{ button-resume }**.
aside-kept = I'll keep it until <t:{ $until }:f>.
aside-found = 🧺 Your game that was put aside is waiting for you.
events-title = What happened
closed-title = 🚪 Until next time!
closed = This table is closed. `/cats play` opens a new one.
closed-idle = Nobody's been here for ages, so I cleared the table. `/cats play` opens a new one.
reminder = ⏰ { $people } Half your time is gone. You have until <t:{ $until }:t>.
notice = 💤 { $people } Nobody has touched your game for days. I'll clear the table tomorrow, unless somebody presses the button.

table-back = { $name } is back.
table-time-out = ⏰ The computer plays this turn for { $name }.
table-away = 💤 { $name } seems to be away, so the computer takes over for now.
table-aside = 🧺 The game was put aside for a while.
table-host = 🔑 { $name } is the host now.
table-left = 🚪 { $name } has left. { $heir } takes over.
table-left-vacant = 🚪 { $name } has left.
table-like-us = 🤖 The computers are about as good as your group: { $level }.
table-computers-left = 🤖 The computers have gone home: they can't play in this mode.
news-table-time-out = ⏰ The computer played that turn for you. The next one is yours again!
news-table-away = 💤 You were away, so the computer took over. Press any button to play on!
# Above the buttons of a page that somebody reads while the game goes on.
reading-names = { $others } and { $last }
reading-played = { $count ->
        [one] { $names } has played.
       *[other] { $names } have played.
    }
reading-asked = It's your turn: press **{ $button }** when you're ready.
reading-over = The game is over! Press **{ $button }** to see how you did.
reading-news = There's news at the table.
table-closed = The table is closed now.
table-ended = ✖️ { $name } ended the game early.
ended-places = Score so far: { $places }
ended-place = { $rank }. { $name } ({ $points })
table-award = 🏅 { $names }: **{ $award }**{ $new ->
        [0] {""}
       *[other] {", new"}
    } · { $reason }
table-foreseen = 🔮 { $all ->
        [1] The one onlooker picked the winner.
       *[other] { $right ->
            [0] None of the { $all } onlookers picked the winner.
           *[other] { $right } of { $all } onlookers picked the winner.
        }
    }{ $named ->
        [0] {""}
       *[other] {" "}Well picked, { $names }!
    }
names-more = { $count } more
table-predicted = 🔮 { $right ->
        [0] None of { $all } onlookers picked right.
       *[other] { $right } of { $all } onlookers picked right.
    }
table-clairvoyant = 🏅 { $name }: **🔮 Clairvoyant**, new: ten right picks as an onlooker
table-idle-closed = I cleared the table.

## The table's panel

panel-title = This table
panel-host = 🪑 Host: { $name }
panel-silent = Is somebody keeping you waiting? The computer can take over until they're back.
panel-skip = ⏭️ { $name } is keeping you waiting? Then the computer can play this turn right away.
panel-skip-call = ⏭️ { $name } is keeping you waiting? I'll call { $name } and wait { $seconds } seconds. Then the computer plays this one turn.
panel-skip-called = 🔔 I've called { $name }. No answer by <t:{ $until }:T>? Then the computer plays this turn.
panel-skip-later = ⏳ It's { $name }'s turn. Too slow? From <t:{ $until }:T> on, **{ button-table }** lets you skip it.
panel-hand-over = Let the computer take over for …
leave-title = Leave the game?
leave-text = A computer takes over your seat, so the game can continue. You can come back as long as it's running.
leave-text-vacant = The game continues without you. You can't come back to it.
end-title = End the game for everybody?
end-text = The table closes right away, and nobody wins. The score so far stays in `/cats scores`.
you-left = You've left the table. See you soon!
left-playing = You've left this game, and a computer has taken over. Press **{ button-come-back }** to get your seat back while the game is running.
lesson-line = 💡 { $line }
lesson-rests = ⏳ { $name } is still thinking. Just a moment …
lesson-closed = The lesson is over. `/cats learn` starts it again, and `/cats play` opens a table for everybody.

## Calls in a lobby

lobby-rematch = 🔁 **Rematch!** { $names }: { $count ->
        [one] your seat is saved
       *[other] your seats are saved
    }. Press { -join }!
call-rematch = { $people } 🔁 Rematch! Your seat is saved. { $plain }
call-full = { $people } All the seats are taken: you can start the game! { $plain }
seated-wait = Waiting for the start? **{ button-start }** on the board calls { $name }, the host.

## Calls for a free seat

lobby-called = 📣 { $name } has called people to this table.
call-people = { $people } 📣 There's a seat for you! Press { -join }. { $plain }
called-people = 📣 { $people ->
        [one] I've called one person. A press is all it takes to sit down.
       *[other] I've called { $people } people. A press is all it takes to sit down.
    }
called-role = 📣 I've called { $role }. A press is all it takes to sit down.
call-nobody = 📣 Nobody here wants to be called for this game right now, so your call is still free. Want to be called yourself? **{ button-call-me }**
call-seated-only = Press { -join } first: people are called by those who play.
call-once = This table has called people already. Once is enough, cats have good ears!
call-no-seat = All the seats are taken, so there's nobody to call.
call-later = People here have just been called. The next call can go out from <t:{ $until }:T> on.
calls-off = On this server I don't call people. People who manage it can change that with `/cats-settings`.
call-read-only = You can't write in this channel, so you can't call people here.
call-private-thread = This thread is private, so I don't call people here. Try it in a channel that they can see.
call-unsure = Discord isn't telling me who can see this channel, so I haven't called anybody. Please try again in a moment.
call-off = 🔕 Done: nobody calls you here any more.
call-me-title = 📣 Call me for games
call-me-text = When a table on this server has a free seat, I mention you in its channel, and one press sits you down. Nobody else sees what you choose here.
call-me-off = You aren't called yet: press **{ button-call-me }**, or choose anything below.
call-me-on = ✅ **You're on the list.** Enough of it? **{ button-call-off }**
call-me-unused = Nobody on this list is called at the moment: whoever manages the server has chosen it that way.
call-games-which = For which games?
call-games-all = All games
call-zone-which = Where are you?
call-from-which = From when on?
call-until-which = Until when?
call-from = From { $time }
call-until = Until { $time }
zone-time = { $cities } · { $time }
zone-other = Somewhere else …
zone-form = Your time zone
zone-form-label = A big city near you
zone-form-told = Such as Lisbon. The full name of a time zone, such as Europe/Lisbon, works too.
zone-unknown = I don't know what time it is in "{ $written }". Choose **{ zone-other }** again and try a bigger city nearby.
zone-near = I don't know what time it is in "{ $written }". Did you mean { $near }? Choose **{ zone-other }** again.
zone-America-Los-Angeles = Los Angeles, Vancouver
zone-America-Denver = Denver, Calgary
zone-America-Chicago = Chicago, Winnipeg
zone-America-Mexico-City = Mexico City, San José
zone-America-New-York = New York, Toronto
zone-America-Bogota = Bogotá, Lima
zone-America-Sao-Paulo = São Paulo, Buenos Aires
zone-UTC = UTC, Reykjavík, Accra
zone-Europe-London = London, Dublin, Lisbon
zone-Africa-Lagos = Lagos, Algiers
zone-Europe-Berlin = Berlin, Paris, Rome
zone-Europe-Athens = Athens, Helsinki, Kyiv
zone-Africa-Johannesburg = Johannesburg, Harare
zone-Europe-Istanbul = Istanbul, Moscow, Nairobi
zone-Asia-Dubai = Dubai, Baku
zone-Asia-Karachi = Karachi, Tashkent
zone-Asia-Kolkata = Mumbai, Delhi
zone-Asia-Dhaka = Dhaka, Bishkek
zone-Asia-Bangkok = Bangkok, Jakarta
zone-Asia-Shanghai = Shanghai, Singapore
zone-Asia-Tokyo = Tokyo, Seoul
zone-Australia-Sydney = Sydney, Melbourne
zone-Pacific-Auckland = Auckland

## A channel whose game is not installed

room-asleep = 💤 The game here isn't installed at the moment, so it's on hold. You can put it aside: nothing is lost, and it can continue once it's back.

## Skipped turns

table-time-out-skipped = ⏭️ No more waiting: the computer plays this turn for { $name }.
news-table-time-out-skipped = ⏭️ The wait was too long, so the computer played that turn for you. The next one is yours again!

## Ending a running game together

button-stop = I agree, let's stop
button-stop-ask = Ask the table
button-play-on = No, play on
stop-title = End the game?
stop-ask = You're not alone at this table, so everybody has a say. If all agree, the game ends without a winner.
stop-or-leave = Or leave: { $leaving }
stop-asked = ✋ { $names } { $wishes ->
        [one] wants
       *[other] want
    } to stop here. { $asked ->
        [0] Nobody else is here: **{ button-stop }** ends the game without a winner.
       *[other] { $others }, do you agree? Then the game ends without a winner.
    }
stop-noted = ✋ Noted! Once everybody has pressed **{ button-stop }** on the board, the game ends. Making a move takes it back.
stop-settled = Nobody wants to stop any more, so the game continues.
table-ended-together = ✋ You all agreed to stop here.
table-plays-on = ▶️ { $name } would like to play on.

## Taking a computer's seat in a running game

button-ask-seat = Take a computer's seat
button-seat-withdraw = Never mind
button-seat-agree = Sure, join in!
button-seat-decline = Not this time
seat-offer = You're watching this one: everything you can see is on the board. Want in? If the players agree, you take over a computer's seat.
seat-asked = 🪑 { $name } would love to take over a computer's seat. { $asked ->
        [0] Press **{ button-seat-agree }** to let them in.
       *[other] { $others }, is that all right?
    }
seat-asks = 🪑 Asked! Once everybody at the table has said yes, you're in.
seat-refused = 🪑 They'd like to finish this one as they are. See you at the next table!
seat-none = 🪑 No computer at this table has a seat to give right now.
seat-nobody = 🪑 Nobody is at the table right now to let you in. Try again when somebody is back.
seat-busy = 🪑 The players are still making up their minds about something else. Try again in a moment.
seat-left = You've left this game, so its seats are for others. See you at the next table!
seat-settled = That's settled already. The board shows how it went.
table-joined = 🪑 { $heir } takes over { $name }'s seat.
table-no-seat = 🪑 No computer has a seat to give any more.

## After the game

deal-title = 🔒 Fair deal
deal-fair = ✅ All fair! The secret number gives exactly the cards and rolls of this game, from the deal to the end. Nothing has been changed.
deal-differs = ❌ The secret number gives a different deal from the one in this game! Please tell { -operator }.
deal-lost-track = ❔ The secret number gives exactly the deal of this game. I can't follow what came after it, perhaps because I was updated while you played. If that's not it, please tell { -operator }.
deal-other-rules = ❔ I dealt this game by rules number { $dealt }. Today I deal by number { $today }, where the same secret number gives something else, so I can't compare. The guide to the fair deal still has the recipe of number { $dealt }.
deal-locked = Every card and every roll in this game comes from one secret number. I drew it before anybody saw anything, and I can't swap it: the fingerprint below proves that. Save the fingerprint if you like. When the game is over, this button shows you the number and checks everything.
deal-seed = The secret number (seed)
deal-hash = Its fingerprint (SHA-256), the same since the deal
deal-yourself = Check it yourself
deal-how = A small Python program, `check_deal.py`, deals the game again on your own computer. It's in the folder `docs` of my source code, with a guide, `fair-deal.md`. Ask { -operator } where to get both. Copy this line:
deal-line =
    ```
    python check_deal.py { $words }
    ```

scores-title = 🏆 Scores
scores-here = In this channel
scores-over = 🏁 This game is over.
scores-server = On this server
scores-of = On this server: { $game }, { $order ->
        [absent] no game for a year
        [wins] most wins first
       *[rating] best rating first, then most wins
    }
scores-none = Nobody has finished a game here yet.
scores-nobody = Nobody finished a game in that time.
scores-first = 👑
scores-no-place = •
scores-won = { $games ->
        [one] one game
       *[other] { $games } games
    }, { $wins ->
        [0] no win yet
        [one] one win
       *[other] { $wins } wins
    }
scores-rating = rating { $rating }, { $sureness ->
        [sure] settled
       *[fair] nearly settled
    }
scores-which = Another game
scores-ever = All time
scores-three = Three months
scores-all = All servers
scores-nobody-shown = Nobody's on this list yet.
scores-of-all = On all servers: { $game }, best rating first
scores-only-shown = Want to be on this list? Type /cats privacy and choose “Show me to everybody”.
scores-month = This month
scores-nobody-lately = Nobody has finished a game of this here for a year. Whoever did before is on the next page.
scores-tidy = Remove from this table
scores-tidy-title = 🧹 Who's gone?
scores-tidy-text = Pick somebody from this page of { $game } who has left the server. I check with Discord first, so whoever's still here is safe. They're off all score tables of this server, but nothing is deleted: you can put them back, and finishing a game here does too.
scores-remove = Who has left this server?
scores-put-back = Put back
scores-back = Back to the scores
scores-removed = 🧹 **{ $name }** is off the scores of this server. Wrong paw? “Put back” undoes it.
scores-back-again = 🐾 **{ $name }** is back in the scores of this server.
scores-still-here = **{ $name }** is still on this server, so I'll leave them be. Only they can hide themselves, with `/cats privacy`.
scores-not-on-page = That person isn't on this page any more. Here's who is.
scores-not-removed = That person is back in the scores already.
scores-unsure = Discord isn't telling me right now whether **{ $name }** has left. Try again in a minute.

rules-page = Page { $page } of { $pages }

## An evening

-evening-points = One point for playing, and one for each rival you leave behind.
evening-begun = 🌙 Now it's an evening! After each game, you vote for the next one. { -evening-points }
evening-new = 🌙 **An evening begins!** { -evening-points }
evening-table = 🌙 **This evening**, after { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $points }
evening-goes-on = 🌙 The evening goes on!
evening-next = ▶️ Next game: <t:{ $until }:R>
vote-title = 🗳️ What's next?
vote-plain = 🗳️ What do you want to play next?
vote-text =
    Pick a game!{ $games ->
        [0] {""}
       *[other] {" "}On a tie, whoever came last in the game before decides.
    }
    Everybody has voted, or time's up? Then it's settled. ⏳ <t:{ $until }:R>
vote-over = The vote is over already: the board shows which game it is.
vote-too-few-seats = That game doesn't have enough seats for all of you. Pick another one!
vote-no-seat = Press { -join } on the board first, then you can vote.
table-vote = { $votes ->
    [0] 🗳️ Nobody voted, so it stays **{ $game }**.
   *[other] 🗳️ **{ $game }** it is, with { $votes } of { $all } votes!
}

## The daily puzzle

button-puzzle = Today's puzzle
# $level is one of the levels below.
puzzle-title = 🧩 Puzzle #{ $number } · { $level }
puzzle-level-1 = easy
puzzle-level-2 = tricky
puzzle-level-3 = hard
puzzle-level-large = hard and big
puzzle-prints = { $prints ->
        [0] 🐾 No paw print lost so far
        [one] 🐾 One paw print lost
       *[other] 🐾 { $prints } paw prints lost
    }
puzzle-todo = What do you know for sure? Mark it below!
# The menu of what somebody hides.
puzzle-which = { $owner } hides … ({ $found } of { $hidden } found)
# $mark is a sentence without a full stop, such as "B is red".
puzzle-right = ✅ **{ $mark }!**{ $cards ->
        [0] {" "}No new cat: there's more to find here.
        [one] {" "}Cat { $first } joins the floor.
        [2] {" "}Cats { $first } and { $last } join the floor.
       *[other] {" "}Cats { $first } to { $last } join the floor.
    }
puzzle-not-yet = “{ $mark }”? You can't know that yet.
puzzle-ruled-out = “{ $mark }”? No: cat { $card } shows that, but doesn't wear { $owner }'s mask.
puzzle-taken = “{ $mark }”? No: { $known }, and nothing is hidden twice. That was free.
puzzle-cost = That costs a paw print.
puzzle-moved = That button was out of date, so I marked nothing. This is how it stands.
puzzle-hint = { $count ->
        [one] 💡 Look at cat { $cards }: something follows from it.
       *[other] 💡 Look at cats { $cards }: something follows from them together.
    }
button-puzzle-hint = Hint ({ $prints } 🐾)
button-puzzle-marks = Cross out
button-puzzle-lesson = How it goes
button-puzzle-archive = Older ones
button-puzzle-before = #{ $number } still counts
button-puzzle-skip = Straight to the puzzle
button-puzzle-why = How it follows
button-puzzle-back = To the result
button-puzzle-play = Solve it
puzzle-lesson-title = 🎓 How the puzzle goes
puzzle-lesson-rule = B hides three features. A cat wears B's mask if it has at least one of them. No mask means: it has none of them. So a missing mask tells you just as much! In brackets is the cat that rules something out.
puzzle-lesson-do = 👇 Choose it in the menu.
puzzle-lesson-last = Your turn! What does B hide as well? Choose it below.
puzzle-lesson-end =
    That's all there is to it!
    In real puzzles B, C and D hide three features each: two colours are fine, too. None is hidden twice, so a cat with two masks shows two of them. What a cat rules out for B, C may still hide. New cats join as you go, and faded ones tell nothing new. What you can't know yet costs a paw print 🐾.
puzzle-welcome-title = 🧩 A puzzle every day
puzzle-welcome =
    It's the same for everybody, and nobody has to guess: there's always something you can know for sure. Take all day if you like.
    Is it your first one? Three steps show you how it goes.
puzzle-solved = { $prints ->
        [0] 🎉 Solved without losing a paw print!
        [one] 🎉 Solved! You lost one paw print.
       *[other] 🎉 Solved! You lost { $prints } paw prints.
    }
puzzle-par = ⛳ Par: { $prints } 🐾
puzzle-par-later = ⛳ How others did: from <t:{ $at }:f> on
puzzle-streak = 🔥 { $days ->
        [one] The first day of a new streak
       *[other] { $days } days in a row
    }{ $rests ->
        [0] {""}
       *[other] , with a rest day in between
    }
puzzle-uncounted = Solved after its day, so it's just for fun.
puzzle-next = 🧩 Next puzzle: <t:{ $at }:f>
# $hash proves later that the next puzzle was fixed today.
puzzle-hash = Fingerprint of #{ $number }: { $hash }
puzzle-why-title = 🧠 Puzzle #{ $number } · step { $step } of { $steps }
puzzle-why-mark = **{ $mark }.**
puzzle-why-slip = 🐾 You tried “{ $marks }” first, but that didn't follow.
puzzle-why-instead = Easier to see was **{ $mark }**:
puzzle-archive-title = 🗂️ Older puzzles
puzzle-archive = You've solved { $solved } of the last { $all }. After their time they're just for fun, and don't count for your streak.
puzzle-archive-which = Puzzles #{ $first } to #{ $last }
puzzle-day = #{ $number } · { $date }
puzzle-state-open = not started
puzzle-state-begun = started, { $prints } 🐾
puzzle-state-solved = solved, { $prints } 🐾
puzzle-score = { $game } #{ $number } · 🐾 { $prints }
puzzle-score-par = { $score } · par { $par }
puzzle-shared = **{ $name }** has solved the puzzle!
puzzle-proof = Puzzle #{ $number } is just as it was announced: the fingerprint below stood below puzzle #{ $before }, a day earlier. It's the SHA-256 of the secret number's bytes and the attached file, which has the puzzle with its answer. The guide `fair-deal.md` in the folder `docs` of my source code shows how to check it.
puzzle-proof-hash = The fingerprint (SHA-256)
puzzle-gone = This puzzle isn't in the archive any more: that has the last 30 days. `/cats puzzle` shows today's.
puzzle-none = There's no daily puzzle here, as no game that has one is installed.
profile-puzzles = 🧩 Daily puzzle
profile-puzzles-told = { $streak ->
        [0] {""}
        [one] 🔥 One day in a row ·{" "}
       *[other] 🔥 { $streak } days in a row ·{" "}
    }{ $solved ->
        [one] one day solved
       *[other] { $solved } days solved
    } · { $percent } % without a paw print

## Games that are over

profile-here = 🐾 { $name }, on this server
profile-everywhere = 🌍 { $name }, on all servers
profile-none = No finished games yet. `/cats play` starts one!
profile-hidden = This person keeps their games to themselves.
profile-settling = rating still settling
profile-team = { $team }: { $wins } of { $games } won
profile-missing = _Still to earn:_
profile-next = _Next to earn:_ **{ $award }**
profile-reader = 🔮 Picked the winner { $right ->
        [one] once
       *[other] { $right } times
    } in { $times ->
        [one] one try
       *[other] { $times } tries
    }
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
profile-onlooker = As an onlooker
profile-clairvoyant =
    🏅 🔮 Clairvoyant
    Ten right picks as an onlooker
profile-rating = Rating
profile-games = Games
profile-wins = Wins
profile-alt = { $ratings ->
        [0] Bars of games and wins.
       *[other] A chart of the rating over time, and bars of games and wins.
    } { $games }
profile-alt-game = { $game }: { $games ->
        [one] one game
       *[other] { $games } games
    }, { $wins ->
        [one] one win
       *[other] { $wins } wins
    }{ $from ->
        [0] .
       *[other] , rating from { $from } to { $to }.
    }
profile-which = 🏅 All awards
profile-all-games = All games
profile-all-servers = All servers
profile-only-here = Only this server
button-show-channel = Show to the channel
button-who-sees = Who sees this?
somebody = somebody
button-moments = How it went
button-replay = Watch the replay
moments-line = ✨ { $moment }
when-moment = { $when }: { $moment }
when-round = Round { $round }
when-turn = Turn { $turn }
story-readers = { $right ->
        [0] 🔮 No onlooker picked the winner.
       *[other] 🔮 Picked the winner: { $names }{ $more ->
            [0] {""}
           *[other] {" "}· +{ $more }
        }
    }
moments-none = A quiet game: nothing stood out. Watch it again, maybe you'll spot something!
evening-name = 🌙 An evening: { $games ->
        [one] 1 game
       *[other] { $games } games
    }
podium-title = 🌙 What an evening!
podium-game = { $times ->
        [one] { $game }
       *[other] { $game }{"\u00A0"}×{ $times }
    }
podium-line = { $medal } { $name } · **{ $points }** · 🎲{"\u00A0"}{ $games } · 🏆{"\u00A0"}{ $wins }
podium-legend = Points · 🎲 games · 🏆 wins
podium-awards = 🏅 Awards of the evening
podium-award = { $times ->
        [one] **{ $award }** · { $name }
       *[other] **{ $award }**{"\u00A0"}×{ $times } · { $name }
    }
podium-foreseen = 🔮 Crystal Ball
podium-bluffs = 🃏 Best Bluffer
podium-quickest = ⚡ Quickest Paws
podium-alt = A night with a moon, and cats on a podium.
podium-alt-member = { $letter }: { $name }, place { $rank }
history-title-channel = 🎞️ Games in this channel
history-title-mine = 🎞️ All your games
history-none-channel = No finished games in this channel yet. `/cats play` starts one!
history-none-mine = You haven't finished a game yet. `/cats play` starts one!
history-recent = 🎞️ Last 12 hours: { $games } games
history-minutes = { $minutes } min
history-hours = { $hours } h
history-days = { $days } days
history-line =
    `{ $number }` <t:{ $at }:d> <t:{ $at }:t> **{ $game }**
    { $people } · { $length }
history-won = 🏆 { $name }
history-ended = ✖️ stopped early
history-left = 💤 abandoned
history-channel = This channel
history-mine = My games
history-which = Relive one of these
replay-step = 🎞️ **{ $game }** · step { $step } of { $steps }
replay-moment = ✨ { $moment }
replay-next = Next
replay-back = Back
replay-moment-back = Previous moment
replay-moment-next = Next moment
replay-round-next = Next round
replay-rounds = Round { $round } · go to another
replay-round = Round { $round }
replay-moment-hint = ✨ From here on, the game turned.
replay-moments = ✨ Jump to a moment
replay-eyes = Whose view?
replay-onlooker = 👀 As an onlooker
replay-seat = 🙈 As { $name }
replay-all = 🔮 See everything
replay-hands = 👉 { $names }
replay-alone = 🙈 { $names }: “{ $line }”
replay-share = Share moment
replay-share-game = Share game
party-led = 🍿 Watching together · remote: **{ $name }**
party-break = 💤 Taking a break. Whoever presses **{ button-go-on }** gets the remote.
party-lead = Pass me the remote
party-opened = Done! It's in the channel, and you have the remote: press the buttons there, and everybody sees the same.
party-others-lead = Somebody else has the remote, but it's been quiet for a while. Press **{ party-lead }**, and it's yours!
party-wait = Lean back and watch: somebody else has the remote. If they stay quiet, **{ party-lead }** gives it to you from <t:{ $until }:T> on.
party-yours = You have the remote already! Want to hand it over? Press nothing for two minutes, and anybody can press **{ party-lead }**.
party-read-only = You can't write in this channel, so you can't have the remote here. Just watch along!
share-title = 🎞️ { $name } shares a moment of **{ $game }**
share-title-game = 🎞️ { $name } shares a whole game of **{ $game }**
share-alt = A film of the game, board by board. { $told }
# Written into the film that is shared. $letter stands for somebody whose name cannot be drawn.
film-player = Player { $letter }
film-winner =
    { $winners ->
        [one] { $names } wins!
       *[other] { $names } win together!
    }
shared = Done! It's in the channel.
share-not-yours = Only people who played can share it, and only in the channel where they played.
share-hidden = You can only show your own profile here, and only if others may see it: `/cats privacy`.
share-missing = I can't share this here: I need { $permissions }. Please ask somebody who can change that.
share-read-only = You can't write in this channel, so you can't share anything here.
share-wait = You just shared something here. The next one can go out from <t:{ $until }:T> on.
share-soon = One moment, it's on its way!
share-not-taken = Discord didn't take it this time. Please try again in a moment.
replay-gone = This game is no longer stored, or it's from another channel.
replay-asleep = This game isn't installed at the moment. You can watch it again when { -operator } brings it back.
evening-gone = This evening is no longer stored, or it's from another channel.
replay-soon = Still saving the game. Try again in a second.

## The settings of a server

# At the end of a sentence about what the settings of a server forbid.
-who-can-change = People who manage this server can change that with `/cats-settings`.
open-elsewhere = On this server, tables open only in { $channels }. { -who-can-change }
open-not-you = On this server, only people with { $roles } open tables. Once one is open, you're welcome to join! { -who-can-change }
open-not-this = This game isn't on offer on this server: `/cats help` shows what is. { -who-can-change }
settings-title = ⚙️ Settings of this server
settings-text = Only you see this. It's for all new tables.
settings-which = What do you want to change?
settings-line = **{ $setting }:** { $value }
settings-usual = { $value } (the{"\u00A0"}usual)
settings-now = Right now: **{ $value }**
settings-changed = ✏️ Last change: { $setting } · { $who } · <t:{ $at }:f>
settings-deleted = 🧹 Deleted since, so it doesn't count any more: { $settings }
button-settings-usual = As usual
button-settings-back = All settings
settings-channels = 📍 Where tables open
settings-channels-usual = everywhere
settings-channels-told = In which channels may people open a table? Threads there count, too.
settings-channels-which = Pick channels
settings-roles = 🔑 Who opens tables
settings-roles-usual = everybody
settings-roles-told = Who may open a table? Everybody may join, and whoever manages the server may always open one.
settings-roles-which = Pick roles
settings-games = 🎲 Games
settings-games-usual = all of them
settings-games-told = Which games can people play here?
settings-games-which = Pick games
settings-language = 💬 Language of the board
settings-language-usual = that of the host
settings-language-told = Which language does the board speak? What only you see is always in your own language.
settings-clock = ⏱️ Time limit
settings-clock-usual = 10 minutes
settings-clock-told = How long may a turn take? Games for quick paws keep their own time, and every host can choose another one.
settings-text-only = 🖼️ Pictures
settings-text-only-no = with pictures
settings-text-only-yes = text only
settings-text-only-told = Do new tables show pictures? Every host can change that for the table.
settings-level = 🤖 Computers
settings-level-usual = easy for beginners, medium for the others
settings-level-told = How strong are the computers at a new table? Where a game doesn't have that level, it stays as usual.
settings-threads = 🧵 Threads for tables
settings-threads-no = no
settings-threads-yes = yes
settings-threads-told = Does each table get a thread of its own? Then several tables can play in one channel.
settings-calls = 🔔 Who gets called
settings-calls-subscribers = people who asked for it
settings-calls-off = nobody
settings-calls-told = Whom may a table call when a seat is free? People who asked for it, nobody, or a role that you pick.
settings-calls-which = Or call a role
settings-puzzle-channel = 🧩 A puzzle every day
settings-puzzle-channel-usual = off
settings-puzzle-channel-off = off
settings-puzzle-channel-told = Once a day I post the new puzzle, with the server's streak and who solved yesterday's. It's silent, and nobody is mentioned. Where and when?
settings-puzzle-channel-which = Pick a channel
settings-puzzle-hour = At { $hour }
settings-puzzle-hour-which = At what time?
settings-puzzle-zone-which = In which time zone?
settings-puzzle-on = { $channel } at { $hour } ({ $city })
settings-puzzle-next = Next post: <t:{ $at }:F>
settings-puzzle-gone = 🧩 The channel for the daily puzzle is gone, so it's off. Pick another channel and it's back.
settings-puzzle-refused = 🧩 I may not post the daily puzzle in { $channel }, so it's off. Let me view that channel, send messages, embed links and attach files there. Then pick it again.
button-settings-off = Switch off
puzzle-post-text = Today's puzzle is here, the same one for everybody. Nobody has to guess!
puzzle-post-streak = { $days ->
    [0] 🔥 Whoever solves it starts a streak for this server.
    [one] 🔥 This server's streak: **one day**. Who keeps it going?
   *[other] 🔥 This server's streak: **{ $days } days**. Who keeps it going?
}
puzzle-post-solvers = **Yesterday's puzzle:** { $people }
puzzle-post-solver = { $name }{"\u00A0"}🐾{"\u00A0"}{ $prints }
puzzle-post-more = { $people } and { $more } more
puzzle-post-only = { $more ->
    [one] one of you solved it.
   *[other] { $more } of you solved it.
}
puzzle-post-par = **Par of #{ $number }:** 🐾 { $par }

## One's own data

privacy-title = 🔐 What I store about you
privacy-text = I store who played which game and who won, every move with its time, and what everybody saw. Replays and scores need that. I never read what you write.
privacy-time = For how long
privacy-time-text = Games: two years, or as you choose below. The rest: a year after your last game.
privacy-seen = Who sees it
privacy-seen-text = People on servers where you play see your name, your results and the games you've finished there. You can change that below.
privacy-yours = What you can do
privacy-yours-text = `/cats export` gives you all of it in a file. `/cats forget` deletes it. Or ask { -operator }.
privacy-unserved = You asked me to leave you alone, so I stay out of your way. That wish is all I store about you. Want to play again? One press is enough!
button-serve = I'm back
seen-by = Who sees how you play?
seen-by-me = 👁️ Shown to: only me
seen-by-me-means = Nobody else sees how you play.
seen-by-server = 👁️ Shown to: my servers
seen-by-server-means = Only people on servers where you play can see it.
seen-by-everybody = 👁️ Show me to everybody
seen-by-everybody-means = You're on the list of all servers, too.
keep-mine-which = How long does your name stay in finished games?
keep-mine = ⏳ My games: { $days ->
        [730] two years
        [365] a year
       *[other] { $days } days
    }
keep-here-which = How long do I store this server's games?
keep-here = 🏠 Games here: { $days ->
        [730] two years
        [365] a year
       *[other] { $days } days
    }
button-policy = Privacy policy
button-terms = Terms
button-export = Get my data
button-forget = Forget me
export-too-large = 📦 Your data is too big for a file on Discord. Please ask { -operator }: they can get it for you with `python -m bot --export { $user }`.
export-running = 📦 I'm already packing your data. The file comes right here.
export-wait = 📦 You got your file a moment ago. The next one is ready for you from <t:{ $until }:T> on.
export-done = 📦 Here's everything I store about you. Only you can see this message: save the file before you dismiss it.
forget-title = 🧹 Delete everything about you?
forget-text =
    I delete your results, your rating and your name, everywhere and for good. You leave games that are still running, and nobody can give you the seat back. Games with others stay, with “somebody” instead of your name. What's already in channels stays there; somebody who looks after the server can delete it.
button-forget-yes = Yes, forget me
button-forget-never = Forget me and stay away
forget-done-never = 🚫 Done: I've forgotten you, and I'll leave you alone. Changed your mind? `/cats privacy`.
forget-done = 🧹 Done: I've forgotten you. If you play again, we start from scratch.

## Friendly refusals

guess-not-yours = Only onlookers can pick, and you've had a paw in this game!
guess-out = { $name } is out and can't win any more. Pick somebody else!
guess-too-late = Too late: picking the winner closes at half-time. Be quick next game!
not-served = You asked me to leave you alone. Want to play again? Type `/cats privacy`.
only-server-managers = Only people who manage this server can change that.
moved-on = Too late, the game has moved on. Here's where it stands.
moved-on-board = Too late, the game has moved on. The board shows where it stands.
same-answer = That's your answer already, and it counts.
too-soon = That was quick! The buttons had only just changed, so that press doesn't count. Choose again.
went-wrong = Oops, that didn't work, and nothing has changed. Please press again in a moment. Still stuck? Tell { -operator } this code: **{ $code }**
not-shown = Oops, I couldn't show you that. `/cats hand` shows where the game stands.
store-trouble = I can't save anything right now, so nothing has changed. Please try again in a moment. Still stuck? Tell { -operator }.
store-unknown = Something broke just as I was saving, so your press may or may not count. Look at the board before you press again.
try-again = Somebody was quicker. Please press again.
restarting = I'm restarting. Please press again in a moment.
one-moment = One moment, then press again.
many-play = Lots of people are playing right now. Please press again in a moment.
slow-down = That was a little too fast for me. Take a breath, then press again.
only-on-servers = That only works on a server. Here, just between the two of us, you can use `/cats privacy`, `/cats export`, `/cats forget`, `/cats profile`, `/cats learn` and `/cats puzzle`.
not-a-member = I can't play here yet: this server has my commands, but I'm not in it. Somebody who manages the server can invite me with this button.
old-button = This button doesn't work any more. `/cats board` shows the current table.
lesson-other = This is somebody else's lesson. `/cats learn` starts yours.
command-outdated = I don't know this command any more. Please type it again, and pick it from the list.
game-unknown = I don't know that game. Pick one from the list.
game-asleep = This game isn't installed at the moment, so your table is on hold until { -operator } brings it back. Want to play something else here? `/cats end` closes this table.
game-not-offered = I don't have this game here any more. `/cats play` shows what there is.
clock-unknown = I don't have that time limit. Leave it out, or pick one from the list.
language-unknown = I don't speak that language. Leave it out, or pick one from the list.
table-gone = That table is gone. `/cats play` opens a new one.
opened-many = Phew, that's a lot of tables for one hour! You can open the next one at <t:{ $until }:t>.
hosted-title = Your open tables
hosted-full = You already have { $most } open tables on this server, and that's the limit. Close one here, then open the new one.
hosted-room = There's room for a new table again: `/cats play` opens it.
hosted-line = **{ $number }** · [{ $game }]({ $link }) in <#{ $channel }> · { $phase ->
        [lobby] not started
       *[other] running
    } · last active: <t:{ $at }:R>
hosted-closed = All your tables are closed. `/cats play` opens a new one.
button-close-hosted = Close table { $number }
open-read-only = You can't write in this channel, so you can't open a table here. Try a channel where you can write.
board-read-only = You can't write in this channel, so the board stays where it is.
nothing-open = There's no table in this channel. `/cats play` opens one.
nothing-open-threads = Tables have threads of their own here: look for yours there. `/cats play` opens a new one.
channel-taken = { $phase ->
        [lobby] A table of **{ $game }** is open here.
       *[other] There's a game of **{ $game }** here.
    }
room-game = 💤 Everybody there has been gone for a while. You can put their game aside: nothing is lost, and they can continue later.
room-lobby = 💤 Nobody has pressed anything there for half an hour, so you can clear it.
room-evening = 🌙 Their evening ends with it. The podium stays, with everybody's points.
not-abandoned = Somebody is back at that table, so it stays. `/cats board` shows it.
aside-waits = 🧺 Your game was put aside, and others are playing here at the moment. When they're done, press **{ button-resume }** on your board, or use `/cats board`.
aside-not-yours = Only the players of that game can continue it. `/cats play` opens a table of your own.
not-a-lobby = The game has already started. `/cats board` shows it.
nothing-runs = There's no game running at this table.
already-over = This game is already over.
not-seated = You're not playing at this table.
not-a-leaver = **{ button-come-back }** is for people who have left this game.
onlooker-lobby = You don't have a seat yet: press { -join } on the board.
onlooker-playing = You're watching this one: everything you can see is on the board. Join in next time!
onlooker-aside = This game was put aside. Only its players can continue it.
guess-who-wins = 🔮 Who will win?
guess-noted = 🔮 Noted: your pick is **{ $name }**.
guess-noted-team = 🔮 Noted: your pick is **{ $team }**.
predict-noted = 🔮 Noted, just between us. Let's see!
predict-too-late = 🔮 Too late for that one, the game has moved on.
predict-right = 🔮 You picked right!
predict-wrong = 🔮 Not this time!
predict-lapsed = 🔮 Nobody will ever know about your last pick: the game moved on.
guess-once = Changed your mind? You can pick once more.
guess-stays = 🔮 You've changed your mind once, so now your pick stays: **{ $name }**.
guess-stays-team = 🔮 You've changed your mind once, so now your pick stays.
guess-until-end = Nobody sees it until the game is over. If you're right, the board names you, and it counts in your profile.
called-right = 🔮 Well picked: **{ $name }** won!
called-right-team = 🔮 Well picked: **{ $team }** won!
called-over = 🔮 The game is over. { $right ->
        [0] None of your picks came true this time!
        [one] One of your picks came true!
       *[other] { $right } of your picks came true!
    }
called-wrong = 🔮 You picked **{ $name }**. Not this time!
onlookers-guessed = 🔮 { $count ->
        [one] One onlooker has picked.
       *[other] { $count } onlookers have picked.
    }
onlooker-over = You weren't in this game. Open the next one with `/cats play`!
onlooker-closed = This table is closed. `/cats play` opens a new one.
join-first = Press { -join } on the board first, then you can add or remove computers.
removed-by-host = You've been taken off this table. { $name }, the host, can let you join again.
table-full = People have taken all the seats. Maybe next time!
puzzle-not-ready = This puzzle isn't ready. Try again in a minute!
puzzle-no-step = I can't find a hint right now. Try again in a minute!
no-seat-for-computer = All seats are taken: there's no room for another computer.
no-computers-here = No computers in this mode. Choose another one with ⚙️ on the board.
seat-empty = Nobody sits there any more.
no-computer = There's no computer at this table.
host-only = Only the host can do that, and that's { $name }.
host-called = I've called { $name }. No answer? From <t:{ $until }:T> on, you can start the game yourself.
host-answered = { $name } is here and has just been called. Give { $name } a minute to start.
host-none = This table has no host any more.
end-host-only = Only the host, or somebody who may manage messages, can close this table.
skip-too-soon = Give { $name } a little more time. From <t:{ $until }:T> on, you can skip this turn.
not-silent = They're back, so they keep their seat!
not-startable = You need more players first: friends press { -join }, or you add computers.
computers-unfit = Computers can't play in this mode. Remove them, or choose another mode with ⚙️ on the board.
level-unknown = This game doesn't have that level. Leave it out, or pick one from the list that appears while you type.
option-unknown = That choice is from an older message. Please open the options again.
seed-still-locked = I'll show the secret number when the game is over.
rematch-players-only = A rematch is for those who played. `/cats play` opens a new table for everybody.
too-many-people = That game has only { $seats } seats, and there are { $people } of you. Pick another one, or let somebody leave first.
no-other-game = This is the only game I have here.
board-here = Here's the board.
board-end = That game is over. The board shows how it ended.
board-stays = Everybody's about to press its buttons, so the board stays where it is.
missing-for-thread = Every table gets a thread of its own here, and for that I need { $permissions }. Somebody who looks after the server can change that, or switch threads off with `/cats-settings`.
thread-refused = Discord won't let me open a thread for the table here. I need { permission-create-public-threads }, { permission-send-messages-in-threads } and “Read Message History”. Somebody who looks after the server can change that, or switch threads off with `/cats-settings`.
thread-too-many = This server has as many open threads as Discord allows. Somebody who looks after it can close a few, or switch threads for tables off with `/cats-settings`.
thread-later = Discord opens no more threads here for a while, because there were too many. Please try again from <t:{ $until }:T> on.
thread-not-now = Discord didn't open the thread for your table this time. Please try again in a moment.
missing-permissions = I can't play in this channel: I need { $permissions }. Please ask somebody who can change that.
board-private-thread = I'm not in this private thread. Mention me here once to let me in, then try again.
board-refused = Discord won't let me show the board here. I need { permission-view-channel }, { permission-send-messages } (in a thread { permission-send-messages-in-threads }, in a voice channel { permission-connect } as well), { permission-embed-links } and { permission-attach-files }: please ask somebody who can change that.
board-later = Discord takes no new boards here for a while, because there were too many. You don't have to do anything: I'll show it as soon as I may, from <t:{ $until }:T> on.
board-rejected = Discord didn't take the board (code { $code }). Please try again in a while. Still stuck? Tell { -operator }.
permission-connect = “Connect”
permission-view-channel = “View Channel”
permission-send-messages = “Send Messages”
permission-send-messages-in-threads = “Send Messages in Threads”
permission-create-public-threads = “Create Public Threads”
permission-embed-links = “Embed Links”
permission-attach-files = “Attach Files”

## The demo

demo-starting = The demo is starting, give it a few seconds …
demo-open = The demo is running until you press Ctrl-C here. Open this address in your browser: { $address }
demo-ended = The demo has ended. Start it again with “{ $command }”, and this page continues.
demo-port-taken = Another program is using this port: choose a different one with --port, or 0 for any free one.
demo-title = Cloaked Cats: the demo
demo-bot = The Cats
demo-server = Cat Club
demo-channel = game-table
demo-role = Cat herders
demo-topic = A Discord made of cardboard: nothing here is real, and nothing is stored.
demo-you-are = You are
demo-skip = Skip to the newest message
demo-two = Two at once
demo-welcome-title = Welcome! Let's play!
demo-welcome =
    Pick a game, then press **{ button-start }**: computers play along. At the top you can be somebody else, too.

## Scenarios: what is wrong in a file, with its place, and what did not come out as it says

scenario-played = The scenario was played: { $steps ->
    [one] one step, and it held.
   *[other] { $steps } steps, and all of them held.
}
scenario-understood = The scenario makes sense: { $steps ->
    [one] one step.
   *[other] { $steps } steps.
}
scenario-unreadable = I can't read { $file }: name a text file that exists and is saved as UTF-8.
scenario-no-game = { $file } doesn't name a game: write "game: " and one of { $games } into its first line.
scenario-top = { $at }: "{ $given }:" can only appear once, above the first step.
scenario-choice = { $at }: "{ $name }" has no "{ $given }", only { $known }.
scenario-number = { $at }: after "{ $name }:" you need a number from 0 to { $most }, not "{ $given }".
scenario-people = { $at }: name at least one person, and nobody twice.
scenario-seats = { $at }: this game is for { $seats }, so people and computers together have to be that many.
scenario-person = { $at }: nobody here is called "{ $given }". Here are { $people }, and the board, where you can look but not press.
scenario-step = { $at }: "{ $given }" isn't a step. Steps are: Ada: press "Join", Ada: press old "Join", Ada: choose "One", "Two" in "Which?", Ada: write "Lisbon", Ada: /cats scores, Ada: see "Hello", board: not see "Hello", wait: 10 seconds (up to 24 hours), restart.
scenario-no-button = { $at }: { $who } sees no button "{ $button }", only { $there }.
scenario-several = { $at }: several are called { $name }: say which one. For a button, add its sign (press "🐾 Join") or count (press "Join" 2 is the second); for a menu, name it after "in".
scenario-disabled = { $at }: { $who } sees the button "{ $button }", but can't press it now.
scenario-no-options = { $at }: { $who } can't choose { $options }, only { $there }.
scenario-no-form = { $at }: { $who } has opened no form, or it takes no such text.
scenario-how-many = { $at }: choose from { $least } to { $most } of these, no more and no fewer.
scenario-command = { $at }: there's no such command, or not with these options. Commands are { $commands }; options of this one: { $options }.
scenario-silent = { $at }: the bot didn't answer that.
scenario-not-seen = { $at }: { $who ->
    [board] the board doesn't show
   *[other] { $who } doesn't see
} "{ $text }", only: { $there }
scenario-seen = { $at }: { $who ->
    [board] everybody sees
   *[other] { $who } sees
} "{ $text }", and shouldn't.

## The simulated client's own words
## Without quotation marks (") and backquotes: they stand in the page's scripts.

client-language = en
client-earlier = Load earlier messages
client-newer = Newer messages
client-latest = New messages · jump to present
client-no-messages = No messages in this channel.
client-only-you = Only you can see this
client-dismiss = Dismiss message
client-thinking = Thinking…
client-used = used
client-reply = Reply
client-edit = Edit
client-delete = Delete
client-delete-really = Delete this message? You can't get it back.
client-pin = Pin
client-unpin = Unpin
client-save = Save
client-send = Send
client-edit-message = Edit message
client-message-to = Message
client-commands-only = You can use commands here
client-replying-to = Replying to
client-options = OPTIONS
client-commands = COMMANDS
client-no-options = No options match
client-loading-options = Loading options …
client-options-failed = Loading options failed
client-loading-commands = Loading commands …
client-no-commands = There are no commands
client-leave-command = Leave the command
client-some-options = + options
client-more-options = more
client-only-options = options
client-required = This option is required.
client-choose-option = Choose one of the options.
client-valid-value = That does not fit here.
client-out-of-range = That is too small or too large.
client-true = True
client-false = False
client-select = Select an option
client-select-some = Select one or more options
client-nothing-to-select = There is nothing to select
client-apply = Select
client-cancel = Cancel
client-close-picture = Close the picture
client-open-picture = Open the original picture
