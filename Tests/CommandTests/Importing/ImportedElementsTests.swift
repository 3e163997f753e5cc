import DaybookTestSupport
import Foundation
import Testing

/// What becomes of every element of every format: each is a field, or is kept with what was made of it, or a notice names
/// it. The tables of the article are these runs'; `DAYBOOK_TRANSCRIPTS=update` writes them anew.
@Suite struct ImportedElementsTests {
  private enum Fate {
    case read([String]), kept([String]), skipped
    case lost
  }

  /// Fields that keep what came, for an export and not to be read.
  private static let keeping: Set<String> = ["sourceCard", "sourceComponent", "richTextData"]

  @Test(arguments: ForeignFormat.all.map(\.title))
  func everyElementIsAccountedFor(_ title: String) throws {
    let format = try #require(ForeignFormat.all.first { $0.title == title })
    let sandbox = try Sandbox()
    let (fields, notices) = try Self.imported(format, in: sandbox)
    var rows: [String] = []
    for element in format.elements {
      let (name, fate) = (element.name, Self.fate(of: element, fields, notices))
      switch fate {
      case .read(let places): rows.append("| \(name) | \(places.joined(separator: ", ")) | | |")
      case .kept(let places): rows.append("| \(name) | | \(places.joined(separator: ", ")) | |")
      case .skipped: rows.append("| \(name) | | | ✓ |")
      case .lost: Issue.record("\(title): \(name) went without a word; notices:\n\(notices)")
      }
    }
    let table =
      (["| element | read into | kept, not shown | skipped, with a notice |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
    let article = try Article("ImportedElements")
    let current = try article.current("\n" + table + "\n\n", at: article.section(title))
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference\n\(table)")
  }

  /// Every text of every field, and what the import said.
  private static func imported(
    _ format: ForeignFormat, in sandbox: Sandbox
  ) throws -> (fields: [(name: String, text: String)], notices: String) {
    let folder = sandbox.work + "/files"
    for (name, text) in format.files {
      let path = folder + "/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
    let me = try sandbox.daybook("messaging", "me", "me", "--name", "Owner", "--ledger", sandbox.ledger)
    #expect(me.status == 0)
    let arguments = format.arguments.split(separator: " ").map {
      $0.hasPrefix("FILES") ? folder + $0.dropFirst(5) : String($0)
    }
    let outcome = try sandbox.run(BuiltCommand.path, ["import"] + arguments + ["--ledger", sandbox.ledger])
    #expect([0, 65].contains(outcome.status), "\(outcome.errors)")
    // The same import again changes nothing.
    let again = try sandbox.run(BuiltCommand.path, ["import"] + arguments + ["--ledger", sandbox.ledger])
    #expect(again.output.contains("\"created\":0,\"changed\":0"), "\(again.output)")
    let exported = try sandbox.daybook("export", "jsonl", "--reveal", "--ledger", sandbox.ledger)
    #expect(exported.status == 0, "\(exported.errors)")
    let sources = try sandbox.daybook("query", "daybook.source", "--ledger", sandbox.ledger)
    var fields: [(String, String)] = []
    for line in (exported.output + sources.output).split(separator: "\n") {
      guard let entity = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let kind = entity["_kind"] as? String
      else { continue }
      for (name, value) in entity where !name.hasPrefix("_") {
        fields.append(("\(kind).\(name)", texts(value).joined(separator: "\n")))
      }
    }
    return (fields, outcome.errors)
  }

  private static func texts(_ value: Any) -> [String] {
    switch value {
    case let text as String:
      // Bytes stand there in base64.
      [text] + (Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }.map { [$0] } ?? [])
    case let all as [Any]: all.flatMap(texts)
    case let all as [String: Any]: all.values.flatMap(texts)
    default: ["\(value)"]
    }
  }

  private static func fate(
    of element: ForeignElement, _ fields: [(name: String, text: String)], _ notices: String
  ) -> Fate {
    let places = fields.filter { field in
      element.field.map { $0 == field.name && !field.text.isEmpty && field.text != "<null>" }
        ?? field.text.contains(element.proof)
    }.map(\.name)
    let kept = places.filter { place in
      place.hasPrefix("purus.sourceResource.") || keeping.contains(String(place.split(separator: ".").last!))
    }
    let read = Set(places).subtracting(kept)
    if !read.isEmpty { return .read(read.sorted().prefix(3).map { "`\($0)`" }) }
    if !kept.isEmpty { return .kept(Set(kept).sorted().map { "`\($0)`" }) }
    if let notice = element.notice, notices.contains(notice) { return .skipped }
    return .lost
  }
}
