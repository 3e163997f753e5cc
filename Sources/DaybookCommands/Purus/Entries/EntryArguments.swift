import ArgumentParser
import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of every `purus add`.
struct EntryArguments: ParsableArguments {
  @Argument(help: RecordHelp.record)
  var record: String

  @Option(help: ArgumentHelp("A comment.", valueName: "text"))
  var comment: String?

  @OptionGroup var write: WriteOptions

  /// Writes a new entry of the record, changed by `configure`.
  func add<Entry: RecordEntry>(
    _: Entry.Type = Entry.self, _ configure: (inout Entry) throws -> Void
  ) async throws {
    let ledger = try await write.selection.open()
    let record = try await ledger.purus.record(matching: record)
    var entry = Entry()
    entry.record = record.id
    try configure(&entry)
    try await write.commit([try entry.creation()], in: ledger)
  }

  /// The moment that somebody typed; by default now.
  func date(_ text: String?) throws -> Date {
    Date(try text.map { try write.selection.instant($0, .whole) } ?? SystemClock.now())
  }
}

/// How the date of an entry is described.
enum EntryHelp {
  static let date = ArgumentHelp("When; by default now.", valueName: "time")
}

/// A command whose arguments may be values of hidden fields: errors do not repeat them.
protocol EntryValues: ValueArguments {}

extension EntryValues {
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool { true }
}
