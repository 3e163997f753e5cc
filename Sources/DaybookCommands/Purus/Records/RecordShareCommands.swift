import ArgumentParser
import Daybook
import PurusHealth

// The flags say where a record is kept and with whom it is shared; the cloud itself does the sharing.

/// `daybook purus record share RECORD`
struct RecordShareCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Note that a record is in the cloud and shared.",
    discussion: """
      Examples:
        daybook purus record share rex --name share-7f2a
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Option(help: ArgumentHelp("The share's name in the cloud.", valueName: "name"))
  var name: String?

  @OptionGroup var write: WriteOptions

  func run() async throws {
    var set: JSONObject = [
      "isCloudEnabled": true, "isSharingEnabled": true,
      "recordLocation": .string(RecordLocation.shared.rawValue),
    ]
    if let name { set["cloudShareRecordName"] = .string(try NonEmptyText.read(name, "share's name")) }
    try await RecordFlags.write(set, to: record, write)
  }
}

/// `daybook purus record unshare RECORD`
struct RecordUnshareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unshare",
    abstract: "Note that a record is no longer shared.",
    discussion: """
      Examples:
        daybook purus record unshare rex
        daybook purus record unshare rex --local
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Flag(help: "It is no longer in the cloud either, but only on its owner's machines.")
  var local = false

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let location: RecordLocation = local ? .local : .iCloud
    var set: JSONObject = [
      "isSharingEnabled": false, "cloudShareRecordName": .null, "recordLocation": .string(location.rawValue),
    ]
    if local { set["isCloudEnabled"] = false }
    try await RecordFlags.write(set, to: record, write)
  }
}

private enum RecordFlags {
  static func write(_ set: JSONObject, to record: String, _ write: WriteOptions) async throws {
    let ledger = try await write.selection.open()
    let id = try await ledger.purus.record(matching: record).id.rawValue
    let touched = try await RecordFields.touched(set, id, in: ledger)
    try await write.commit([Mutation(.upsert, kind: MedicalRecord.kind, id: id, set: touched)], in: ledger)
  }
}
