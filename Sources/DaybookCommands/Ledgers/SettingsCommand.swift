import ArgumentParser
import Daybook

/// `daybook settings …`
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show the ledger's settings, which hold on every machine, and turn them on or off.",
    discussion: """
      Settings are in the log, as everything else is: they hold for every machine, and the log says who changed them.

      Examples:
        daybook settings
        daybook settings set audit-reads on --why 'health records'
      """,
    subcommands: [SettingsListCommand.self, SettingsSetCommand.self],
    defaultSubcommand: SettingsListCommand.self)
}

/// `daybook settings list`
struct SettingsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the settings.",
    discussion: """
      Examples:
        daybook settings list --format json
      """)

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    var rows: [OutputRow] = []
    for setting in Setting.Name.allCases {
      let isOn = try await ledger.isEnabled(setting)
      rows.append(
        OutputRow([
          ("setting", .string(setting.rawValue)), ("value", .string(isOn ? "on" : "off")),
          ("meaning", .string(setting.meaning)),
        ]))
    }
    try options.output.show(columns: rows.columns, rows)
  }
}

/// `daybook settings set NAME on|off`
struct SettingsSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Turn a setting on or off, for everybody who holds the ledger.",
    discussion: """
      Examples:
        daybook settings set audit-reads on
        daybook settings set audit-reads off --why 'no health records any more'
      """)

  @Argument(help: "The setting.", completion: .list(Setting.Name.allCases.map(\.rawValue)))
  var name: String

  @Argument(help: "on or off.", completion: .list(["on", "off"]))
  var value: String

  @OptionGroup var options: RunOptions

  func run() async throws {
    let known = Setting.Name.allCases.map(\.rawValue)
    guard let setting = Setting.Name(rawValue: name) else {
      throw LedgerError(
        .usage, "there is no setting '\(name)'",
        advice: Suggestion.advice(for: name, among: known) ?? "there are: \(known.joined(separator: ", "))")
    }
    guard value == "on" || value == "off" else {
      throw LedgerError(.usage, "a setting is on or off, not '\(value)'")
    }
    let ledger = try await options.selection.open()
    let receipt = try await ledger.set(setting, enabled: value == "on", options: options.append)
    options.messages.show(receipt.notices)
    var row = OutputRow([("setting", .string(name)), ("value", .string(value))])
    if receipt.events.isEmpty { row.append("unchanged", true) }
    if options.dryRun { row.append("dryRun", true) }
    try options.output.show(OutputRecord(row))
  }
}
