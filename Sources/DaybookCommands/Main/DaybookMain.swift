public import ArgumentParser
public import Daybook
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DaybookCommand {
  /// Runs the command, and ends the process.
  ///
  ///     await DaybookCommand.main(systems: [.recipes], commands: [RecipesCommand.self])
  ///
  /// - Parameters:
  ///   - systems: besides the five that the command has.
  ///   - commands: besides its own; see ``CommandParts/commands``.
  public static func main(systems: [System] = [], commands: [any ParsableCommand.Type] = []) async -> Never {
    var parts = CommandParts()
    (parts.systems, parts.commands) = (systems, commands)
    await main(parts)
  }

  /// The same with more parts, or with other arguments than the process's.
  public static func main(
    _ parts: CommandParts, arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) async -> Never {
    await DaybookMain.run(arguments, parts)
  }
}

/// From the arguments to the exit status.
public enum DaybookMain {
  /// The command `daybook` itself. It answers the most frequent requests at once, without the parser.
  public static func run() async -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    becomePart(arguments)
    await run(arguments, CommandParts(), opened: answerAtOnce(arguments))
  }

  /// - Parameter opened: the ledger that the arguments name, where it is open already.
  static func run(_ arguments: [String], _ parts: CommandParts, opened: Ledger? = nil) async -> Never {
    exit(
      await CommandParts.$current.withValue(parts) {
        await LedgerSelection.$opened.withValue(opened) { await status(of: DaybookCommand.self, arguments) }
      })
  }

  package static func status(of command: any ParsableCommand.Type, _ arguments: [String]) async -> Int32 {
    Remedy.speakAsCommand()
    let messages = Messages(isJSON: wantsJSON(arguments))
    return await HiddenValues.$current.withValue(HiddenCount()) {
      defer { HiddenValues.tell(messages) }
      return await UnshownNotices.$current.withValue(UnshownNotices()) {
        await OpenedLedgers.$current.withValue(OpenedLedgers()) {
          await WaitingNotices.$current.withValue(WaitingNotices()) {
            let status = await run(command, arguments)
            await OpenedLedgers.current.close(messages)
            UnshownNotices.tell(messages)
            return status
          }
        }
      }
    }
  }

  private static func run(_ command: any ParsableCommand.Type, _ arguments: [String]) async -> Int32 {
    do {
      try CommandNames.check(arguments, in: command)
      let parsed = try CommandNames.parse(arguments, in: command)
      try await CommandRun.$current.withValue(CommandRun(arguments, in: command, parsed: parsed)) {
        if var asynchronous = parsed as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          var synchronous = parsed
          try synchronous.run()
        }
      }
      return ExitStatus.done
    } catch {
      // They may be the reason for the error.
      await OpenedLedgers.current.tell(Messages(isJSON: wantsJSON(arguments)), isFailed: !(error is Finished))
      return finish(error, command, arguments)
    }
  }

  /// Reports what went wrong, once, and returns the exit status.
  static func finish(
    _ error: any Error, _ command: any ParsableCommand.Type, _ arguments: [String]
  ) -> Int32 {
    let messages = Messages(isJSON: wantsJSON(arguments))
    switch error {
    case let error as Finished: return error.status
    case let error as LedgerError:
      messages.show(error)
      return ExitStatus.of(error.code)
    default: break
    }
    if !(error is ExitCode), let dashed = DashedText.error(in: arguments) {
      messages.show(dashed)
      return ExitStatus.of(dashed.code)
    }
    if command.exitCode(for: error) == .success {
      // Help and the version are printed like any other answer.
      return (try? Terminal.output.write(Array((command.fullMessage(for: error) + "\n").utf8))) == nil
        ? ExitStatus.inputOutput : ExitStatus.done
    }
    guard command.exitCode(for: error) == .validationFailure else {
      messages.show(LedgerError(.inputOutput, "\(error)"))
      return ExitStatus.inputOutput
    }
    messages.show(UsageText.error(command.message(for: error), arguments, in: command))
    return ExitStatus.usage
  }

  /// Errors in the arguments are found before `--format` is parsed.
  static func wantsJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }
}

/// The argument parser's messages, in the style of the command's other messages.
enum UsageText {
  /// `what; what to do`: the parser's suggestion where it has one, otherwise where to find help.
  static func error(
    _ message: String, _ arguments: [String], in root: any ParsableCommand.Type
  ) -> LedgerError {
    let path = CommandNames.path(arguments, in: root).joined(separator: " ")
    var text = hiding(message.split(separator: "\n").joined(separator: " "), arguments, in: root)
    var advice = "see '\(path) --help'"
    if let mark = text.firstRange(of: ". Did you mean ") {
      if isNear(text[mark.upperBound...], to: text[..<mark.lowerBound]) {
        advice = "did you mean " + text[mark.upperBound...]
      }
      text = String(text[..<mark.lowerBound])
    }
    if text.hasSuffix(".") { text.removeLast() }
    return LedgerError(.usage, text.prefix(1).lowercased() + text.dropFirst(), advice: advice)
  }

  /// Whether the option that a suggestion quotes is near the one that the message quotes: the parser may suggest any.
  private static func isNear(_ suggestion: Substring, to message: Substring) -> Bool {
    func option(_ text: Substring) -> String? {
      let parts = text.split(separator: "'", omittingEmptySubsequences: false)
      return parts.count > 2 ? String(parts[1].drop { $0 == "-" }) : nil
    }
    guard let typed = option(message), let suggested = option(suggestion) else { return true }
    return Suggestion.nearest(to: typed, among: [suggested]) != nil
  }

  /// The message without the arguments that it quotes, if they may be hidden values.
  private static func hiding(
    _ message: String, _ arguments: [String], in root: any ParsableCommand.Type
  ) -> String {
    guard let command = CommandNames.command(arguments, in: root) as? any ValueArguments.Type,
      command.mayHide(arguments, RegisteredSystems.registry())
    else { return message }
    var message = message
    for argument in arguments where !argument.hasPrefix("--") && !argument.isEmpty {
      let quoted = argument.split(separator: "\n").joined(separator: " ")
      while let place = message.firstRange(of: "'\(quoted)'") {
        message.replaceSubrange(place, with: "\(Disclosure.mask)")
      }
    }
    return message
  }
}
