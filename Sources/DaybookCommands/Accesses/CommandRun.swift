import ArgumentParser
import Daybook

/// The command that this process runs, as it was typed.
struct CommandRun: Sendable {
  /// The command's name without `daybook`, with that of the default subcommand at the end: `sam people list`.
  var name: String
  /// The arguments after the name.
  var arguments: [String]
  /// The kind that the command names in its arguments.
  var kind: String?
  var entity: String?

  /// Nil where commands are called within the process, as in tests.
  @TaskLocal static var current: CommandRun?

  init(
    _ arguments: [String], in root: any ParsableCommand.Type, parsed: any ParsableCommand
  ) {
    let (path, rest) = CommandNames.pathAndRest(arguments, in: root)
    (name, self.arguments) = (path.dropFirst().joined(separator: " "), rest)
    if let reading = parsed as? any NamesWhatIsRead {
      (kind, entity) = (reading.kindRead, reading.entityRead)
    }
  }

  /// The arguments before `--`, which may be options.
  private var options: ArraySlice<String> { arguments.prefix { $0 != "--" } }

  func has(_ flag: String) -> Bool { options.contains(flag) }

  /// The value of an option; the last one if it is given more than once.
  func value(of option: String) -> String? {
    var value: String?
    for (index, argument) in zip(options.indices, options) {
      if argument == option, index + 1 < options.endIndex { value = options[index + 1] }
      if argument.hasPrefix(option + "=") { value = String(argument.dropFirst(option.count + 1)) }
    }
    return value
  }
}

/// A command that says in its arguments which kind, or which entity, is read.
protocol NamesWhatIsRead: ParsableCommand {
  var kindRead: String? { get }
  var entityRead: String? { get }
}

extension NamesWhatIsRead {
  var entityRead: String? { nil }
}

extension GetCommand: NamesWhatIsRead {
  var kindRead: String? { entity.kind }
  var entityRead: String? { entity.id }
}

extension QueryCommand: NamesWhatIsRead {
  var kindRead: String? { kind }
}

extension SearchCommand: NamesWhatIsRead {
  var kindRead: String? { kind.count == 1 ? kind[0] : nil }
}

extension LogCommand: NamesWhatIsRead {
  var kindRead: String? { which.kind.count == 1 ? which.kind[0] : nil }
  var entityRead: String? { which.id }
}

extension ProveCommand: NamesWhatIsRead {
  var kindRead: String? { subject.count == 2 ? subject[0] : nil }
  var entityRead: String? { subject.count == 2 ? subject[1] : nil }
}

extension WatchCommand: NamesWhatIsRead {
  var kindRead: String? { which.kind.count == 1 ? which.kind[0] : nil }
  var entityRead: String? { which.id }
}

extension ConflictsCommand: NamesWhatIsRead {
  var kindRead: String? { kind }
  var entityRead: String? { id }
}

extension HistoryCommand: NamesWhatIsRead {
  var kindRead: String? { entity.kind }
  var entityRead: String? { entity.id }
}

extension BlameCommand: NamesWhatIsRead {
  var kindRead: String? { entity.kind }
  var entityRead: String? { entity.id }
}

extension DiffCommand: NamesWhatIsRead {
  var kindRead: String? { kind }
  var entityRead: String? { id }
}

extension RevertCommand: NamesWhatIsRead {
  var kindRead: String? { entity.kind }
  var entityRead: String? { entity.id }
}
