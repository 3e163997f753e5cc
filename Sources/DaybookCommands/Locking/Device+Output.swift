import Daybook

extension Ledger {
  /// The device that a user typed: as for ``LedgerDevices/device(matching:)``, or `own`.
  nonisolated func device(named text: String) async throws -> Device {
    guard text == "own" else { return try await devices.device(matching: text) }
    guard let own = try await devices.list().first(where: \.isOwn) else {
      throw LedgerError(
        .notFound, "this device is not a member of the ledger, and has not asked for access",
        advice: "ask with 'daybook device join'")
    }
    return own
  }
}

extension Device {
  /// For programs.
  var row: OutputRow {
    OutputRow([
      ("device", .string(replica.description)), ("name", name.map { .string($0) } ?? .null),
      ("status", .string(status.rawValue)),
      ("by", by.map { .string($0.description) } ?? (isByRecoveryKey ? "recovery" : .null)),
      ("own", .bool(isOwn)), ("uncounted", .bool(uncounted)),
      ("fingerprint", fingerprint.map { .array($0.map { .string($0) }) } ?? .null),
    ])
  }

  /// For people.
  func summary(_ machines: Machines) -> OutputRow {
    OutputRow([
      ("device", .string(replica.description)),
      ("name", isOwn ? .string("\(name ?? "unnamed") (this device)") : name.map { .string($0) } ?? .null),
      ("status", .string(status.rawValue)),
      ("by", by.map { .string(machines.text($0)) } ?? (isByRecoveryKey ? "recovery key" : .null)),
      ("uncounted", uncounted ? "some commits" : .null),
      ("fingerprint", fingerprint.map { .string($0.joined(separator: " ")) } ?? .null),
    ])
  }

  /// The device as a sentence names it.
  var title: String { name.map { "\($0) (\(replica))" } ?? replica.description }
}

/// The words that two screens show, numbered, in columns.
enum WordGrid {
  private static let columnCount = 4

  static func text(_ words: [String]) -> String {
    let width = (words.map(\.count).max() ?? 0) + 2
    var text = ""
    for (index, word) in words.enumerated() {
      let isLast = index % columnCount == columnCount - 1 || index == words.count - 1
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      text += "  \(number) " + word
      text += isLast ? "\n" : String(repeating: " ", count: width - word.count)
    }
    return text
  }
}
