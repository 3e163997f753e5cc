// Present state, history and conflicts as SQL over a ledger's own files. An engine reads replicas/*/*.jsonl.zst itself,
// on one machine or on many, and the merge rules of FileFormat are expressed in its language. The script is only text;
// making it needs no ledger.

package import DaybookModel
import DaybookText
package import DaybookView

/// A script for one engine.
package struct SQLViews: Sendable {
  package var dialect: SQLDialect
  /// The ledger's folder for the engine: a path or the URL of a bucket.
  package var place: String
  /// The kinds that get a view of their own, ascending.
  package var kinds: [KindSchema]
  /// Kinds of no system.
  package var rawKinds: [String]
  /// Whether everything is computed again for each query.
  package var isLive = false

  /// All kinds, because relations lead from the requested ones to others.
  let all: [KindSchema]

  /// - Parameters:
  ///   - wanted: names of kinds; empty: all registered ones. A kind that no system has gets a raw view.
  ///   - isPattern: whether `place` is already written as a glob.
  package init(
    _ dialect: SQLDialect, place: String, registry: SchemaRegistry, kinds wanted: [String] = [],
    isLive: Bool = false
  ) throws(LedgerError) {
    (self.dialect, self.place, self.isLive) = (dialect, place, isLive)
    all = registry.kinds
    let names = Set(wanted)
    kinds = all.filter { names.isEmpty || names.contains($0.kind) }
    rawKinds = names.subtracting(all.map(\.kind)).sorted()
    _ = try cascadeDepth()
  }

  /// The whole script: statements that end with `;` and a line break.
  package func script() -> String {
    let own =
      logStatements + forkStatements + registerStatements + viewStatements + conflictStatements + [
        historyStatement, rawStatement,
      ]
    let parts = [head] + own + rawKindStatements(besides: own) + kinds.map { kindStatement($0) }
    return parts.joined(separator: "\n")
  }

  func view(_ name: String, _ comment: String, _ query: String) -> String {
    Self.comment(comment) + dialect.view(name, query)
  }

  func kept(_ name: String, _ comment: String, _ query: String) -> String {
    Self.comment(comment) + (isLive ? dialect.view(name, query) : dialect.kept(name, query))
  }

  static func comment(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "--" + ($0.isEmpty ? "" : " ") + $0 + "\n" }.joined()
  }

  /// The name of a registered kind's view: `sam.person` is sam_person.
  package static func viewName(_ kind: String) -> String { kind.replacing(".", with: "_") }
}

extension SQLViews {
  private var head: String {
    var text = """
      A ledger's tables for \(dialect == .duckdb ? "DuckDB" : "Spark SQL"), straight over its files; made by 'daybook sql-views \(dialect.rawValue)'.

      daybook_entities   every entity: its first and last write, whether it is there
      daybook_fields     every field that shows, as JSON
      daybook_edges      every link that shows
      daybook_history    every write that was ever made, without what is erased
      daybook_conflicts  writes of machines that had not seen one another's writes
      daybook_forks      replicas of which several histories are here
      and a view for each kind, with a row for each entity that is there.

      Signatures and hashes are not checked here: run 'daybook verify' first. Each file is read up to its last signed
      commit, and where a line is invalid, as far as the program accepts it.

      """
    text +=
      isLive
      ? "Every query reads the files anew.\n"
      : "The files are read once, by this script, into \(dialect == .duckdb ? "tables of the session" : "tables of the warehouse"):\nrun it again for what was written since (or print it with --live).\n"
    if dialect == .spark, !isLive {
      text += """

        Spark writes those tables to files in its warehouse, by default ./spark-warehouse. They contain everything in
        the ledger, hidden values too, and they stay there. Keep them private, and remove them afterwards:

          umask 077; d=$(mktemp -d); spark-sql --conf spark.sql.warehouse.dir=$d -i SCRIPT; rm -r $d

        """
    }
    let left = kinds.compactMap { kind -> String? in
      let names = kind.fields.filter(\.isProjection).map(\.name)
      return names.isEmpty ? nil : "  \(kind.kind): \(names.joined(separator: ", "))"
    }
    if !left.isEmpty {
      text += "\nLeft out, since the program computes them:\n" + left.joined(separator: "\n") + "\n"
    }
    return Self.comment(text)
  }
}

// Replicas that have forked: one id that wrote in two places, from one state. FileFormat's "Branches".

extension SQLViews {
  var forkStatements: [String] {
    [
      kept(
        "daybook_forks",
        "Replicas that have forked: from which leaf on there are several texts. Usually empty.",
        """
          SELECT replica, min(leaf) AS leaf
          FROM (SELECT replica, leaf FROM daybook_log WHERE type <> 'daybook' GROUP BY replica, leaf
            HAVING count(DISTINCT hash) > 1) AS doubled
          GROUP BY replica
        """),
      kept("daybook_forked", "What they wrote, by the files that hold it.", forked),
      kept(
        "daybook_kin_0",
        """
        Up to which leaf two files belong to the same history: where both hold the same lines, up to the first line that
        differs; where one begins with the root at which the other ends, up to that root.
        """, kin),
      kept("daybook_kin_1", "The same, from file to file to file.", kinOfKin("daybook_kin_0")),
      kept("daybook_kin_2", "The same, further still.", kinOfKin("daybook_kin_1")),
      kept(
        "daybook_branches",
        "The lines of each history, named by the file that it ends in: a line may belong to several.",
        branches),
    ]
  }

  private var forked: String {
    let file = dialect == .duckdb ? "unnest(l.files)" : "explode(l.files)"
    return """
        SELECT l.replica, l.leaf, CASE WHEN l.type = 'stub' THEN 'stamp' ELSE l.type END AS type, l.line, l.root, l.hash,
          \(file) AS file
        FROM daybook_log AS l JOIN daybook_forks AS k ON k.replica = l.replica
      """
  }

  /// The root of a tree, computed from its peaks.
  private var rootOfPeaks: String {
    switch dialect {
    case .duckdb:
      "list_reduce(list_reverse(from_json(json_extract(line, '$.peaks'), '[\"VARCHAR\"]')), lambda r, l: sha256(from_hex('01' || l || r)))"
    case .spark:
      """
      aggregate(reverse(from_json(get_json_object(line, '$.peaks'), 'ARRAY<STRING>')), '',
              (r, l) -> CASE WHEN r = '' THEN l ELSE sha2(unhex(concat('01', l, r)), 256) END)
      """
    }
  }

  private var kin: String {
    """
      WITH
        lines AS (SELECT * FROM daybook_forked WHERE type <> 'daybook'),
        starts AS (
          SELECT replica, file, leaf, \(rootOfPeaks) AS root FROM daybook_forked WHERE type = 'daybook' AND leaf > 0)
      SELECT replica, file, file AS other, max(leaf) + 1 AS end_leaf FROM lines GROUP BY replica, file
      UNION ALL
      SELECT a.replica, a.file, b.file, coalesce(min(CASE WHEN a.hash <> b.hash THEN a.leaf END), max(a.leaf) + 1)
      FROM lines AS a JOIN lines AS b ON b.replica = a.replica AND b.leaf = a.leaf AND b.file <> a.file
      GROUP BY a.replica, a.file, b.file
      HAVING min(CASE WHEN a.hash = b.hash THEN a.leaf END) = min(a.leaf)
      UNION ALL
      SELECT s.replica, s.file, l.file, s.leaf
      FROM starts AS s JOIN lines AS l ON l.replica = s.replica AND l.leaf + 1 = s.leaf AND l.root = s.root
        AND l.file <> s.file
    """
  }

  private func kinOfKin(_ kin: String) -> String {
    """
      SELECT a.replica, a.file, d.other, max(least(a.end_leaf, b.end_leaf, c.end_leaf, d.end_leaf)) AS end_leaf
      FROM \(kin) AS a JOIN \(kin) AS b ON b.replica = a.replica AND b.file = a.other
        JOIN \(kin) AS c ON c.replica = a.replica AND c.file = b.other
        JOIN \(kin) AS d ON d.replica = a.replica AND d.file = c.other
      GROUP BY a.replica, a.file, d.other
    """
  }

  private var branches: String {
    """
      WITH
        ends AS (SELECT replica, file, max(leaf) + 1 AS leaf FROM daybook_forked WHERE type <> 'daybook' GROUP BY replica, file),
        inner_files AS (
          -- All of it is in another's history.
          SELECT DISTINCT e.replica, e.file
          FROM ends AS e JOIN daybook_kin_2 AS k ON k.replica = e.replica AND k.other = e.file AND k.file <> e.file
            JOIN ends AS o ON o.replica = e.replica AND o.file = k.file
          WHERE k.end_leaf >= e.leaf AND (o.leaf > e.leaf OR o.leaf = e.leaf AND o.file < e.file))
      SELECT DISTINCT l.replica, CAST(k.file AS \(dialect.words)) AS branch, l.leaf, l.type, l.hash, l.root
      FROM daybook_kin_2 AS k JOIN daybook_forked AS l ON l.replica = k.replica AND l.file = k.other AND l.leaf < k.end_leaf
        LEFT JOIN inner_files AS i ON i.replica = k.replica AND i.file = k.file
      WHERE i.file IS NULL AND l.type <> 'daybook'
    """
  }
}
