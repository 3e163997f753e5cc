import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// People who were merged on one machine while another one read a new card of theirs.
@Suite struct MergedApartTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func open(_ machine: String) async throws -> Ledger {
    var options = LedgerOptions.prompt
    options.stateDirectory = "\(place.path)/state-\(machine)"
    options.replicaName = machine
    let path = "\(place.path)/\(machine)"
    if machine == "laptop" { try await Ledger.create(at: path, options: options) }
    return try await Ledger.open(at: path, systems: [.sam], options: options)
  }

  @discardableResult
  private func sync(_ ledger: Ledger, _ addresses: String...) async throws -> SyncReceipt {
    try await ledger.sync { state, _ in
      var sync = ContactSync()
      let source = SyncSource(.contacts, name: "a.vcf")
      for card in [
        ContactCard(line: 1, uid: "1", name: "Ann Lee", emails: ["ann@x"]),
        ContactCard(line: 2, uid: "2", name: "Anne Lee", emails: addresses),
      ] {
        sync.add(card, file: "a.vcf", source: source, in: state)
      }
      return sync.finish(in: state)
    }
  }

  @Test func aNewAddressFromAnotherMachineReachesWhoIsThere() async throws {
    let laptop = try await open("laptop")
    try await sync(laptop, "anne@x")
    try await laptop.replicas.replicate(with: place.path + "/desk")
    let people = try await laptop.fetch(Person.self)
    let ann = try #require(people.first { $0.displayNameCache == "Ann Lee" })
    let anne = try #require(people.first { $0.displayNameCache == "Anne Lee" })
    try await laptop.sam.merge(anne.id, into: ann.id)
    let desk = try await open("desk")
    try await sync(desk, "anne@x", "new@x")
    try await laptop.replicas.replicate(with: place.path + "/desk")
    #expect(try await laptop.conflicts.list().count == 1)
    try await sync(laptop, "anne@x", "new@x")
    #expect(try await laptop.get(ann.id)?.otherEmailAddresses == ["anne@x", "new@x"])
    let left = try await laptop.conflicts.list()
    #expect(left.isEmpty)
    #expect(try await sync(laptop, "anne@x", "new@x").events == 0)
    await desk.close()
    await laptop.close()
  }
}
