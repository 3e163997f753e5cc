// Present state, history and conflicts as SQL over a ledger's own files. An engine reads replicas/*/*.jsonl.zst itself,
// on one machine or on many, and the merge rules of FileFormat are expressed in its language. The script is text alone;
// making it needs no ledger.

package import DaybookModel
import DaybookText
package import DaybookView

/// A script for one engine.
package struct SQLViews: Sendable {
  package var dialect: SQLDialect
  /// The ledger's folder as the engine is to find it: a path or the URL of a bucket.
  package var place: String
  /// The kinds that get a view of their own, ascending.
  package var kinds: [KindSchema]
  /// Kinds of no system.
  package var rawKinds: [String]
  /// Whether everything is worked out anew with each query.
  package var isLive = false

  /// All kinds: relations lead from the wanted ones to others.
  let all: [KindSchema]

  /// - Parameters:
  ///   - wanted: names of kinds; empty: all registered ones. One that no system knows gets a raw view.
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
      daybook_conflicts  what machines wrote that did not know of one another
      daybook_forks      replicas of which several histories are here
      and a view for each kind, with a row for each entity that is there.

      Signatures and hashes are not checked here: run 'daybook verify' first. What each file holds is taken up to its
      last signed commit, and where a line is not as it must be, as far as the program takes it.

      """
    text +=
      isLive
      ? "Every query reads the files anew.\n"
      : "The files are read once, by this script, into \(dialect == .duckdb ? "tables of the session" : "tables of the warehouse"):\nrun it again for what was written since (or print it with --live).\n"
    if dialect == .spark, !isLive {
      text += """

        Spark writes those tables to files in its warehouse, by default ./spark-warehouse: everything that the ledger
        holds, hidden values too, and they stay. Keep them to yourself and clear them afterwards:

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
