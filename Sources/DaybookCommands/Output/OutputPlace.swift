import ArgumentParser
import Daybook
package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command writes what was asked for: a file, or the standard output, which is `-` in every command.
package enum OutputPlace: Equatable, Sendable {
  case standardOutput
  case file(String)

  /// The file's; nil of the standard output.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The place that an option names.
  @Sendable static func read(_ text: String) throws -> OutputPlace {
    guard !text.isEmpty else { throw ValidationError("name a file, or - for the standard output") }
    return text == "-" ? .standardOutput : .file(text)
  }
}

extension Output {
  /// A terminal takes no bytes that are not text.
  ///
  /// - Parameter what: as the error names it: "the content of scan".
  func checkTakesBytes(_ what: String) throws(LedgerError) {
    guard isTerminal else { return }
    throw LedgerError(.usage, "a terminal cannot show \(what)", advice: "name a file with -o")
  }
}

/// A folder that a command writes several files into.
package enum OutputFolder {
  /// Makes it, unless it is there; what a ledger exports is its owner's to read, as the ledger is.
  package static func make(_ path: String) throws(LedgerError) {
    guard mkdir(path, 0o700) != 0 else { return }
    if errno == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
      throw LedgerError(.cannotCreate, "this is not a folder", file: path, advice: "name a folder")
    }
    throw SystemError.current("the folder cannot be made", file: path, .cannotCreate)
  }

  /// A file's name made of another's, with a number where it is taken, so that whatever distinguishes the sources, such
  /// as their folders or their case, no file is written over another.
  package static func name(_ base: String, ending: String, besides taken: inout Set<String>) -> String {
    // A name has at most 255 bytes.
    var base = base.replacing("\0", with: "_")
    while base.utf8.count > 200 { base.removeLast() }
    if base.isEmpty || base.hasPrefix(".") { base = "notes" + base }
    var (name, number) = (base + ending, 1)
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(base)-\(number)\(ending)"
    }
    return name
  }
}

/// How a command prints its answer.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// For people: columns that fit the terminal.
  case table
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonl
  /// RFC 4180, with a header line.
  case csv
}

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
