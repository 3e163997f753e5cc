public import DaybookModel

/// An entry as its source has it, in one of two fields: as text, or, if it is long, as bytes beside the log.
public struct StoredSource {
  /// The entry as a string; null where it is too long for that, or the source has none.
  public var text: JSONValue = .null
  /// The entry's UTF-8 as a data field stores it; null where ``text`` has it, or the source has none.
  public var data: JSONValue = .null
  /// To be stored before `data` is written.
  public var blob: [UInt8]?

  /// Longer ones are kept as bytes.
  public static let textSizeBytesMax = 64 << 10

  /// - Parameters:
  ///   - source: the entry as its source has it now; nil: it has none, and both fields are null.
  ///   - known: the text as the ledger has it. It stays if the new one has nothing more.
  ///   - ignoring: the beginnings of
  ///   lines that programs write anew at every export.
  public init(_ source: String?, known: JSONValue?, ignoring: [String]) {
    guard let source else { return }
    guard source.utf8.count <= Self.textSizeBytesMax else {
      (data, blob) = DataValue.stored(Array(source.utf8))
      return
    }
    func content(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { line in !ignoring.contains { line.hasPrefix($0) } }
    }
    text = .string(source)
    if let known = known?.string, known != source, content(known) == content(source) { text = .string(known) }
  }
}
