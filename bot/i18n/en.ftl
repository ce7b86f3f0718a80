## Starting and stopping
## These sentences are for whoever starts the bot: they go to the terminal, one line each.

setting-discord-token = The setting DISCORD_TOKEN doesn't hold a token: copy it again from your application's "Bot" page at https://discord.com/developers/applications, without spaces.
setting-log-level = The setting LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR and CRITICAL.
setting-log-format = The setting LOG_FORMAT must be text or json.
setting-thinking = The setting THINKING must be process or threads.
setting-metrics-port = The setting METRICS_PORT must be a number from 1 to 65535, such as 9100, or be left out.
setting-metrics-host = The setting METRICS_HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for everyone who can reach it.
setting-metrics-host-alone = The setting METRICS_HOST does nothing without METRICS_PORT: set both, or remove METRICS_HOST.
setting-shards = The setting SHARDS must be a number from 1 to { $most }. Leave it out to use as many as Discord recommends.
setting-api-base = The setting API_BASE must be an address such as http://127.0.0.1:8080/api/v10. Leave it out to talk to Discord itself.
setting-gateway-url = The setting GATEWAY_URL must be an address such as ws://127.0.0.1:7878. Leave it out to use Discord's own.
setting-requests = The setting REQUESTS must be a number from 1 to { $most }. Leave it out to use 50, which Discord allows every bot.
setting-language = The setting LANGUAGE names a language that I don't speak. I speak { $languages }, so I'll use English.
setting-support-contact = The setting SUPPORT_CONTACT must be a web address or one line of text, with at most { $most } characters and no mentions such as @everyone.
setting-file = The file .env can't be read: it has to be UTF-8 text that this user is allowed to open.
setting-line-wrong = Line { $line } of the file .env is ignored, because it isn't written like NAME=VALUE: fix it, or put a # in front of it.
setting-line-meant = Line { $line } of the file .env is ignored, because there's no such setting: did you mean { $meant }?
setting-file-passed-over = The file .env can't be read, so it's ignored: all settings come from the environment.
setting-line-unknown = Line { $line } of the file .env is ignored, because there's no such setting: .env.example shows them all.
games-unknown = Name { $place } in the setting GAMES isn't a game that I have. I have: { $known }.
games-none = The setting GAMES leaves no game to play. I have: { $known }.
games-many = The game { $game } isn't offered: Discord takes { $most } at most. Choose which ones with the setting GAMES.
games-left-name = The game { $game } of the package { $package } is left out: a name has up to 24 characters (a to z, digits and "_") and starts with a letter.
games-left-taken = The game { $game } of the package { $package } is left out: another game already has that name.
games-left-broken = The game { $game } of the package { $package } is left out, because it can't be imported: { $why }. "python -m bot.testing { $game }" tells you more.
games-left-no-box = The game { $game } of the package { $package } is left out: { $value } isn't a GamePackage.
games-left-slip = The game { $game } of the package { $package } is left out: { $slip }
games-left-old = The game { $game } of the package { $package } is left out: it was written for an earlier version of the bot. `moves`, `step`, `choose`, `awarded`, `alike`, `so_far`, `restored`, `recalled`, `usual_moves`, `longest`, `quick` and `beats` are now called `legal_moves`, `apply`, `choose_move`, `earned_awards`, `resample_hidden`, `interim_standings`, `load_state`, `load_view`, `typical_length`, `max_actions`, `fast_levels` and `level_win_rates`, `Scene`, `Moment` and `Box` are `ScreenContext`, `Highlight` and `GamePackage`, moves and events are types, and `private` gets a `Question`: docs/adding-a-game.md shows how to update it.
author-seats = { $game }: `seats` must be numbers in rising order, such as (2,) for exactly two, range(2, 5) or (2, 4).
author-levels = { $game }: its levels times the seats beside the host's come to more than { $most }, and one menu shows them all. Use fewer levels or fewer seats.
author-renamed = { $game }: `{ $old }` is now called `{ $new }`. Rename it, and adapt it as docs/adding-a-game.md says.
author-own-screen = { $game }: `own_screen` gets one `Question`, which holds the view, the seat, the prompt, the moves and the context. Write it as `own_screen(self, question)`.
author-rules-pages = { $game }: `rules_pages` is now a tuple with a name for each page, such as ("idea", "end").
author-file = { $file } is missing: a game needs its texts in each of these languages: { $languages }. Copy another catalogue there and translate it.
author-missing = { $file } is missing a message. Add a line "{ $message } = …" to it.
author-unfilled = { $file }: the message { $message } can't be filled in ({ $why }). Fix what's inside its braces.
author-taken = { $file }: the bot already uses the name { $message }. Call your message something else, such as { $other }.
store-address = { $setting } must name an SQLite file, such as sqlite:///data/cats.db, or a PostgreSQL database, such as postgresql://user:password@host/database.
store-address-slashes = { $setting } has two slashes after "sqlite:". Use three for a path that starts in the bot's folder, such as sqlite:///data/cats.db, or four for an absolute path, such as sqlite:////data/cats.db.
store-no-driver = { $setting } names a PostgreSQL database, but the package that talks to it is missing: install it with "pip install --require-hashes -r requirements.txt -r requirements-extras.txt" in the bot's folder; without such a folder, with "pip install 'WHEEL[postgres]'", where WHEEL is the file that you installed the bot from.
store-server-silent = The PostgreSQL server doesn't answer: check that it's running, and check host and port in { $setting }.
store-server-refuses = The PostgreSQL server answers, but doesn't let the bot in: check user, password and database in { $setting }, and that the server has a free connection.
store-server-no-ssl = The PostgreSQL server doesn't support SSL, but sslmode in { $setting } demands it: switch SSL on in the server, or leave sslmode out if the way there is private.
store-server-certificate = The PostgreSQL server's certificate fails the check that sslmode in { $setting } demands: name the authority that signed it with sslrootcert=FILE (or sslrootcert=system), and use the server name that's in the certificate.
store-server-pooled = { $setting } leads to a pooler that gives each transaction any session: switch it to session mode (pool_mode = session), or name the server itself.
store-server-old = The PostgreSQL server is too old: the bot needs version { $oldest } or newer.
store-server-encoding = The PostgreSQL database can't store every letter: create one with the encoding UTF8.
store-server-in-use = Another bot, or a command such as --reckon, has the PostgreSQL database for itself: stop it first, wait until it's done, or give this one a database of its own.
store-server-older-workers = The PostgreSQL database needs an update, but workers of an older version, or a command such as --reckon, still use it: stop them first.
store-server-read-only = The PostgreSQL database doesn't let the bot change anything: allow its user to write and create tables there.
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
store-in-use = Another bot, or a command such as --reckon, is already using { $path }: stop it first, wait until it's done, or give this one a database of its own.
store-locked = Another program is writing to { $path }: stop it, then try again.
store-replaced = The database file { $path } was moved, deleted or replaced while the bot was running, so nothing more could be stored: put it, or a backup, back in its place, then start the bot.
store-failing = Reading or writing { $path } failed: check the disk.
start-no-token = The setting DISCORD_TOKEN is missing: put your bot's token into the file .env, or play the demo without one: "python -m bot --demo".
start-token-wrong = Discord doesn't accept the token in DISCORD_TOKEN: copy it again from your application's "Bot" page at https://discord.com/developers/applications.
start-shards-changed = While the database was out of reach, other workers started with another number of shards: start this one again.
start-shards-few = Discord requires more shards for this bot's servers: stop all of its processes, remove the setting SHARDS or raise it, then start them again.
start-shards-wrong = Discord doesn't accept the number of shards: remove the setting SHARDS, then start the bot again.
start-discord-silent = Discord can't be reached or doesn't answer as it should: check the network and https://discordstatus.com, then start the bot again.
start-demo-missing = The demo needs its extra packages: install them with "pip install -e '.[demo]'" in the bot's folder (without such a folder, with "pip install 'WHEEL[demo]'", where WHEEL is the file that you installed the bot from), and start it again.
start-metrics-missing = METRICS_PORT is set, but the package for it is missing: install it with "pip install --require-hashes -r requirements.txt -r requirements-extras.txt" in the bot's folder; without such a folder, with "pip install 'WHEEL[metrics]'", where WHEEL is the file that you installed the bot from.
start-metrics-address = The bot can't listen on the address of METRICS_HOST and METRICS_PORT: it doesn't belong to this machine, or another program is using it.
start-argument-unknown = There's no argument { $argument }: "python -m bot --help" lists them all.
start-argument-wrong = The argument { $argument } is written differently: "python -m bot --help" shows how.
start-argument-user = --export and --forget need a Discord id, a number with up to 19 digits, not “{ $given }”.
reckon-starting = Rebuilding scores and ratings from the stored games …
reckon-done = Done: scores and ratings are new, rebuilt from { $games } games.
reckon-stopped = Stopped early: scores and ratings are as they were.
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
command-in-use = A bot, or another command such as --reckon, is using the database that { $setting } names, so nothing was done: stop the bot, or wait for the other command, then try again.
start-argument-port = --port needs a number from 0 to 65535, not { $given }.
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
    python -m bot --reckon    rebuilds scores and ratings from the stored games,
                              while no bot is running
    python -m bot --export ID
                              writes all that's stored about the person with this Discord id, as JSON
    python -m bot --forget ID
                              forgets the person with this Discord id, while no bot is running

    --scenario FILE           with --demo: plays this file first, then you take over;
                              without: checks whether the file can be understood
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
check-discord-silent = Discord can't be reached or doesn't answer as it should, so I can't check the rest: look at the network and https://discordstatus.com, then check again.
check-install = “Add App” on the bot's profile adds it to servers with the permissions it needs.
check-install-differs = The application's install settings aren't what the bot needs. You don't have to do anything: the next start of the bot sets them.
check-code-grant = Nobody can add the bot to a server: switch off "Requires OAuth2 Code Grant" on your application's "Bot" page at https://discord.com/developers/applications.
check-not-public = The application is private: only you can add it to servers. To let others do it, switch on "Public Bot" on your application's "Bot" page at https://discord.com/developers/applications.
check-profile = The bot's profile has a description and tags.
check-profile-empty = The bot's profile has no description or no tags, or a description of an older version. You don't have to do anything: the next start of the bot sets them.
check-policy = The privacy policy is at { $url }.
check-terms = The terms of service are at { $url }.
check-no-policy = The bot's profile has no link to a privacy policy. Discord wants one from everybody who lets others use a bot: docs/privacy.md is one to fill in. Enter its address on your application's "General Information" page at https://discord.com/developers/applications: the bot can't do that for you.
check-no-terms = The bot's profile has no link to terms of service: docs/terms.md are some to fill in. Enter their address on your application's "General Information" page at https://discord.com/developers/applications: the bot can't do that for you.
application-description = A table of cats for your channel: games of bluffing, deduction and quick eyes, for people and computer cats. Type /cats play.
application-description-0-3 = A table of cats for your channel: three card games of bluffing, deduction and quick eyes, for people and computer cats. Type /cats play.
application-tags = games, board games, party games, bluffing, cats
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

command-cats = Table games with secrets, for you and your friends
command-play = Open a table in this channel
command-play-game = Which game
command-play-game-name = game
command-play-clock = Time for each turn
command-play-clock-name = clock
command-play-computers = How many computers play
command-play-computers-name = computers
command-play-level = How strong the computers are, or “like us”
command-play-level-name = level
command-play-language = The language of the board
command-play-language-name = language
command-play-text-only = Text only, no pictures
command-play-text-only-name = text_only
command-learn = Learn a game in a few minutes, all by yourself
command-hand = Show your cards, just to you
command-board = Bring the board back to the end of the channel
command-profile = How you play: ratings, games, wins and awards
command-profile-person = Whose profile? You see what they show.
command-profile-person-name = person
command-history = Watch a finished game again
command-privacy = What I store about you, in five sentences
command-export = Get a file with everything I have stored about you
command-forget = Delete everything I have stored about you
command-scores = How this channel's game stands, and who has won how often
command-leave = Leave this channel's table, or your lesson
command-end = Close this channel's table
command-rules = How to play
command-help = What this bot can do

help-title = Hello from the cats!
help-rules = 📖 How do you play?
help-text =
    We bring table games with secrets, right into your channel. Everybody sees the board, but only you see your cards.
help-commands-title = What you can type
help-commands =
    `/cats play` opens a table. Your friends join with 🐾, computers fill the gaps.
    `/cats learn` teaches you a game, in a short round that only you see.
    `/cats hand` shows your cards, `/cats board` brings the board back.
    `/cats scores` shows the points, `/cats profile` how you're doing, `/cats rules` the rules.
    `/cats leave` gives up your seat or ends your lesson, `/cats end` closes the table.
help-trouble-title = Something isn't working
help-trouble =
    A button does nothing? Press it again in a moment.
    Board or cards gone? `/cats board` and `/cats hand` bring them back.
    I can't play in a channel? I need { permission-view-channel }, { permission-send-messages }, { permission-embed-links } and { permission-attach-files } there: ask somebody who looks after the server.
    Still stuck? Tell the person who runs this bot.
help-contact = Reach them here: { $contact }

## What there is to play

# Behind a game's name, and behind the sentence about it.
game-facts = { $length } · { $seats } players
# How many can play where there are gaps, such as 2, 4 or 6.
game-seats = { $fewer } or { $most }
button-learn = Learn it
button-learn-game = Learn { $game }
button-learn-first = Learn it first (5 min)
button-learn-on = Continue { $game }
button-learn-instead = Learn { $game } instead
lesson-runs = You're in the middle of a lesson: **{ $game }**. Finish it first, or start the new one?
button-help = What can you do?
plain-greeting = Hello! I bring table games to this channel: press a button to play.
greeting-title = Hello, we're the cats!
greeting-text = We bring table games with secrets: everybody sees the board here in the channel, but only you see your cards. There's nothing to install, and computers fill empty seats. What do you want to play?

## Buttons

button-join = Join
button-leave = Leave
button-computer-add = Add computer
button-computer-remove = Remove one
button-start = Start
button-options = Options
button-language = Language: { $choice }
button-pace = Computers: { $choice }
button-rules = How to play
button-cancel = Cancel table
button-words = In words
button-table = Table
button-end = End the game
button-leave-yes = Yes, leave
button-come-back = Come back
button-end-yes = Yes, end it
button-rematch = Rematch
button-result = Your result
button-deal = Fair deal
button-previous = Back
button-next = Next page
button-play = Open a table
button-learn-again = Start over
button-learn-leave = Leave the lesson
button-go-on = Go on
button-invite = Invite me
button-pictures = Show pictures
button-text-only = Text only

## Players

mark-computer = {" "}🤖
mark-away = {" "}💤
mark-vacant = {" "}🚪
mark-present = {""}
computer-names = Minka, Felix, Luna, Oskar, Mogli, Balou, Nala, Simba, Tiger, Paula, Kira, Leo, Molly, Pablo, Lilly, Carlo, Tilda, Merlin, Pixel, Romeo, Maja, Findus, Greta, Anton

## The lobby

lobby-title = 🎭 { $game }
lobby-missing = 👉 Press **{ button-join }** to play! You need { $missing ->
        [one] one more
       *[other] { $missing } more
    }. Computers are fine, too.
lobby-missing-people = 👉 Press **{ button-join }** to play! You need { $missing ->
        [one] one more person
       *[other] { $missing } more people
    }: no computers in this mode.
lobby-gap = 👉 You can't play with { $here }: it takes { $seats }. { $missing ->
        [one] Add one
       *[other] Add { $missing }
    }, or somebody sits out.
lobby-computers-unfit = 👉 No computers in this mode: take them out with **{ button-computer-remove }**, or pick another mode with **{ button-options }**.
lobby-kept = 👉 Got a ⏳? Your seat is saved: press **{ button-join }**!
lobby-kept-start = { $name } can press **{ button-start }** without you.
lobby-kept-missing = To start, you need { $missing ->
        [one] one more
       *[other] { $missing } more
    }.
lobby-kept-computer = **{ button-computer-add }** fills a gap.
lobby-ready = 👉 All here? { $name }, press **{ button-start }**!
lobby-host = Host
lobby-host-called = 🔔 I've called { $name }. No answer? Then any of you can press **{ button-start }**: <t:{ $until }:R>
lobby-host-silent = 🔔 No answer from { $name }. Any of you can press **{ button-start }** now.
lobby-taken = All seats are taken.
lobby-full = **{ button-join }** still works: a computer will give up its seat.
computers-told = 🤖 { $level }: { $told }
level-offered = { $level }: { $told }
level-like-us = like us
level-like-us-told = About as good as your group, judging by your games here.
level-found = { $level } (like us)
seats-free = ⚪ { $free } free
seat-kept = ⏳ { $name }: seat saved
seat-host = 🪑 { $name } (host)
seat-taken = 🪑 { $name }
seat-computer = 🪑 { $name } ({ $level })
seated-title = You're in: { $game }
seated-text = Once the game starts, press 🐾 below the board any time: that opens **{ $button }**, and only you see it.
kept-title = Your seat is saved: { $game }
kept-text = Press **{ button-join }** to play again. The others don't have to wait and can start without you.

options-title = Options
options-text = Only you see this. Everybody sees your changes right away.
options-removed = 🚫 Taken off this table, until you let them back in: { $names }
option-clock = ⏱️ Time for each turn: { $choice }
option-language = 💬 Language of the table: { $choice }
option-text-only = 🔤 Text only, no pictures
option-remove = Free up a seat
option-remove-or-let-back = Free up a seat, or let somebody back in
option-let-back = ↩️ { $name } can join again
option-level = How strong is a computer?
game-options-title = Options for { $game }
button-game-options = Options for { $game }
button-back-to-options = All options
computer-level = { $name }: { $level }
computers-like-us = { $computers ->
        [one] The computer: like us
       *[other] All computers: like us
    }
option-pace = 🤖 Computer speed: { $choice }
pace-slow = slow
pace-normal = normal
pace-fast = fast
clock-none = no limit
clock-1 = 1 minute
clock-3 = 3 minutes
clock-10 = 10 minutes
clock-60 = 1 hour
clock-1440 = 24 hours
language-en = English
language-de = Deutsch

## The board

# One line above each board: for notifications, for screen readers, and where embeds are switched off.
plain = { $game }: { $line }
plain-lobby = a table is open!
plain-over = the game is over. 🏆 { $winners }
call-start = { $people } Everybody is ready. Can you start the game? { $plain }
call = { $people } It's your turn! { $plain }
owed = ▶️ **{ $line }**
owed-until = ▶️ **{ $line }** · ⏳ <t:{ $until }:R>
owed-time = ⏳ Time runs out: <t:{ $until }:R>
paused-away = 💤 **The game is paused, because everybody is away.** Press any button to go on.
paused-channel = 💤 **The game is waiting, because I could not show the board.** Press any button to go on.
events-title = What happened
closed-title = 🚪 Until next time!
closed = This table is closed. `/cats play` opens a new one.
closed-idle = Nobody was here for a long time, so I cleared the table. `/cats play` opens a new one.
reminder = ⏰ { $people } Half of your time is up. Your turn ends: <t:{ $until }:R>
notice = 💤 { $people } Nobody has touched your game for days. I will clear the table tomorrow, unless somebody presses the button.

table-back = { $name } is back.
table-time-out = ⏰ Time is up for { $name }: the computer plays this turn.
table-away = 💤 { $name } seems to be away: the computer plays until { $name } is back.
table-host = 🔑 { $name } is the host now.
table-left = 🚪 { $name } has left. { $heir } plays on.
table-left-vacant = 🚪 { $name } has left.
table-like-us = 🤖 Computers play about as well as you all: { $level }.
news-table-time-out = ⏰ Your time ran out, so the computer played for you.
news-table-away = 💤 You were away, so the computer plays for you until you press a button.
# Above the buttons of a page that somebody reads while the game goes on.
reading-names = { $others } and { $last }
reading-played = { $count ->
        [one] { $names } has played.
       *[other] { $names } have played.
    }
reading-asked = The table waits for you: press **{ $button }** when you are ready.
reading-over = The game is over: **{ $button }** shows how it ended for you.
reading-news = There is news at the table.
table-closed = The table was closed.
table-ended = ✖️ { $name } ended the game early.
ended-places = It stood: { $places }
ended-place = { $rank }. { $name } ({ $points })
table-idle-closed = The table was cleared.

## The table's panel

panel-title = This table
panel-host = 🪑 Host: { $name }
panel-silent = Is somebody keeping you waiting? The computer can play for them until they are back.
panel-hand-over = Let the computer play for somebody
leave-title = Leave the game?
leave-text = A computer takes your seat, so the others can finish. You can come back as long as the game runs.
leave-text-vacant = The others play on without you. You cannot come back to this game.
end-title = End the game for everybody?
end-text = The table is closed at once, and nobody wins. How it stood is kept for `/cats scores`.
you-left = You have left the table. See you soon!
left-playing = You have left this game, and a computer plays on for you. **{ button-come-back }** takes your seat again, as long as the game runs.
lesson-line = 💡 { $line }
lesson-rests = ⏳ { $name } is on. One moment, then it goes on by itself.
lesson-closed = The lesson is over. `/cats learn` starts it again, and `/cats play` opens a table for all.

## After the game

deal-title = 🔒 Fair deal
deal-fair = ✅ The seed gives exactly the luck of this game: the deal, and all that was drawn later. Nothing was changed.
deal-differs = ❌ The seed gives another deal than the one that was played! Please tell whoever runs this bot.
deal-lost-track = ❔ The seed gives exactly the deal that was played. What was drawn later I cannot follow, perhaps because I was updated while you played. If that was not so, please tell whoever runs this bot.
deal-other-rules = ❔ This game was dealt by rules number { $dealt }. Today I deal by number { $today }, where the same seed gives something else, so I cannot compare. The bot's guide to the fair deal still has the recipe of number { $dealt }.
deal-locked = All luck of this game follows from one secret number, the seed. I drew it before anybody saw anything and cannot exchange it any more: its fingerprint is below. Keep that if you like. When the game is over, this button opens the seed and checks the deal.
deal-seed = The seed
deal-hash = Its fingerprint (SHA-256), the same since the deal
deal-yourself = Check it yourself
deal-how = The small Python program `check_deal.py` deals once more on your own computer. It stands in the folder `docs` of the bot's source code, with a guide, `fair-deal.md`: whoever runs this bot can tell you where to get both. Copy this line:
deal-line =
    ```
    python check_deal.py { $words }
    ```

scores-title = 🏆 Scores
scores-here = In this channel
scores-over = 🏁 This game is over.
scores-server = On this server
scores-of = On this server: { $game }
scores-none = No game has been finished here so far.
scores-nobody = Nobody has finished a game in this time.
scores-rating = Rating
scores-games = Games
scores-wins = Wins
scores-unsure = ? means not sure yet: fewer than { $games } games against people, fewer than { $opponents } opponents, or no game for half a year. – means no such game.
scores-which = Another game
scores-ever = Ever
scores-three = Three months
scores-all = All servers
scores-nobody-shown = Nobody wants to be shown here so far.
scores-of-all = On all servers: { $game }
scores-only-shown = Only people who want everybody to see it: /cats privacy, "Show me to everybody".
scores-month = This month

rules-page = Page { $page } of { $pages }

## Games that are over

profile-here = 🐾 { $name }, on this server
profile-everywhere = 🌍 { $name }, on all servers
profile-none = No game has been finished so far. `/cats play` begins one!
profile-hidden = This person keeps to themselves how they play.
profile-numbers = Rating **{ $rating }** · { $games ->
        [one] one game
       *[other] { $games } games
    } · { $wins ->
        [0] no win
        [one] one win
       *[other] { $wins } wins
    }
profile-missing = _Still to earn:_
profile-reader = 🔮 Reader: foresaw who wins { $right } of { $times } times, watching
profile-award = { $times ->
        [one] { $award }
       *[other] { $award } **×{ $times }**
    }
profile-rating = Rating
profile-games = Games
profile-wins = Wins
profile-alt = A chart of the rating over time, and bars of games and wins. { $games }
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
button-who-sees = Who sees this?
somebody = somebody
button-moments = How it went
button-numbers = In numbers
button-replay = Watch it again
moments-line = ✨ { $moment }
story-readers = { $right ->
        [0] 🔮 Nobody who watched and guessed saw it coming.
       *[other] 🔮 Saw it coming, watching: { $names }{ $more ->
            [0] {""}
           *[other] {" "}· +{ $more }
        }
    }
moments-none = A quiet game: nothing stood out. Watch it again, and you may see more than I do.
history-title-channel = 🎞️ Games in this channel
history-title-mine = 🎞️ All your games
history-none-channel = No game has come to its end in this channel so far. `/cats play` begins one!
history-none-mine = You have not finished a game so far. `/cats play` begins one!
history-line =
    `{ $number }` <t:{ $at }:d> **{ $game }**
    { $people }
history-won = 🏆 { $names }
history-ended = ✖️ ended early
history-left = 💤 left lying
history-channel = This channel
history-mine = My games
history-which = Watch a game again
replay-step = 🎞️ **{ $game }** · step { $step } of { $steps }
replay-moment = ✨ { $moment }
replay-first = Start
replay-on = On
replay-moments = ✨ Jump to a moment
replay-eyes = Through whose eyes?
replay-onlooker = 👀 As an onlooker
replay-seat = 🙈 As { $name }
replay-all = 🔮 See everything
replay-hands = 👉 { $names }
replay-alone = 🙈 { $names }: “{ $line }”
replay-share = Share moment
replay-share-game = Share game
share-title = 🎞️ { $name } shares a moment of **{ $game }**
share-title-game = 🎞️ { $name } shares a whole game of **{ $game }**
share-alt = Some boards one after the other. { $told }
shared = Done: it is in the channel.
share-not-yours = Only who sat at this table can share it, in the channel where it was played.
share-missing = I cannot share this here: I lack { $permissions }. Please ask somebody who may change that.
share-read-only = You may not write in this channel, so you cannot share anything here.
share-wait = You have just shared something here. You can share again: <t:{ $until }:R>
share-soon = One moment: what you share is on its way.
share-not-taken = Discord did not take it this time. Please try again in a moment.
replay-gone = This game is not kept (any more), or it was played in another channel.
replay-asleep = I do not have this game with me right now. You can watch it again as soon as whoever runs me brings it back.
replay-soon = One moment: the game is just being put on the shelf. Press again.

## One's own data

privacy-title = 🔐 What I keep
privacy-text =
    I keep who sat at which game, every move with its time, what everybody saw, and who won: that is what replays and scores are made of. Games go after two years, or sooner if you choose that below, all else a year after your last game; what you write in channels I never read. Other people see your name and your results on servers where you play, unless you choose otherwise below, and the games that are over there. `/cats export` hands you a file with all that I keep about you. `/cats forget` lets me forget it, and so does whoever runs me, if you ask them.
privacy-unserved = You asked me to leave you alone, so I do nothing for you, and that wish is all that I keep of you. If you would like to play again, one press is enough.
button-serve = I am back
seen-by = Who sees how you play?
seen-by-me = 👁️ Shown to: only me
seen-by-me-means = Nobody else sees how you play.
seen-by-server = 👁️ Shown to: my servers
seen-by-server-means = Only people on servers where you play see it.
seen-by-everybody = 👁️ Show me to everybody
seen-by-everybody-means = You stand in the table of all servers, too.
keep-mine-which = For how long do you stay in games that are over?
keep-mine = ⏳ My games: { $days ->
        [730] two years
        [365] a year
       *[other] { $days } days
    }
keep-here-which = For how long are this server's games kept?
keep-here = 🏠 Games here: { $days ->
        [730] two years
        [365] a year
       *[other] { $days } days
    }
button-policy = Privacy policy
button-terms = Terms
button-export = Give me my data
button-forget = Forget me
export-too-large = 📦 All that I keep about you does not fit into a file on Discord. Please ask whoever runs this bot: they can hand it to you with `python -m bot --export { $user }`.
export-done = 📦 Here is all that I keep about you. Only you can see this message: save the file before you dismiss it.
forget-title = 🧹 Forget everything about you?
forget-text =
    Your results, your rating and your name go, everywhere and for good. You leave games that are still running, and nobody can give you the seat back. Games with others stay theirs, with "somebody" in your place. What already stands in channels stays there; whoever looks after the server can delete it.
button-forget-yes = Yes, forget me
button-forget-never = Forget me and leave me alone
forget-done-never = 🚫 Done: I do not know you any more, and I do nothing for you. If you change your mind: `/cats privacy`.
forget-done = 🧹 Done: I do not know you any more. If you play again, we start from the beginning.

## Friendly refusals

guess-not-yours = Whoever plays along does not guess: it is up to you who wins!
guess-too-late = Too late to guess: the game is half over.
not-served = You asked me to leave you alone. If you want to play again, type `/cats privacy`.
only-server-managers = Only people who may manage this server can change that.
moved-on = The game has moved on since that button. You see how it stands now.
moved-on-board = The game has moved on since that button. The board shows how it stands.
too-soon = That was quick! The buttons had only just changed, so your press does not count. Choose again.
went-wrong = Oops, that did not work, and nothing was changed. Please press again in a moment.
not-shown = Oops, I could not show you that. `/cats hand` shows how it stands.
store-trouble = The bot cannot save right now, so nothing was changed. Please try again in a moment, and tell whoever runs the bot if this goes on.
store-unknown = The database went away just as that was being saved, so it may count or not. Look at the board before you press again.
try-again = Somebody was quicker. Please press again.
restarting = I am restarting. Please press again in a moment.
one-moment = One moment, please: press again.
many-play = Lots of people are playing right now. Please press again in a moment.
slow-down = That was a little too fast for me. Please take a breath, then press again.
only-on-servers = That needs a server. Just between the two of us, you can use `/cats privacy`, `/cats export`, `/cats forget`, `/cats profile` and `/cats learn`.
not-a-member = I cannot play here yet: this server has my commands, but I am not in it. Whoever manages the server can invite me with this button.
old-button = This button is from an older table. `/cats board` shows the current one.
lesson-other = This lesson is somebody else's. `/cats learn` starts yours.
command-outdated = I do not know this command any more. Please type it anew, and pick it from the list.
game-unknown = I do not know that game. Pick one from the list.
game-asleep = The game of this table is not with me right now, so it waits. It goes on when whoever runs me brings the game back. Do you want to play something else here? `/cats end` closes this table.
game-not-offered = This game is not on offer here any more. `/cats play` shows what is.
clock-unknown = I do not know that clock. Leave it out, or pick one from the list.
language-unknown = I do not speak that language. Leave it out, or pick one from the list.
table-gone = That table is gone. `/cats play` opens a new one.
hosted-title = Your open tables
hosted-full = I keep { $most } tables for one person on a server, and you have that many. Close one here, then open the new one.
hosted-room = There is room for a new table again: `/cats play` opens it.
hosted-line = **{ $number }** · [{ $game }]({ $link }) in <#{ $channel }> · { $phase ->
        [lobby] not started
       *[other] running
    } · last press: <t:{ $at }:R>
hosted-closed = All your tables are closed. `/cats play` opens a new one.
button-close-hosted = Close { $number }
open-read-only = You may not write in this channel, so you cannot open a table here. Try a channel where you can write.
board-read-only = You may not write in this channel, so the board stays where it is: { $link }
nothing-open = There is no table in this channel. `/cats play` opens one.
channel-taken = A table is open here already: { $link }
not-a-lobby = The game has begun already. `/cats board` shows it.
nothing-runs = No game is running at this table.
already-over = This game is over already.
not-seated = You do not sit at this table.
not-a-leaver = **{ button-come-back }** is for those who have left this game.
onlooker-lobby = You do not sit here yet: press 🐾 on the board.
onlooker-playing = You are watching this game. The board shows everything that onlookers may know. Join the next one!
guess-who-wins = 🔮 Who do you think wins?
guess-noted = 🔮 Noted: you think that **{ $name }** wins.
guess-stays = 🔮 You have guessed already, and your first guess counts: **{ $name }**.
guess-until-end = Nobody sees it before the game is over. Then your profile counts how often you are right.
onlooker-over = You were not part of this game. Open the next one with `/cats play`!
onlooker-closed = This table is closed. `/cats play` opens a new one.
join-first = Only those who sit here choose about computers. Press 🐾 on the board, then you do, too.
removed-by-host = You were taken off this table. { $name }, the host, can let you join again.
table-full = People sit on all seats already. Maybe next time!
no-seat-for-computer = All seats are taken: there is no room for one more computer.
no-computers-here = Computers cannot join in this way of playing. Choose another one with ⚙️ on the board.
seat-empty = Nobody sits there any more.
no-computer = There is no computer at this table.
host-only = Only { $name } can do that, as the host of this table.
host-called = I have called { $name }. If { $name } stays silent, you can start: <t:{ $until }:R>
host-answered = { $name } was called a moment ago, and is here. Wait a minute for { $name } to start.
host-none = This table has no host any more.
end-host-only = Only the host, or somebody who may manage messages, can end the game.
not-silent = They are back! The seat stays with them.
not-startable = The game can start when enough seats are filled: with people who have joined with 🐾, or with computers.
computers-unfit = Computers cannot join in this way of playing. Remove them, or choose another way with ⚙️ on the board.
level-unknown = This game has no such level. Leave it out, or pick one from the list that appears while you type.
option-unknown = That choice is from an older message. Please open the options again.
seed-still-locked = The seed is opened when the game is over.
rematch-players-only = A rematch is for those who played. `/cats play` opens a new table for all.
board-here = Here is the board: { $link }
board-stays = Everybody is about to press its buttons, so the board stays where it is: { $link }
missing-permissions = I cannot play in this channel: I lack { $permissions }. Please ask somebody who may change that.
board-private-thread = I am not in this private thread. Mention me here once, which lets me in, then try again.
board-refused = Discord does not let me show the board here. I need { permission-view-channel }, { permission-send-messages } (in a thread { permission-send-messages-in-threads }), { permission-embed-links } and { permission-attach-files }: please ask somebody who may change that.
board-rejected = Discord did not take the board (code { $code }). Please try again in a while, and tell whoever runs the bot if this goes on.
permission-view-channel = “View Channel”
permission-send-messages = “Send Messages”
permission-send-messages-in-threads = “Send Messages in Threads”
permission-embed-links = “Embed Links”
permission-attach-files = “Attach Files”

## The demo

demo-starting = The demo is starting, that takes a few seconds …
demo-open = The demo is running until you press Ctrl-C here. Open this address in your browser: { $address }
demo-ended = The demo has ended. Start it again with “{ $command }”, and this page goes on.
demo-port-taken = Another program uses this port: choose a different one with --port, or 0 for any free one.
demo-title = Cloaked Cats: the demo
demo-bot = The Cats
demo-server = Cat Club
demo-channel = game-table
demo-topic = A Discord made of cardboard: nothing here is real, nothing is kept.
demo-you-are = You are
demo-skip = Skip to the newest message
demo-two = Two at once
demo-welcome-title = Welcome! What shall we play?
demo-welcome =
    Pick a game, then press **{ button-start }**: computers take three more seats. At the top of the page you can be somebody else, too.

## Scenarios: what is wrong in a file, with its place, and what did not come out as it says

scenario-played = The scenario was played: { $steps ->
    [one] one step, and it held.
   *[other] { $steps } steps, and all of them held.
}
scenario-understood = The scenario can be understood: { $steps ->
    [one] one step.
   *[other] { $steps } steps.
}
scenario-unreadable = { $file } cannot be read: name a text file that is there and is saved as UTF-8.
scenario-no-game = { $file } names no game: write "game: " and one of { $games } into its first line.
scenario-top = { $at }: "{ $given }:" stands once, above the first step.
scenario-choice = { $at }: in "{ $name }" there is no "{ $given }", only { $known }.
scenario-number = { $at }: after "{ $name }:" comes a number from 0 to { $most }, not "{ $given }".
scenario-people = { $at }: name at least one person, and nobody twice.
scenario-seats = { $at }: people and computers together have to be as many as the game seats: { $seats }.
scenario-person = { $at }: nobody here is called "{ $given }". Here are { $people }, and the board, where things are seen and not done.
scenario-step = { $at }: "{ $given }" is no step. Steps are: Ada: press "Join", Ada: press old "Join", Ada: choose "One", "Two" in "Which?", Ada: /cats scores, Ada: see "Hello", board: not see "Hello", wait: 10 seconds (up to 24 hours), restart.
scenario-no-button = { $at }: { $who } sees no button "{ $button }", only { $there }.
scenario-several = { $at }: several are called { $name }: say which. A button has a sign, too (press "🐾 Join"), or is counted (press "Join" 2 is the second); a menu is named after "in".
scenario-disabled = { $at }: { $who } sees the button "{ $button }", but it cannot be pressed now.
scenario-no-options = { $at }: { $who } is not offered { $options }, only { $there }.
scenario-how-many = { $at }: from { $least } to { $most } of these can be chosen, neither more nor fewer.
scenario-command = { $at }: there is no such command, or not with these options. Commands are { $commands }; options of this one: { $options }.
scenario-silent = { $at }: the bot did not answer that.
scenario-not-seen = { $at }: { $who ->
    [board] the board does not show
   *[other] { $who } does not see
} "{ $text }", only: { $there }
scenario-seen = { $at }: { $who ->
    [board] everybody sees
   *[other] { $who } sees
} "{ $text }", and should not.

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
client-delete-really = Delete this message? It cannot be brought back.
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
