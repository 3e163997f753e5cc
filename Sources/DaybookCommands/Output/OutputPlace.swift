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

/// The destination of a command's output: a file, or the standard output, which is `-` in every command.
package enum OutputPlace: Equatable, Sendable {
  case standardOutput
  case file(String)

  /// The file's path; nil for the standard output.
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
  /// A terminal accepts no bytes that are not text.
  ///
  /// - Parameter what: as the error names it: "the content of scan".
  func checkTakesBytes(_ what: String) throws(LedgerError) {
    guard isTerminal else { return }
    throw LedgerError(.usage, "a terminal cannot show \(what)", advice: "name a file with -o")
  }
}

/// A folder that a command writes several files into.
package enum OutputFolder {
  /// Creates the folder unless it exists. Like the ledger, it can be read only by its owner.
  package static func make(_ path: String) throws(LedgerError) {
    guard mkdir(path, 0o700) != 0 else { return }
    if errno == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
      throw LedgerError(.cannotCreate, "this is not a folder", file: path, advice: "name a folder")
    }
    throw SystemError.current("the folder cannot be made", file: path, .cannotCreate)
  }

  /// A file name derived from another, with a number if it is taken. No file overwrites another, even if their sources
  /// differ only by folder or by case.
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

/// A file that a command writes at the user's request, perhaps with hidden values in it.
enum WrittenFile {
  /// An existing file is overwritten only if the user says so.
  static func check(_ path: String, replaces: Bool) throws(LedgerError) {
    guard !replaces, AtomicFile.exists(path) else { return }
    throw LedgerError(
      .cannotCreate, "the file exists already", file: path, advice: "name another one, or add --force")
  }

  /// Writes the file whole or not at all, readable only by its owner.
  static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
    try check(path, replaces: replaces)
    _ = try AtomicFile.replace(path) { write in
      try write(bytes)
      return true
    }
  }

  /// - Parameter what: the output that contains the same values.
  static func tell(_ path: String, _ messages: Messages, as what: String = "record") {
    messages.show(
      Notice("revealed", "\(path) holds hidden values as they are; keep it as you would the \(what)"))
  }
}
