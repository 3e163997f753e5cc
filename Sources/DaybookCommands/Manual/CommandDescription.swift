import ArgumentParser
import DaybookModel

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
