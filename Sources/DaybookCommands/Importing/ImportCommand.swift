import ArgumentParser
import Daybook

/// `daybook import FORMAT FILE…`, or without a format
struct ImportCommand: FilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import data of other programs: contacts, calendars, mail, health records, chats, notes, tables.",
    discussion: """
      Without a format, the content of each file decides how it is imported: daybook import ~/Downloads/takeout.zip

      In every format, importing the same file again writes nothing, a changed file writes its changes, and what you \
      deleted stays deleted. A record that cannot be read is skipped and named, the rest is imported, and the exit \
      status is 65. Files may be folders or archives (zip, tar), or - for the standard input. They are read as \
      streams, so they may be larger than memory. If an import is interrupted, run it again: it continues.
      """,
    subcommands: importers + [ImportFilesCommand.self], defaultSubcommand: ImportFilesCommand.self)

  private static let importers: [any ParsableCommand.Type] = [
    ImportVCFCommand.self, ImportICSCommand.self, ImportMboxCommand.self, ImportEMLCommand.self,
    ImportWhatsAppCommand.self, ImportSlackCommand.self,
    ImportMatrixCommand.self, ImportTelegramCommand.self, ImportSignalCommand.self,
    ImportMessengerCommand.self, ImportInstagramCommand.self, ImportDiscordCommand.self,
    ImportJSONCommand.self,
    ImportMarkdownCommand.self, ImportAnnotationsCommand.self,
    ImportCSVCommand.self,
    ImportLinesCommand.self,
    ImportFHIRCommand.self, ImportCCDACommand.self, ImportAppleHealthCommand.self,
  ]
}

/// `daybook import FILE…`, without a format.
struct ImportFilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "Import files of any format; the content of each decides its format.",
    discussion: """
      A file's content decides its format, not its name. Folders and archives may hold files of several formats. The \
      command reports the format of each file; a file of unknown format is named and left out, and the exit status is \
      65.

      Calendars and Markdown need a system: --into planner, sam (calendars) or freethoughts (Markdown). Options of a \
      single format, such as the columns of a table, belong to that format's command: daybook import FORMAT --help.

      Examples:
        daybook import contacts.vcf mail.mbox
        daybook import ~/Downloads/takeout.zip --into planner
        daybook import old-laptop/ --into planner --dry-run
      """)

  @Argument(help: "Files, folders and archives.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "The system to import people, calendars and notes into: sam, planner or freethoughts.",
      valueName: "system"))
  var into: String?

  @Option(help: ArgumentHelp("The record that health records and tables belong to.", valueName: "record"))
  var record: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Which of the ledger's users you are in chats.", valueName: "user"))
  var user: String?

  @Option(help: ArgumentHelp("The name of the source; by default taken from the files.", valueName: "name"))
  var source: String?

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  /// Up to this many files of one sort in a folder or an archive are named one by one.
  private static let unknownMax = 3
  private static let systems = ["sam", "planner", "freethoughts"]
  /// Formats whose files in a folder or an archive must be read together, because their places in it matter.
  private static let wholes: Set<String> = ["slack", "markdown", "whatsapp", "apple-health", "annotations"]

  func validate() throws {
    guard !files.isEmpty else { throw CleanExit.helpRequest(ImportCommand.self) }
    guard !files.contains("-") else {
      throw ValidationError("the standard input needs a format: daybook import FORMAT -")
    }
    if let into, !Self.systems.contains(into) {
      throw ValidationError("'\(into)' is none of \(Self.systems.joined(separator: ", "))")
    }
  }

  func run() async throws {
    guard let survey = ForeignFormats.current?.survey else {
      try PartExecutable.become(ForeignFormats.executable)
    }
    // A missing ledger is reported once.
    _ = try await options.selection.open()
    var groups: [(format: String, paths: [String], count: Int)] = []
    var hasUnknown = false
    for path in files {
      var unknown: [String] = []
      defer { tellUnknown(unknown, of: path) }
      for file in try survey(path) {
        guard let format = file.format else {
          hasUnknown = true
          if let problem = file.problem {
            options.messages.show(Notice("skipped", "skipped \(file.name): \(problem)"))
          } else {
            unknown.append(file.name)
          }
          continue
        }
        let isPart = file.name != path
        let place =
          isPart && !(Self.wholes.contains(format) || !LedgerLocation.exists(file.name)) ? file.name : path
        let group = groups.firstIndex { $0.format == format } ?? groups.count
        if group == groups.count { groups.append((format, [], 0)) }
        if !groups[group].paths.contains(place) { groups[group].paths.append(place) }
        groups[group].count += 1
      }
    }
    var worst: Int32 = hasUnknown ? ExitStatus.badData : 0
    for group in groups {
      guard let arguments = arguments(of: group.format) else {
        worst = max(worst, ExitStatus.usage)
        continue
      }
      let files = group.count == 1 ? "1 file is" : "\(group.count) files are"
      options.messages.show(
        Notice(
          "format",
          "\(files) imported as \(group.format): \(TableStyle.list(Array(group.paths.prefix(3))))"))
      let status = try PartExecutable.runDaybook(["import", group.format] + arguments + ["--"] + group.paths)
      worst = max(worst, status)
    }
    if worst != 0 { throw Finished(worst) }
  }

  /// Names files of unknown formats; many files with the same ending are named together.
  private func tellUnknown(_ names: [String], of path: String) {
    let sorts = Dictionary(grouping: names) { name in
      let file = name.split(separator: "/").last ?? ""
      return file.lastIndex(of: ".").map { String(file[$0...]).lowercased() } ?? ""
    }
    for (ending, names) in sorts.sorted(by: { $0.key < $1.key }) {
      if names.count > Self.unknownMax {
        let sort = ending.isEmpty ? "whose names have no ending" : "that end in \(OneLine.cut(ending))"
        let what = "\(names.count) files of \(path) \(sort), such as \(names[0])"
        options.messages.show(Notice("skipped", "skipped \(what): their format is unknown"))
        continue
      }
      for name in names {
        options.messages.show(Notice("skipped", "skipped \(name): its format is unknown"))
      }
    }
  }

  /// The arguments for one format's command; nil if something is missing, which was reported.
  private func arguments(of format: String) -> [String]? {
    var arguments: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { arguments += [name, value] }
    }
    switch format {
    case "ics", "markdown":
      let possible = format == "ics" ? ["sam", "planner"] : ["planner", "freethoughts"]
      guard let into, possible.contains(into) else {
        let what = format == "ics" ? "calendars" : "Markdown files"
        options.messages.show(
          Notice("skipped", "\(what) are left out: add --into \(possible.joined(separator: " or --into "))"))
        return nil
      }
      add("--into", into)
    case "vcf": add("--into", into == "planner" ? into : nil)
    case "fhir", "ccda", "apple-health", "csv": add("--record", record)
    case "whatsapp", "slack", "matrix", "telegram", "signal", "messenger", "instagram", "discord":
      add("--as", user)
    default: break
    }
    if format != "annotations" { add("--source", source) }
    if erased.writeErased { arguments.append("--write-erased") }
    if bounds.force, format != "vcf", format != "ics" { arguments.append("--force") }
    if options.dryRun { arguments.append("--dry-run") }
    add("--by", options.author.by)
    add("--why", options.author.why)
    if options.reveal.reveal { arguments.append("--reveal") }
    add("--ledger", options.selection.ledger)
    add("--wait", String(options.selection.wait))
    add("--tz", options.selection.tz)
    add("--format", options.output.format.rawValue)
    return arguments
  }
}
