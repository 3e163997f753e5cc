import Daybook

/// A file that a command writes because somebody asked for it, perhaps with hidden values in it.
enum WrittenFile {
  /// Nothing is written over unless somebody says so.
  static func check(_ path: String, replaces: Bool) throws(LedgerError) {
    guard !replaces, AtomicFile.exists(path) else { return }
    throw LedgerError(
      .cannotCreate, "the file exists already", file: path, advice: "name another one, or add --force")
  }

  /// Whole or not at all, and for nobody else to read.
  static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
    try check(path, replaces: replaces)
    _ = try AtomicFile.replace(path) { write in
      try write(bytes)
      return true
    }
  }

  /// `what`: what holds the same values.
  static func tell(_ path: String, _ messages: Messages, as what: String = "record") {
    messages.show(
      Notice("revealed", "\(path) holds hidden values as they are; keep it as you would the \(what)"))
  }
}
