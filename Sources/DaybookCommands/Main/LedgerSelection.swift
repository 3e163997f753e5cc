public import ArgumentParser
import Daybook
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
