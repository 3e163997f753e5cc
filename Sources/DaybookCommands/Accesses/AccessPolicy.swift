import Daybook

/// What the access audit makes of a command.
package enum AccessPolicy: Sendable, Equatable {
  /// It shows what the ledger holds: every run is recorded.
  case reads
  /// It does, and takes an author, who is then the one who read.
  case readsAndWrites
  /// What it does is recorded by the events that it writes; a dry run shows values and writes none, so that is recorded.
  case writes
  /// It shows what the ledger holds where this option is given, and else nothing of it.
  case readsWith(String)
  /// It shows nothing of what the ledger holds, for this reason.
  case exempt(String)

  /// Of the command with these words. One that nobody thought of is recorded.
  static func of(_ name: String) -> AccessPolicy {
    all[name] ?? (CommandParts.added(name) is any WritingCommand.Type ? .writes : .reads)
  }

  /// The author's option means something else where events are chosen by it.
  var takesAuthor: Bool { self == .readsAndWrites || self == .writes }

  func isWriting(_ run: CommandRun) -> Bool {
    (self == .writes || self == .readsAndWrites) && !run.has("--dry-run")
  }

  func isReading(_ run: CommandRun) -> Bool {
    switch self {
    case .reads, .readsAndWrites: true
    case .writes: run.has("--dry-run")
    case .readsWith(let option): run.has(option) || run.value(of: option) != nil
    case .exempt: false
    }
  }
}

extension Access {
  /// Of a run of the command.
  init(_ run: CommandRun, by author: String, viewer: String?) {
    self.init()
    (by, command, arguments) = (author, run.name, run.arguments)
    (kind, entity, self.viewer) = (run.kind, run.entity, viewer)
    revealed = run.has("--reveal")
  }
}
