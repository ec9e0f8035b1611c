BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
) STRICT;
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','table_and_log','2026-11-22 02:21:35.877835+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','finished_plays','2026-11-22 02:21:35.879964+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','deleted_plays','2026-11-22 02:21:35.881311+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','boxes','2026-11-22 02:21:35.882396+00:00');
CREATE TABLE "boxes" (
   "game" TEXT PRIMARY KEY,
   "corrections" TEXT NOT NULL
) STRICT;
INSERT INTO "boxes" VALUES('djinn','companion_djinn_box = 1

[colours.third]
name = "violet"
swatch = "purple"

[scrolls]
5 = 3

[tents]
1 = "2 Coins"
');
CREATE TABLE "edits" (
   "id" INTEGER PRIMARY KEY,
   "play" INTEGER,
   "at" REAL,
   "before" TEXT,
   "after" TEXT
) STRICT;
INSERT INTO "edits" VALUES(1,1,1.79531409638051509857e+09,'{"id": 1, "game": "djinn", "code": "ZMRW2", "played_at": 1795314096.137747, "options": {"players": 2, "first_game": true, "longer": false}, "note": "", "players": [{"name": "Ann", "colour": "red", "place": 1, "points": 40, "tie_break": 0, "lines": [{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 40, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 4}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}]}, {"name": "Bob", "colour": "blue", "place": 2, "points": 0, "tie_break": 0, "lines": [{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 0, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}]}]}','{"id": 1, "game": "djinn", "code": "ZMRW2", "played_at": 1795314096.137747, "options": {"players": 2, "first_game": true, "longer": false}, "note": "a note", "players": [{"name": "Ann", "colour": "red", "place": 1, "points": 40, "tie_break": 0, "lines": [{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 40, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 4}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}]}, {"name": "Bob", "colour": "blue", "place": 2, "points": 1, "tie_break": 0, "lines": [{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 0, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}, {"id": "corrected", "label": {"message": "Corrected", "values": {}}, "points": 1, "why": {"message": "Corrected by hand: the lines above give %(total)s.", "values": {"total": 0}}}]}]}');
CREATE TABLE "log" (
   "code" TEXT,
   "seq" INTEGER,
   "at" REAL NOT NULL,
   "seat" INTEGER,
   "move" TEXT NOT NULL,
   "events" TEXT NOT NULL,
   "strikes" INTEGER,
   "restores" INTEGER,
   "once" INTEGER NOT NULL,
   "op" TEXT NOT NULL,
   PRIMARY KEY ("code", "seq")
) STRICT;
INSERT INTO "log" VALUES('CWCV9',1,1.79531409601342391963e+09,NULL,'open_game','[{"event": "Opened", "players": 3, "first_game": false, "longer": false}, {"event": "BoxNoted", "names": {"third": "violet"}, "swatches": {"third": "purple"}, "tiles": {}, "scrolls": {"5": 3}, "tents": {"1": "2 Coins"}}, {"event": "SecretDrawn", "commitment": "7260360560b242f4cbbe84e485f9dcf74f750afd43a18d0a02021971132b2c85", "secret": "d23f0824128b2f330c5c7fd0a6a3a450:WUK73F7HG"}, {"event": "LayoutDrawn", "layout": {"R1": "archives", "R2": "manufactory", "R3": "market", "O12": "catacombs", "O23": "tavern", "O31": "academy", "a12": "archives", "a31": "manufactory", "a23": "market", "b1": "catacombs", "b2": "tavern", "b3": "academy"}}, {"event": "PassagesRemoved", "locations": ["archives", "market"]}, {"event": "StartDrawn", "seat": 0}, {"event": "DjinnDrawn", "spaces": {"R1": ["third", "brown", "fourth"], "R2": ["blue", "fourth", "fourth"], "R3": ["blue", "brown", "third"], "O12": ["third", "brown", "brown"], "O23": ["third", "blue", "fourth"], "O31": ["blue", "brown", "fourth"]}, "bag": ["third", "blue", "third", "fourth", "brown", "third", "blue", "blue", "third", "blue", "third", "fourth", "fourth", "brown", "brown", "brown", "fourth", "blue"]}, {"event": "TrophiesDrawn", "rows": {"I": ["I-1", "I-3", "I-6", "I-4"], "II": ["II-5", "II-1", "II-7", "II-4"], "III": ["III-1", "III-3", "III-5", "III-4"]}}, {"event": "CardsDrawn", "cards": ["keys", "equipment_triples", "equipment_sets"]}, {"event": "TilesDrawn", "green": ["manufactory_cork", "green_note_activate", "private_scoring", "market_free"], "red": ["start_poor", "red_10", "red_note_closed_door", "mages_once"]}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('CWCV9',2,1.7953140960431070328e+09,NULL,'reroll','[{"event": "DjinnDrawn", "spaces": {"R1": ["fourth", "blue", "third"], "R2": ["blue", "blue", "third"], "R3": ["blue", "brown", "fourth"], "O12": ["fourth", "blue", "third"], "O23": ["brown", "fourth", "brown"], "O31": ["third", "brown", "brown"]}, "bag": ["fourth", "third", "blue", "third", "brown", "blue", "fourth", "brown", "fourth", "blue", "third", "third", "brown", "fourth", "fourth", "third", "blue", "brown"]}]',NULL,NULL,1,'t0');
INSERT INTO "log" VALUES('CWCV9',3,1.79531409604971742633e+09,NULL,'tick','[{"event": "StepTicked", "step": "board", "by": null}]',NULL,NULL,1,'t1');
INSERT INTO "log" VALUES('CWCV9',4,1.79531409605540704724e+09,NULL,'begin','[{"event": "HuntBegun", "at": 1795314096.0552356}]',NULL,NULL,1,'t2');
INSERT INTO "log" VALUES('CWCV9',5,1.79531409606262421603e+09,NULL,'catch','[{"event": "DjinnCaught", "seat": 0, "slot": "R1", "location": "archives", "djinn": ["fourth"], "boss": true}, {"event": "DjinnRefilled", "slot": "R1", "location": "archives", "djinn": ["fourth", "third"], "missing": 0}]',NULL,NULL,1,'t3');
INSERT INTO "log" VALUES('CWCV9',6,1.79531409609018540382e+09,NULL,'count','[{"event": "SheetCounted", "seat": 0, "box": "coins", "by": 5}]',NULL,NULL,1,'t4');
INSERT INTO "log" VALUES('CWCV9',7,1.79531409609510636329e+09,NULL,'undo','[]',6,NULL,0,'u1');
INSERT INTO "log" VALUES('CWCV9',8,1.79531409610628581042e+09,NULL,'count','[{"event": "SheetCounted", "seat": 1, "box": "keys", "by": 2}]',NULL,NULL,1,'t5');
INSERT INTO "log" VALUES('ZMRW2',1,1.79531409611491060262e+09,NULL,'open_game','[{"event": "Opened", "players": 2, "first_game": true, "longer": false}, {"event": "BoxNoted", "names": {"third": "violet"}, "swatches": {"third": "purple"}, "tiles": {}, "scrolls": {"5": 3}, "tents": {"1": "2 Coins"}}, {"event": "SecretDrawn", "commitment": "214cf7bc2f33adf6df69012ffc9a6f7071bc8871fc3ca34fd0251959f5d68f38", "secret": "e8e25d940ed904759531985d5d9dc9f8:GFS2PWE6R"}, {"event": "LayoutDrawn", "layout": {"R1": "archives", "R2": "academy", "R3": "tavern", "O12": "catacombs", "O23": "market", "O31": "manufactory", "b2": "archives", "b1": "academy", "a12": "tavern", "b3": "catacombs", "a31": "market", "a23": "manufactory"}}, {"event": "PassagesRemoved", "locations": ["market", "academy"]}, {"event": "StartDrawn", "seat": 0}, {"event": "DjinnDrawn", "spaces": {"R1": ["blue", "fourth"], "R2": ["blue", "brown"], "R3": ["fourth", "third"], "O12": ["brown", "fourth"], "O23": ["brown", "blue"], "O31": ["third", "fourth"]}, "bag": ["fourth", "blue", "fourth", "third", "blue", "brown", "brown", "fourth", "brown", "brown", "fourth", "fourth", "brown", "third", "third", "brown", "third", "blue", "third", "third", "blue", "third", "blue", "blue"]}, {"event": "TrophiesDrawn", "rows": {"I": ["I-5", "I-4", "I-6"], "II": ["II-3", "II-1", "II-4"], "III": ["III-5", "III-1", "III-2"]}}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('ZMRW2',2,1.79531409612944054606e+09,NULL,'count','[{"event": "SheetCounted", "seat": 0, "box": "corked", "by": 4}]',NULL,NULL,1,'t6');
INSERT INTO "log" VALUES('ZMRW2',3,1.79531409613594222069e+09,NULL,'finish','[{"event": "GameFinished", "at": 1795314096.1358688}]',NULL,NULL,1,'t7');
INSERT INTO "log" VALUES('4BPNY',1,1.79531409614137744904e+09,NULL,'open_game','[{"event": "Opened", "players": 1, "first_game": false, "longer": false, "deck": 12}, {"event": "BoxNoted", "names": {"third": "violet"}, "swatches": {"third": "purple"}, "tiles": {}, "scrolls": {"5": 3}, "tents": {"1": "2 Coins"}}, {"event": "SecretDrawn", "commitment": "6ea349bd097a0c465047dfbf24dab0bbf73282e84e0830191455444ef45e1598", "secret": "6b0d549b6f03675a1600a35a099950d8:CX262Y5A2"}, {"event": "LayoutDrawn", "layout": {"R1": "catacombs", "R2": "tavern", "R3": "archives", "O12": "manufactory", "O23": "academy", "O31": "market", "a12": "catacombs", "a23": "tavern", "b2": "archives", "b3": "manufactory", "b1": "academy", "a31": "market"}}, {"event": "PassagesRemoved", "locations": ["market", "academy"]}, {"event": "DjinnDrawn", "spaces": {"R1": ["fourth", "third"], "R2": ["fourth", "brown"], "R3": ["brown", "blue"], "O12": ["blue"], "O23": ["fourth"], "O31": ["blue"]}, "bag": ["brown", "third", "third", "fourth", "blue", "third", "third", "blue", "third", "fourth", "fourth", "brown", "third", "blue", "fourth", "brown", "third", "blue", "brown", "third", "fourth", "brown", "brown", "blue", "brown", "blue", "fourth"]}, {"event": "TrophiesDrawn", "rows": {"I": ["I-3", "I-1"], "II": ["II-4", "II-1"], "III": ["III-4", "III-2"]}}, {"event": "TomShuffled", "cards": [{"id": "house_06", "first": "market", "second": "academy", "payment": "scroll_1", "bottom": "coins_2"}, {"id": "house_09", "first": "catacombs", "second": "manufactory", "payment": "coin_1", "bottom": "coins_2"}, {"id": "house_10", "first": "archives", "second": "market", "payment": "scroll_1", "bottom": "coin_1"}, {"id": "house_07", "first": "academy", "second": "catacombs", "payment": "magic_1", "bottom": "coin_1"}, {"id": "house_12", "first": "market", "second": "tavern", "payment": "coins_2", "bottom": "magic_1"}, {"id": "house_05", "first": "manufactory", "second": "market", "payment": "coin_1", "bottom": "magic_1"}, {"id": "house_03", "first": "catacombs", "second": "archives", "payment": "magic_1", "bottom": "coins_2"}, {"id": "house_04", "first": "archives", "second": "manufactory", "payment": "coins_2", "bottom": "coin_1"}, {"id": "house_11", "first": "manufactory", "second": "academy", "payment": "magic_1", "bottom": "scroll_1"}, {"id": "house_02", "first": "tavern", "second": "catacombs", "payment": "scroll_1", "bottom": "magic_1"}, {"id": "house_08", "first": "tavern", "second": "archives", "payment": "coins_2", "bottom": "scroll_1"}, {"id": "house_01", "first": "academy", "second": "tavern", "payment": "coin_1", "bottom": "scroll_1"}], "house": true}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('4BPNY',2,1.79531409615206313129e+09,NULL,'begin','[{"event": "HuntBegun", "at": 1795314096.151967}]',NULL,NULL,1,'t8');
INSERT INTO "log" VALUES('4BPNY',3,1.7953140961583707333e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.1582344}, {"event": "TomRevealed", "card": {"id": "house_06", "first": "market", "second": "academy", "payment": "scroll_1", "bottom": "coins_2"}, "line": 1, "slot": "O31", "location": "market", "djinn": ["brown"], "missing": 0}]',NULL,NULL,1,'t9');
INSERT INTO "log" VALUES('MSHHW',1,1.79531409616721653933e+09,NULL,'open_game','[{"event": "Opened", "players": 1, "first_game": false, "longer": false, "deck": 12}, {"event": "BoxNoted", "names": {"third": "violet"}, "swatches": {"third": "purple"}, "tiles": {}, "scrolls": {"5": 3}, "tents": {"1": "2 Coins"}}, {"event": "SecretDrawn", "commitment": "a2cb4989a3ce6e8b505ed276596ac57b0c24eaa6420ed2f9aebfa9811e51df1e", "secret": "0f21ddb66cad4a268d116ece1738f7d9:QY832RUA9"}, {"event": "LayoutDrawn", "layout": {"R1": "catacombs", "R2": "manufactory", "R3": "archives", "O12": "tavern", "O23": "academy", "O31": "market", "b3": "catacombs", "b2": "manufactory", "a12": "archives", "a23": "tavern", "b1": "academy", "a31": "market"}}, {"event": "PassagesRemoved", "locations": ["catacombs", "tavern"]}, {"event": "DjinnDrawn", "spaces": {"R1": ["fourth", "third"], "R2": ["brown", "blue"], "R3": ["blue", "fourth"], "O12": ["third"], "O23": ["third"], "O31": ["third"]}, "bag": ["third", "blue", "blue", "fourth", "blue", "fourth", "third", "brown", "brown", "brown", "fourth", "third", "blue", "brown", "third", "fourth", "brown", "third", "blue", "blue", "blue", "fourth", "brown", "brown", "brown", "fourth", "fourth"]}, {"event": "TrophiesDrawn", "rows": {"I": ["I-6", "I-3"], "II": ["II-7", "II-1"], "III": ["III-7", "III-4"]}}, {"event": "TomShuffled", "cards": [{"id": "house_12", "first": "market", "second": "tavern", "payment": "coins_2", "bottom": "magic_1"}, {"id": "house_06", "first": "market", "second": "academy", "payment": "scroll_1", "bottom": "coins_2"}, {"id": "house_07", "first": "academy", "second": "catacombs", "payment": "magic_1", "bottom": "coin_1"}, {"id": "house_09", "first": "catacombs", "second": "manufactory", "payment": "coin_1", "bottom": "coins_2"}, {"id": "house_04", "first": "archives", "second": "manufactory", "payment": "coins_2", "bottom": "coin_1"}, {"id": "house_08", "first": "tavern", "second": "archives", "payment": "coins_2", "bottom": "scroll_1"}, {"id": "house_11", "first": "manufactory", "second": "academy", "payment": "magic_1", "bottom": "scroll_1"}, {"id": "house_10", "first": "archives", "second": "market", "payment": "scroll_1", "bottom": "coin_1"}, {"id": "house_02", "first": "tavern", "second": "catacombs", "payment": "scroll_1", "bottom": "magic_1"}, {"id": "house_05", "first": "manufactory", "second": "market", "payment": "coin_1", "bottom": "magic_1"}, {"id": "house_01", "first": "academy", "second": "tavern", "payment": "coin_1", "bottom": "scroll_1"}, {"id": "house_03", "first": "catacombs", "second": "archives", "payment": "magic_1", "bottom": "coins_2"}], "house": true}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('MSHHW',2,1.79531409617600154872e+09,NULL,'begin','[{"event": "HuntBegun", "at": 1795314096.1759267}]',NULL,NULL,1,'t10');
INSERT INTO "log" VALUES('MSHHW',3,1.79531409618041753765e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.1803057}, {"event": "TomRevealed", "card": {"id": "house_12", "first": "market", "second": "tavern", "payment": "coins_2", "bottom": "magic_1"}, "line": 1, "slot": "O31", "location": "market", "djinn": ["third"], "missing": 0}]',NULL,NULL,1,'t11');
INSERT INTO "log" VALUES('MSHHW',4,1.79531409618468499179e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.18459}, {"event": "TomRevealed", "card": {"id": "house_06", "first": "market", "second": "academy", "payment": "scroll_1", "bottom": "coins_2"}, "line": 1, "slot": "O31", "location": "market", "djinn": ["blue"], "missing": 0}]',NULL,NULL,1,'t12');
INSERT INTO "log" VALUES('MSHHW',5,1.7953140961921839714e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.1920934}, {"event": "TomRevealed", "card": {"id": "house_07", "first": "academy", "second": "catacombs", "payment": "magic_1", "bottom": "coin_1"}, "line": 1, "slot": "O23", "location": "academy", "djinn": ["blue"], "missing": 0}]',NULL,NULL,1,'t13');
INSERT INTO "log" VALUES('MSHHW',6,1.79531409619437623027e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.1942492}, {"event": "TomRevealed", "card": {"id": "house_09", "first": "catacombs", "second": "manufactory", "payment": "coin_1", "bottom": "coins_2"}, "line": 1, "slot": "R1", "location": "catacombs", "djinn": ["fourth"], "missing": 0}]',NULL,NULL,1,'t14');
INSERT INTO "log" VALUES('MSHHW',7,1.79531409619614458084e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.1960597}, {"event": "TomRevealed", "card": {"id": "house_04", "first": "archives", "second": "manufactory", "payment": "coins_2", "bottom": "coin_1"}, "line": 1, "slot": "R3", "location": "archives", "djinn": ["blue"], "missing": 0}]',NULL,NULL,1,'t15');
INSERT INTO "log" VALUES('MSHHW',8,1.79531409620230078703e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2021859}, {"event": "TomRevealed", "card": {"id": "house_08", "first": "tavern", "second": "archives", "payment": "coins_2", "bottom": "scroll_1"}, "line": 1, "slot": "O12", "location": "tavern", "djinn": ["fourth"], "missing": 0}]',NULL,NULL,1,'t16');
INSERT INTO "log" VALUES('MSHHW',9,1.79531409623096847535e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2308445}, {"event": "TomRevealed", "card": {"id": "house_11", "first": "manufactory", "second": "academy", "payment": "magic_1", "bottom": "scroll_1"}, "line": 1, "slot": "R2", "location": "manufactory", "djinn": ["third"], "missing": 0}]',NULL,NULL,1,'t17');
INSERT INTO "log" VALUES('MSHHW',10,1.79531409623285269742e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2327805}, {"event": "TomRevealed", "card": {"id": "house_10", "first": "archives", "second": "market", "payment": "scroll_1", "bottom": "coin_1"}, "line": 1, "slot": "R3", "location": "archives", "djinn": ["brown"], "missing": 0}]',NULL,NULL,1,'t18');
INSERT INTO "log" VALUES('MSHHW',11,1.79531409623475456237e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2346816}, {"event": "TomRevealed", "card": {"id": "house_02", "first": "tavern", "second": "catacombs", "payment": "scroll_1", "bottom": "magic_1"}, "line": 1, "slot": "O12", "location": "tavern", "djinn": ["brown"], "missing": 0}]',NULL,NULL,1,'t19');
INSERT INTO "log" VALUES('MSHHW',12,1.79531409624071049691e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2406087}, {"event": "TomRevealed", "card": {"id": "house_05", "first": "manufactory", "second": "market", "payment": "coin_1", "bottom": "magic_1"}, "line": 1, "slot": "R2", "location": "manufactory", "djinn": ["brown"], "missing": 0}]',NULL,NULL,1,'t20');
INSERT INTO "log" VALUES('MSHHW',13,1.79531409625983214375e+09,NULL,'reveal','[{"event": "TurnEnded", "seat": 0, "at": 1795314096.2597296}, {"event": "TomRevealed", "card": {"id": "house_01", "first": "academy", "second": "tavern", "payment": "coin_1", "bottom": "scroll_1"}, "line": 1, "slot": "O23", "location": "academy", "djinn": ["fourth"], "missing": 0}]',NULL,NULL,1,'t21');
INSERT INTO "log" VALUES('MSHHW',14,1.79531409627886748316e+09,NULL,'reveal','[{"event": "TomRevealed", "card": {"id": "house_03", "first": "catacombs", "second": "archives", "payment": "magic_1", "bottom": "coins_2"}, "line": 1, "slot": "R1", "location": "catacombs", "djinn": ["third"], "missing": 0}, {"event": "GameLost", "at": 1795314096.2787519}]',NULL,NULL,1,'t22');
INSERT INTO "log" VALUES('T5RFP',1,1.79531409629010963446e+09,NULL,'open_game','[{"event": "Opened", "players": 6, "range": "text", "ante": true}, {"event": "Seated", "order": [0, 1, 2, 3, 4, 5]}, {"event": "FirstChosen", "team": 0, "by_chance": true}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('T5RFP',2,1.79531409629677796363e+09,NULL,'choose_first','[{"event": "FirstChosen", "team": 0, "by_chance": false}]',NULL,NULL,1,'t23');
INSERT INTO "log" VALUES('T5RFP',3,1.79531409631097531318e+09,NULL,'begin','[{"event": "DuelBegun"}]',NULL,NULL,1,'t24');
INSERT INTO "log" VALUES('T5RFP',4,1.79531409632588195802e+09,NULL,'count_life','[{"event": "LifeCounted", "seat": 3, "by": -7}]',NULL,NULL,1,'t25');
INSERT INTO "log" VALUES('T5RFP',5,1.79531409632983088493e+09,NULL,'steal','[{"event": "CreatureNoted", "creature": 1, "name": "Ogre <b>", "owner": 3, "wall": false}, {"event": "CreatureStolen", "creature": 1, "name": "Ogre <b>", "by": 2, "to": 2}]',NULL,NULL,1,'t26');
INSERT INTO "log" VALUES('T5RFP',6,1.79531409633530616761e+09,NULL,'fall','[{"event": "PlayersFallen", "seats": [1]}]',NULL,NULL,1,'t27');
INSERT INTO "log" VALUES('H6TKZ',1,1.79531409634032607081e+09,NULL,'open_game','[{"event": "Opened", "players": 4, "mode": "teams", "emperor_ends": false, "city_points_only": false}, {"event": "Seated", "teams": [[0, 1], [2, 3]]}, {"event": "Dealt", "guardians": {"lamp": ["Mahamoti Djinn"], "bazaar": ["Bog Wraith"], "valley": ["Sengir Vampire"], "island": ["Air Elemental"], "library": ["Fire Elemental"], "old_man": ["Shivan Dragon"], "queen": ["Mesa Pegasus"], "ring": ["Earth Elemental", "Frozen Shade"], "ali": ["Juggernaut", "Scryb Sprites"], "city": ["Savannah Lions", "War Mammoth"], "maruf": ["Sea Serpent", "White Knight"], "king": ["Serra Angel", "Giant Spider", "Water Elemental"]}, "traps": ["Oubliette", "Desert Twister", "Magnetic Mountain"], "sealed": {"lamp": "Magnetic Mountain", "bazaar": "Sandals of Abdallah", "valley": "Dancing Scimitar", "island": "Pyramids", "library": "Jandor''s Saddlebags", "old_man": "Flying Carpet", "queen": "Bottle of Suleiman", "ring": "Jandor''s Ring", "ali": "Ebony Horse", "city": "Desert Twister", "maruf": "Oubliette", "king": "Brass Man"}}, {"event": "FirstDrawn", "seat": 3}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('H6TKZ',2,1.79531409634621763223e+09,NULL,'begin','[{"event": "WarBegun"}]',NULL,NULL,1,'t28');
INSERT INTO "log" VALUES('H6TKZ',3,1.79531409634877085678e+09,NULL,'attack','[{"event": "AttackDeclared", "seat": 3, "resource": "ring"}]',NULL,NULL,1,'t29');
INSERT INTO "log" VALUES('H6TKZ',4,1.79531409635190200807e+09,NULL,'kill_guardian','[{"event": "GuardianKilled", "resource": "ring", "guardian": "Earth Elemental"}]',NULL,NULL,1,'t30');
INSERT INTO "log" VALUES('H6TKZ',5,1.79531409635460209844e+09,NULL,'kill_guardian','[{"event": "GuardianKilled", "resource": "ring", "guardian": "Frozen Shade"}]',NULL,NULL,1,'t31');
INSERT INTO "log" VALUES('H6TKZ',6,1.79531409635632228849e+09,NULL,'resolve','[{"event": "ResourceClaimed", "resource": "ring", "team": 1, "seat": 3}, {"event": "CardUncovered", "resource": "ring", "team": 1, "card": "Jandor''s Ring", "chooser": null}]',NULL,NULL,1,'t32');
INSERT INTO "log" VALUES('B68MT',1,1.7953140963616073132e+09,NULL,'open_game','[{"event": "Opened", "players": 3, "mode": "free", "emperor_ends": false, "city_points_only": false}, {"event": "Seated", "teams": [[0], [1], [2]]}, {"event": "Dealt", "guardians": {"lamp": ["White Knight"], "bazaar": ["Serra Angel"], "valley": ["Scryb Sprites"], "island": ["Mahamoti Djinn"], "library": ["Savannah Lions"], "old_man": ["Shivan Dragon"], "queen": ["Giant Spider"], "ring": ["Frozen Shade", "Fire Elemental"], "ali": ["Earth Elemental", "Water Elemental"], "city": ["Air Elemental", "War Mammoth"], "maruf": ["Mesa Pegasus", "Sengir Vampire"], "king": ["Bog Wraith", "Sea Serpent", "Juggernaut"]}, "traps": ["Oubliette", "Desert Twister", "Magnetic Mountain"], "sealed": {"lamp": "Jandor''s Ring", "bazaar": "Bottle of Suleiman", "valley": "Magnetic Mountain", "island": "Ebony Horse", "library": "Pyramids", "old_man": "Dancing Scimitar", "queen": "Sandals of Abdallah", "ring": "Jandor''s Saddlebags", "ali": "Desert Twister", "city": "Brass Man", "maruf": "Oubliette", "king": "Flying Carpet"}}, {"event": "FirstDrawn", "seat": 2}]',NULL,NULL,0,'open');
INSERT INTO "log" VALUES('B68MT',2,1.79531409636395668984e+09,NULL,'begin','[{"event": "WarBegun"}]',NULL,NULL,1,'t33');
INSERT INTO "log" VALUES('B68MT',3,1795314096.36571,NULL,'eliminate','[{"event": "PlayersEliminated", "out": [[1, 0, 3], [2, 0, 3]], "teams": []}]',NULL,NULL,1,'t34');
CREATE TABLE "phones" (
   "code" TEXT,
   "phone" TEXT,
   "seat" INTEGER,
   "host" INTEGER NOT NULL,
   PRIMARY KEY ("code", "phone")
) STRICT;
INSERT INTO "phones" VALUES('CWCV9','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('CWCV9','NmNWCg3eC5MwvL-8',1,0);
INSERT INTO "phones" VALUES('ZMRW2','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('4BPNY','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('MSHHW','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('T5RFP','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('H6TKZ','KjkUcmbBJreT81zc',NULL,1);
INSERT INTO "phones" VALUES('B68MT','KjkUcmbBJreT81zc',NULL,1);
CREATE TABLE "players" (
   "play" INTEGER,
   "position" INTEGER,
   "name" TEXT NOT NULL,
   "colour" TEXT,
   "place" INTEGER NOT NULL,
   "points" INTEGER,
   "tie_break" INTEGER,
   "lines" TEXT NOT NULL,
   PRIMARY KEY ("play", "position")
) STRICT;
INSERT INTO "players" VALUES(2,0,'Ann','red',2,NULL,0,'[]');
INSERT INTO "players" VALUES(3,0,'Ann','red',2,NULL,NULL,'[]');
INSERT INTO "players" VALUES(3,1,'Bob','blue',2,NULL,NULL,'[]');
INSERT INTO "players" VALUES(3,2,'Cem','green',2,NULL,NULL,'[]');
INSERT INTO "players" VALUES(3,3,'Dörte','yellow',1,NULL,NULL,'[]');
INSERT INTO "players" VALUES(3,4,'Eve','purple',1,NULL,NULL,'[]');
INSERT INTO "players" VALUES(3,5,'אבי','orange',1,NULL,NULL,'[]');
INSERT INTO "players" VALUES(4,0,'Ann','red',1,6,NULL,'[{"id": "player-0", "label": {"message": "%(name)s eliminated", "values": {"name": "Bob"}}, "points": 3, "why": {"message": "Victory Points", "values": {}}}, {"id": "player-1", "label": {"message": "%(name)s eliminated", "values": {"name": "Cem"}}, "points": 3, "why": {"message": "Victory Points", "values": {}}}]');
INSERT INTO "players" VALUES(4,1,'Bob','blue',2,0,NULL,'[]');
INSERT INTO "players" VALUES(4,2,'Cem','green',2,0,NULL,'[]');
INSERT INTO "players" VALUES(5,0,'Ann','red',1,120,NULL,'[]');
INSERT INTO "players" VALUES(6,0,'Bob','red',2,NULL,NULL,'[]');
INSERT INTO "players" VALUES(1,0,'Ann','red',1,40,0,'[{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 40, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 4}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}]');
INSERT INTO "players" VALUES(1,1,'Bob','blue',2,1,0,'[{"id": "trophies", "label": {"message": "Trophies", "values": {}}, "points": 0, "why": {"message": "%(few)s times 30 and %(many)s times 36.", "values": {"few": 0, "many": 0}}}, {"id": "corked", "label": {"message": "Djinn in corked Bottles", "values": {}}, "points": 0, "why": {"message": "10 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "circled", "label": {"message": "Djinn in Spell Circles", "values": {}}, "points": 0, "why": {"message": "3 points for each of %(count)s.", "values": {"count": 0}}}, {"id": "spare", "label": {"message": "Unused Bottles and Corks", "values": {}}, "points": 0, "why": {"message": "1 point for each: Bottles %(bottles)s, Corks %(corks)s.", "values": {"bottles": 0, "corks": 0}}}, {"id": "corrected", "label": {"message": "Corrected", "values": {}}, "points": 1, "why": {"message": "Corrected by hand: the lines above give %(total)s.", "values": {"total": 0}}}]');
CREATE TABLE "plays" (
   "id" INTEGER PRIMARY KEY,
   "game" TEXT NOT NULL,
   "code" TEXT,
   "played_at" REAL NOT NULL,
   "options" TEXT NOT NULL,
   "note" TEXT NOT NULL
, "deleted" INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "plays" VALUES(1,'djinn','ZMRW2',1.79531409613774704933e+09,'{"players": 2, "first_game": true, "longer": false}','a note',0);
INSERT INTO "plays" VALUES(2,'djinn','MSHHW',1.79531409628475141526e+09,'{"players": 1, "first_game": false, "longer": false, "deck": 12, "result": "lost", "tasks": [], "challenge": "QY832RUA9"}','',1);
INSERT INTO "plays" VALUES(3,'emperor','T5RFP',1.7953140963368070125e+09,'{"players": 6, "range": {"message": "Two seats", "values": {}}}','',0);
INSERT INTO "plays" VALUES(4,'efreet_war','B68MT',1.7953140963687274456e+09,'{"players": 3, "mode": {"message": "everybody for themselves", "values": {}}}','',0);
INSERT INTO "plays" VALUES(5,'djinn',NULL,1767355200.0,'{"players": 1, "deck": 14, "result": "won", "tasks": ["three_keys"]}','',0);
INSERT INTO "plays" VALUES(6,'djinn',NULL,1770033600.0,'{"players": 1, "deck": 14, "result": "lost", "tasks": []}','',0);
CREATE TABLE "seats" (
   "code" TEXT,
   "seat" INTEGER,
   "name" TEXT NOT NULL,
   "colour" TEXT NOT NULL,
   "key" TEXT NOT NULL,
   PRIMARY KEY ("code", "seat")
) STRICT;
INSERT INTO "seats" VALUES('CWCV9',0,'Ann','red','UKK2DvhONrGN');
INSERT INTO "seats" VALUES('CWCV9',1,'Bob','blue','PyElLoX3QKRI');
INSERT INTO "seats" VALUES('CWCV9',2,'Cem','green','9JMq5aOsdeVp');
INSERT INTO "seats" VALUES('ZMRW2',0,'Ann','red','Vf1gappLGr-S');
INSERT INTO "seats" VALUES('ZMRW2',1,'Bob','blue','YHV04R6Ddf1T');
INSERT INTO "seats" VALUES('4BPNY',0,'Ann','red','PjjE4qOau_pr');
INSERT INTO "seats" VALUES('MSHHW',0,'Ann','red','OR55YgJjxjVZ');
INSERT INTO "seats" VALUES('T5RFP',0,'Ann','red','BLr6eTlaQEOD');
INSERT INTO "seats" VALUES('T5RFP',1,'Bob','blue','_JnbXUmaXMGD');
INSERT INTO "seats" VALUES('T5RFP',2,'Cem','green','iNufzLG3HJeD');
INSERT INTO "seats" VALUES('T5RFP',3,'Dörte','yellow','WcitMWO6jDmS');
INSERT INTO "seats" VALUES('T5RFP',4,'Eve','purple','fiyAD5TmsENw');
INSERT INTO "seats" VALUES('T5RFP',5,'אבי','orange','lJsR-w6x7rtG');
INSERT INTO "seats" VALUES('H6TKZ',0,'Ann','red','fUNoy9Ru8noj');
INSERT INTO "seats" VALUES('H6TKZ',1,'Bob','blue','jqcEXzx9xuOy');
INSERT INTO "seats" VALUES('H6TKZ',2,'Cem','green','rXVbFbk2Pb7Z');
INSERT INTO "seats" VALUES('H6TKZ',3,'Dörte','yellow','wls_lyYuIjl3');
INSERT INTO "seats" VALUES('B68MT',0,'Ann','red','HqN6ZmtkAsWo');
INSERT INTO "seats" VALUES('B68MT',1,'Bob','blue','0ZQe2_jea_e5');
INSERT INTO "seats" VALUES('B68MT',2,'Cem','green','RUXwkqLrGh6b');
CREATE TABLE "tables" (
   "code" TEXT PRIMARY KEY,
   "game" TEXT NOT NULL,
   "opened_at" REAL NOT NULL,
   "locked" INTEGER NOT NULL,
   "seats_changed" INTEGER NOT NULL
) STRICT;
INSERT INTO "tables" VALUES('CWCV9','djinn',1.79531409600992202758e+09,0,1);
INSERT INTO "tables" VALUES('ZMRW2','djinn',1.79531409611014294621e+09,0,0);
INSERT INTO "tables" VALUES('4BPNY','djinn',1.79531409614050173765e+09,0,0);
INSERT INTO "tables" VALUES('MSHHW','djinn',1.79531409616582608226e+09,0,0);
INSERT INTO "tables" VALUES('T5RFP','emperor',1.79531409628952264784e+09,0,0);
INSERT INTO "tables" VALUES('H6TKZ','efreet_war',1.7953140963397564888e+09,0,0);
INSERT INTO "tables" VALUES('B68MT','efreet_war',1.79531409636109089847e+09,0,0);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX "idx_seats_key"
    ON "seats" ("key");
CREATE UNIQUE INDEX "idx_phones_code_seat"
    ON "phones" ("code", "seat");
CREATE INDEX "idx_phones_phone"
    ON "phones" ("phone");
CREATE UNIQUE INDEX "idx_log_code_op"
    ON "log" ("code", "op");
CREATE UNIQUE INDEX "idx_plays_code"
    ON "plays" ("code");
CREATE INDEX "idx_players_name"
    ON "players" ("name");
COMMIT;
