import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// A ledger with one entity of each kind that commands take, each with an id of its own beginning, and a name where the
/// kind has names.
struct EntityFixture {
  struct Named {
    var id: String
    var name: String?

    /// What means it, beside its whole id.
    var texts: [String] { [String(id.prefix(24))] + (name.map { [$0, $0.uppercased()] } ?? []) }
  }

  let sandbox: Sandbox
  private(set) var entities: [String: Named] = [:]

  static func id(_ number: Int) -> String {
    "01a2" + String(0x1000 + number * 273, radix: 16) + "-cca1-7abc-8def-0123456789ab"
  }

  private static let made: [(key: String, kind: String, name: String?, set: String)] = [
    ("person", "sam.person", "Quinta Ames", #""displayNameCache":"Quinta Ames","emailCache":"q@x.example""#),
    ("other", "sam.person", "Rolf Bask", #""displayNameCache":"Rolf Bask","emailCache":"r@x.example""#),
    ("gone", "sam.person", "Zacharias Gone", #""displayNameCache":"Zacharias Gone""#),
    ("context", "sam.context", "The Umbers", #""name":"The Umbers","kind":"household""#),
    ("product", "sam.product", "Vesta Life", #""name":"Vesta Life","type":"life","context":"<context>""#),
    ("participation", "sam.contextParticipation", nil, #""person":"<other>","context":"<context>""#),
    ("coverage", "sam.coverage", nil, #""person":"<person>","product":"<product>""#),
    ("responsibility", "sam.responsibility", nil, #""guardian":"<person>","dependent":"<other>""#),
    ("joint", "sam.jointInterest", nil, #""description":"A house""#),
    ("consent", "sam.consentRequirement", nil, #""person":"<person>""#),
    (
      "evidence", "sam.evidenceItem", "Walrus lunch",
      #""title":"Walrus lunch","sourceUID":"test:1","occurredAt":"2026-11-20T12:00:00.000Z","#
        + #""proposedLinks":[{"targetKind":"sam.person","targetID":"<other>","displayName":"Rolf Bask","#
        + #""confidence":0.5,"reason":"name","status":"pending"}]"#
    ),
    ("insight", "sam.insight", "Yodel call", #""message":"Yodel call","samPerson":"<person>""#),
    ("note", "sam.note", nil, #""content":"A word","person":"<person>""#),
    (
      "record", "purus.medicalRecord", "Zelda Ruiz",
      #""personalGivenName":"Zelda","personalFamilyName":"Ruiz""#
    ),
    ("weight", "purus.weightEntry", nil, #""weight":84,"record":"<record>""#),
    (
      "document", "purus.medicalDocumentEntry", nil,
      #""documentName":"Scan","documentData":"aGVsbG8=","record":"<record>""#
    ),
    ("p-person", "planner.person", "Ulf Tor", #""name":"Ulf Tor","email":"ulf@x.example""#),
    (
      "meeting", "planner.meetingRecord", "Xeno sync",
      #""eventIdentifier":"test:1","title":"Xeno sync","startDate":"2026-11-23T08:00:00.000Z","#
        + #""endDate":"2026-11-23T09:00:00.000Z""#
    ),
    ("p-note", "planner.note", "Yarrow", #""title":"Yarrow","plainText":"A herb""#),
    ("p-tag", "planner.tag", "zinc", #""name":"zinc""#),
    ("f-tag", "freethoughts.tag", "yttrium", #""name":"yttrium""#),
    (
      "f-note", "freethoughts.note", nil,
      #""content":"A thought","documentPath":"/a.md","selectedText":"fox""#
    ),
    ("prompt", "freethoughts.provocationPrompt", "Probe", #""name":"Probe","promptTemplate":"Why?""#),
  ]

  init() throws {
    sandbox = try Sandbox()
    try run("init ledger")
    var lines: [String] = []
    for (number, item) in Self.made.enumerated() {
      entities[item.key] = Named(id: Self.id(number), name: item.name)
      var set = item.set
      for (key, entity) in entities { set = set.replacing("<\(key)>", with: entity.id) }
      lines.append(#"{"op":"upsert","kind":"\#(item.kind)","id":"\#(Self.id(number))","set":{\#(set)}}"#)
    }
    func link(_ kind: String, _ key: String, _ rel: String, _ to: String) {
      let (id, to) = (entities[key]?.id ?? "", entities[to]?.id ?? "")
      lines.append(#"{"op":"link","kind":"\#(kind)","id":"\#(id)","rel":"\#(rel)","to":"\#(to)"}"#)
    }
    link("sam.jointInterest", "joint", "members", "person")
    link("sam.jointInterest", "joint", "members", "other")
    link("sam.evidenceItem", "evidence", "linkedPeople", "person")
    link("planner.note", "p-note", "tags", "p-tag")
    link("planner.meetingRecord", "meeting", "attendees", "p-person")
    link("freethoughts.note", "f-note", "tags", "f-tag")
    lines.append(#"{"op":"delete","kind":"sam.person","id":"\#(entities["gone"]?.id ?? "")"}"#)
    try write(lines.joined(separator: "\n") + "\n", to: "fixture.ndjson")
    try write("a scan", to: "scan.txt")
    try run("append fixture.ndjson")
    try makeMessages()
  }

  private mutating func makeMessages() throws {
    try run("messaging me ann --name Ann")
    let made = try object(run("messaging new bob=Bobby --text 'See you'"))
    entities["conversation"] = Named(id: made["_id"]?.string ?? "", name: "Bobby")
    entities["contact"] = Named(id: "bob", name: "Bobby")
    entities["user"] = Named(id: "ann")
    entities["message"] = Named(id: made["message"]?.string ?? "")
    try run("messaging send bob 'a file' --attach scan.txt")
    let attachment = try object(run("query messaging.attachment"))
    entities["attachment"] = Named(id: attachment["_id"]?.string ?? "")
    entities["answer"] = Named(id: try object(run("messaging faq add Why? Because"))["_id"]?.string ?? "")
  }

  private func object(_ text: String) throws -> JSONObject {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return try #require(try JSONParser.parse(line).object)
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: sandbox.work + "/" + name, atomically: true, encoding: .utf8)
  }

  @discardableResult
  private func run(_ line: String) throws -> String {
    let outcome = try outcome(line)
    #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    return outcome.output
  }

  func outcome(_ line: String) throws -> Outcome {
    try sandbox.shell("daybook \(line)", environment: ["DAYBOOK_LEDGER": sandbox.ledger])
  }
}
