import Daybook
import DaybookPredicates
import Foundation
import GRDB
import Synchronization

/// Writing and reading structs, as an app with its own store does. The same for Daybook and for GRDB, which
/// commits as durably and has an index for each question.
enum TypedMeasure {
  private static let batch = 1000
  private static let askedCount = 25

  static func ledger(_ folder: String, count: Int) async throws {
    var options = LedgerOptions()
    (options.stateDirectory, options.cacheDirectory) = (folder + "/state", folder + "/cache")
    let path = folder + "/ledger"
    try await Ledger.create(at: path, name: "bench", options: options)
    let ledger = try await Ledger.open(at: path, systems: [Contact.system], options: options)
    let all = (0..<count).map { Contact(Contact.Facts($0)) }
    tellSaving(
      count,
      try await Measures.time {
        for start in stride(from: 0, to: count, by: batch) {
          try await ledger.commit { commit in
            for contact in all[start..<min(start + batch, count)] { try commit.upsert(contact) }
          }
        }
      })
    try await ask("predicate") {
      try await ledger.fetch(Contact.self, where: #Predicate { $0.age == 42 }).count
    }
    try await ask("sorted") {
      try await ledger.fetch(
        Contact.self, where: #Predicate { $0.isActive }, sortedBy: [SortDescriptor(\.score)], limit: 1000
      ).count
    }
    try await ask("key") {
      try await ledger.fetch(Contact.self, where: #Predicate { $0.email == "contact.77@example.org" }).count
    }
    try await ask("all", times: 3) { try await ledger.fetch(Contact.self).count }
    try await tellLongestGet("beside_all", all[0].id, of: ledger) {
      for _ in 0..<3 { _ = try await ledger.fetch(Contact.self) }
    }
    var deep = VerifyOptions()
    deep.isDeep = true
    try await tellLongestGet("beside_verify", all[0].id, of: ledger) { [deep] in
      _ = try await ledger.audit.verify(deep)
    }
    try await tellLongestGet("beside_log", all[0].id, of: ledger) {
      var filter = LogFilter()
      filter.text = "no text has this"
      for _ in 0..<3 { try await ledger.history.log(filter) { _ in true } }
    }
    try await tellLongestGet("beside_history", all[0].id, of: ledger) {
      for contact in all[..<3] {
        _ = try await ledger.history.steps(kind: Contact.kind, id: contact.id.rawValue)
      }
    }
    try await tellLongestGet("beside_search", all[0].id, of: ledger) {
      _ = try await ledger.search("contact")
    }
    await ledger.close()
  }

  static func grdb(_ folder: String, count: Int) async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let pool = try DatabasePool(path: folder + "/contacts.db", configuration: configuration)
    try await pool.write { database in
      try database.create(table: "contact") { table in
        table.primaryKey("id", .text)
        table.column("email", .text).notNull().unique()
        table.column("name", .text).notNull()
        table.column("city", .text).notNull()
        table.column("age", .integer).notNull().indexed()
        table.column("score", .double).notNull().indexed()
        table.column("isActive", .boolean).notNull()
        table.column("note", .text)
        table.column("createdAt", .datetime).notNull()
      }
    }
    let all = (0..<count).map { StoredContact(Contact.Facts($0)) }
    tellSaving(
      count,
      try await Measures.time {
        for start in stride(from: 0, to: count, by: batch) {
          try await pool.write { database in
            for contact in all[start..<min(start + batch, count)] { try contact.save(database) }
          }
        }
      })
    try await ask("predicate") {
      try await pool.read {
        try StoredContact.filter(Column("age") == 42).order(Column("id")).fetchAll($0).count
      }
    }
    try await ask("sorted") {
      try await pool.read {
        try StoredContact.filter(Column("isActive") == true).order(Column("score"), Column("id")).limit(1000)
          .fetchAll($0).count
      }
    }
    try await ask("key") {
      try await pool.read {
        try StoredContact.filter(Column("email") == "contact.77@example.org").fetchAll($0).count
      }
    }
    try await ask("all", times: 3) {
      try await pool.read { try StoredContact.order(Column("id")).fetchAll($0).count }
    }
  }

  /// How long a `get` takes at most while something else is read.
  private static func tellLongestGet(
    _ name: String, _ id: Ref<Contact>, of ledger: Ledger,
    beside body: @escaping @Sendable () async throws -> Void
  ) async throws {
    final class Flag: Sendable { let isSet = Mutex(false) }
    let flag = Flag()
    let work = Task {
      defer { flag.isSet.withLock { $0 = true } }
      try await body()
    }
    var longest = 0.0
    while !flag.isSet.withLock({ $0 }) {
      longest = max(longest, try await Measures.time { _ = try await ledger.get(id) })
      try await Task.sleep(for: .microseconds(200))
    }
    try await work.value
    Measures.tell(name, longest)
  }

  private static func tellSaving(_ count: Int, _ seconds: Double) {
    Measures.tell("saved_per_second", Double(count) / seconds)
  }

  /// The median of many, after a first one.
  private static func ask(
    _ name: String, times: Int = askedCount, _ body: @escaping @Sendable () async throws -> Int
  ) async throws {
    Measures.tell("\(name)_count", Double(try await body()))
    let measurement = try await Measurement.of(name, count: times) { _ in _ = try await body() }
    Measures.tell(name, measurement.median / 1000)
  }
}

/// The same as a row.
private struct StoredContact: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "contact"

  var id: String
  var email: String
  var name: String
  var city: String
  var age: Int
  var score: Double
  var isActive: Bool
  var note: String?
  var createdAt: Date

  init(_ facts: Contact.Facts) {
    id = UUID().uuidString.lowercased()
    (email, name, city, age) = (facts.email, facts.name, facts.city, facts.age)
    (score, isActive, note, createdAt) = (facts.score, facts.isActive, facts.note, facts.createdAt)
  }
}
