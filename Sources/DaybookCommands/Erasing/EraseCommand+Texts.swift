import Daybook

// Erased texts that are still to be removed, and values to search for.

extension EraseCommand.Entity {
  func eraseTexts(in ledger: Ledger) async throws {
    let report = try await ledger.erasures.removeTexts(now: true)
    let machines = await Machines(of: ledger)
    options.messages.show(report, machines)
    try options.output.show([
      ("written", .array(report.written.map { .string($0) })),
      ("removed", .array(report.removed.map { .string($0) })), ("blobs", .count(report.blobs)),
      ("waiting", .count(report.waiting + report.staying)),
      ("waitingFor", .array(report.waitingFor.sorted().map { .string(machines.text($0)) })),
      ("done", .array(report.done.map { .string($0) })),
    ])
    if !report.unreadable.isEmpty { throw Finished(ExitStatus.badData) }
  }

  func search(_ file: String, in ledger: Ledger) async throws {
    let values = Self.values(try list(in: file))
    let count = values.count { !$0.isEmpty }
    guard count > 0 else {
      throw LedgerError(
        .badData, "there is no value to search for", file: file, advice: "write one on each line")
    }
    let found = try await ledger.erasures.find(values: values)
    let rows = found.map {
      OutputRow([
        ("line", .count($0.number)), ("place", .string($0.place)), ("file", .string($0.file)),
      ])
    }
    try options.output.show(columns: ["line", "place", "file"], rows)
    let numbers = Set(found.map(\.number)).count
    options.messages.show(
      Notice(
        "searched",
        "\(numbers) of \(count) \(count == 1 ? "value" : "values") found in what this machine keeps"))
    if !found.isEmpty { throw Finished(ExitStatus.no) }
  }

  /// A list of values, which must be UTF-8: in any other encoding no value would be found.
  private func list(in file: String) throws -> [UInt8] {
    let reader = try InputReader(file)
    var bytes: [UInt8] = []
    while case let piece = try reader.read(), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= Self.listSizeBytesMax else {
        throw LedgerError(
          .badData, "a list of values is at most \(Self.listSizeBytesMax >> 20) MiB long", file: file,
          advice: "split it")
      }
    }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw LedgerError(
        .badData, "the list is not UTF-8, so that its values would not be found", file: file,
        advice: "save it as UTF-8, for example with 'iconv -f UTF-16 -t UTF-8' or 'iconv -f LATIN1 -t UTF-8'")
    }
    return bytes
  }

  private static let listSizeBytesMax = 16 << 20

  /// One value a line, with any line ending, without a byte order mark and surrounding spaces.
  private static func values(_ bytes: [UInt8]) -> [String] {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    return text.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      let value = line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
      return String(decoding: Array(value), as: UTF8.self)
    }
  }
}
