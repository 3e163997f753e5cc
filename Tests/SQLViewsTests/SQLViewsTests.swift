import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookCommands
@testable import DaybookSQLViews

/// The printed SQL, run by the engines over files of all systems, equals what the ledger answers, row for row.
@Suite struct SQLViewsTests {
  private static let registry = RegisteredSystems.registry()

  /// What an engine makes of a family's files by a script, compared with what the ledger says.
  private static func comparison(
    _ family: RandomFamily, _ engine: Engine, changing: (String) -> String = { $0 }
  ) async throws -> Comparison {
    let views = try SQLViews(engine.dialect, place: family.path(0), registry: registry)
    let names =
      views.kinds.map { SQLViews.viewName($0.kind) } + [
        "daybook_raw", "daybook_history", "daybook_conflicts",
      ]
    let rows = try engine.rows(changing(views.script()), views: names, in: family.folder.path)
    let ledger = try await family.opened()
    var comparison = Comparison(rows)
    for kind in views.kinds { try await comparison.compare(kind, with: ledger) }
    try await comparison.compareRaw(RandomFamily.rawKind, with: ledger)
    try await comparison.compareHistory(with: ledger)
    try await comparison.compareConflicts(with: ledger)
    await ledger.close()
    return comparison
  }

  private static func expectEqual(_ comparison: Comparison) {
    let shown = comparison.differences.prefix(12).joined(separator: "\n")
    #expect(comparison.differences.isEmpty, "\(comparison.differences.count) differences:\n\(shown)")
    #expect(comparison.rowCount > 50 && comparison.conflictCount > 5 && comparison.erasedCount > 2)
  }

  @Test(.seeded, .enabled(if: Engine.duckdb.isThere, "Python has no duckdb"), arguments: 0..<2)
  func duckDBReadsWhatTheLedgerReads(_ nth: Int) async throws {
    let family = try await RandomFamily(seed: TestSeed.current &+ UInt64(nth), steps: 250)
    Self.expectEqual(try await Self.comparison(family, .duckdb))
  }

  /// One session for all kinds: it takes long to start.
  @Test(.seeded, .enabled(if: Engine.spark.isThere, "Python has no pyspark, or there is no Java"))
  func sparkReadsWhatTheLedgerReads() async throws {
    let family = try await RandomFamily(seed: TestSeed.current, steps: 120)
    Self.expectEqual(try await Self.comparison(family, .spark))
  }

  /// Mistakes that a script could have, with what they would be.
  private static let mistakes: [(right: String, wrong: String)] = [
    // By the writer's clock alone.
    ("ordered || stamp || hash", "stamp || hash"),
    // What was made anew keeps its past.
    ("OR NOT coalesce(shown.ordered <= made_over, false)", "OR true"),
    // The server is not waited for.
    ("coalesce(a.stamp >= r.here.stamp, false)", "true"),
    // A server that accepted every side has decided nothing.
    ("WHEN t.kind IS NOT NULL AND coalesce(a.stamp >= h.stamp, false) THEN 1", "WHEN false THEN 1"),
    // One that accepted one side has.
    ("min(CASE WHEN t.kind IS NOT NULL", "max(CASE WHEN t.kind IS NOT NULL"),
    // Owners take nobody along.
    ("FROM daybook_links WHERE hides_owner", "FROM daybook_links WHERE false"),
    // Whoever wrote had seen everything.
    ("coalesce(x.leaf < k.size, false)", "true"),
    // What an author had read does not matter.
    ("(NOT w.has_was OR w.was IS NOT NULL AND x.ordered <= w.was)", "true"),
    // The lines of two files count twice.
    (
      "GROUP BY replica, leaf, commit_leaf, type, line, root",
      "GROUP BY replica, leaf, commit_leaf, type, line, root, file"
    ),
    // An open file goes on behind a bad line.
    (
      "THEN min(is_sound) OVER (PARTITION BY file, header ORDER BY place",
      "THEN min(is_sound) OVER (PARTITION BY file, header, place ORDER BY place"
    ),
    // What nobody signed.
    ("WHERE counts AND place <= signed_until", "WHERE counts"),
    // What is erased shows.
    ("WHERE l.is_line AND (w.erasure IS NULL", "WHERE false AND (w.erasure IS NULL"),
    // Anybody vouches for what is said to be left of a line, or nobody has to.
    ("(v.is_own OR NOT s.has_set)", "true"),
    ("replica = line_replica OR is_signed", "replica = line_replica"),
    ("FROM stubs AS s JOIN daybook_vouched", "FROM stubs AS s LEFT JOIN daybook_vouched"),
    // A stub is another leaf than its text.
    ("count(DISTINCT hash) > 1", "count(DISTINCT line) > 1"),
    // A fork's histories had seen one another.
    ("THEN w.branch = x.branch AND x.leaf < w.leaf", "THEN x.leaf < w.leaf"),
  ]

  @Test(.enabled(if: Engine.duckdb.isThere, "Python has no duckdb"))
  func mistakesAreFound() async throws {
    // What a family holds follows from the schemas: where it has no case of a mistake, another has.
    var families: [RandomFamily] = []
    for (right, wrong) in Self.mistakes {
      var isFound = false
      for index in 0..<5 where !isFound {
        if index == families.count {
          families.append(try await RandomFamily(seed: UInt64(9 + index), steps: 300))
        }
        let comparison = try await Self.comparison(families[index], .duckdb) { script in
          #expect(script.contains(right))
          return script.replacing(right, with: wrong)
        }
        isFound = !comparison.differences.isEmpty
      }
      #expect(isFound, "\(wrong) for \(right)")
    }
  }

  @Test(arguments: SQLDialect.allCases) func onlyTheWantedKindsGetViews(_ dialect: SQLDialect) throws {
    let views = try SQLViews(
      dialect, place: "s3://bucket/it's", registry: Self.registry, kinds: ["sam.person", "garden.\"pl`ant"])
    #expect(views.kinds.map(\.kind) == ["sam.person"])
    #expect(views.rawKinds == ["garden.\"pl`ant"])
    let script = views.script()
    #expect(script.contains("VIEW sam_person AS"))
    #expect(!script.contains("VIEW sam_context AS"))
    #expect(script.contains(dialect == .duckdb ? "VIEW \"garden__pl_ant\" AS" : "VIEW `garden__pl_ant` AS"))
    #expect(script.contains("_kind = 'garden.\"pl`ant'"))
    #expect(script.contains(dialect == .duckdb ? "it''s/replicas" : "it\\'s/replicas"))
    #expect(script.contains("sam.person: lastSyncedAt, consentAlertsCount"))
  }

  /// The names that a script makes, as engines take them: without their case.
  private static func made(_ script: String) -> [String] {
    let create = Array("CREATE ".utf8)
    return script.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.starts(with: create) else { return nil }
      let words = Substring(line).split(separator: " ")
      guard let place = words.firstIndex(where: { $0 == "VIEW" || $0 == "TABLE" }) else { return nil }
      return words[place + 1].filter { !"\"`".contains($0) }.lowercased()
    }
  }

  /// Kinds of no system named as a table of the ledger's own, as a kind's view, or as one another but for case.
  @Test(arguments: SQLDialect.allCases, [false, true])
  func noKindTakesTheNameOfAnother(_ dialect: SQLDialect, isLive: Bool) throws {
    func script(_ kinds: [String]) throws -> String {
      try SQLViews(dialect, place: "l", registry: Self.registry, kinds: kinds, isLive: isLive).script()
    }
    let plain = Self.made(try script([]))
    #expect(Set(plain).count == plain.count && plain.contains("daybook_history"))
    let strange = ["A.b", "a.B", "a_b", "a b", "a\"b", "a\rb", "SAM_Note", "é.x"]
    let known = Self.registry.kinds.map(\.kind)
    let text = try script(plain + strange + known)
    let made = Self.made(text)
    #expect(Set(made).count == made.count)
    #expect(made.count == plain.count + plain.count + strange.count)
    #expect(Set(plain).isSubset(of: made))
    #expect(text.contains("VIEW sam_person AS") && text.contains("-- \"a\\rb\"\n"))
    for kind in ["daybook_history", "sam_person"] {
      let name = dialect == .duckdb ? "\"\(kind)_2\"" : "`\(kind)_2`"
      #expect(text.contains("VIEW \(name) AS\n  SELECT * FROM daybook_raw WHERE _kind = '\(kind)';"))
    }
  }
}
