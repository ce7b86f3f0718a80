-- The tables of version 0.3.0 in PostgreSQL. Their rows are in 0.3.0.db.
CREATE TABLE earlier (
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (guild, game, "user")
);

CREATE INDEX earlier_guild ON earlier (guild, "user");

CREATE INDEX earlier_user ON earlier ("user", guild);

CREATE TABLE forgetting (
    "user" BIGINT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY ("user")
);

CREATE TABLE forgiving (
    shard INTEGER NOT NULL,
    at FLOAT NOT NULL,
    seconds FLOAT NOT NULL,
    least BOOLEAN NOT NULL,
    moved BIGINT NOT NULL,
    PRIMARY KEY (shard)
);

CREATE TABLE heartbeat (
    shard INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (shard)
);

CREATE TABLE interactions (
    id BIGINT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX interactions_at ON interactions (at);

CREATE TABLE months (
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    month INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild, game, month, "user")
);

CREATE INDEX months_guild ON months (guild, "user");

CREATE INDEX months_user ON months ("user");

CREATE TABLE preferences (
    "user" BIGINT NOT NULL,
    seen_by TEXT NOT NULL,
    served BOOLEAN NOT NULL,
    days INTEGER NOT NULL,
    PRIMARY KEY ("user")
);

CREATE INDEX preferences_hidden ON preferences ("user") WHERE seen_by = 'me';

CREATE INDEX preferences_seen ON preferences ("user") WHERE seen_by = 'everybody';

CREATE INDEX preferences_unserved ON preferences ("user") WHERE NOT(served);

CREATE TABLE records (
    id BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    ended_at FLOAT NOT NULL,
    about TEXT NOT NULL,
    course BYTEA NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX records_ended ON records (ended_at, id);

CREATE INDEX records_guild ON records (guild, ended_at, id);

CREATE TABLE removed_guilds (
    guild BIGINT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (guild)
);

CREATE TABLE retention (
    guild BIGINT NOT NULL,
    days INTEGER NOT NULL,
    PRIMARY KEY (guild)
);

CREATE TABLE settings (
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (key)
);

CREATE TABLE standings (
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    mu FLOAT NOT NULL,
    sigma FLOAT NOT NULL,
    rated INTEGER NOT NULL,
    all_mu FLOAT NOT NULL,
    all_sigma FLOAT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (guild, game, "user")
);

CREATE INDEX standings_best ON standings (guild, game, rated, mu, wins, games, "user");

CREATE INDEX standings_guild ON standings (guild, "user");

CREATE INDEX standings_user ON standings ("user", at);

CREATE TABLE tables (
    id BIGSERIAL NOT NULL,
    version INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    language TEXT NOT NULL,
    clock TEXT NOT NULL,
    opened_at FLOAT NOT NULL,
    clicked_at FLOAT NOT NULL,
    phase TEXT NOT NULL,
    paused TEXT NOT NULL,
    paused_at FLOAT NOT NULL,
    text_only BOOLEAN NOT NULL,
    pace TEXT NOT NULL,
    options TEXT NOT NULL,
    host BIGINT,
    seed BYTEA NOT NULL,
    dealt BYTEA NOT NULL,
    state BYTEA NOT NULL,
    step INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    leavers TEXT NOT NULL,
    removed TEXT NOT NULL,
    ended_at FLOAT NOT NULL,
    ended_by BIGINT,
    PRIMARY KEY (id)
);

CREATE INDEX tables_channel ON tables (channel, ended_at);

CREATE INDEX tables_ended ON tables (ended_at, id);

CREATE INDEX tables_guild ON tables (guild, game, ended_at);

CREATE INDEX tables_hosted ON tables (host, guild) WHERE phase IN ('lobby', 'playing');

CREATE UNIQUE INDEX tables_open ON tables (channel, guild) WHERE phase IN ('lobby', 'playing');

CREATE INDEX tables_open_ids ON tables (id, guild, phase, paused) WHERE phase IN ('lobby', 'playing');

CREATE INDEX tables_paused ON tables (id) WHERE paused != '';

CREATE TABLE boards (
    "table" BIGINT NOT NULL,
    message BIGINT,
    shown INTEGER NOT NULL,
    mentions TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    calls TEXT NOT NULL,
    replaced TEXT NOT NULL,
    PRIMARY KEY ("table"),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX boards_replaced ON boards ("table") WHERE replaced != '[]';

CREATE TABLE due (
    "table" BIGINT NOT NULL,
    place INTEGER NOT NULL,
    guild BIGINT NOT NULL,
    kind TEXT NOT NULL,
    at FLOAT NOT NULL,
    clock TEXT,
    least FLOAT,
    decision INTEGER,
    seat INTEGER,
    pause INTEGER,
    what TEXT,
    PRIMARY KEY ("table", place),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX due_at ON due (at, "table");

CREATE TABLE events (
    id BIGSERIAL NOT NULL,
    "table" BIGINT NOT NULL,
    step INTEGER NOT NULL,
    "to" TEXT,
    name TEXT NOT NULL,
    values TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX events_table ON events ("table", id);

CREATE TABLE guesses (
    "table" BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY ("table", "user"),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX guesses_user ON guesses ("user");

CREATE TABLE inputs (
    "table" BIGINT NOT NULL,
    step INTEGER NOT NULL,
    given TEXT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY ("table", step),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE TABLE participants (
    record BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    PRIMARY KEY (record, "user"),
    FOREIGN KEY(record) REFERENCES records (id) ON DELETE CASCADE
);

CREATE INDEX participants_user ON participants ("user", record);

CREATE TABLE readings (
    record BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    foresaw BOOLEAN NOT NULL,
    PRIMARY KEY (record, "user"),
    FOREIGN KEY(record) REFERENCES records (id) ON DELETE CASCADE
);

CREATE INDEX readings_user ON readings ("user", guild);

CREATE TABLE results (
    record BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    game TEXT NOT NULL,
    at FLOAT NOT NULL,
    people INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    points INTEGER NOT NULL,
    rated BOOLEAN NOT NULL,
    mu FLOAT NOT NULL,
    everywhere FLOAT NOT NULL,
    awards TEXT NOT NULL,
    PRIMARY KEY (record, "user"),
    FOREIGN KEY(record) REFERENCES records (id) ON DELETE CASCADE
);

CREATE INDEX results_fared ON results ("user", guild, at);

CREATE INDEX results_user ON results ("user", at);

CREATE TABLE seats (
    "table" BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    "user" BIGINT,
    level TEXT NOT NULL,
    confirmed BOOLEAN NOT NULL,
    misses INTEGER NOT NULL,
    away BOOLEAN NOT NULL,
    overdue TEXT NOT NULL,
    clicked_at FLOAT NOT NULL,
    asked INTEGER,
    asked_at FLOAT NOT NULL,
    acted INTEGER NOT NULL,
    renewed TEXT NOT NULL,
    rank INTEGER NOT NULL,
    points INTEGER NOT NULL,
    letter INTEGER,
    PRIMARY KEY ("table", seat),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);

CREATE TABLE told (
    "table" BIGINT NOT NULL,
    step INTEGER NOT NULL,
    at FLOAT NOT NULL,
    views BYTEA NOT NULL,
    PRIMARY KEY ("table", step),
    FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
