// The effects of the schemas' relations: which entities refer to which, and which are gone with their owners.

import DaybookModel
import DaybookView

extension SQLViews {
  var viewStatements: [String] {
    [
      kept(
        "daybook_relations",
        """
        What the systems declare: which field or link is which relation (of former names, the first takes precedence),
        and which end is hidden with the other.
        """, relations),
      kept(
        "daybook_links",
        "Every relation that shows, both those kept in a field and those kept as links, in the order of their writes.",
        links),
      kept(
        "daybook_gone",
        "What is deleted or gone from its source, and what belongs to such an owner: as far up as owners have owners.",
        gone),
      kept(
        "daybook_entities", "Every entity that was ever written, and whether it is there.",
        """
          SELECT l.kind, l.id, l.first_stamp, l.last_stamp, l.is_alive, l.is_deleted, g.id IS NOT NULL AS is_gone,
            l.is_alive AND g.id IS NULL AS is_there
          FROM daybook_lives AS l LEFT JOIN daybook_gone AS g ON g.kind = l.kind AND g.id = l.id
        """),
    ]
  }

  private var relations: String {
    var rows: [[String]] = []
    for kind in all {
      for relation in kind.relations {
        for (rank, name) in kind.names(of: relation.name).enumerated() {
          rows.append(
            [kind.kind, name].map { dialect.text($0) } + ["\(9 - min(rank, 9))", dialect.text(relation.name)]
              + [dialect.text(relation.target)]
              + [relation.isToMany, relation.onTargetDelete == .cascade, relation.onDelete == .cascade].map {
                $0 ? "true" : "false"
              })
        }
      }
    }
    let names = [
      "kind", "stored_as", "rank", "relation", "target_kind", "is_many", "hides_owner", "hides_target",
    ]
    return values(rows, names, as: "relations")
  }

  /// What a column without rows holds, so that it has its type.
  private static func empty(_ name: String) -> String {
    if name == "rank" { return "0" }
    return name.hasPrefix("is_") || name.hasPrefix("hides_") ? "false" : "''"
  }

  /// A table of literals; one without rows has its columns all the same.
  func values(_ rows: [[String]], _ names: [String], as table: String) -> String {
    let columns = names.map { dialect.name($0) }.joined(separator: ", ")
    if rows.isEmpty {
      return "  SELECT " + names.map { "\(Self.empty($0)) AS \(dialect.name($0))" }.joined(separator: ", ")
        + " WHERE false"
    }
    return "  SELECT * FROM (VALUES\n    "
      + rows.map { "(" + $0.joined(separator: ", ") + ")" }.joined(separator: ",\n    ")
      + ") AS \(table)(\(columns))"
  }

  private var links: String {
    """
      WITH
        referring AS (
          SELECT f.kind, f.id, r.relation, r.target_kind,
            \(dialect.last("f.value", by: "f.write || r.rank")) AS value, max(f.write) AS write,
            max(CASE WHEN r.hides_owner THEN 1 ELSE 0 END) = 1 AS hides_owner,
            max(CASE WHEN r.hides_target THEN 1 ELSE 0 END) = 1 AS hides_target
          FROM daybook_shown AS f JOIN daybook_relations AS r ON r.kind = f.kind AND r.stored_as = f.field
          WHERE NOT r.is_many GROUP BY f.kind, f.id, r.relation, r.target_kind)
      SELECT kind, id, relation, target_kind, \(dialect.string("value")) AS target, write, hides_owner, hides_target
      FROM referring WHERE value LIKE '"%'
      UNION ALL
      SELECT e.kind, e.id, r.relation, r.target_kind, e.target, e.write, r.hides_owner, r.hides_target
      FROM daybook_edges AS e JOIN daybook_relations AS r ON r.kind = e.kind AND r.stored_as = e.relation
      WHERE r.is_many AND r.rank = 9
    """
  }

  private var gone: String {
    let depth = (try? cascadeDepth()) ?? 0
    var text = """
        WITH
          belongs AS (
            SELECT kind, id, target_kind AS owner_kind, target AS owner FROM daybook_links WHERE hides_owner
            UNION ALL
            SELECT target_kind, target, kind, id FROM daybook_links WHERE hides_target),
          gone_0 AS (SELECT kind, id FROM daybook_lives WHERE is_deleted OR is_absent)
      """
    for level in 0..<depth {
      text += """
        ,
            gone_\(level + 1) AS (SELECT DISTINCT b.kind, b.id FROM belongs AS b JOIN gone_\(level) AS g
              ON g.kind = b.owner_kind AND g.id = b.owner)
        """
    }
    return text + "\n"
      + (0...depth).map { "  SELECT kind, id FROM gone_\($0)" }.joined(separator: "\n  UNION\n")
  }

  /// The maximum length of a chain of owners, by the kinds' rules.
  /// - Throws: ``LedgerError`` if kinds own one another in a circle: then there is no maximum.
  func cascadeDepth() throws(LedgerError) -> Int {
    var owners: [String: Set<String>] = [:]
    for relation in all.flatMap(\.relations) {
      if relation.onTargetDelete == .cascade { owners[relation.owner, default: []].insert(relation.target) }
      if relation.onDelete == .cascade { owners[relation.target, default: []].insert(relation.owner) }
    }
    var level = Set(owners.keys)
    var depth = 0
    while !level.isEmpty {
      guard depth <= owners.count else {
        throw LedgerError(
          .usage, "the kinds \(level.sorted().joined(separator: ", ")) own one another in a circle",
          advice: "views cannot follow that; see 'daybook schema show \(level.min() ?? "")'")
      }
      depth += 1
      level = Set(level.flatMap { owners[$0] ?? [] }.filter { owners[$0] != nil })
    }
    return depth
  }
}
