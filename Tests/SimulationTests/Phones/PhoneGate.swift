import DaybookTestSupport
import MessagingTestSupport
import Synchronization

@testable import Messaging

/// Where a phone's requests leave it: the place at which it may die, and at which others do something meanwhile.
final class PhoneGate: Sendable {
  enum Death: Sendable {
    /// With this request still on the phone, or already answered.
    case request(Int, answered: Bool)
    /// At this operation on its disk.
    case storage(Int)
  }

  private struct State {
    var requests = 0
    var death: Death?
    var isDead = false
  }

  private let state = Mutex(State())
  private let control: FaultControl
  /// What others do before a request gets through, and what is told of it.
  private let meanwhile: @Sendable (RemoteWrite?) async -> Void

  init(_ control: FaultControl, death: Death?, meanwhile: @escaping @Sendable (RemoteWrite?) async -> Void) {
    (self.control, self.meanwhile) = (control, meanwhile)
    state.withLock { $0.death = death }
    if case .storage(let count) = death { control.plan(FaultPlan(.crash, at: control.count + count)) }
  }

  var isDead: Bool { state.withLock(\.isDead) || control.hasStruck }

  func die() {
    state.withLock { $0.isDead = true }
    control.plan(FaultPlan(.crash, at: 0, isLasting: true))
  }

  /// Whether the phone dies with the answer.
  func enter(_ write: RemoteWrite?) async throws(RemoteStoreError) -> Bool {
    if isDead { throw .unreachable("the phone is dead") }
    let death = state.withLock { state in
      state.requests += 1
      if case .request(let number, let answered) = state.death, number == state.requests {
        return answered as Bool?
      }
      return nil
    }
    if death == false {
      die()
      throw .unreachable("the phone is dead")
    }
    await meanwhile(write)
    return death ?? false
  }
}

/// A phone's way to the server.
struct PhoneRemoteStore: RemoteStore {
  let far: MemoryRemoteStore
  let gate: PhoneGate

  private func pass<Answer: Sendable>(
    _ write: RemoteWrite? = nil, _ request: () async throws(RemoteStoreError) -> Answer
  ) async throws(RemoteStoreError) -> Answer {
    let dies = try await gate.enter(write)
    guard dies else { return try await request() }
    _ = try? await request()
    gate.die()
    throw .unreachable("the phone is dead")
  }

  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges
  {
    try await pass { () throws(RemoteStoreError) in try await far.changes(for: user, since: cursor) }
  }

  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    try await pass(write) { () throws(RemoteStoreError) in try await far.write(write, by: user) }
  }

  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument? {
    try await pass { () throws(RemoteStoreError) in try await far.document(path, for: user) }
  }

  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try await pass { () throws(RemoteStoreError) in
      try await far.upload(bytes, as: object, mimeType: mimeType, by: user)
    }
  }

  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try await pass { () throws(RemoteStoreError) in try await far.download(object, for: user) }
  }
}
