// Writes by machines that had not seen each other's writes: FileFormat's "seen", "was" and "heads".

import DaybookModel
import DaybookView

extension SQLViews {
  var conflictStatements: [String] {
    [
      view(
        "daybook_renamed", "Former names of fields, which count as one register with the present one.",
        renamed),
      view(
        "daybook_seen",
        """
        What each commit adds to what its replica had seen: the leaves of another replica, from first to end, and the
        root of that replica's tree at the end. The root is missing where format 1 names leaves behind a gap.
        """, seen),
      kept(
        "daybook_knowledge",
        """
        The same for each history of a replica that has forked, with the history of the other replica that the tree
        belongs to. Where nobody signed that root, only what all of its histories share counts; without a root, nothing
        of a replica that has forked counts.
        """, knowledge),
      kept(
        "daybook_contenders",
        """
        The writes of registers that several replicas wrote, without those of a replica that are covered by its latest
        write, which was made in knowledge of them.
        """, contenders),
      kept(
        "daybook_heads",
        """
        The heads of those registers: writes that no other write to the register had seen. A write had seen everything
        before it in its replica, and what the commits so far name as seen; where it names what its author had read of a
        field ("was"), only up to that.
        """, heads),
      view(
        "daybook_merged", "Fields with a policy that several replicas wrote at once: their merged values.",
        merged),
      view(
        "daybook_conflicts",
        """
        Heads that disagree, one row each; side 1 shows. They are of fields, links, presence, and deletes with edits
        ("deleted" where the delete won, "revived" where it did not). 'daybook conflicts' also finds what a delete
        hides, values that must be unique, and broken rules.
        """, conflicts),
    ]
  }

  private static let register = ["kind", "id", "what", "name", "target"]

  private func same(_ left: String, _ right: String) -> String {
    Self.register.map { "\(left).\($0) = \(right).\($0)" }.joined(separator: " AND ")
  }

  private var renamed: String {
    let rows = all.flatMap { kind in
      kind.renames.enumerated().map { place, rename in
        [kind.kind, rename.former, rename.name].map { dialect.text($0) } + ["\(place + 1)"]
      }
    }
    return values(rows, ["kind", "former", "name", "rank"], as: "renamed")
  }

  private var seen: String {
    switch dialect {
    case .duckdb:
      """
        WITH
          entries AS (
            SELECT replica, commit_leaf AS leaf, hash,
              unnest(map_entries(from_json(json_extract(line, '$.seen'), '"MAP(VARCHAR, VARCHAR[][])"'))) AS entry
            FROM daybook_log WHERE type = 'commit'),
          parts AS (SELECT replica, leaf, hash, entry.key AS other, unnest(entry.value) AS part FROM entries),
          roots AS (SELECT *, CASE WHEN length(part[-1]) = 64 THEN part[-1] END AS root FROM parts)
        SELECT replica, leaf, hash, other, root,
          CASE WHEN len(part) = 2 AND root IS NOT NULL THEN 0 ELSE CAST(part[1] AS BIGINT) END AS first_leaf,
          CAST(CASE WHEN len(part) = 2 AND root IS NOT NULL THEN part[1] ELSE part[2] END AS BIGINT) AS end_leaf
        FROM roots
      """
    case .spark:
      """
        WITH
          read AS (
            SELECT replica, commit_leaf AS leaf, hash,
              from_json(get_json_object(line, '$.seen'), 'MAP<STRING, ARRAY<ARRAY<STRING>>>') AS item
            FROM daybook_log WHERE type = 'commit'),
          entries AS (SELECT replica, leaf, hash, explode(item) AS (other, entry) FROM read),
          parts AS (SELECT replica, leaf, hash, other, explode(entry) AS part FROM entries),
          roots AS (
            SELECT *, CASE WHEN length(element_at(part, -1)) = 64 THEN element_at(part, -1) END AS root FROM parts)
        SELECT replica, leaf, hash, other, root,
          CASE WHEN size(part) = 2 AND root IS NOT NULL THEN 0 ELSE CAST(part[0] AS BIGINT) END AS first_leaf,
          CAST(CASE WHEN size(part) = 2 AND root IS NOT NULL THEN part[0] ELSE part[1] END AS BIGINT) AS end_leaf
        FROM roots
      """
    }
  }

  private var contenders: String {
    let register = Self.register.joined(separator: ", ")
    let present = "coalesce(n.name, w.name)"
    let on = "n.kind = w.kind AND n.former = w.name AND w.what = 'field'"
    return """
        WITH
          contested AS (
            SELECT w.kind, w.id, w.what, \(present) AS name, w.target
            FROM daybook_registers AS w LEFT JOIN daybook_renamed AS n ON \(on)
              LEFT JOIN daybook_forks AS k ON k.replica = w.replica_min
            WHERE w.replica_min IS NOT NULL
            GROUP BY w.kind, w.id, w.what, \(present), w.target
            HAVING min(w.replica_min) <> max(w.replica_max)
              OR max(CASE WHEN w.has_was OR k.replica IS NOT NULL THEN 1 ELSE 0 END) = 1),
          written AS (
            SELECT c.kind, c.id, c.what, c.name, c.target, w.replica, w.leaf, w.hash, w.ordered, w.stamp,
              w.\(dialect.name("by")), w.value, w.v, w.has_was, w.was,
              k.replica IS NOT NULL AS is_forked,
              row_number() OVER (PARTITION BY c.kind, c.id, c.what, c.name, c.target, w.replica, w.hash
                ORDER BY coalesce(n.rank, 0)) AS nth
            FROM daybook_writes AS w LEFT JOIN daybook_renamed AS n ON \(on)
              JOIN contested AS c ON c.kind = w.kind AND c.id = w.id AND c.what = w.what AND c.name = \(present)
                AND c.target = w.target
              LEFT JOIN daybook_forks AS k ON k.replica = w.replica
            WHERE NOT w.is_server),
          counted AS (
            SELECT *, max(CASE WHEN has_was OR is_forked THEN -1 ELSE leaf END)
                OVER (PARTITION BY \(register), replica) AS latest
            FROM written WHERE nth = 1)
        SELECT \(register), replica, leaf, hash, ordered, stamp, \(dialect.name("by")), value, v, has_was, was
        FROM counted WHERE leaf >= latest
      """
  }

  private var knowledge: String {
    """
      WITH
        told AS (
          SELECT s.*, coalesce(b.branch, '') AS branch
          FROM daybook_seen AS s LEFT JOIN daybook_branches AS b ON b.type = 'commit' AND b.replica = s.replica
            AND b.hash = s.hash),
        found AS (
          SELECT t.*, k.leaf AS shared, r.branch AS other_branch
          FROM told AS t LEFT JOIN daybook_forks AS k ON k.replica = t.other
            LEFT JOIN daybook_branches AS r ON r.replica = t.other AND r.root = t.root AND r.leaf + 1 = t.end_leaf),
        named AS (SELECT DISTINCT replica, branch FROM daybook_branches)
      SELECT DISTINCT f.replica, f.branch, f.leaf, f.other, coalesce(f.other_branch, n.branch, '') AS other_branch,
        f.root IS NOT NULL AND f.first_leaf = 0 AS is_tree, f.first_leaf,
        CASE WHEN f.root IS NULL AND f.shared IS NOT NULL THEN f.first_leaf
          WHEN f.other_branch IS NULL THEN least(f.end_leaf, coalesce(f.shared, f.end_leaf))
          ELSE f.end_leaf END AS end_leaf
      FROM found AS f LEFT JOIN named AS n ON n.replica = f.other AND f.other_branch IS NULL
    """
  }

  private var heads: String {
    """
      WITH
        placed AS (
          SELECT c.*, coalesce(b.branch, '') AS branch
          FROM daybook_contenders AS c LEFT JOIN daybook_branches AS b ON b.replica = c.replica AND b.leaf = c.leaf
            AND b.hash = c.hash),
        steps AS (
          SELECT replica, branch, leaf, other, other_branch, end_leaf AS size, 0 AS is_write
          FROM daybook_knowledge WHERE is_tree
          UNION ALL
          SELECT DISTINCT c.replica, c.branch, c.leaf, s.other, s.other_branch, 0, 1
          FROM placed AS c
            JOIN (SELECT DISTINCT replica, branch, other, other_branch FROM daybook_knowledge WHERE is_tree) AS s
              ON s.replica = c.replica AND s.branch = c.branch),
        known AS (
          -- How much of each other replica had been seen at a write.
          SELECT replica, branch, leaf, other, other_branch, is_write,
            max(size) OVER (PARTITION BY replica, branch, other, other_branch ORDER BY leaf, is_write
              ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS size
          FROM steps),
        overtaken AS (
          SELECT DISTINCT \(Self.register.map { "x." + $0 }.joined(separator: ", ")), x.replica, x.hash
          FROM placed AS x JOIN placed AS w ON \(same("w", "x")) AND w.hash <> x.hash
            LEFT JOIN known AS k ON k.is_write = 1 AND k.replica = w.replica AND k.branch = w.branch
              AND k.leaf = w.leaf AND k.other = x.replica AND k.other_branch = x.branch
            LEFT JOIN daybook_knowledge AS r ON NOT r.is_tree AND r.replica = w.replica AND r.branch = w.branch
              AND r.other = x.replica AND r.leaf <= w.leaf AND r.first_leaf <= x.leaf AND x.leaf < r.end_leaf
          WHERE (NOT w.has_was OR w.was IS NOT NULL AND x.ordered <= w.was)
            AND CASE WHEN w.replica = x.replica THEN w.branch = x.branch AND x.leaf < w.leaf
              ELSE coalesce(x.leaf < k.size, false) OR r.end_leaf IS NOT NULL END)
      SELECT c.*, c.ordered || c.stamp || c.hash AS write, l.made_over
      FROM daybook_contenders AS c JOIN daybook_lives AS l ON l.kind = c.kind AND l.id = c.id
        LEFT JOIN overtaken AS o ON \(same("o", "c")) AND o.replica = c.replica AND o.hash = c.hash
      WHERE o.hash IS NULL AND NOT (c.what IN ('field', 'link', 'present') AND coalesce(c.ordered <= l.made_over, false))
    """
  }

  // MARK: Conflicts

  /// Registers that never conflict, even if they were written: fields that are merged, derived or computed, and links
  /// or fields under a name that now means something else.
  private var quiet: [[String]] {
    var rows: [[String]] = []
    for kind in all {
      for field in kind.fields {
        let isMany = kind.relations.contains { $0.name == field.name && $0.isToMany }
        let isStored = kind.isStored(field.name) && !isMany
        for name in kind.names(of: field.name) {
          if !isStored || field.merge != nil || !field.derivedFrom.isEmpty {
            rows.append([kind.kind, "field", name].map { dialect.text($0) })
          }
          if !isMany { rows.append([kind.kind, "link", name].map { dialect.text($0) }) }
        }
      }
    }
    return rows
  }

  private var conflicts: String {
    let register = Self.register.map { "h." + $0 }.joined(separator: ", ")
    return """
        WITH
          quiet AS (
          \(values(quiet, ["kind", "what", "name"], as: "quiet"))),
          served AS (
            -- Fields of which a server holds a value: it has decided once it accepted every side.
            SELECT DISTINCT r.kind, r.id, r.what, coalesce(n.name, r.name) AS name
            FROM daybook_registers AS r LEFT JOIN daybook_renamed AS n ON n.kind = r.kind AND n.former = r.name
            WHERE r.what = 'field' AND r.there IS NOT NULL),
          several AS (
            SELECT \(register) FROM daybook_heads AS h
              LEFT JOIN quiet AS q ON q.kind = h.kind AND q.what = h.what AND q.name = h.name
              LEFT JOIN served AS t ON t.kind = h.kind AND t.id = h.id AND t.what = h.what AND t.name = h.name
              LEFT JOIN daybook_acks AS a ON a.kind = h.kind AND a.id = h.id AND a.replica = right(h.stamp, 16)
            -- Nobody can choose what is erased.
            WHERE h.what <> 'over' AND q.kind IS NULL AND h.value IS NOT NULL
            GROUP BY \(register) HAVING count(DISTINCT h.value) > 1
              AND min(CASE WHEN t.kind IS NOT NULL AND coalesce(a.stamp >= h.stamp, false) THEN 1 ELSE 0 END) = 0),
          sides AS (
            SELECT h.*, row_number() OVER (PARTITION BY \(register) ORDER BY h.write DESC) AS side,
              \(dialect == .duckdb ? "first" : "first_value")(h.value) OVER (PARTITION BY \(register) ORDER BY h.write DESC) AS winning
            FROM daybook_heads AS h JOIN several AS s ON \(same("s", "h")) WHERE h.value IS NOT NULL)
        SELECT CASE s.what WHEN 'present' THEN 'presence' WHEN 'alive' THEN
            CASE WHEN s.winning = 'true' THEN 'revived' ELSE 'deleted' END ELSE s.what END AS cause,
          s.kind AS _kind, s.id AS _id, CASE WHEN s.what = 'present' THEN 'present' ELSE nullif(s.name, '') END AS field,
          nullif(s.target, '') AS target, NOT e.is_there AS is_gone, s.side, s.value, s.\(dialect.name("by")), s.stamp,
          CASE WHEN s.ordered <> s.stamp THEN s.ordered END AS \(dialect.name("at")), s.replica
        FROM sides AS s JOIN daybook_entities AS e ON e.kind = s.kind AND e.id = s.id
      """
  }
}
