import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

/// `_erased` in conditions: of which entities what was written is erased.
@Suite struct ErasedQueryTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  @Test(arguments: [
    ("_erased.count > 0", ["ann", "cleo"]), ("_erased.count = 0", ["ben"]),
    ("_erased contains 'email'", ["ann"]),
    ("not (_erased contains 'email')", ["ben", "cleo"]),
    ("_erased contains 'name' and name = ''", ["ann", "cleo"]),
  ])
  func whatIsErasedIsFound(_ condition: String, _ ids: [String]) async throws {
    let ledger = try await place.family()
    try await ledger.commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo" }) }
    var request = ErasureRequest(kind: "house.member", id: "cleo")
    request.fields = ["name"]
    try await ledger.erasures.erase(request)
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    var query = Query("house.member", sort: [SortKey("_id")])
    query.condition = try WhereParser.parse(
      condition, kind: "house.member", registry: ledger.schemas, now: Instant(milliseconds: 0))
    #expect(try await ledger.query(query).rows.map(\.id) == ids)
  }
}
