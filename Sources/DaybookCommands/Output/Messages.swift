package import Daybook
package import DaybookModel
import Synchronization

/// The standard error: notices, progress and the one error.
package struct Messages: Sendable {
  /// As JSON objects, a line each.
  package let isJSON: Bool
  private let terminal: Terminal

  package init(isJSON: Bool, terminal: Terminal = .error) {
    self.isJSON = isJSON
    self.terminal = terminal
  }

  package func show(_ notice: Notice) {
    UnshownNotices.current.noteShown(notice)
    if let waiting = WaitingNotices.current, !waiting.takes(notice) { return }
    if isJSON {
      write(OutputRow([("notice", ["code": .string(notice.code), "text": .string(notice.text)])]))
    } else {
      write("daybook: \(VisibleText.escape(notice.text))\n")
    }
  }

  package func show(_ notices: [Notice]) {
    for notice in notices { show(notice) }
  }

  package func show(_ error: LedgerError) {
    guard isJSON else {
      write(terminal.style.error("daybook:") + " \(Self.line(error))\n")
      return
    }
    var row = OutputRow([
      ("code", .string(error.code.rawValue)),
      ("exit", .int(Int64(ExitStatus.of(error.code)))),
      ("what", .string(error.what)),
    ])
    row.append("file", ifPresent: error.file)
    if let line = error.line { row.append("line", .count(line)) }
    if let offset = error.offset { row.append("offset", .count(offset)) }
    row.append("advice", ifPresent: error.advice)
    var outer = OutputRow()
    outer.append("error", .object(JSONObject(row.members.map { ($0.name, $0.value) })))
    write(outer)
  }

  /// `what; where; what to do`, each escaped and on one line.
  package static func line(_ error: LedgerError) -> String {
    var place = error.file ?? ""
    if let line = error.line { place += (place.isEmpty ? "line " : ":") + "\(line)" }
    if let offset = error.offset { place += (place.isEmpty ? "byte " : ", byte ") + "\(offset)" }
    return [error.what, place, error.advice ?? ""]
      .filter { !$0.isEmpty }.map(VisibleText.escape).joined(separator: "; ")
  }

  /// A line that the next one replaces; only on a terminal.
  package func progress(_ text: String) {
    guard terminal.isTerminal, !isJSON else { return }
    let room = (terminal.width ?? 80) - 1
    write("\r\u{1b}[K" + DisplayWidth.fit(VisibleText.escape(text), room))
  }

  package func endProgress() {
    if terminal.isTerminal, !isJSON { write("\r\u{1b}[K") }
  }

  private func write(_ row: OutputRow) { write(String(decoding: OutputJSON.line(row), as: UTF8.self)) }

  /// A failure to write a message is ignored: there is nowhere to report it.
  private func write(_ text: String) { try? terminal.write(Array(text.utf8)) }
}

/// Every write of a command repeats the notices of what waits or is missing. A run shows each notice once, even if the
/// writes name different causes.
final class WaitingNotices: Sendable {
  /// Nil where commands are called within the process, as in tests.
  @TaskLocal static var current: WaitingNotices?

  private static let codes: Set<String> = ["publication-waits", "seal-waits", "own-missing"]

  private let shown = Mutex<Set<Substring>>([])

  /// Whether this run has not shown the notice yet.
  func takes(_ notice: Notice) -> Bool {
    guard Self.codes.contains(notice.code) else { return true }
    return shown.withLock { $0.insert(Self.withoutCause(notice.text)).inserted }
  }

  /// The failed system call is at the end, in parentheses; so are the missing seqs, after their count and their
  /// replica.
  private static func withoutCause(_ text: String) -> Substring {
    text.firstIndex(of: "(").map { text[..<$0].dropLast() } ?? text[...]
  }
}
