package import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The plain arguments of the commands whose speed matters most. The main thread answers them without the parser and
/// without another thread, which together would take longer than the reading.
protocol PlainRequest: Equatable, Sendable {
  static var options: [String] { get }
  /// The options whose value may begin with a dash.
  static var unconditional: [String] { get }
  static var flags: [String] { get }

  /// - Throws: if the arguments are wrong, which the parser then reports.
  init(_ arguments: PlainArguments) throws(PlainArguments.NotPlain)

  /// The ledger's path, as it was given.
  var ledger: String? { get }

  /// Reads and shows. False if more than a plain read is needed: then nothing is shown, and the full command runs.
  func answer(from ledger: borrowing SynchronousLedger) throws -> Bool
}

extension PlainRequest {
  static var unconditional: [String] { [] }

  /// Nil where the arguments are not plain, or not valid.
  static func plain(_ arguments: ArraySlice<String>) -> Self? {
    PlainArguments(arguments, options: options, unconditional: unconditional, flags: flags)
      .flatMap { try? Self($0) }
  }
}

extension DaybookMain {
  /// Answers a request in plain arguments, and ends the process. All other requests are left to ``run(_:opened:)``, as
  /// are readings of a ledger that records them.
  ///
  /// - Returns: the ledger, if it was opened.
  package static func answerAtOnce(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Ledger? {
    switch arguments.first {
    case "get": EntityRequest.plain(arguments.dropFirst()).flatMap { answer($0, arguments) }
    case "query": QueryRequest.plain(arguments.dropFirst()).flatMap { answer($0, arguments) }
    default: nil
    }
  }

  private static func answer(_ request: some PlainRequest, _ arguments: [String]) -> Ledger? {
    Remedy.speakAsCommand()
    do {
      let path = try LedgerLocation.find(named: request.ledger)
      var options = LedgerOptions()
      options.keys = Environment.nonEmpty("DAYBOOK_KEY_FILE").map { .file($0) }
      let ledger = try SynchronousLedger.open(
        at: path, schemas: RegisteredSystems.registry(at: path), options: options, defersKeys: true)
      if ledger.isEnabled(.auditReads) { return Ledger(ledger) }
      endIfAnswered(request, of: ledger, arguments)
      return Ledger(ledger)
    } catch {
      exit(finish(error, DaybookCommand.self, arguments))
    }
  }

  /// Returns if there is no answer. It does not close the ledger's open files: the process ends.
  private static func endIfAnswered(
    _ request: some PlainRequest, of ledger: borrowing SynchronousLedger, _ arguments: [String]
  ) {
    var status = ExitStatus.done
    do {
      guard try request.answer(from: ledger) else { return }
    } catch {
      status = finish(error, DaybookCommand.self, arguments)
    }
    let messages = Messages(isJSON: wantsJSON(arguments))
    HiddenValues.tell(messages)
    messages.show(ledger.unreadableNotices)
    exit(status)
  }
}

/// Arguments in their plainest form: words, `--option value`, `--flag`, each option once. The parser prepares whatever
/// its commands might take by reflection, which takes longer than reading an entity does; a command that people and
/// scripts wait for takes plain arguments as they are. Everything else, including wrong arguments, goes to the parser,
/// which reads plain arguments in the same way.
struct PlainArguments {
  private(set) var words: [String] = []
  // Lists, not dictionaries: making a dictionary's type takes longer than comparing a few words.
  private var values: [(name: String, value: String)] = []
  private var flags: [String] = []

  /// - Parameters:
  ///   - options: those that take a value, without their dashes; after one of `unconditional` it may begin with a dash.
  ///   - flags: those that take none.
  /// - Returns: nil where anything else is given.
  init?(
    _ arguments: some Sequence<String>, options: [String], unconditional: [String] = [],
    flags names: [String]
  ) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.utf8.first == UInt8(ascii: "-") else {
        words.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { return nil }
      let name = String(argument.dropFirst(2))
      if names.contains(name) {
        guard !flags.contains(name) else { return nil }
        flags.append(name)
      } else {
        guard options.contains(name), let value = rest.next(),
          unconditional.contains(name) && value != "--" || value.utf8.first != UInt8(ascii: "-"),
          self[name] == nil
        else { return nil }
        values.append((name, value))
      }
    }
  }

  subscript(option: String) -> String? { values.first { $0.name == option }?.value }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Nil where the option is not given; throws if it is not a number, which the parser then reports.
  func number(_ option: String) throws(NotPlain) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text) else { throw NotPlain() }
    return number
  }

  struct NotPlain: Error {}
}

// MARK: What commands have in common

extension PlainArguments {
  /// Nil if it is not given; throws if there is no such format, which the parser then reports.
  var format: OutputFormat? {
    get throws(NotPlain) {
      guard let name = self["format"] else { return nil }
      guard let format = OutputFormat(rawValue: name) else { throw NotPlain() }
      return format
    }
  }
}
