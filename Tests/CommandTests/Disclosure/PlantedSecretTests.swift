import ArgumentParser
import DaybookModel
import DaybookTestSupport
import DaybookView
import Foundation
import Testing

@testable import DaybookCommands

/// Runs every command in every format, through a pipe and on a terminal, on a ledger with a secret in every sensitive
/// field. No output shows a secret without `--reveal`, except an export through a pipe, which says so.
@Suite struct PlantedSecretTests {
  static let kinds = RegisteredSystems.registry().kinds.filter(\.hidesAnything)

  /// A new command has to be added to the cases before it passes.
  @Test func everyCommandHasACase() throws {
    let paths = CommandTreeTests.leaves(DaybookCommand.self, [])
    let arguments = Dictionary(
      uniqueKeysWithValues: try EntityArgumentTests.arguments().map { ($0.path, $0.arguments) })
    for path in paths {
      let name = path.joined(separator: " ")
      let isCovered = PlantedCases.all.contains { $0.words.starts(with: path) }
      // A command that reads no ledger does not need one.
      let readsNothing = PlantedCases.withoutLedger.contains(name)
      #expect(isCovered != readsNothing, "\(name) has no case, or one too many")
      #expect(!readsNothing || arguments[name]?.contains("--ledger") == false, "\(name)")
    }
    for item in PlantedCases.all {
      #expect(paths.contains { item.words.starts(with: $0) }, "\(item.line) is not a command")
    }
  }

  /// A secret that its field cannot hold would never be found.
  @Test func everySensitiveFieldHoldsASecret() throws {
    let planted = Self.secrets
    for schema in Self.kinds {
      for field in schema.fields where field.isSensitive && schema.isStored(field.name) && field.type != .bool
      {
        #expect(
          planted.secrets.contains { $0.place.hasPrefix("\(schema.kind).\(field.name)") }, "\(field.name)")
      }
    }
    #expect(planted.found(in: planted.lines).count == planted.secrets.count)
  }

  /// Several ledgers, so that the cases are run side by side.
  @Test(arguments: 0..<partCount) func noSecretIsSeen(_ part: Int) throws {
    let ledger = try Self.ledger()
    for (index, item) in PlantedCases.all.enumerated() where index % Self.partCount == part {
      try Self.check(item, on: ledger)
    }
  }

  /// Making a ledger takes as long as ten cases.
  private static let partCount = 3

  private static func check(_ item: PlantedCase, on ledger: DisclosureHarness) throws {
    let lines =
      item.hasFormats
      ? DisclosureHarness.formats.map { "\(withFormat(item.line, $0))" } : [item.line]
    for line in lines {
      let run = try ledger.run(fill(line), environment: environment)
      let seen = secrets.found(in: item.output == .exports ? run.errors : run.output + run.errors)
      #expect(seen.isEmpty, "\(line) shows \(seen): \(run.output)\(run.errors)")
      #expect(item.statuses.contains(run.status), "\(line) ends with \(run.status): \(run.errors)")
      let isMasked = (run.output + run.errors).contains("•••")
      #expect(item.output != .masks || isMasked, "\(line) masks nothing: \(run.output)\(run.errors)")
      #expect(!isMasked || item.output == .exports || run.notices == 1, "\(line): \(run.errors)")
      guard item.output == .exports else { continue }
      #expect(!secrets.found(in: run.output).isEmpty, "\(line) exports nothing that is hidden")
      let told = run.errors.components(separatedBy: "holds hidden values as they are").count - 1
      #expect(told == 1, "\(line) says \(told) times what it holds: \(run.errors)")
    }
    guard DisclosureHarness.hasTerminals else { return }
    // The table is what a terminal gets without --format.
    let shown = [item.line] + (item.hasFormats ? lines.filter { !$0.contains("--format table") } : [])
    let all = shown.map { line in
      "daybook \(fill(line)); status=$?; [ $status -lt 128 ] || echo CRASHED $status"
    }.joined(separator: "\n")
    let terminal = try ledger.script(all, environment: environment)
    let seen = secrets.found(in: terminal)
    #expect(seen.isEmpty, "\(item.line) shows \(seen) on a terminal: \(terminal)")
    #expect(!terminal.contains("CRASHED"), "\(item.line) on a terminal: \(terminal)")
    if item.output == .exports {
      let refusals = terminal.components(separatedBy: "add --reveal to see it here").count - 1
      #expect(refusals == shown.count, "\(item.line) on a terminal: \(terminal)")
    }
  }

  /// Puts the format before a part of the line that runs at the same time.
  private static func withFormat(_ line: String, _ format: String) -> String {
    guard let end = line.firstRange(of: " & ") else { return "\(line) --format \(format)" }
    return line[..<end.lowerBound] + " --format \(format)" + line[end.lowerBound...]
  }

  static func fill(_ line: String) -> String {
    secrets.ids.reduce(line) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
      .replacingOccurrences(of: "{note}", with: "$(cat note)")
      .replacingOccurrences(of: "{message}", with: "$(cat message)")
  }

  static let environment = [
    "FIXTURES": URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures").standardizedFileURL.path
  ]

  // MARK: The ledger

  static let secrets: PlantedSecrets = {
    let record = kinds.firstIndex { $0.kind == "purus.medicalRecord" } ?? 0
    let id = PlantedSecrets([kinds[record]]).ids.values.first ?? ""
    var others: [String: JSONObject] = ["purus.medicalRecord": ["personalGivenName": "Ann"]]
    // The record comes first, so its id is the first one.
    for kind in kinds where kind.kind.hasPrefix("purus.") && kind.field("record") != nil {
      others[kind.kind] = ["record": .string(id)]
    }
    return PlantedSecrets([kinds[record]] + kinds.filter { $0.kind != "purus.medicalRecord" }, others: others)
  }()

  /// What else is there, for the commands of the other systems.
  private static let open = """
    {"op":"upsert","kind":"sam.person","id":"ann","set":{"displayNameCache":"Ann Lee","emailCache":"ann@example.com"}}
    {"op":"upsert","kind":"sam.person","id":"ben","set":{"displayNameCache":"Ben Lee"}}
    {"op":"upsert","kind":"sam.context","id":"lees","set":{"name":"The Lees"}}
    {"op":"upsert","kind":"sam.product","id":"term","set":{"name":"Term Life","context":"lees"}}
    {"op":"upsert","kind":"sam.evidenceItem","id":"call","set":{"title":"A call"}}
    {"op":"upsert","kind":"sam.note","id":"said","set":{"content":"A remark","person":"ann"}}
    {"op":"upsert","kind":"sam.insight","id":"hint","set":{"message":"A hint"}}
    {"op":"upsert","kind":"sam.consentRequirement","id":"form","set":{"person":"ann"}}
    {"op":"upsert","kind":"sam.jointInterest","id":"house","set":{"description":"The house"}}
    {"op":"upsert","kind":"planner.person","set":{"email":"cy@example.com","name":"Cy"}}
    {"op":"upsert","kind":"planner.meetingRecord","set":{"eventIdentifier":"budget","title":"Budget"}}
    {"op":"upsert","kind":"planner.note","id":"minutes","set":{"title":"Minutes","plainText":"figures"}}

    """

  static func ledger() throws -> DisclosureHarness {
    let ledger = try DisclosureHarness()
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: ledger.sandbox.work + "/" + name, atomically: true, encoding: .utf8)
    }
    try write(secrets.lines, "secrets.jsonl")
    try ledger.run("append --atomic --force secrets.jsonl").expectDone()
    try ledger.run("append", input: open).expectDone()
    try write("The quick brown fox.\n", "essay.md")
    try FileManager.default.createDirectory(
      atPath: ledger.sandbox.work + "/chat", withIntermediateDirectories: true)
    try write("# Notes\n\nA note.\n", "notes.md")
    try write("drug,date\nZq7M0001,2026-01-01\n", "drugs.csv")
    try ledger.run("prove purus.bloodEntry \(secrets.ids["purus.bloodEntry"] ?? "") -o out.proof")
      .expectDone()
    try ledger.run("purus record export ann -o out.json").expectDone()
    for (format, name) in [("jsonl", "all.jsonl"), ("json", "all.json"), ("fhir", "all.fhir.json")] {
      try ledger.run("export \(format) -o \(name)").expectDone()
    }
    for line in [
      "planner tag add finance", "messaging me me --name Me", "messaging new bo=Bo --text hello",
      "freethoughts note essay.md --quote quick hello",
    ] { try ledger.run(line).expectDone() }
    try write(try ledger.first("query freethoughts.note"), "note")
    try write(try ledger.first("query messaging.message"), "message")
    // Two machines that had not seen one another.
    let there = [
      "DAYBOOK_STATE_DIR": ledger.sandbox.path + "/elsewhere",
      "DAYBOOK_LEDGER": ledger.sandbox.work + "/there",
    ]
    try ledger.run("replicate there").expectDone()
    let id = secrets.ids["purus.drugEntry"] ?? ""
    for (number, place) in [[:], there].enumerated() {
      try ledger.run("upsert purus.drugEntry \(id) --set name=Zq7M000\(number + 1)", environment: place)
        .expectDone()
    }
    try ledger.run("replicate there").expectDone()
    return ledger
  }
}

extension DisclosureHarness {
  /// The id of the first entity that a query lists.
  fileprivate func first(_ line: String) throws -> String {
    let output = try run("\(line) --format jsonl --limit 1").expectDone().output
    return try #require(try JSONParser.parse(output.trimmingCharacters(in: .newlines)).object?["_id"]?.string)
  }

  /// What a terminal shows of several lines, one after the other.
  func script(_ lines: String, environment: [String: String]) throws -> String {
    try lines.write(toFile: sandbox.work + "/.command", atomically: true, encoding: .utf8)
    var variables = environment
    variables["DAYBOOK_LEDGER"] = sandbox.ledger
    let outcome = try sandbox.shell(
      "script -qec 'bash .command < /dev/null' /dev/null </dev/null", environment: variables)
    return outcome.output + outcome.errors
  }
}
