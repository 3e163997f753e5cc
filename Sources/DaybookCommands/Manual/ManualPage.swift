package import ArgumentParser
import Daybook
import DaybookModel

/// The manual page of the whole command in man(7)'s macros, which every `man` understands.
package struct ManualPage {
  private var lines: [String] = []

  package init(root: any ParsableCommand.Type) {
    guard let description = CommandDescription.of(root) else { return }
    lines.append(#".TH DAYBOOK 1 "" "\#(Self.escape("daybook \(Ledger.softwareVersion)"))" "Daybook""#)
    section("NAME")
    lines.append(Self.escape("daybook - \(description.abstract)"))
    section("SYNOPSIS")
    lines.append(#"\fBdaybook\fR \fIcommand\fR [\fIarguments\fR]"#)
    section("DESCRIPTION")
    paragraphs(description.discussion)
    section("COMMANDS")
    for command in description.subcommands { add(command) }
    let shared = Self.shared(description)
    if !shared.isEmpty {
      section("OPTIONS OF ALL COMMANDS")
      for argument in shared { add(argument) }
    }
    section("ENVIRONMENT")
    for (name, text) in Self.environment { tagged(#"\fB\#(name)\fR"#, text) }
    section("EXIT STATUS")
    for (status, text) in ExitStatus.meanings { tagged("\\fB\(status)\\fR", text) }
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  private static let environment = [
    ("DAYBOOK_LEDGER", "The ledger's folder, where --ledger names none."),
    ("DAYBOOK_BY", "The author of what is written, where --by names none."),
    ("DAYBOOK_KEY_FILE", "A key to a locked ledger, where --key-file names none."),
    ("DAYBOOK_STATE_DIR", "Where this machine keeps its identity, keys, locks and journals."),
    ("DAYBOOK_CACHE_DIR", "Where snapshots are kept; deleting it is always safe."),
    (
      "DAYBOOK_EXEC_PATH",
      "An additional folder for the separate executables of daybook."
    ),
    ("NO_COLOR", "If set and not empty, no colours."),
  ]

  /// Options that almost every command has are described once.
  private static let sharedNames = ["--format", "--ledger", "--wait", "--tz", "--key-file"]

  private static func shared(_ root: CommandDescription) -> [CommandDescription.Argument] {
    let all = leaves(root).flatMap(\.arguments)
    return sharedNames.compactMap { name in all.first { $0.names.contains(name) } }
  }

  private static func leaves(_ command: CommandDescription) -> [CommandDescription] {
    command.subcommands.isEmpty ? [command] : command.subcommands.flatMap(leaves)
  }

  private mutating func section(_ title: String) { lines.append(".SH \(title)") }

  private mutating func add(_ command: CommandDescription) {
    guard command.subcommands.isEmpty else {
      for command in command.subcommands { add(command) }
      return
    }
    let own = command.arguments.filter { argument in
      !argument.names.contains(where: Self.sharedNames.contains)
    }
    lines.append(".SS \(Self.escape(command.path))")
    lines.append(#"\fB\#(Self.escape(command.path))\fR \#(own.map(Self.usage).joined(separator: " "))"#)
    lines.append(".PP")
    lines.append(Self.escape(command.abstract))
    paragraphs(command.discussion)
    for argument in own { add(argument) }
  }

  private mutating func add(_ argument: CommandDescription.Argument) {
    var label = argument.names.map { #"\fB\#(Self.escape($0))\fR"# }.joined(separator: ", ")
    if !argument.isFlag {
      label += (label.isEmpty ? "" : " ") + #"\fI\#(Self.escape(argument.valueName))\fR"#
    }
    let standard = argument.defaultValue.map { " (by default \($0))" } ?? ""
    tagged(label, argument.abstract + standard)
  }

  private static func usage(_ argument: CommandDescription.Argument) -> String {
    var text = argument.names.last.map { #"\fB\#(escape($0))\fR"# } ?? ""
    if !argument.isFlag { text += (text.isEmpty ? "" : " ") + #"\fI\#(escape(argument.valueName))\fR"# }
    if argument.isRepeating { text += " ..." }
    return argument.isOptional ? "[\(text)]" : text
  }

  private mutating func tagged(_ label: String, _ text: String) {
    lines += [".TP", label, Self.escape(text)]
  }

  /// Paragraphs are filled; what is indented (examples) stays line by line.
  private mutating func paragraphs(_ text: String) {
    var isVerbatim = false
    lines.append(".PP")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isVerbatim {
        isVerbatim.toggle()
        lines.append(isVerbatim ? ".RS 4\n.nf" : ".fi\n.RE")
      }
      lines.append(line.isEmpty ? ".PP" : Self.escape(String(isVerbatim ? line.dropFirst(2) : line)))
    }
    if isVerbatim { lines.append(".fi\n.RE") }
  }

  /// Backslashes and hyphens mean themselves; no line is taken for a request.
  package static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? #"\&"# + result : result
  }
}

/// A command as the argument parser describes it, which is the only source of the manual.
struct CommandDescription {
  struct Argument {
    var isPositional: Bool
    var isFlag: Bool
    /// With their dashes.
    var names: [String]
    var valueName: String
    var abstract: String
    var isOptional: Bool
    var isRepeating: Bool
    var defaultValue: String?
  }

  /// `daybook sam sync contacts`
  var path: String
  var abstract: String
  var discussion: String
  var arguments: [Argument]
  var subcommands: [CommandDescription]

  static func of(_ root: any ParsableCommand.Type) -> CommandDescription? {
    guard let description = try? JSONParser.parse(root._dumpHelp()),
      let command = description.object?["command"]?.object
    else { return nil }
    return CommandDescription(command, parents: [])
  }

  private init(_ object: JSONObject, parents: [String]) {
    let names = parents + [object["commandName"]?.string ?? ""]
    path = names.joined(separator: " ")
    abstract = object["abstract"]?.string ?? ""
    discussion = object["discussion"]?.string ?? ""
    arguments = (object["arguments"]?.array ?? []).compactMap { Argument($0.object ?? [:]) }
    subcommands = (object["subcommands"]?.array ?? []).compactMap(\.object)
      .filter { $0["commandName"]?.string != "help" && $0["shouldDisplay"]?.bool != false }
      .map { CommandDescription($0, parents: names) }
  }
}

extension CommandDescription.Argument {
  /// Nil for arguments that are hidden, and for those of every command.
  fileprivate init?(_ object: JSONObject) {
    names = (object["names"]?.array ?? []).compactMap(\.object).map { name in
      (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
    }
    guard object["shouldDisplay"]?.bool != false, !names.contains("--help"), !names.contains("--version")
    else {
      return nil
    }
    isPositional = object["kind"]?.string == "positional"
    isFlag = object["kind"]?.string == "flag"
    valueName = object["valueName"]?.string ?? ""
    abstract = object["abstract"]?.string ?? ""
    isOptional = object["isOptional"]?.bool ?? false
    isRepeating = object["isRepeating"]?.bool ?? false
    defaultValue = isFlag ? nil : object["defaultValue"]?.string
  }
}
