import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookAppForms
@testable import FreeThoughts
@testable import Messaging
@testable import Planner
@testable import PurusHealth
@testable import SAM

private let systems: [System] = [.sam, .purus, .freethoughts, .planner, .messaging]

private func take(
  _ text: String, into ledger: Ledger, system: String? = nil, kind: String? = nil
) async throws -> SyncReceipt {
  let folder = try TemporaryFolder()
  let path = folder.path + "/app.json"
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  var options = AppendOptions()
  options.keepsUnknownFields = true
  return try await ledger.importAll(
    try AppFormsImporter([path], system: system, kind: kind), options: options)
}

/// The entities of a kind that an export holds: embeddings are computed where none are stored.
private func stored(_ kind: String, _ ledger: Ledger) async throws -> [Row] {
  try await ledger.query(Query(kind)).rows.filter { kind != EmbeddingRecord.kind || $0.stamp != nil }
}

private func document(_ ledger: Ledger, system: String? = nil) async throws -> String {
  let kinds = ledger.schemas.kinds.map(\.kind).filter { system.map($0.hasPrefix) ?? true }
  var rows: [String: [Row]] = [:]
  for kind in kinds { rows[kind] = try await stored(kind, ledger) }
  var bytes: [UInt8] = []
  let found = rows
  var writing = FormWriting(
    kinds: kinds, schemas: ledger.schemas, query: { found[$0] ?? [] }, content: { _ in nil },
    write: { bytes += $0 })
  try writing.run()
  return String(decoding: bytes, as: UTF8.self)
}

/// All that is stored of the systems, as the view shows it; the others' ends of relations in no order. What is
/// computed may follow the order of writing.
private func shown(_ ledger: Ledger) async throws -> [String: JSONObject] {
  var shown: [String: JSONObject] = [:]
  for schema in ledger.schemas.kinds where !schema.kind.hasPrefix("daybook.") {
    for row in try await stored(schema.kind, ledger) {
      let inverses = Set(schema.inverses.compactMap(\.inverse))
      shown["\(row.kind) \(row.id)"] = JSONObject(
        row.fields.filter { schema.field($0.name)?.isProjection != true }.map { field in
          guard inverses.contains(field.name), let ids = field.value.array else {
            return (field.name, field.value)
          }
          return (field.name, .array(ids.sorted { ($0.string ?? "") < ($1.string ?? "") }))
        })
    }
  }
  return shown
}

struct AppFormsTests {
  @Test func theFormsOfSAM() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let receipt = try await take(
      """
      {"sam":{"people":[
        {"id":"p1","displayName":"Ann Lee","email":"ann@x.example","roleBadges":["Primary Insured"],"consentAlertsCount":9,
         "lastSyncedAt":700000000,"futureField":{"a":1},
         "insights":[{"id":"i1","title":"Call","createdAt":700000000.5}]},
        {"id":"p2","displayName":"Old","displayNameCache":"Bob","participations":[]}],
       "evidenceItems":[{"id":"e1","sourceUID":"mail:1","stateRawValue":"done","occurredAt":"2026-01-05T10:00:00+01:00",
         "title":"Mail","linkedPeople":["p1",{"id":"p2"}]}],
       "analysisArtifacts":[{"id":"a1","peopleJSON":"[{\\"name\\":\\"Ann\\"}]"}]}}
      """, into: ledger)
    #expect(receipt.plan.skipped == [])
    let ann = try #require(try await ledger.get(kind: "sam.person", id: "p1"))
    #expect(ann["displayNameCache"] == "Ann Lee" && ann["emailCache"] == "ann@x.example")
    #expect(ann["roleBadges"] == ["primaryInsured"])
    #expect(ann["consentAlertsCount"] == 0)
    #expect(ann["insights"] == ["i1"])
    #expect(ann["futureField"] == ["a": 1])
    #expect(try await ledger.get(kind: "sam.person", id: "p2")?["displayNameCache"] == "Bob")
    let mail = try #require(try await ledger.get(kind: "sam.evidenceItem", id: "e1"))
    #expect(mail["state"] == "done" && mail["occurredAt"] == "2026-01-05T09:00:00.000Z")
    #expect(mail["linkedPeople"] == ["p1", "p2"])
  }

  @Test func theCloudFormOfPurus() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let text = """
      {"uuid":"R1","personalGivenName":"Ann","personalBirthdate":"1980-03-01T00:00:00.000Z","createdAt":"2026-01-05T10:00:00Z",
       "bloodEntries":"[{\\"uuid\\":\\"B1\\",\\"date\\":750000000.25,\\"value\\":\\"120/80\\",\\"comment\\":\\"\\"}]","drugEntries":"[]",
       "emergencyContacts":"[{\\"uuid\\":\\"E1\\",\\"name\\":\\"Bob\\"}]"}
      """
    let receipt = try await take(text, into: ledger, kind: "purus.medicalRecord")
    #expect(receipt.plan.skipped == [])
    let record = try #require(try await ledger.get(kind: "purus.medicalRecord", id: "R1"))
    #expect(record["personalBirthdate"] == "1980-03-01")
    #expect(record["blood"] == ["B1"] && record["emergencyContacts"] == ["E1"])
    #expect(try await ledger.get(kind: "purus.bloodEntry", id: "B1")?["date"] == "2024-10-07T13:20:00.250Z")
    // The same as the app's own import reads.
    let own = try Ledger.inMemory(systems: systems)
    _ = try await take(try await document(ledger, system: "purus."), into: own)
    #expect(try await ledger.purus.cloudDocument(of: "R1") == own.purus.cloudDocument(of: "R1"))
  }

  @Test func theCollectionsOfMessaging() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let receipt = try await take(
      """
      {"messaging":{"users":{"ann":{"displayName":"Ann","createdAt":{"_seconds":1767600000,"_nanoseconds":500000000}}},
       "conversations/c1":{"participantIDs":["ann","bob"],"lastMessage":"old","unreadCount":3},
       "conversations/c1/messages/m1":{"senderID":"bob","text":"Hi","createdAt":1767600000000,
         "attachments":[{"id":"f1","fileName":"a.jpg","type":"image","fileSize":3}]},
       "conversations/c1/participants/ann":{"lastReadMessageID":"m1"},
       "users/ann/conversations/c1":{"isPinned":true}}}
      """, into: ledger)
    #expect(receipt.plan.skipped == [])
    let message = try #require(try await ledger.get(kind: "messaging.message", id: "m1"))
    #expect(message["sender"] == "bob" && message["conversation"] == "c1")
    #expect(message["createdAt"] == "2026-01-05T08:00:00.000Z")
    #expect(message["attachments"] == ["f1"])
    let conversation = try #require(try await ledger.get(kind: "messaging.conversation", id: "c1"))
    #expect(conversation["participantIDs"] == ["ann", "bob"])
    let part = try #require(try await ledger.get(kind: "messaging.participant", id: "c1/ann"))
    #expect(part["isPinned"] == true && part["lastReadMessageID"] == "m1")
    #expect(
      try await ledger.get(kind: "messaging.user", id: "ann")?["createdAt"] == "2026-01-05T08:00:00.500Z")
  }

  @Test func listsObjectsAndLines() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let prompt = #"{"name":"Why","promptTemplate":"{selection}: why?","isBuiltIn":false,"sortOrder":9}"#
    for text in ["[\(prompt)]", prompt, prompt + "\n" + prompt] {
      _ = try await take(text, into: ledger, system: "freethoughts")
    }
    let prompts = try await ledger.query(Query("freethoughts.provocationPrompt")).rows.filter {
      $0["name"] == "Why"
    }
    #expect(prompts.count == 1)
    let vectors = #"{"id":"v1","vector":[0.1,1e-300,-0.0,3.0000000000000004],"noteless":null}"#
    _ = try await take(vectors, into: ledger, kind: "planner.embeddingRecord")
    #expect(
      try await ledger.get(kind: "planner.embeddingRecord", id: "v1")?["vector"]?.array?.compactMap(\.double)
        == [0.1, 1e-300, -0.0, 3.0000000000000004])
  }

  @Test(arguments: [
    "{", "[1]", #"[{"x":1}]"#, #"{"sam":{"people":[{"id":"p","emailAddresses":7}]}}"#, #"{"sam":7}"#,
  ])
  func whatCannotBeReadIsNamed(_ text: String) async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let receipt = try await take(text, into: ledger)
    #expect(receipt.plan.summary.skipped == 1)
    #expect(receipt.events == 0)
  }

  @Test func settingsAndAccessesComeFromNoFile() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let forged = #"{"_kind":"daybook.setting","id":"audit-reads","value":"off"}"#
    let receipt = try await take(
      "[\(forged),{\"_kind\":\"daybook.access\",\"id\":\"f\",\"by\":\"eve\"}]", into: ledger)
    #expect(receipt.plan.summary.skipped == 2 && receipt.events == 0)
    let named = try await take(#"{"id":"r","label":"x"}"#, into: ledger, kind: "daybook.replica")
    #expect(named.plan.summary.skipped == 1 && named.events == 0)
  }

  /// A file that is named is read, whatever it is called, and one with nothing is no success.
  @Test(arguments: [("", 0, 1), (#"{"_kind":"planner.person","email":"a@x.de"}"#, 1, 0), ("hello", 0, 1)])
  func aNamedFileIsRead(_ text: String, _ read: Int, _ skipped: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/backup.txt"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let ledger = try Ledger.inMemory(systems: systems)
    let summary = try await ledger.importAll(try AppFormsImporter([path])).plan.summary
    #expect(summary.read == read && summary.skipped == skipped)
    // In a folder it is somebody's text, and a folder with nothing else is told.
    let whole = try await ledger.importAll(try AppFormsImporter([folder.path])).plan
    #expect(whole.summary.read == 0 && whole.skipped.map(\.file) == [folder.path])
  }

  /// A record whose documents are larger together than what an importer otherwise holds of a value.
  @Test func largeDocumentsComeBack() async throws {
    let ledger = try Ledger.inMemory(systems: systems)
    let text = String(repeating: "AAAA", count: 4_400_000)
    let document = #"[{"id":"d","documentName":"Scan","documentData":"\#(text)"}]"#
    let receipt = try await take(document, into: ledger, kind: "purus.medicalDocumentEntry")
    #expect(receipt.plan.skipped == [] && receipt.plan.summary.created == 1)
  }

  @Test(.seeded, arguments: 0..<4)
  func outAndIn(_ round: UInt64) async throws {
    let seed = TestSeed.current &+ round
    var random = SeededRandom(seed: seed)
    let ledger = try Ledger.seeded(systems: systems)
    try await RandomEntities(ledger.schemas).write(200, to: ledger, &random)
    let text = try await document(ledger)
    let copy = try Ledger.seeded(systems: systems)
    let receipt = try await take(text, into: copy)
    #expect(receipt.plan.skipped == [], "DAYBOOK_SEED=\(seed)")
    let (wanted, found) = (try await shown(ledger), try await shown(copy))
    #expect(Set(wanted.keys) == Set(found.keys), "DAYBOOK_SEED=\(seed)")
    for (name, fields) in wanted where found[name] != fields {
      for field in fields where found[name]?[field.key] != field.value {
        Issue.record(
          "\(name).\(field.key): \(field.value) became \(found[name]?[field.key] ?? "nothing"); DAYBOOK_SEED=\(seed)"
        )
      }
    }
    #expect(try await take(text, into: copy).events == 0)
    #expect(try await document(copy) == text)
  }
}

/// Entities of every kind with values of every type, as far as the rules of their kinds let them be.
private struct RandomEntities {
  let schemas: SchemaRegistry
  private var kinds: [KindSchema] {
    schemas.kinds.filter { schema in FormNames.systems.contains { schema.kind.hasPrefix($0 + ".") } }
  }

  init(_ schemas: SchemaRegistry) { self.schemas = schemas }

  func write(_ count: Int, to ledger: Ledger, _ random: inout SeededRandom) async throws {
    var ids: [String: [String]] = [:]
    for number in 0..<count {
      guard let schema = kinds.randomElement(using: &random) else { return }
      let id = "\(schema.kind)-\(number)"
      var mutation = Mutation(.upsert, kind: schema.kind, id: id, set: fields(schema, ids, number, &random))
      mutation.set?["id"] = nil
      // What breaks a rule of its kind is not written; that is another test's.
      guard (try? await ledger.append([mutation])) != nil else { continue }
      ids[schema.kind, default: []].append(id)
      for relation in schema.relations where relation.isToMany {
        for target in (ids[relation.target] ?? []).shuffled(using: &random).prefix(2) {
          _ = try? await ledger.append([
            Mutation(.link, kind: schema.kind, id: id, rel: relation.name, to: target)
          ])
        }
      }
    }
    #expect(ids.values.map(\.count).reduce(0, +) > count / 2)
    #expect(ids.count > 15)
  }

  private func fields(
    _ schema: KindSchema, _ ids: [String: [String]], _ number: Int, _ random: inout SeededRandom
  ) -> JSONObject {
    var fields = JSONObject()
    let inverses = Set(schema.inverses.compactMap(\.inverse))
    for field in schema.fields
    where !field.isProjection && !inverses.contains(field.name) && field.name != "id" {
      // An annotation without what it annotates is none, and no rule is asked of a field that nobody writes.
      guard schema.key?.field == field.name || field.name == "iri" || Bool.random(using: &random) else {
        continue
      }
      if case .one(let target) = field.type {
        fields[field.name] = ids[target]?.randomElement(using: &random).map { .string($0) }
      } else {
        fields[field.name] = value(field.type, number, &random)
      }
    }
    return fields
  }

  private func value(_ type: FieldType, _ number: Int, _ random: inout SeededRandom) -> JSONValue? {
    switch type {
    case .string:
      .string(["", "Ann \(number)", "ü🤓\n\"\(number)\"", "a b"].randomElement(using: &random) ?? "")
    case .bool: .bool(Bool.random(using: &random))
    case .int: .int(Int64.random(in: 0...9_007_199_254_740_993, using: &random))
    case .double, .decimal: .double(Double.random(in: 0...1, using: &random))
    case .instant:
      .string(Instant(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random)).description)
    case .day:
      .string(CivilDay(daysSince1970: Int64.random(in: -10_000...20_000, using: &random)).description)
    case .uuid: .string(UUID().uuidString.lowercased())
    case .data: .string(Data([UInt8(truncatingIfNeeded: number), 0, 255]).base64EncodedString())
    case .enumeration(let known): known.randomElement(using: &random).map { .string($0) } ?? "other"
    case .array(let element):
      .array((0..<Int.random(in: 0...3, using: &random)).compactMap { _ in value(element, number, &random) })
    case .dictionary(let element): value(element, number, &random).map { .object(["key": $0]) }
    case .object(let fields):
      .object(
        JSONObject(fields.compactMap { field in value(field.type, number, &random).map { (field.name, $0) } })
      )
    case .one, .many: nil
    case .any: .object(["any": .int(Int64(number))])
    }
  }
}

/// The cloud form of a medical record names each kind of its entries, and only those.
@Test func aRecordsListsAreItsEntries() throws {
  let schemas = try Ledger.inMemory(systems: systems).schemas
  let entries = schemas.kinds.filter { $0.kind.hasPrefix("purus.") && $0.field("record") != nil }.map(\.kind)
  #expect(entries.count > 5)
  #expect(FormExport.cloudLists.map(\.kind).sorted() == entries.sorted())
}
