import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookSQLViews

/// A field for each policy and type that it can be said of.
struct Gauge: Entity {
  var id = ID()
  var tags: [String] = []
  var highest = 0
  var lowest: Int?
  var peak = 0.0
  var floor: Double?
  var lastSeen: Date?
  var firstSeen: Date?
  var lastDay: CivilDay?
  var firstDay: CivilDay?
  var lastName = ""
  var firstName: String?
  var remarks = ""
  var log: [String] = []

  static let schema = Schema("meter.gauge") {
    Merge(\.tags, .union)
    Merge(\.highest, .maximum)
    Merge(\.lowest, .minimum)
    Merge(\.peak, .maximum)
    Merge(\.floor, .minimum)
    Merge(\.lastSeen, .maximum)
    Merge(\.firstSeen, .minimum)
    Merge(\.lastDay, .maximum)
    Merge(\.firstDay, .minimum)
    Merge(\.lastName, .maximum)
    Merge(\.firstName, .minimum)
    Merge(\.remarks, .keepBoth)
    Merge(\.log, .keepBoth)
  }

  static let system = System("meter", version: 1, kinds: [Gauge.self])
}

/// Fields that machines wrote at once read in SQL as they do in the ledger, whatever their policy.
@Suite struct MergePolicyTests {
  private static func registry() throws -> SchemaRegistry { try SchemaRegistry([.daybook, Gauge.system]) }

  @Test(.seeded, .enabled(if: Engine.duckdb.isThere, "Python has no duckdb"))
  func duckDBReadsEveryPolicy() async throws { try await compare(.duckdb, entities: 40) }

  @Test(.seeded, .enabled(if: Engine.spark.isThere, "Python has no pyspark, or there is no Java"))
  func sparkReadsEveryPolicy() async throws { try await compare(.spark, entities: 12) }

  private func compare(_ engine: Engine, entities: Int) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ 5)
    let folder = try TemporaryFolder()
    let registry = try Self.registry()
    func path(_ machine: Int) -> String { "\(folder.path)/\(machine).daybook" }
    func open(_ machine: Int) async throws -> Ledger {
      var options = LedgerOptions.prompt
      options.stateDirectory = "\(folder.path)/state\(machine)"
      if machine == 0 { try await Ledger.create(at: path(0), name: "here", options: options) }
      return try await Ledger.open(at: path(machine), schemas: registry, options: options)
    }
    let here = try await open(0)
    try await here.append([Mutation(.upsert, kind: Gauge.kind, id: "g0")])
    for machine in 1...2 { try await here.replicas.replicate(with: path(machine)) }
    let machines = [here, try await open(1), try await open(2)]
    for number in 0..<entities {
      for machine in machines where random.next() % 4 > 0 {
        var set = JSONObject()
        for field in registry[Gauge.kind]?.fields ?? [] where field.name != "id" && random.next() % 3 > 0 {
          set[field.name] = Self.value(field, &random)
        }
        try await machine.append([Mutation(.upsert, kind: Gauge.kind, id: "g\(number)", set: set)])
      }
    }
    for machine in 1...2 { try await here.replicas.replicate(with: path(machine)) }
    let views = try SQLViews(engine.dialect, place: path(0), registry: registry)
    let name = SQLViews.viewName(Gauge.kind)
    var comparison = Comparison(try engine.rows(views.script(), views: [name], in: folder.path))
    try await comparison.compare(try #require(registry[Gauge.kind]), with: here)
    #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(8).joined(separator: "\n"))")
    #expect(comparison.rowCount >= entities)
    for machine in machines { await machine.close() }
  }

  /// Of few, so that some are the same; null among them where there is room for it.
  private static func value(_ field: FieldSchema, _ random: inout SeededRandom) -> JSONValue {
    if field.isOptional, random.next() % 5 == 0 { return .null }
    let number = Int64(random.next() % 7) - 3
    switch field.type {
    case .int: return .int(number * 5_000_000_000_000_001)
    case .double, .decimal: return .double(Double(number) / 4)
    case .instant: return .string("2026-0\(number + 4)-01T00:00:00.000Z")
    case .day: return .string("2026-0\(number + 4)-11")
    case .array: return .array((0..<random.next() % 3).map { _ in .string("w\(random.next() % 4), \"x\"") })
    default: return ["", "Ann", "Ännchen", "a \"quoted\"\nname", "Zoë"][Int(random.next() % 5)]
    }
  }
}
