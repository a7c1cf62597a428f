public import SyncCore

extension StateStore {
    /// What is known of the manifest; nil before the first attempt to fetch it.
    public func manifest() throws(StoreError) -> ManifestRecord? {
        try read { db throws(StoreError) in
            var record: ManifestRecord?
            try db.query(
                """
                SELECT url, base, etag, last_modified, sequence, expires, fetched, checked, error, settled, reading,
                    anchor, next_keys, newest_signed, over_http, over_http_bare
                FROM manifest
                """
            ) { row throws(StoreError) in
                record = ManifestRecord(
                    url: row.text(0), base: row.text(1), etag: row.optionalText(2), lastModified: row.optionalText(3),
                    sequence: row.optionalInteger(4), expires: row.optionalTimestamp(5),
                    fetched: row.optionalTimestamp(6), checked: row.optionalTimestamp(7), error: row.optionalText(8),
                    settled: row.truth(9), reading: row.text(10),
                    trust: row.optionalText(11).map {
                        ManifestRecord.Trust(
                            anchor: $0, nextKeys: row.optionalText(12), newestSigned: row.optionalTimestamp(13))
                    },
                    plainHTTP: .init(
                        games: Int(clamping: row.integer(14)), withoutDigest: Int(clamping: row.integer(15))))
            }
            return record
        }
    }

    /// Whether ``manifestBody()`` gives something, without reading its megabytes.
    public func hasManifestBody() throws(StoreError) -> Bool {
        try read { db throws(StoreError) in try db.number("SELECT EXISTS (SELECT 1 FROM manifest_body)") == 1 }
    }

    /// The bytes of the manifest that was accepted last.
    public func manifestBody() throws(StoreError) -> [UInt8]? {
        try read { db throws(StoreError) in
            var body: [UInt8]?
            try db.query("SELECT body FROM manifest_body") { row throws(StoreError) in body = row.bytes(0) }
            return body
        }
    }

    /// Records an accepted manifest: it replaces what is wanted of all games.
    ///
    /// A game whose wanted version or digest is another now starts to count its failures anew and is tried at once; one
    /// that could not be downloaded is tried at once when anything in the manifest is another, because its address may be,
    /// unless its server asked for the pause. Rows that are neither installed, wanted, held nor failed vanish. Of a game that is named twice the last counts.
    public func acceptManifest(
        _ record: ManifestRecord, body: [UInt8], wanted: [(game: GameID, wanted: GameRecord.Wanted)]
    ) throws(StoreError) {
        try write { db throws(StoreError) in
            try db.replace(record)
            if try db.number("SELECT body = ? FROM manifest_body", [.blob(body)]) != 1 {
                try db.run(
                    """
                    UPDATE game SET failed_retry_at = NULL, failed_refusals = 0
                    WHERE failed_step = 'download' AND failed_refusals > 0
                    """)
            }
            // Megabytes are not written again when they are the same.
            try db.run(
                """
                INSERT INTO manifest_body (id, body) VALUES (1, ?)
                ON CONFLICT (id) DO UPDATE SET body = excluded.body WHERE body <> excluded.body
                """, [.blob(body)])
            var unwanted = try db.wantedGames()
            for (game, wish) in wanted {
                unwanted.remove(game)
                try db.run(
                    """
                    INSERT INTO game (id, wanted_version, wanted_md5, wanted_sha256) VALUES (?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET
                        wanted_version = excluded.wanted_version, wanted_md5 = excluded.wanted_md5,
                        wanted_sha256 = excluded.wanted_sha256,
                        failed_attempts = iif(failed_step IS NULL, NULL, 0), failed_retry_at = NULL,
                        failed_refusals = iif(failed_step IS NULL, NULL, 0)
                    WHERE wanted_version IS NOT excluded.wanted_version OR wanted_md5 IS NOT excluded.wanted_md5
                        OR wanted_sha256 IS NOT excluded.wanted_sha256
                    """, [.game(game)] + Value.wanted(wish))
            }
            for game in unwanted {
                try db.run(
                    "UPDATE game SET wanted_version = NULL, wanted_md5 = NULL, wanted_sha256 = NULL WHERE id = ?",
                    [.game(game)])
            }
            try db.forgetIdleGames()
        }
    }

    /// Records what became known of the manifest without a new one: that it was checked, refused, or is settled.
    public func updateManifest(_ record: ManifestRecord) throws(StoreError) {
        try write { db throws(StoreError) in try db.replace(record) }
    }
}

extension Connection {
    fileprivate func wantedGames() throws(StoreError) -> Set<GameID> {
        var games: Set<GameID> = []
        try query("SELECT id FROM game WHERE wanted_version IS NOT NULL") { row throws(StoreError) in
            games.insert(try row.game(0))
        }
        return games
    }

    fileprivate func replace(_ record: ManifestRecord) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO manifest (id, url, base, etag, last_modified, sequence, expires, fetched, checked,
                error, settled, reading, anchor, next_keys, newest_signed, over_http, over_http_bare)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(record.url), .text(record.base), Value(record.etag), Value(record.lastModified),
                Value(record.sequence), Value(record.expires), Value(record.fetched), Value(record.checked),
                Value(record.error), Value(record.settled), .text(record.reading),
                Value(record.trust?.anchor), Value(record.trust?.nextKeys), Value(record.trust?.newestSigned),
                .integer(Int64(record.plainHTTP.games)), .integer(Int64(record.plainHTTP.withoutDigest)),
            ])
    }
}
