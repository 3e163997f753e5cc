// Registers: the write that wins in each, and the value that it shows. FileFormat, "Merging", line by line.

extension SQLViews {
  var registerStatements: [String] {
    [
      view(
        "daybook_writes",
        """
        Every write of a register: a field, an edge, or whether an entity is alive, present or recreated ("over").
        "was" is what its author had read of the field, where that was not what the ledger held. An erased value is NULL.
        """, writes),
      kept(
        "daybook_registers",
        """
        For each register, the write that wins on this side and the one that wins on the server's; and whether several
        replicas wrote it, or an author who had not read its value.
        """, registers),
      kept(
        "daybook_acks",
        """
        The greatest stamp of a replica's writes that a server has acknowledged, as far as the replica's events are
        here.
        """, acks),
      kept(
        "daybook_lives",
        "Every entity on its own: whether it is made, deleted or gone from its source, and up to which order its past is hidden.",
        lives),
      kept(
        "daybook_shown",
        """
        The fields that show, with a NULL where the value that would show is erased. Values at or below "over" are
        unset; a server's value shows unless a later write here is still pending.
        """, fields),
      view(
        "daybook_fields", "The fields that show a value.",
        "  SELECT * FROM daybook_shown WHERE value IS NOT NULL"),
      kept("daybook_edges", "The links that show.", edges),
    ]
  }

  private var writes: String {
    let common =
      "kind, id, replica, leaf, hash, ordered, stamp, server, v, \(dialect.name("by")), is_server"
    func plain(_ what: String, _ name: String, _ target: String, _ value: String, _ condition: String)
      -> String
    {
      """
      SELECT \(common),
          '\(what)' AS what, \(name) AS name, \(target) AS target, \(value) AS value, false AS has_was, CAST(NULL AS \(dialect.words)) AS was
        FROM daybook_events WHERE \(condition)
      """
    }
    let has = dialect == .duckdb ? "map_contains" : "map_contains_key"
    let map =
      dialect == .duckdb
      ? "from_json(was, '\"MAP(VARCHAR, VARCHAR)\"')" : "from_json(was, 'MAP<STRING, STRING>')"
    let wasRead = dialect == .duckdb ? "read[entry.key]" : "try_element_at(read, entry.key)"
    let words = dialect.words
    return """
        WITH
          entries AS (
            \(entries(where: "op <> 'delete' AND fields IS NOT NULL"))),
          named AS (
            SELECT *, CASE WHEN was IS NOT NULL AND NOT is_server THEN \(map) END AS read FROM entries)
        SELECT \(common),
          'field' AS what, entry.key AS name, '' AS target, coalesce(CAST(entry.value AS \(words)), 'null') AS value,
          coalesce(\(has)(read, entry.key), false) AS has_was, \(wasRead) AS was
        FROM named
        UNION ALL
        \(erasedWrites(common, map, has, dialect == .duckdb ? "read[name]" : "try_element_at(read, name)"))
        UNION ALL
        \(plain("link", "relation", "target", "CASE op WHEN 'link' THEN 'true' ELSE 'false' END", "op IN ('link', 'unlink') AND relation IS NOT NULL AND target IS NOT NULL"))
        UNION ALL
        \(plain("alive", "''", "''", "CASE op WHEN 'delete' THEN 'false' ELSE 'true' END", "op IN ('upsert', 'restore', 'delete')"))
        UNION ALL
        \(plain("present", "''", "''", "CASE WHEN present THEN 'true' ELSE 'false' END", "op = 'sync' AND present IS NOT NULL"))
        UNION ALL
        \(plain("over", "''", "''", "made_over", "op IN ('upsert', 'restore') AND made_over IS NOT NULL"))
      """
  }

  /// The events' fields, one a row, as `entry`: its key and its value.
  func entries(where condition: String) -> String {
    switch dialect {
    case .duckdb:
      """
      SELECT *, unnest(map_entries(from_json(fields, '"MAP(VARCHAR, JSON)"'))) AS entry
            FROM daybook_events WHERE \(condition)
      """
    case .spark:
      """
      SELECT e.*, named_struct('key', x.key, 'value', to_json(x.value)) AS entry
            FROM daybook_events AS e, LATERAL variant_explode(parse_json(e.fields)) AS x WHERE \(condition)
      """
    }
  }

  private var registers: String {
    let write = dialect.record(["value", "v", "ordered", "stamp", "hash"])
    return """
        SELECT kind, id, what, name, target,
          \(dialect.last("written", by: "ordered || stamp || hash", where: "NOT is_server")) AS here,
          \(dialect.last("written", by: "server || ordered || hash", where: "is_server")) AS there,
          min(replica) FILTER (WHERE NOT is_server) AS replica_min,
          max(replica) FILTER (WHERE NOT is_server) AS replica_max,
          max(CASE WHEN has_was THEN 1 ELSE 0 END) = 1 AS has_was
        FROM (
          SELECT *, \(write) AS written
          FROM daybook_writes) AS writes
        GROUP BY kind, id, what, name, target
      """
  }

  private var acks: String {
    """
      SELECT e.kind, e.id, right(e.acks, 16) AS replica, max(e.acks) AS stamp
      FROM daybook_events AS e
      JOIN (SELECT replica, max(\(dialect.stamp)) AS stamp FROM daybook_counted GROUP BY replica) AS held
        ON held.replica = right(e.acks, 16) AND e.acks <= held.stamp
      WHERE e.op = 'sync' AND e.acks IS NOT NULL GROUP BY e.kind, e.id, right(e.acks, 16)
    """
  }

  /// Whether a register of the alias `r` shows a server's value.
  private var showsServer: String {
    "r.there IS NOT NULL AND (r.here IS NULL OR coalesce(r.here.ordered <= o.made_over, false) OR coalesce(a.stamp >= r.here.stamp, false))"
  }

  private var joinAcks: String {
    "LEFT JOIN daybook_acks AS a ON a.kind = r.kind AND a.id = r.id AND a.replica = right(r.here.stamp, 16)"
  }

  private var lives: String {
    """
      WITH
        written AS (
          SELECT kind, id, min(stamp) AS first_stamp, max(stamp) AS last_stamp FROM daybook_events GROUP BY kind, id),
        standing AS (
          SELECT kind, id,
            \(dialect.only("here.value", where: "what = 'alive'")) AS alive,
            \(dialect.only("least(here.value, \(dialect.below("here.ordered")))", where: "what = 'over' AND here.value <> 'null'")) AS made_over,
            max(CASE WHEN what = 'field' THEN 1 ELSE 0 END) = 1 AS has_field
          FROM daybook_registers WHERE what <> 'link' GROUP BY kind, id),
        o AS (SELECT w.*, s.alive, s.made_over, coalesce(s.has_field, false) AS has_field
          FROM written AS w LEFT JOIN standing AS s ON s.kind = w.kind AND s.id = w.id),
        presence AS (
          SELECT r.kind, r.id, CASE WHEN \(showsServer) THEN r.there.value
              WHEN coalesce(r.here.ordered <= o.made_over, false) THEN NULL ELSE r.here.value END AS present
          FROM daybook_registers AS r JOIN o ON o.kind = r.kind AND o.id = r.id
            \(joinAcks)
          WHERE r.what = 'present')
      SELECT o.kind, o.id, o.first_stamp, o.last_stamp, o.made_over,
        coalesce(o.alive = 'true', o.has_field) AS is_alive,
        coalesce(o.alive = 'false', false) AS is_deleted,
        coalesce(p.present = 'false', false) AS is_absent
      FROM o LEFT JOIN presence AS p ON p.kind = o.kind AND p.id = o.id
    """
  }

  private var fields: String {
    """
      WITH
        sides AS (
          SELECT r.kind, r.id, r.name, CASE WHEN \(showsServer) THEN r.there ELSE r.here END AS shown,
            \(showsServer) AS is_server, o.made_over
          FROM daybook_registers AS r JOIN daybook_lives AS o ON o.kind = r.kind AND o.id = r.id
            \(joinAcks)
          WHERE r.what = 'field')
      SELECT kind, id, name AS field, shown.value AS value, shown.v AS v, is_server,
        shown.ordered || shown.stamp || shown.hash AS write
      FROM sides
      WHERE is_server OR NOT coalesce(shown.ordered <= made_over, false)
    """
  }

  private var edges: String {
    """
      SELECT r.kind, r.id, r.name AS relation, r.target, r.here.ordered || r.here.stamp || r.here.hash AS write
      FROM daybook_registers AS r JOIN daybook_lives AS o ON o.kind = r.kind AND o.id = r.id
      WHERE r.what = 'link' AND r.here.value = 'true' AND NOT coalesce(r.here.ordered <= o.made_over, false)
    """
  }
}
