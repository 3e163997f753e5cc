import Daybook
import DaybookModel

/// Files of heads that somebody kept.
enum HeadFiles {
  /// The heads in a file; `-` is the standard input.
  static func read(_ path: String) throws(LedgerError) -> TrustedHeads {
    let bytes = try InputFile.contents(path, sizeBytesMax: TrustedHeads.sizeBytesMax)
    return try TrustedHeads(bytes, name: path == "-" ? "standard input" : path)
  }
}
