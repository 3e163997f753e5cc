import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// Names that are so long that what erases them would not fit into a line.
@Suite struct LongEraseEventTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() async throws {
    folder = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state"
    options.cacheDirectory = folder.path + "/cache"
    try await Ledger.create(at: folder.path + "/l", name: "here", options: options)
    ledger = try await Ledger.open(at: folder.path + "/l", systems: [], options: options)
  }

  private func write(_ id: String, _ fields: [String]) async throws {
    for field in fields {
      _ = try await ledger.append([Mutation(.upsert, kind: "some.thing", id: id, set: [field: "secret"])])
    }
  }

  private func requireRefused(_ request: ErasureRequest, advice: String) async throws {
    let before = try LedgerDescriptor(DiskFileStore(path: folder.path + "/l").readAll("daybook.json"))
    let count = try await ledger.audit.replay().events
    let error = await #expect(throws: LedgerError.self) { try await ledger.erasures.erase(request) }
    #expect(
      error?.code == .refused && error?.advice?.contains(advice) == true, "\(String(describing: error))")
    #expect(
      error?.what.contains("more than 1 MiB") == true && error?.what.contains("nothing was erased") == true)
    #expect(try await ledger.audit.replay().events == count)
    #expect(try await ledger.erasures.list().isEmpty)
    let after = try LedgerDescriptor(DiskFileStore(path: folder.path + "/l").readAll("daybook.json"))
    #expect(after.format == before.format)
  }

  @Test func longNamesOfFieldsAreErasedWithoutNamingThem() async throws {
    let fields = ["a", "b", "c"].map { String(repeating: $0, count: 400 << 10) }
    try await write("one", fields)
    var request = ErasureRequest(kind: "some.thing", id: "one")
    request.fields = fields
    try await requireRefused(request, advice: "name fewer fields")
    request.fields = [fields[0]]
    try await ledger.erasures.erase(request)
    request.fields = []
    try await ledger.erasures.erase(request)
    let row = try #require(try await ledger.get(kind: "some.thing", id: "one"))
    #expect(Set(row.erased) == Set(fields))
    #expect(try await ledger.audit.verify().isSound)
  }

  @Test func aLongIDIsErasedAlone() async throws {
    let id = String(repeating: "i", count: 600 << 10)
    try await write(id, ["name"])
    var request = ErasureRequest(kind: "some.thing", id: id)
    request.withBelongings = true
    try await requireRefused(request, advice: "erase this entity alone")
    request.withBelongings = false
    try await ledger.erasures.erase(request)
    #expect(try await ledger.get(kind: "some.thing", id: id)?.erased == ["name"])
  }

  @Test func anIDOfAlmostALineCannotBeErased() async throws {
    let id = String(repeating: "i", count: (1 << 20) - 250)
    try await write(id, ["name"])
    try await requireRefused(ErasureRequest(kind: "some.thing", id: id), advice: "deleting it hides it")
    _ = try await ledger.append([Mutation(.delete, kind: "some.thing", id: id)])
    #expect(try await ledger.get(kind: "some.thing", id: id) == nil)
  }
}
