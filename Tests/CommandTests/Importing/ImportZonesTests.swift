import DaybookTestSupport
import Foundation
import Testing

/// The same files on two machines in two zones, by the command as it was built: the same values, and nothing to write
/// for the one that comes second.
@Suite struct ImportZonesTests {
  private static let zones = ["Europe/Berlin", "America/Los_Angeles"]

  /// Fields that hold a time without a zone, or follow from one.
  private static let local: Set<String> = [
    "zone", "date", "startDate", "endDate", "sourceComponent", "createdAt", "acceptedAt", "joinedAt",
    "lastReadMessageID",
  ]

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func folder(_ machine: Int) -> String { "\(sandbox.work)/machine\(machine)" }

  private func daybook(_ machine: Int, _ arguments: [String]) throws -> Outcome {
    try sandbox.run(
      BuiltCommand.path, arguments + ["--ledger", folder(machine)],
      environment: [
        "DAYBOOK_STATE_DIR": "\(sandbox.path)/state\(machine)", "TZ": Self.zones[machine],
      ])
  }

  /// How many the log holds.
  private func events(_ machine: Int) throws -> String {
    let outcome = try daybook(machine, ["replay", "--format", "json"])
    return String(try #require(outcome.output.firstMatch(of: #/"events":(\d+)/#)?.output.1))
  }

  private func digest(_ machine: Int) throws -> String {
    let outcome = try daybook(machine, ["replay", "--digest"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// A ledger that both have.
  private func start() throws {
    #expect(
      try sandbox.run(
        BuiltCommand.path, ["init", folder(0)],
        environment: ["DAYBOOK_STATE_DIR": "\(sandbox.path)/state0"]
      ).status == 0)
    for arguments in [["purus", "record", "new", "Ann"], ["messaging", "me", "me", "--name", "Me"]] {
      let outcome = try daybook(0, arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try sandbox.shell("cp -r '\(folder(0))' '\(folder(1))'").status == 0)
  }

  private func importing(_ arguments: [String], _ path: String, on machine: Int) throws {
    var arguments = arguments
    if ["fhir", "ccda", "apple-health"].contains(arguments[0]) { arguments += ["--record", "Ann"] }
    let outcome = try daybook(machine, ["import", arguments[0], path] + arguments.dropFirst())
    #expect([0, 65].contains(outcome.status), "\(arguments): \(outcome.output)\(outcome.errors)")
  }

  private func samples() throws -> [(arguments: [String], path: String)] {
    try ForeignSamples.all.map { sample in
      let path = "\(sandbox.work)/files/\(sample.name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(sample.text.utf8).write(to: URL(fileURLWithPath: path))
      return (sample.arguments, path)
    }
  }

  private func real() -> [(arguments: [String], path: String)] {
    // khal's calendars are left out: several of them have different series under one UID.
    let folders = [
      ("vcf", "vcf"), ("ics --into planner --window 2010-01-01..2026-12-31", "ics/icalendar"),
      ("mbox", "mbox"),
      ("eml", "eml"), ("fhir", "fhir/us-core-examples"), ("ccda", "fhir/ccda-hl7"),
      ("apple-health", "applehealth"), ("markdown --into planner", "markdown/kepano-vault"),
      ("annotations", "annotations"), ("whatsapp --as me", "chat/chat-miner/whatsapp/test_ddmmyy_24hrs.txt"),
      ("telegram --as me", "chat/chat-miner/telegram"), ("slack --as me", "chat/zulip-slack-fixtures"),
      ("instagram --as me", "chat/chat-miner/instagram"),
    ]
    return folders.map { ($0.0.split(separator: " ").map(String.init), RealData.path($0.1)) }
  }

  /// The second machine has what the first imported, and then imports the same.
  @Test func theSecondMachineWritesNothing() throws { try secondWritesNothing(try samples()) }

  @Test(.realData("vcf", "ics", "mbox", "eml", "fhir", "applehealth", "markdown", "annotations", "chat"))
  func theSecondMachineWritesNothingOfRealFiles() throws { try secondWritesNothing(real()) }

  private func secondWritesNothing(_ files: [(arguments: [String], path: String)]) throws {
    try start()
    for (arguments, path) in files { try importing(arguments, path, on: 0) }
    #expect(try daybook(0, ["replicate", folder(1)]).status == 0)
    let digest = try digest(0)
    #expect(try self.digest(1) == digest)
    var count = try events(1)
    for (arguments, path) in files {
      try importing(arguments, path, on: 1)
      let now = try events(1)
      if now != count {
        let changes = try daybook(1, ["log", "--limit", "8"]).output
        Issue.record("\(arguments.joined(separator: " ")) \(path): \(changes)")
      }
      count = now
    }
    #expect(try self.digest(1) == digest)
  }

  /// Each machine imports the files before it replicates. Both then reach the same state, and a second import writes
  /// nothing. Only times without a zone, which the two machines read differently, may be in conflict.
  @Test func bothImportBeforeTheyMeet() throws {
    try start()
    let files = try samples()
    for machine in 0...1 {
      for (arguments, path) in files { try importing(arguments, path, on: machine) }
    }
    #expect(try daybook(0, ["replicate", folder(1)]).status == 0)
    let digest = try digest(0)
    #expect(try self.digest(1) == digest)
    let conflicts = try daybook(0, ["conflicts", "--format", "jsonl"]).output
    for line in conflicts.split(separator: "\n") {
      let field = try #require(line.firstMatch(of: #/"field":"(\w+)"/#)?.output.1)
      #expect(Self.local.contains(String(field)), "\(line)")
    }
    for machine in 0...1 {
      for (arguments, path) in files { try importing(arguments, path, on: machine) }
      #expect(try self.digest(machine) == digest)
    }
  }
}
