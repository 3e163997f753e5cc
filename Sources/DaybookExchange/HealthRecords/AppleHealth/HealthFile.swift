// The files of an export, recognized by content, because their names depend on the phone's language.

import DaybookInput
import DaybookModel

enum HealthFile: Equatable {
  case export
  /// The same as a clinical document.
  case document
  case other

  /// By its first bytes.
  init(_ bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
    if head.contains("<HealthData") || head.contains("<!DOCTYPE HealthData") {
      self = .export
    } else {
      self = head.contains("<ClinicalDocument") ? .document : .other
    }
  }

  /// The person whose export this is, from its first element. nil without an export, or if it is read from the standard
  /// input, which can be read only once. A file that cannot be read is reported when its turn comes.
  static func me(in paths: [String]) throws(LedgerError) -> [String: String]? {
    var tree = InputTree(paths.filter { $0 != "-" })
    while let stream = try tree.nextReadable() {
      guard stream.fileExtension == "xml" else { continue }
      do throws(LedgerError) {
        let first = try stream.read()
        if HealthFile(first) == .export { return try me(in: OpenExport(stream, first)) }
      } catch {
        guard error.code == .unreadable else { throw error }
      }
    }
    return nil
  }

  private static func me(in export: OpenExport) throws(LedgerError) -> [String: String]? {
    var open = export
    while true {
      let isOpen = try open.read()
      for case .me(let me) in open.reader.takeItems() { return me }
      if !isOpen { return nil }
    }
  }
}

/// An export that is being read.
struct OpenExport {
  let name: String
  let reader: HealthExportReader
  private let stream: ByteStream
  private let parser: XMLStream
  private var first: [UInt8]?
  /// Halves of blood pressures that wait for the other, by source and time.
  var halves: [String: HealthSample] = [:]
  /// The number of halves that were dropped.
  var lostHalves = 0
  /// Blood pressures that are entries already: an export has each as two records and as a correlation of them.
  var pressures: Set<String> = []
  /// Its owner is known.
  var isOwned = false
  /// When it was made, in milliseconds; an export without a time counts as the oldest.
  var moment = Int64.min
  private(set) var isWeighed = false
  /// Whether it adds only entries that are missing here.
  private(set) var isOld = false

  init(_ stream: ByteStream, _ first: [UInt8]) throws(LedgerError) {
    (name, self.stream, self.first) = (stream.name, stream, first)
    reader = HealthExportReader()
    do throws(XMLFailure) { parser = try XMLStream(reader) } catch {
      throw LedgerError(.inputOutput, error.reason, file: stream.name)
    }
    let parser = parser
    reader.line = { [unowned parser] in parser.line }
  }

  var failure: XMLFailure? { parser.failure }

  mutating func weigh(against newest: Int64?, known: Int64?) {
    (isOld, isWeighed) = (newest.map { moment <= $0 } ?? false || moment < known ?? .min, true)
  }

  /// Reads a piece; false after the last.
  mutating func read() throws(LedgerError) -> Bool {
    let bytes: [UInt8]
    if let first { bytes = first } else { bytes = try stream.read() }
    first = nil
    let goesOn = parser.feed(bytes) && !bytes.isEmpty
    guard !reader.totals.isFull else {
      throw LedgerError(
        .badData, "it has more than \(DayTotals.countMax) different days, types and sources", file: name,
        advice: "an export has far fewer: check that it is one")
    }
    return goesOn
  }
}
