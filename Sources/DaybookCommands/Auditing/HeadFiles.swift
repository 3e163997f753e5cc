import Daybook
import DaybookModel

/// Files of heads that somebody kept.
enum HeadFiles {
  /// The heads in a file; `-` is the standard input.
  static func read(_ path: String) throws(LedgerError) -> KeptHeads {
    let bytes = try InputFile.contents(path, sizeBytesMax: KeptHeads.sizeBytesMax)
    return try KeptHeads(bytes, name: path == "-" ? "standard input" : path)
  }
}
