import DaybookModel

/// An ``InputFile`` that closures may share.
final class InputReader {
  private let file: InputFile

  init(_ path: String) throws(LedgerError) { file = try InputFile(path) }

  /// The next bytes; empty at the end.
  func read() throws(LedgerError) -> [UInt8] { try file.read() }
}
