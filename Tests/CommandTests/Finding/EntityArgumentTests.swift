import ArgumentParser
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCommands

/// Every argument that names an entity accepts what lists show, the beginning of an id or a name. A text that matches
/// nothing is refused and writes nothing. The arguments come from the tree of commands, so a new one cannot be left out.
@Suite struct EntityArgumentTests {
  @Test func everyArgumentIsKnown() throws {
    let covered = Set(
      EntityArgumentCase.all.flatMap { item in
        item.places.map { "\(Self.path(of: item.line)) \($0.argument)" }
      })
    var all: Set<String> = []
    for (path, arguments) in try Self.arguments() {
      for argument in arguments {
        let name = "\(path) \(argument)"
        all.insert(name)
        if ArgumentNames.others.contains(argument) { continue }
        #expect(ArgumentNames.entities.contains(argument), "\(name): say in ArgumentNames what it takes")
        let isCovered = covered.contains(name)
        #expect(
          isCovered != (EntityArgumentCase.exempt[name] != nil) || ArgumentNames.shared.contains(argument),
          "\(name) has no case, or one too many")
      }
    }
    for name in EntityArgumentCase.exempt.keys { #expect(all.contains(name), "\(name)") }
  }

  @Test func whatMeansNothingIsRefused() throws {
    let fixture = try EntityFixture()
    let before = try fixture.outcome("replay --digest").output
    for item in EntityArgumentCase.all {
      for index in item.places.indices {
        let line = Self.line(item, fixture) { $0 == index ? "qqzzxxqqzz" : nil }
        let outcome = try fixture.outcome(line)
        #expect(outcome.status == 1, "\(line): \(outcome.status) \(outcome.output)\(outcome.errors)")
        #expect(
          outcome.errors.contains("there is no ") || outcome.errors.contains("qqzzxxqqzz"),
          "\(line): \(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(line)")
      }
    }
    #expect(try fixture.outcome("replay --digest").output == before)
    #expect(try fixture.outcome("status --orphans").output.isEmpty)
  }

  @Test func whatListsShowIsTaken() throws {
    let fixture = try EntityFixture()
    for item in EntityArgumentCase.all where !item.onlyRefuses {
      let texts = item.places.map { fixture.entities[$0.entity]?.texts ?? [] }
      // A line succeeds only if what stands in each of its places is found.
      for turn in 0..<(texts.map(\.count).max() ?? 0) {
        let line = Self.line(item, fixture) { texts[$0].isEmpty ? nil : texts[$0][turn % texts[$0].count] }
        let outcome = try fixture.outcome(line)
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
      }
    }
  }

  /// The line with its places filled in: by default with whole ids.
  private static func line(
    _ item: EntityArgumentCase, _ fixture: EntityFixture, _ text: (Int) -> String?
  ) -> String {
    var line = item.line
    for (index, place) in item.places.enumerated() {
      let value = text(index) ?? fixture.entities[place.entity]?.id ?? ""
      // Within JSON it is quoted already.
      let quoted = place.argument == "--json" ? value : "'\(value)'"
      if let range = line.firstRange(of: place.text) { line.replaceSubrange(range, with: quoted) }
    }
    return line
  }

  private static func path(of line: String) -> String {
    var (path, command): ([String], any ParsableCommand.Type) = ([], DaybookCommand.self)
    for word in line.split(separator: " ").map(String.init) {
      guard
        let next = command.configuration.subcommands.first(where: {
          ($0.configuration.commandName ?? $0._commandName) == word
        })
      else { break }
      path.append(word)
      command = next
    }
    return path.joined(separator: " ")
  }

  /// The arguments with a value, by the commands' paths, as the parser describes them.
  static func arguments() throws -> [(path: String, arguments: [String])] {
    var found: [(String, [String])] = []
    func walk(_ command: JSONObject, _ path: [String]) {
      let below = (command["subcommands"]?.array ?? []).compactMap(\.object)
        .filter { $0["commandName"]?.string != "help" }
      for next in below { walk(next, path + [next["commandName"]?.string ?? ""]) }
      guard below.isEmpty else { return }
      let arguments = (command["arguments"]?.array ?? []).compactMap(\.object)
        .filter { $0["kind"]?.string != "flag" }
      found.append(
        (
          path.joined(separator: " "),
          arguments.map { argument in
            let long = (argument["names"]?.array ?? []).compactMap(\.object)
              .first { $0["kind"]?.string == "long" }?["name"]?.string
            return long.map { "--" + $0 } ?? argument["valueName"]?.string ?? ""
          }
        ))
    }
    let root = try JSONParser.parse(DaybookCommand._dumpHelp()).object?["command"]?.object
    walk(try #require(root), [])
    return found
  }
}

/// What arguments take, by their names.
enum ArgumentNames {
  static let entities: Set<String> = [
    "context", "--context", "guardian", "dependent", "people", "person", "--person", "product", "--product",
    "record", "--record", "entry", "meeting", "--meeting", "note", "--note", "notes", "tag", "--tag",
    "--untag",
    "evidence",
    "conversation", "message", "messages", "attachment", "prompt", "--prompt", "who", "--with", "--without",
    "what",
    "keep", "other", "proposal", "id", "ids", "--id", "to", "--entity", "--add", "--as", "--keep", "conflict",
    "consents",
    "kind id | stamp", "--accept",
  ]

  /// The viewer of a command, which has its own tests and never makes an entity.
  static let shared: Set<String> = ["--as"]

  static let others: Set<String> = [
    "--info", "--action-items", "--address", "--all", "--anchor", "--as-of", "--as-seen-by", "--at",
    "--attach",
    "--base", "--batch", "--before", "--check", "--field", "erasure", "--by", "--calendar", "--chat",
    "--color", "--comment", "--company", "--contact", "--with-referring", "entity",
    "--answer", "--currency", "--data", "--date", "--date-order", "--decimal", "--dialect", "--document",
    "--drop-keyword", "--drop-role", "--due", "--due-before", "--question",
    "--email", "--embed-command", "--embed-name", "--embedder", "--emit", "--end", "--expect", "--export",
    "--family", "--fields", "--file", "--folder", "--format", "--from", "--group-by", "--in",
    "--folder-key", "--information", "--interval", "--into", "--issued", "--json", "--key", "--key-file",
    "--key-variable",
    "--keyword",
    "--kind", "--ledger", "--limit", "--location", "--map", "--me", "--min-confidence", "--minutes",
    "--model", "--name", "--now", "--occurrence", "--offset", "--on", "--op", "--order", "--outcomes",
    "--output", "--page", "--paper", "--part", "--path", "--phone", "--place", "--plain-text", "--port",
    "--proof",
    "--provider",
    "--purpose", "--quote", "--reason", "--relationship", "--replica", "--role", "--separator", "--server",
    "--set", "--since", "--sort", "--source", "--specialty", "--start", "--state", "--status", "--subtitle",
    "--summary", "--system", "--template", "--text", "--timeout", "--title", "--to", "--type", "--tz",
    "--unit", "--until", "--user", "--wait", "--where", "--why", "--window", "--year", "answer", "color",
    "description", "device", "dir", "engine", "file", "files", "information", "k=v", "kind", "name", "query",
    "question", "rel", "replica", "shell", "stamp", "text", "title", "value", "weight", "year cost",
  ]
}
