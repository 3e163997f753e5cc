package import ArgumentParser
import Daybook

/// A command that lists by default and whose list takes a search text: any word may follow.
protocol TextListCommand: ParsableCommand {}

/// A command that takes files by default: an argument that looks like a file may follow.
protocol FilesCommand: ParsableCommand {}

/// A command that takes a kind by default: an argument that looks like a kind may follow.
protocol KindCommand: ParsableCommand {}

/// The tree of commands by name. It finds the word that is not a command, and the command that was probably meant.
package enum CommandNames {
  static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? command._commandName
  }

  /// Throws if a word is in the place of a command's name, but no command has that name.
  static func check(_ arguments: [String], in root: any ParsableCommand.Type) throws(LedgerError) {
    let (path, command, rest) = walk(arguments, in: root)
    let names = command.configuration.subcommands.map(name) + (path.count == 1 ? ["help"] : [])
    guard !command.configuration.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-"),
      word != "help", !(command is any TextListCommand.Type)
    else { return }
    let isFile = word.contains("/") || word.contains(".") || LedgerLocation.exists(word)
    if isFile, command is any FilesCommand.Type { return }
    if command is any KindCommand.Type {
      if word.contains(".") { return }
      // Two words are a kind and an entity, and no command was meant.
      if rest.dropFirst().first?.hasPrefix("-") == false, Suggestion.advice(for: word, among: names) == nil {
        throw LedgerError(
          .notFound, "there is no kind '\(OneLine.cut(word))'",
          advice: "'daybook schema list' shows the kinds")
      }
    }
    throw LedgerError(
      .usage, "'\(word)' is not a command of '\(path.joined(separator: " "))'",
      advice: Suggestion.advice(for: word, among: names)
        ?? "see '\(path.joined(separator: " ")) --help'")
  }

  /// The command that the arguments ask for. The parser prepares all commands below the one that it is given, which is
  /// slow, so it is given the one that the first words name. Only for arguments that it does not understand, and for
  /// help, it is given the whole tree.
  package static func parse(
    _ arguments: [String], in root: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    let (_, command, rest) = walk(arguments, in: root)
    if command != root, let parsed = try? command.parseAsRoot(Array(rest)),
      has(type(of: parsed), below: command)
    {
      return parsed
    }
    return try root.parseAsRoot(arguments)
  }

  /// Whether it is the command, or one of those below it: the parser answers a call for help by a command of its own.
  private static func has(
    _ other: any ParsableCommand.Type, below command: any ParsableCommand.Type
  ) -> Bool {
    other == command || command.configuration.subcommands.contains { has(other, below: $0) }
  }

  /// The names of the command that the arguments lead to, with its default subcommand's at the end.
  static func path(_ arguments: [String], in root: any ParsableCommand.Type) -> [String] {
    pathAndRest(arguments, in: root).path
  }

  /// The same, and the arguments that follow.
  static func pathAndRest(
    _ arguments: [String], in root: any ParsableCommand.Type
  ) -> (path: [String], rest: [String]) {
    let (path, command, rest) = walk(arguments, in: root)
    return (path + (command.configuration.defaultSubcommand.map { [name($0)] } ?? []), Array(rest))
  }

  /// The command that the arguments lead to.
  static func command(
    _ arguments: [String], in root: any ParsableCommand.Type
  ) -> any ParsableCommand.Type { walk(arguments, in: root).command }

  private static func walk(
    _ arguments: [String], in root: any ParsableCommand.Type
  ) -> (path: [String], command: any ParsableCommand.Type, rest: ArraySlice<String>) {
    var path = [name(root)]
    var command = root
    var rest = arguments[...]
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { name($0) == word })
    {
      path.append(word)
      command = next
      rest.removeFirst()
    }
    return (path, command, rest)
  }
}

/// Texts that begin with a dash: the parser reads them as options, often as a call for help.
enum DashedText {
  private static let helpOptions: Set<String> = ["-h", "--help", "-help", "--version", "--help-hidden"]

  /// The error where there is one; nil where there is none, or help was asked for.
  static func error(in arguments: [String]) -> LedgerError? {
    let options = arguments.prefix { $0 != "--" }
    guard options.allSatisfy({ !helpOptions.contains($0) }), options.contains(where: isText) else {
      return nil
    }
    return LedgerError(
      .usage, "a text that begins with a dash is read as an option",
      advice: "write = between an option and such a text (--text='- hi'), "
        + "and -- before one that stands alone (-- '- hi')"
    )
  }

  /// What cannot be the name of an option: `- yes`, `-5`, `-hello`, `--- title`.
  private static func isText(_ argument: String) -> Bool {
    guard argument.utf8.count > 1, argument.hasPrefix("-") else { return false }
    let name = argument.drop { $0 == "-" }.prefix { $0 != "=" }
    let isName = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if !isName { return true }
    return !argument.hasPrefix("--") && argument.utf8.count > 2
  }
}
