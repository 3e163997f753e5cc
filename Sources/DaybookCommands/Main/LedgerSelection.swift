public import ArgumentParser
public import Daybook
import DaybookModel

/// The options of every command that needs a ledger: which one, and how to open it.
public struct LedgerSelection: ParsableArguments, Sendable {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The ledger's folder, or, for reading, a .tar or .tar.zst of it. By default $DAYBOOK_LEDGER, else the nearest folder with a daybook.json, from here up.",
      valueName: "dir"),
    completion: .directory)
  var ledger: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How long a write waits for another writer on this machine, in seconds.", valueName: "seconds"))
  var wait: Double = 5

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time zone of times that you type and of tables, such as Europe/Berlin. By default $TZ, else the system's.",
      valueName: "zone"))
  var tz: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with a key to a locked ledger (AGE-SECRET-KEY-1…), besides this device's own. By default $DAYBOOK_KEY_FILE.",
      valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Flag(
    name: .long,
    help:
      "Record this reading in the ledger, as daybook.access, before anything is shown. 'daybook settings' turns it on for all."
  )
  var auditReads = false

  public init() {}

  public func validate() throws {
    guard wait >= 0, wait <= 1e9 else {
      throw ValidationError("--wait takes a number of seconds from 0, not \(wait)")
    }
  }
}

extension LedgerSelection {
  /// The key file that was given: by the option, else by the environment.
  var keyFileNamed: String? { keyFile ?? Environment.nonEmpty("DAYBOOK_KEY_FILE") }
}

/// Who writes, and why.
public struct AuthorOptions: ParsableArguments, Sendable {
  @Option(
    name: .long,
    help: ArgumentHelp("The author. By default $DAYBOOK_BY, else the user's name.", valueName: "name"))
  public var by: String?

  @Option(name: .long, help: ArgumentHelp("The reason, kept with the event.", valueName: "text"))
  public var why: String?

  public init() {}

  /// The author that `--by` names, else $DAYBOOK_BY, else the user.
  public var author: String { by ?? Environment.nonEmpty("DAYBOOK_BY") ?? Environment.userName }
}

extension LedgerSelection {
  /// The ledger of this run, if it is already open.
  @TaskLocal static var opened: Ledger?

  /// Opens the ledger that the options or the environment name, with the systems of this executable, and records the
  /// reading, if that is wanted.
  ///
  /// - Throws: `LedgerError`, which the command prints.
  public func open() async throws -> Ledger { try await open(progress: nil) }

  /// The same with its progress, or without the snapshot or the key file.
  func open(
    progress: ReadingProgress.Sink? = nil, usesSnapshot: Bool = true, usesKeyFile: Bool = true
  ) async throws -> Ledger {
    if let opened = Self.opened {
      OpenedLedgers.current.note(opened)
      try await prepare(opened)
      return opened
    }
    var options = try openOptions(usesKeyFile: usesKeyFile)
    options.progress = progress
    if !usesSnapshot { options.snapshots = .never }
    options.noticed = { [unshown = UnshownNotices.current] in unshown.note($0) }
    let opened = try await Ledger.open(
      at: try LedgerLocation.find(named: ledger), schemas: RegisteredSystems.registry(), options: options)
    OpenedLedgers.current.note(opened)
    try await prepare(opened)
    return opened
  }

  /// A command works out its writes from everything that this machine has acknowledged, even if the folder lacks part
  /// of it.
  private func prepare(_ ledger: Ledger) async throws {
    if let run = CommandRun.current, AccessPolicy.of(run.name).isWriting(run) {
      // The command may write nothing after all.
      let mayOnlyRead = AccessPolicy.of(run.name) == .readsAndWrites
      do {
        try await ledger.publishLacking(makesReplica: !mayOnlyRead)
      } catch  where mayOnlyRead {
        // Data can be shown without it; if the command writes, it fails with the same error.
      }
    }
    try await recordAccess(to: ledger)
  }

  /// The ledger's files; nothing is read yet.
  func auditor() throws -> Auditor {
    try Auditor.open(at: try LedgerLocation.find(named: ledger), options: openOptions())
  }

  /// - Parameter usesKeyFile: false where the file is read for another purpose.
  func openOptions(usesKeyFile: Bool = true) throws -> LedgerOptions {
    var options = LedgerOptions()
    if usesKeyFile { options.keys = keyFileNamed.map { .file($0) } }
    options.zone = try zone()
    options.wait = .milliseconds(Int64(wait * 1000))
    return options
  }

  /// The zone that `--tz` names; nil for the system's.
  func namedZone() throws -> (any ZoneOffsets)? { try Self.zone(named: tz) }

  func zone() throws -> TimeZoneRule { try .named(tz) }

  /// The same, but nil if none was named: the machine's own zone must not decide how a file is read.
  func givenZone() throws -> TimeZoneRule? { tz == nil ? nil : try zone() }

  fileprivate static func zone(named tz: String?) throws -> (any ZoneOffsets)? {
    guard let tz else { return nil }
    guard let zone = ZoneDirectory.zone(named: tz) else {
      throw LedgerError(.usage, "there is no time zone '\(tz)'", advice: "name one such as Europe/Berlin")
    }
    return zone
  }

  /// A moment as people write it; for a day without a time, its first or its last millisecond.
  func instant(_ text: String, _ edge: TimeText.Edge) throws -> Instant {
    try times().instant(text, edge)
  }

  /// The reader of typed times.
  func times() throws -> TimeText { try TimeText(zone: zone(), now: SystemClock.now()) }

  func stamp(_ text: String) throws -> Stamp {
    guard let stamp = Stamp(text) else {
      throw LedgerError(
        .usage, "'\(text)' is not a stamp",
        advice: "give one as 'daybook get' shows it: 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68")
    }
    return stamp
  }
}

extension TimeZoneRule {
  /// The rule of the zone with this name; nil means the system's zone.
  static func named(_ name: String?) throws -> TimeZoneRule {
    try LedgerSelection.zone(named: name).map { zone in
      TimeZoneRule { zone.offset(at: $0.milliseconds.floored(by: 1000)) }
    } ?? .system
  }
}
