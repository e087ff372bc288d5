-- A database of the first released schema, as SQLite's .dump writes it.
BEGIN TRANSACTION;
CREATE TABLE events (
	"match" TEXT NOT NULL,
	seq INTEGER NOT NULL,
	kind TEXT NOT NULL,
	seat INTEGER NOT NULL,
	body TEXT NOT NULL,
	hash TEXT NOT NULL,
	at DOUBLE NOT NULL,
	"key" TEXT NOT NULL,
	PRIMARY KEY ("match", seq),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('Xq3_first',1,'move',0,'{"text":"take gold"}','h1',1700000001.25,'0:k1');
INSERT INTO "events" VALUES('Xq3_first',2,'move',1,'{"text":"take camels"}','h2',1700000002.25,'');
CREATE TABLE kibitz_schema (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT kibitz_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "kibitz_schema" VALUES('0001');
CREATE TABLE matches (
	id TEXT NOT NULL,
	game TEXT NOT NULL,
	options TEXT NOT NULL,
	rules INTEGER NOT NULL,
	seed TEXT NOT NULL,
	seats TEXT NOT NULL,
	public BOOLEAN NOT NULL,
	watched BOOLEAN NOT NULL,
	created DOUBLE NOT NULL,
	origin TEXT NOT NULL,
	seq INTEGER NOT NULL,
	status TEXT NOT NULL,
	due BOOLEAN NOT NULL,
	result TEXT,
	changed DOUBLE NOT NULL,
	lease_owner TEXT DEFAULT '' NOT NULL,
	lease_until DOUBLE DEFAULT '0' NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('Xq3_first','jaipur','{"rounds":3}',2,'"a seed"','[{"kind":"person","name":"Zo\u00eb","agent":"","package":""},{"kind":"agent","name":"Bot","agent":"mcts:iterations=200","package":"kibitz 0.4.0"}]',1,0,1700000000.5,'rematch:Xq3_none',2,'open',1,NULL,1700000002.25,'server-1',1700000009.0);
INSERT INTO "matches" VALUES('Xq3_second','jaipur','{"rounds":3}',2,'7','[{"kind":"person","name":"Zo\u00eb","agent":"","package":""},{"kind":"agent","name":"Bot","agent":"mcts:iterations=200","package":"kibitz 0.4.0"}]',1,0,1700000000.5,'',0,'over',0,'{"winner":1,"reason":"resigned"}',1700000003.0,'',0.0);
CREATE TABLE tokens (
	"match" TEXT NOT NULL,
	seat INTEGER NOT NULL,
	hash TEXT NOT NULL,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "tokens" VALUES('Xq3_first',0,'abababababababababababababababababababababababababababababababab');
CREATE INDEX matches_by_change ON matches (changed, id);
CREATE INDEX matches_by_status ON matches (status, changed, id);
CREATE INDEX matches_due ON matches (changed, id) WHERE due = 1;
CREATE UNIQUE INDEX tokens_by_hash ON tokens (hash, "match");
CREATE UNIQUE INDEX events_by_key ON events ("match", "key") WHERE key <> '';
COMMIT;
