import ArgumentParser
package import Daybook
package import DaybookModel

/// The options of commands that make a recovery key. They show it once, and check that the user kept it.
struct NewKeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the recovery key as a page to print to this new file, for you alone, instead of showing it.",
      valueName: "file"),
    completion: .file())
  var paper: String?

  @Flag(name: .shortAndLong, help: "Ask nothing, not even whether the recovery key was kept.")
  var yes = false

  private static let checkedCount = 4
  private static let triesMax = 3

  /// Before anything else is done, refuses a file that exists, and one that would be copied with the ledger.
  ///
  /// - Parameter ledger: its folder, which need not exist yet.
  func check(_ ledger: String) throws {
    guard let paper else { return }
    if AtomicFile.exists(paper) {
      throw LedgerError(
        .cannotCreate, "the file exists already", file: paper,
        advice: "name another file; it may hold the recovery key of another ledger")
    }
    if SystemFolder.isWithin(paper, ledger) {
      throw LedgerError(
        .refused, "the recovery key would be in the ledger's folder, and be copied with it", file: paper,
        advice: "name a file outside \(ledger)")
    }
  }

  /// A new key for the ledger with this id, shown and kept.
  ///
  /// - Throws: ``LedgerError`` with code `refused` if the user was asked for the end of the key and did not know it.
  func makeKey(
    of ledger: String, at path: String, in zone: TimeZoneRule = .system, _ papers: RecoveryPapers,
    _ options: OutputOptions
  ) throws -> RecoverySecret {
    let name = path.split(separator: "/").last.map(String.init)
    let request = RecoveryPapers.Request(
      ledger: ledger, name: name == "." || name == ".." ? nil : name, key: RecoverySecret(),
      made: zone.day(at: SystemClock.now()))
    try show(request, papers, options)
    guard !yes, Confirmation.isPossible else { return request.key }
    do { try ask(request.key, options.messages) } catch {
      // The page of a key for which nothing is encrypted could be mistaken for the right one.
      if let paper { try? AtomicFile.remove(paper) }
      throw error
    }
    return request.key
  }

  /// What a command failed with after the key was shown, and what becomes of the key. One that may be in use is kept.
  static func explained(_ error: LedgerError, at path: String, _ options: LedgerOptions) -> LedgerError {
    let isInUse: Bool
    do { isInUse = try Ledger.hasLock(at: path, options: options) } catch let error as LedgerError {
      isInUse = error.code != .noLedger
    } catch {
      isInUse = true
    }
    let fate =
      isInUse
      ? "keep the recovery key: 'daybook lock' continues with it"
      : "nothing was locked: throw the recovery key away; the command makes another when you run it again"
    var error = error
    error.advice = error.advice.map { "\($0); \(fate)" } ?? fate
    return error
  }

  private func show(
    _ request: RecoveryPapers.Request, _ papers: RecoveryPapers, _ options: OutputOptions
  ) throws {
    if let paper {
      try WrittenFile.write(Array(papers.page(request).utf8), to: paper, replaces: false)
      return options.messages.show(
        Notice("paper", "\(paper) holds the recovery key: print it now, then delete the file"))
    }
    guard options.output.format == .table else {
      return try options.output.show([
        ("ledger", .string(request.ledger)), ("recoveryKey", .string(request.key.paper)),
      ])
    }
    let terminal = Terminal.output
    let code: RecoveryPapers.Code =
      !terminal.style.isOn ? .none : Terminal.takesUTF8 ? .halfBlocks : .spaces
    try options.output.show(text: papers.text(request, terminal.width ?? 80, code))
  }

  /// A user who has the paper knows how the key ends.
  private func ask(_ key: RecoverySecret, _ messages: Messages) throws {
    let end = key.paper.suffix(Self.checkedCount)
    let place = paper == nil ? "what you wrote down" : "the print"
    for _ in 0..<Self.triesMax {
      let question =
        "Type the last four characters of line 5 from \(place), before the = and without the space (of 'X7QK WGTH 4C': TH4C):"
      guard let typed = Confirmation.answer(question) else { break }
      if typed.uppercased().filter({ $0.isLetter || $0.isNumber }) == end { return }
      messages.show(Notice("unkept", "the key does not end with these characters"))
    }
    throw LedgerError(
      .refused, "the recovery key was not confirmed, and nothing was changed",
      advice: "throw this key away and run the command again, which makes another one")
  }
}

/// The recovery key on paper: shown, printed, and read as somebody typed it. The executable that links the library for
/// QR codes provides it; `daybook` itself has none, and runs that executable instead.
package struct RecoveryPapers: Sendable {
  static var current: RecoveryPapers? { CommandParts.current.papers }

  /// The content of a recovery page.
  package struct Request: Sendable {
    /// The ledger's UUID.
    package var ledger: String
    package var name: String?
    package var key: RecoverySecret
    package var made: CivilDay
  }

  /// How a text shows the QR code.
  package enum Code: Sendable {
    case halfBlocks, spaces, none
  }

  /// The page for a terminal with this many columns.
  package var text: @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String
  /// An HTML page to print.
  package var page: @Sendable (_ request: Request) throws -> String
  /// Reads the key from text that a user typed, or from a file's text.
  package var read: @Sendable (_ typed: String) throws -> RecoverySecret

  package init(
    text: @escaping @Sendable (_ request: Request, _ width: Int, _ code: Code) throws -> String,
    page: @escaping @Sendable (_ request: Request) throws -> String,
    read: @escaping @Sendable (_ typed: String) throws -> RecoverySecret
  ) {
    (self.text, self.page, self.read) = (text, page, read)
  }

  /// Becomes the executable that provides them, if this one has none. To be called before anything is read.
  static func linked() throws(LedgerError) -> RecoveryPapers {
    if let current { return current }
    try PartExecutable.become(ForeignFormats.executable)
  }
}
