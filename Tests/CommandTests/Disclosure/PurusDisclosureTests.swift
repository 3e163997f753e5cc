import DaybookTestSupport
import Foundation
import Testing

/// No command of Purus Health shows what is hidden, and those that may show it do with `--reveal`.
@Suite struct PurusDisclosureTests {
  /// Several ledgers, so that the cases are run side by side.
  @Test(arguments: 0..<4) func nothingIsSeen(_ part: Int) throws {
    let records = try Self.records()
    for (index, item) in PurusCases.all.enumerated() where index % 4 == part { try records.check(item) }
  }

  /// What is written to a file is whole, for nobody else to read, and its writing is said.
  @Test func filesAreWhole() throws {
    let records = try Self.records()
    let lines = [
      "purus record export ann -o whole.json", "purus card ann --page whole.html",
      "purus document $(cat document) -o whole.txt",
    ]
    for (line, file) in zip(lines, ["whole.json", "whole.html", "whole.txt"]) {
      let run = try records.run(line).expectDone()
      #expect(run.errors.contains("\(file) holds hidden values as they are"))
      let path = records.sandbox.work + "/" + file
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(HiddenMarker.found(in: text) != nil)
      #expect(!text.contains("•••"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try records.run(line).status == 73, "it was written over")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  private static let document = "purus document $(cat document) -o -"
  private static let export = "purus record export ann -o -"

  /// What goes to the standard output does so when somebody asks for it.
  @Test func streamsAreAskedFor() throws {
    let records = try Self.records()
    for line in [Self.document, Self.export] {
      let refused = try records.run(line)
      #expect(refused.status != 0 && refused.marker == nil, "\(refused.output)\(refused.errors)")
      #expect(try records.run("\(line) --reveal").expectDone().marker != nil)
    }
  }

  @Test(.enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"))
  func aTerminalGetsNoStreamAsItIs() throws {
    let records = try Self.records()
    let (document, record) = (Self.document, Self.export)
    #expect(try records.run("\(document) --reveal", terminal: true).marker == nil)
    try records.run("purus record edit ann \"personalNickName=$(printf 'a\\342\\200\\256b')\"").expectDone()
    let shown = try records.run("\(record) --reveal", terminal: true)
    #expect(shown.output.contains(#"a\u202eb"#) && !shown.output.contains("\u{202e}"))
  }

  private static func records() throws -> DisclosureHarness {
    let records = try DisclosureHarness()
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: records.sandbox.work + "/" + name, atomically: true, encoding: .utf8)
    }
    try write("Zq7M in a file\n", "Zq7M.txt")
    for line in PurusCases.fixture { try records.run(line).expectDone() }
    let documents = try records.run("purus list ann documents --format jsonl").expectDone().output
    let id = documents.components(separatedBy: #""_id":""#).last?.prefix { $0 != "\"" } ?? ""
    try write(String(id), "document")
    try write(#"{"uuid":"n","personalAddress":"Zq7M","drugEntries":"[{\"name\":\"Zq7M\"}]"}"#, "record.json")
    try write("Zq7M", "garbage")
    try write(#"{"uuid":"n","personalBirthdate":"Zq7M"}"#, "wrong.json")
    try write(#"{"uuid":"n","personalGender":"•••"}"#, "masked.json")
    try write(#"{"uuid":"n","drugEntries":"[{\"date\":\"Zq7M\"}]"}"#, "entries.json")
    return records
  }
}
