import Daybook
import DaybookTestSupport
import Testing

/// What was erased does not come back from a source that still has it.
@Suite struct ErasedSourceTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.house]) }

  @discardableResult
  private func read(
    _ name: String, email: String? = nil, writesErased: Bool = false, isDryRun: Bool = false
  ) async throws -> SyncReceipt {
    var fields: JSONObject = ["name": .string(name)]
    if let email { fields["email"] = .string(email) }
    var options = AppendOptions()
    (options.writesErased, options.isDryRun) = (writesErased, isDryRun)
    let member = ImportedEntity("house.member", .id("m"), fields: fields)
    return try await ledger.importAll(MemberList("a", [member]), options: options)
  }

  private func erase(_ fields: String...) async throws {
    var request = ErasureRequest(kind: "house.member", id: "m")
    request.fields = fields
    try await ledger.erasures.erase(request)
  }

  private func row() async throws -> Row { try #require(try await ledger.get(kind: "house.member", id: "m")) }

  private func notices(_ receipt: SyncReceipt) -> [String] {
    receipt.notices.filter { $0.code == "erased" }.map(\.text)
  }

  @Test func whatWasErasedIsLeftOutAndCounted() async throws {
    try await read("Ann", email: "ann@example.org")
    try await erase()
    for _ in 0..<2 {
      let again = try await read("Ann", email: "ann@example.org")
      #expect(again.events == 0 && again.plan.summary.unchanged == 1)
      #expect(notices(again).first?.hasPrefix("2 values that the source still has were erased") == true)
      #expect(notices(again).first?.contains("AppendOptions.writesErased") == true)
      #expect(try await row().erased == ["name", "email"])
    }
    #expect(notices(try await read("Ann", email: "ann@example.org", isDryRun: true)).count == 1)
  }

  @Test func whoAsksForItGetsItBack() async throws {
    try await read("Ann", email: "ann@example.org")
    try await erase("email")
    let again = try await read("Ann", email: "ann@example.org", writesErased: true)
    #expect(again.plan.summary.changed == 1 && notices(again).isEmpty)
    #expect(try await row()["email"] == "ann@example.org")
    #expect(try await read("Ann", email: "ann@example.org").events == 0)
  }

  @Test func newsOfOtherFieldsIsWritten() async throws {
    try await read("Ann", email: "ann@example.org")
    try await erase("email")
    let again = try await read("Anna", email: "ann@example.org")
    #expect(again.plan.summary.changed == 1 && notices(again).count == 1)
    let now = try await row()
    #expect(now["name"] == "Anna" && now.erased == ["email"])
  }

  /// What the source had said is erased, and nobody can tell whether it says the same.
  @Test func whatWasWrittenHereSinceStays() async throws {
    try await read("Ann")
    try await ledger.append([Mutation(.upsert, kind: "house.member", id: "m", set: ["born": "1990-01-01"])])
    try await erase()
    try await ledger.append([Mutation(.upsert, kind: "house.member", id: "m", set: ["name": "A."])])
    for name in ["Ann", "Annie"] {
      let again = try await read(name)
      #expect(again.events == 0 && notices(again).count == 1)
      #expect(try await row()["name"] == "A.")
    }
    #expect(try await read("Annie", writesErased: true).plan.summary.changed == 1)
    #expect(try await row()["name"] == "Annie")
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  @Test func aWrittenHereAndErasedValueIsNotWrittenAgain() async throws {
    try await read("Ann")
    try await ledger.append([Mutation(.upsert, kind: "house.member", id: "m", set: ["name": "Anna"])])
    try await erase("name")
    #expect(try await read("Ann").events == 0)
    #expect(try await row().erased == ["name"])
    try await read("Ann", writesErased: true)
    let now = try await row()
    #expect(now["name"] == "Ann" && now.erased.isEmpty)
    #expect(try await ledger.conflicts.list().isEmpty)
  }

  /// Whoever planned it.
  @Test func noPlanOfASyncBringsItBack() async throws {
    try await read("Ann", email: "ann@example.org")
    try await erase("name")
    @Sendable func plan(_ set: JSONObject) -> SyncPlan {
      var plan = SyncPlan()
      var mutation = Mutation(.sync, kind: "house.member", id: "m", set: set)
      mutation.present = true
      plan.mutations = [mutation]
      return plan
    }
    let again = try await ledger.sync { _, _ in plan(["name": "Ann"]) }
    #expect(again.events == 0 && again.plan.mutations.isEmpty && notices(again).count == 1)
    let other = try await ledger.sync { _, _ in plan(["name": "Ann", "email": "new@example.org"]) }
    #expect(other.events == 1)
    let now = try await row()
    #expect(now.erased == ["name"] && now["email"] == "new@example.org")
    var options = AppendOptions()
    options.writesErased = true
    #expect(try await ledger.sync(options) { _, _ in plan(["name": "Ann"]) }.events == 1)
    #expect(try await row()["name"] == "Ann")
  }
}
