import DaybookLog
import DaybookModel

// The lines that count: those of sound commits that are followed by a signed one.

extension SQLViews {
  // MARK: Lines

  private static let eventKeys = [
    "stamp", "seq", "op", "kind", "id", "v", "at", "server", "present", "over", "was", "acks", "set", "rel",
    "to",
    "by", "why", "salt",
  ]
  /// The keys of a stub: those of an event's text, and those about the text.
  private static let stubKeys = eventKeys + ["erased", "erased.leaf", "erased.fields", "erased.salts"]
  private static let commitKeys = ["commit", "events", "key", "seen", "size", "root", "sig"]
  private static let headerKeys = ["daybook", "replica", "first", "size", "peaks"]

  private static let head =
    #","size":([1-9][0-9]*),"root":"([0-9a-f]{64})","sig":"[A-Za-z0-9+/]{86}=="(\s*[}]\s*)$"#
  private static let stamp =
    #"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z-[0-9a-f]{4}-[0-9a-f]{16}"#

  /// The JSON of a member of `members`, null if there is none.
  private func member(_ key: String, of keys: [String]) -> String {
    let place = keys.firstIndex(of: key) ?? 0
    return dialect == .duckdb ? "CAST(members[\(place + 1)] AS VARCHAR)" : "members[\(place)]"
  }

  private func members(_ keys: [String]) -> String {
    switch dialect {
    case .duckdb: "json_extract(line, [\(keys.map { "'$.\($0)'" }.joined(separator: ", "))])"
    case .spark:
      "array(\(keys.map { "to_json(try_variant_get(item, '$.\($0)', 'variant'))" }.joined(separator: ", ")))"
    }
  }

  var read: String {
    let key = "regexp_extract(line, \(dialect.pattern(#"^\s*[{]\s*"((?:[^"\\]|\\.){0,200})""#)), 1)"
    let item = dialect == .duckdb ? "" : "\n          try_parse_json(line) AS item,"
    return """
        WITH
          keyed AS (
            SELECT *,\(item)
              \(key) AS key
            FROM daybook_lines),
          typed AS (
            -- Told by the first key: daybook for a header, stamp for an event, commit, erased for a stub.
            SELECT *, CASE WHEN contains(key, \(dialect.text("\\"))) THEN \(dialect.string("('\"' || key || '\"')")) ELSE key END AS type
            FROM keyed),
          parted AS (
            SELECT *, CASE type
              WHEN 'stamp' THEN \(members(Self.eventKeys))
              WHEN 'erased' THEN \(members(Self.stubKeys))
              WHEN 'commit' THEN \(members(Self.commitKeys))
              WHEN 'daybook' THEN \(members(Self.headerKeys)) END AS members
            FROM typed)
        SELECT replica, file, place, line, type,
          CASE WHEN type IN ('stamp', 'erased') THEN \(whole(member("seq", of: Self.eventKeys)))
            WHEN type = 'daybook' THEN \(whole(member("first", of: Self.headerKeys))) END AS seq,
          CASE type WHEN 'daybook' THEN \(whole(member("size", of: Self.headerKeys)))
            WHEN 'commit' THEN \(whole(member("size", of: Self.commitKeys))) END AS size,
          CASE type WHEN 'commit' THEN \(whole(member("events", of: Self.commitKeys))) END AS events,
          CASE type WHEN 'daybook' THEN \(whole(member("daybook", of: Self.headerKeys))) END AS format,
          CASE WHEN type = 'erased' THEN coalesce(\(isEvent)
          AND \(isStub), false) ELSE false END AS is_stub,
          CASE WHEN type = 'commit' THEN \(matches("line", Self.head)) ELSE false END AS has_head,
          coalesce(\(isStrict) AND CASE type
            WHEN 'stamp' THEN \(isEvent)
            WHEN 'commit' THEN \(isCommit)
            WHEN 'daybook' THEN \(isHeader)
            ELSE \(matches("line", #"^\s*[{]"#)) END, false) AS is_whole
        FROM parted
      """
  }

  private func whole(_ json: String) -> String { dialect.typed(json, .whole) }

  private func matches(_ text: String, _ pattern: String) -> String {
    dialect.matches(text, pattern)
  }

  // MARK: What a line must be

  private var isEvent: String {
    func of(_ key: String) -> String { member(key, of: Self.eventKeys) }
    func maybe(_ key: String, _ pattern: String) -> String { "coalesce(\(matches(of(key), pattern)), true)" }
    let stamp = "\"" + Self.stamp + "\""
    var parts = [
      "\(matches(of("stamp"), "^" + stamp + "$")) AND substr(\(of("stamp")), 32, 16) = replica",
      "substr(\(of("stamp")), 2, 4) < '9998'",
      maybe("v", "^-?[0-9]+$"), maybe("at", "^\(stamp)$"), maybe("acks", "^\(stamp)$"),
      maybe("server", #"^"[-0-9]{10}T[0-9:]{8}[.][0-9]{9}Z"$"#), maybe("present", "^(true|false)$"),
      maybe("over", "^(null|\(stamp))$"), maybe("set", "^[{]"),
      maybe("was", #"^[{](,?"[^"\\]*(\\.[^"\\]*)*":(null|\#(stamp)))*[}]$"#),
    ]
    parts += ["op", "kind", "id"].map { "\(of($0)) LIKE '\"_%\"'" }
    parts += ["rel", "to", "by", "why", "salt"].map { "coalesce(\(of($0)) LIKE '\"%', true)" }
    return parts.joined(separator: "\n          AND ")
  }

  /// What makes an event's line one of a stub.
  private var isStub: String {
    func of(_ key: String) -> String { member(key, of: Self.stubKeys) }
    let ops = EventOperation.table.filter { !$0.effects.isEmpty }.map(\.operation.rawValue)
    let (names, keys, inOrder, isApart): (String, String, String, String)
    switch dialect {
    case .duckdb:
      names = "from_json(\(of("erased.fields")), '[\"VARCHAR\"]')"
      keys = "coalesce(json_keys(\(of("set"))), [])"
      inOrder = "list_sort(list_distinct(\(names))) = \(names)"
      isApart = "NOT list_has_any(\(names), \(keys))"
    case .spark:
      names = "from_json(\(of("erased.fields")), 'ARRAY<STRING>')"
      keys = "coalesce(json_object_keys(\(of("set"))), array())"
      inOrder = "array_sort(array_distinct(\(names))) = \(names)"
      isApart = "NOT arrays_overlap(\(names), \(keys))"
    }
    let count = dialect == .duckdb ? "len" : "size"
    return [
      "\(of("erased")) LIKE '{%'", matches(of("erased.leaf"), #"^"[0-9a-f]{64}"$"#),
      matches(of("erased.fields"), Self.names),
      "CASE WHEN \(matches(of("erased.fields"), Self.names)) THEN \(inOrder) AND \(isApart) ELSE false END",
      matches("coalesce(\(of("erased.salts")), '\"\"')", #"^"[A-Za-z0-9+/]*"$"#),
      "length(coalesce(\(of("erased.salts")), '\"\"')) - 2 = 16 * \(count)(\(keys))",
      "\(dialect.string(of("op"))) IN \(dialect.texts(ops))",
      "\(dialect.string(of("kind"))) NOT IN \(dialect.texts(Self.protectedKinds))",
    ].joined(separator: "\n          AND ")
  }

  private var isCommit: String {
    func of(_ key: String) -> String { member(key, of: Self.commitKeys) }
    let seen = #"^[{](,?"[0-9a-f]{16}":\[(,?\[[0-9]+,([0-9]+|([0-9]+,)?"[0-9a-f]{64}")\])*\])*[}]$"#
    return [
      matches(of("commit"), "^[1-9][0-9]*$"), matches(of("events"), "^[1-9][0-9]*$"),
      "coalesce(\(of("key")) LIKE '\"%', true)", "coalesce(\(matches(of("seen"), seen)), true)",
      "(coalesce(\(of("size")), \(of("root")), \(of("sig"))) IS NULL OR \(matches("line", Self.head)))",
    ].joined(separator: "\n          AND ")
  }

  private var isHeader: String {
    let formats = SegmentHeader.formats.map { "'\($0)'" }.joined(separator: ", ")
    func of(_ key: String) -> String { member(key, of: Self.headerKeys) }
    return [
      "\(of("daybook")) IN (\(formats))", "\(of("replica")) = '\"' || replica || '\"'",
      matches(of("first"), "^[1-9][0-9]*$"), matches(of("size"), "^[0-9]+$"),
      matches(of("peaks"), #"^\[(,?"[0-9a-f]{64}")*\]$"#),
    ].joined(separator: " AND ")
  }

  /// The line's strings emptied, so that what is left is JSON's own signs.
  private var bare: String {
    let plain = "replace(replace(line, \(dialect.text(#"\\"#)), ''), \(dialect.text(#"\""#)), '')"
    return "regexp_replace(\(plain), '\"[^\"]*\"', '\"\"'\(dialect == .duckdb ? ", 'g'" : ""))"
  }

  /// What the engine's reader takes and a line may not hold: more than 1 MiB, brackets 65 deep; in DuckDB, commas
  /// before brackets, numbers beyond a double, and a key twice (as far down as a field's own keys), in Spark lone
  /// surrogates and what is not UTF-8.
  private var isStrict: String {
    var brackets =
      "translate(regexp_replace(\(bare), \(dialect.pattern(#"[^\[\]{}]"#)), ''\(dialect == .duckdb ? ", 'g'" : "")), '{}', '[]')"
    for _ in 0..<64 { brackets = "replace(\(brackets), '[]', '')" }
    let isShallow =
      "CASE WHEN \(matches("line", #"(?:[\[{][^\[{]*){65}"#)) THEN \(brackets) = '' ELSE true END"
    let odd =
      #",\s*[}\]]|[:,\[]\s*-?(?:[Ii][Nn][Ff]|[Nn][Aa][Nn])|[0-9][eE][+]?0*(?:309|3[1-9][0-9]|[4-9][0-9]{2}|[1-9][0-9]{3})"#
    let isPlain = "CASE WHEN \(matches("line", odd)) THEN NOT \(matches(bare, odd)) ELSE true END"
    switch dialect {
    case .duckdb:
      func once(_ keys: String) -> String {
        "coalesce(len(\(keys)) = len(list_distinct(\(keys))), true)"
      }
      return """
        line IS NOT NULL AND strlen(line) <= 1048576 AND \(isPlain)
            AND \(once("json_keys(line)")) AND \(once("json_keys(line, '$.set')")) AND \(once("json_keys(line, '$.was')")) AND \(once("json_keys(line, '$.seen')")) AND \(once("json_keys(line, '$.erased')"))
            AND CASE WHEN line LIKE '%:{%:{%' THEN len(list_filter(json_extract(line, '$.set.*'), lambda x: NOT \(once("json_keys(x)")))) = 0 ELSE true END
            AND \(isShallow)
        """
    case .spark:
      let surrogate =
        #"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"#
      let isPaired =
        "CASE WHEN contains(line, \(dialect.text("\\u"))) THEN NOT \(matches("replace(line, \(dialect.text(#"\\"#)), '')", surrogate)) ELSE true END"
      return """
        item IS NOT NULL AND octet_length(line) <= 1048576 AND \(isPlain)
            AND \(isPaired) AND \(isShallow)
        """
    }
  }

  // MARK: Leaves

  var leaves: String {
    let sofar = "OVER (PARTITION BY file ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
    let before = "OVER (PARTITION BY file ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    let commit = "OVER (PARTITION BY file, header, commits)"
    return """
        WITH
          headed AS (
            SELECT *, file LIKE '%.open.jsonl.zst' AS is_open,
              max(CASE WHEN type = 'daybook' THEN place END) \(sofar) AS header
            FROM daybook_read),
          -- Only frames of format 3 have stubs; writers put them into sealed files alone.
          marked AS (
            SELECT *, type = 'erased' AND NOT is_open
              AND coalesce(max(format) OVER (PARTITION BY file, header) >= \(SegmentHeader.stubFormat), false) AS is_left
            FROM headed),
          typed AS (
            SELECT replica, file, place, line, seq, size, events, has_head, is_open, header,
              CASE WHEN is_left THEN 'stub' ELSE type END AS type,
              CASE WHEN is_left THEN is_whole AND is_stub ELSE is_whole END AS is_whole
            FROM marked),
          numbered AS (
            SELECT *,
              count(CASE WHEN type = 'commit' THEN 1 END) \(before) AS commits,
              count(CASE WHEN type IN ('stamp', 'stub') THEN 1 END) \(before) AS events_before
            FROM typed),
          placed AS (
            SELECT *,
              max(CASE WHEN type = 'daybook' THEN size END) OVER (PARTITION BY file, header)
                + place - header - CASE WHEN type = 'daybook' THEN 0 ELSE 1 END AS leaf,
              max(CASE WHEN type = 'daybook' THEN seq - events_before END) OVER (PARTITION BY file, header)
                + events_before AS seq_due
            FROM numbered),
          judged AS (
            SELECT *, min(CASE WHEN type <> 'daybook' THEN leaf END) \(commit) AS commit_leaf,
              CASE WHEN min(CASE WHEN is_whole AND (type NOT IN ('stamp', 'stub') OR seq = seq_due) THEN 1 ELSE 0 END) \(commit) = 1
                AND count(CASE WHEN type IN ('stamp', 'stub') THEN 1 END) \(commit) = max(events) \(commit) THEN 1 ELSE 0 END AS is_sound
            FROM placed),
          held AS (
            SELECT *, CASE WHEN is_open
              THEN min(is_sound) OVER (PARTITION BY file, header ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
              ELSE min(is_sound) OVER (PARTITION BY file, header) END = 1 AS counts
            FROM judged),
          unbroken AS (SELECT *, count(CASE WHEN NOT counts THEN 1 END) \(sofar) AS run FROM held)
        SELECT replica, file, place, leaf, commit_leaf, type, line, counts,
          max(CASE WHEN counts AND has_head AND size = leaf + 1 THEN place END) OVER (PARTITION BY file, run) AS signed_until
        FROM unbroken
      """
  }

  var log: String {
    let head = dialect.pattern(Self.head)
    let text =
      dialect == .duckdb ? "regexp_replace(line, \(head), '\\3')" : "regexp_replace(line, \(head), '$3')"
    return """
        WITH
          counted AS (
            SELECT replica, leaf, commit_leaf, type,
              CASE WHEN type = 'commit' THEN \(text) ELSE line END AS line,
              CASE WHEN type = 'commit' THEN nullif(regexp_extract(line, \(head), 2), '') END AS root,
              \(dialect == .duckdb ? "hash(file)" : "xxhash64(file)") AS file
            FROM daybook_leaves WHERE counts AND place <= signed_until),
          held AS (
            SELECT replica, leaf, commit_leaf, type, line, root, \(dialect == .duckdb ? "list" : "collect_list")(file) AS files
            FROM counted GROUP BY replica, leaf, commit_leaf, type, line, root)
        SELECT *, CASE WHEN type = 'stub' THEN \(dialect.textOf("erased.leaf")) ELSE \(dialect.bytesOfLeaf) END AS hash
        FROM held
      """
  }
}
