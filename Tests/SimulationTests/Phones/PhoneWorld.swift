import Daybook
import DaybookModel
import DaybookTestSupport
import MessagingTestSupport
import Synchronization

@testable import Messaging

/// Phones and a server on which anything goes wrong, all by one seed.
actor PhoneWorld {
  struct Sent: Sendable {
    var conversation: String
    var sender: String
    var text: String
    var isDeleted = false
  }

  let seed: UInt64
  var random: SeededRandom
  let server: MemoryServer
  private let faults: RemoteFaults
  let flaws: PhoneFlaws
  private(set) var phones: [SimulatedPhone] = []
  private(set) var users: [String] = []
  /// What people wrote, by the message's id.
  var sent: [String: Sent] = [:]
  private(set) var story: [String] = []
  private var syncing: Set<Int> = []
  private(set) var failure: String?

  /// - Parameter isSkewed: whether the phones' clocks are hours off.
  init(seed: UInt64, isSkewed: Bool = true, flaws: PhoneFlaws = []) throws {
    (self.seed, self.flaws) = (seed, flaws)
    random = SeededRandom(seed: seed)
    let seconds = Mutex<Int64>(1_800_000_000)
    server = MemoryServer {
      seconds.withLock { second in
        second += 1
        return ServerTime(seconds: second)
      }
    }
    server.pageSize = Int.random(in: 1...40, using: &random)
    var rates = RemoteFaults.Rates()
    if Int.random(in: 0..<8, using: &random) > 0 {
      rates.lostRequest = Double.random(in: 0...0.15, using: &random)
      rates.lostAnswer = Double.random(in: 0...0.15, using: &random)
      rates.duplicate = Double.random(in: 0...0.1, using: &random)
      rates.delay = Double.random(in: 0...0.1, using: &random)
      rates.refusal = Double.random(in: 0...0.05, using: &random)
      rates.unavailable = Double.random(in: 0...0.04, using: &random)
    }
    faults = RemoteFaults(rates, random: SeededRandom(seed: seed &+ 1))
    users = Int.random(in: 0..<3, using: &random) == 0 ? ["ann", "bob", "carol"] : ["ann", "bob"]
    var owners = users
    // A second phone of the same user.
    if Int.random(in: 0..<3, using: &random) == 0 { owners.append("ann") }
    for (number, user) in owners.enumerated() {
      let skew = Int64.random(in: -43_200_000...43_200_000, using: &random)
      phones.append(
        try SimulatedPhone(
          number, user, skewMilliseconds: isSkewed ? skew : 0, seed: seed &+ UInt64(100 + number)))
    }
  }

  var hasTwins: Bool { phones.count > users.count }

  func run(steps: Int) async throws {
    try await begin()
    for _ in 0..<steps where failure == nil {
      let phone = phones[Int.random(in: 0..<phones.count, using: &random)]
      try await act(phone)
    }
    try await settle()
  }

  func note(_ text: String) { story.append(text) }

  func fail(_ text: String) { failure = failure ?? text }

  private func begin() async throws {
    for phone in phones.prefix(users.count) {
      let user = phone.user
      try await phone.ledger().commit { batch in
        try batch.upsert(User(id: user) { $0.displayName = "\(user.rawValue.uppercased())" })
      }
    }
    let others = users.dropFirst().map { Contact(id: Ref($0)) }
    try await phones[0].mailbox().start(with: [others[0]], id: "c1")
    if others.count > 1 {
      try await phones[1].mailbox().start(with: ["ann", "carol"].map { Contact(id: Ref($0)) }, id: "c2")
    }
    if hasTwins { try await twins() }
  }

  /// The phones of one user hold the same from here on.
  private func twins() async throws {
    guard let last = phones.last, !syncing.contains(0), !syncing.contains(phones.count - 1) else { return }
    try await last.copy(from: phones[0])
    try await phones[0].copy(from: last)
  }

  private func act(_ phone: SimulatedPhone) async throws {
    let conversation = users.count > 2 && Bool.random(using: &random) ? "c2" : "c1"
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: try await send(phone, conversation)
    case 6: try await edit(phone)
    case 7: try await unsend(phone)
    case 8..<10: try await read(phone, conversation)
    case 10: try await pin(phone, conversation)
    case 11: if hasTwins { try await twins() }
    case 12: try await join(phone)
    case 13:
      await phone.stop(orderly: Bool.random(using: &random))
      note("\(phone.number) starts anew")
    default: try await sync(phone, isDying: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  func sync(_ phone: SimulatedPhone, isDying: Bool) async throws {
    guard syncing.insert(phone.number).inserted else { return }
    defer { syncing.remove(phone.number) }
    var death: PhoneGate.Death?
    if isDying {
      death =
        Bool.random(using: &random)
        ? .request(Int.random(in: 1...12, using: &random), answered: Bool.random(using: &random))
        : .storage(Int.random(in: 1...60, using: &random))
    }
    note("\(phone.number) syncs, dying: \(death.map { "\($0)" } ?? "no")")
    let number = phone.number
    let report = try await phone.sync(MemoryRemoteStore(server, faults: faults), death: death, flaws: flaws) {
      write in await self.meanwhile(number, write)
    }
    for remark in report?.remarks ?? [] { note("\(number): \(remark)") }
  }

  /// Before a request of a phone gets through.
  private func meanwhile(_ number: Int, _ write: RemoteWrite?) async {
    if let write, write.precondition == .absent, write.path.collection == "messages", flaws.isEmpty {
      let held = try? await phones[number].ledger().get(Ref<Message>(write.path.id))
      if let held, held.acceptedAt != nil {
        fail("\(number) sends \(write.path) again, which was acknowledged")
      }
    }
    guard Int.random(in: 0..<12, using: &random) == 0 else { return }
    let other = phones[Int.random(in: 0..<phones.count, using: &random)]
    guard other.number != number, !syncing.contains(other.number) else { return }
    do { try await sync(other, isDying: false) } catch { fail("\(other.number) meanwhile: \(error)") }
  }

  /// Everything goes well from now on, until nobody has anything to tell.
  private func settle() async throws {
    faults.heal()
    server.deliverLate()
    note("all goes well from here on")
    for round in 0..<20 {
      var isQuiet = true
      for phone in phones {
        let before = try await phone.ledger().replicas.status().replicas.reduce(0) { $0 + $1.events }
        // Not for ever: what was left in a conversation that its writer is not in any more stays refused.
        if round < 10 { try await phone.mailbox().retry() }
        try await sync(phone, isDying: false)
        if try await phone.ledger().replicas.status().replicas.reduce(0, { $0 + $1.events }) != before {
          isQuiet = false
        }
      }
      if hasTwins { try await twins() }
      if isQuiet, round > 0 { return }
    }
    fail("they never stop telling one another something")
  }
}
