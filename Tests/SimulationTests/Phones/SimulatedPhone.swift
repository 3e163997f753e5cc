import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import MessagingTestSupport
import Synchronization

@testable import Messaging

/// A phone: a whole ledger on disks of its own, a user, a clock that is right or not, and a program that may end at
/// any moment.
actor SimulatedPhone {
  let number: Int
  let user: Ref<User>
  let clock: TestClock
  private var folder = MemoryFileStore()
  private var state = MemoryFileStore()
  private var control = FaultControl()
  private let source: SeededSource
  private var running: Ledger?
  private(set) var deaths = 0

  private static let descriptor = LedgerDescriptor(
    ledger: "0193aaaa-0000-4000-8000-000000000003", createdAt: Instant(milliseconds: start))
  static let start: Int64 = 1_790_000_000_000

  init(_ number: Int, _ user: String, skewMilliseconds: Int64, seed: UInt64) throws {
    (self.number, self.user) = (number, Ref(user))
    clock = TestClock(Self.start + skewMilliseconds)
    source = SeededSource(seed: seed)
    try folder.createFolder(LedgerLayout.replicas)
    try folder.replaceFile(LedgerLayout.descriptor, with: Self.descriptor.bytes)
  }

  func ledger() throws -> Ledger {
    if let running { return running }
    var options = LedgerOptions.prompt
    (options.wait, options.compressionLevel) = (.zero, 1)
    let (clock, source, number) = (clock, source, number)
    options.now = {
      clock.advance(7)
      return clock.now
    }
    options.random = { source.next() }
    options.makeKey = { SigningKey(seed: source.bytes(32)) ?? SigningKey() }
    let state = FaultFileStore(state, control)
    let machine = Daybook.Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (UInt64(number), 0, 0, 3))) },
      folder: {
        FolderMark(realPath: "/phone/\(number)", mark: FileMark(inode: UInt64(number), birthTime: 1))
      }, hostName: { "phone \(number)" })
    let opened = try Ledger.open(
      FaultFileStore(folder, control), path: "/phone/\(number)", [.messaging], machine, options)
    running = opened
    return opened
  }

  func mailbox() throws -> Mailbox { Mailbox(try ledger(), of: user) }

  /// Ends the program: orderly, or as if it had been killed.
  func stop(orderly: Bool) async {
    if orderly { await running?.close() }
    running = nil
    (folder, state, control) = (MemoryFileStore(folder.image), MemoryFileStore(state.image), FaultControl())
  }

  func sync(
    _ far: MemoryRemoteStore, death: PhoneGate.Death?, flaws: PhoneFlaws,
    meanwhile: @escaping @Sendable (RemoteWrite?) async -> Void
  ) async throws -> RemoteSyncReport? {
    let ledger = try ledger()
    let gate = PhoneGate(control, death: death, meanwhile: meanwhile)
    var policy = RetryPolicy()
    policy.random = { 0.5 }
    policy.sleep = { _ in if gate.isDead { throw CancellationError() } }
    let way: any RemoteStore = flaws.wrap(PhoneRemoteStore(far: far, gate: gate))
    do {
      let report = try await RemoteSync(ledger, with: way, named: "server", as: user, policy: policy).run()
      if !gate.isDead {
        control.heal()
        return report
      }
    } catch {
      if !gate.isDead {
        guard let error = error as? LedgerError, error.code == .refused else { throw error }
        control.heal()
        return nil
      }
    }
    deaths += 1
    await stop(orderly: false)
    return nil
  }

  /// Takes in what another phone of the same user wrote, as any tool that copies files would.
  func copy(from other: SimulatedPhone) async throws {
    let theirs = await other.image
    let (own, running) = (try await ledger().replicas.own(), self.running)
    await running?.close()
    self.running = nil
    let there = MemoryFileStore(theirs)
    for replica in try there.list(LedgerLayout.replicas) ?? []
    where !own.contains(where: { $0.description == replica.name }) {
      let path = LedgerLayout.replicas + "/" + replica.name
      if try folder.list(path) == nil { try folder.createFolder(path) }
      let files = try there.list(path) ?? []
      for file in try folder.list(path) ?? [] where !files.contains(where: { $0.name == file.name }) {
        try folder.remove(path + "/" + file.name)
      }
      for file in files {
        try folder.replaceFile(path + "/" + file.name, with: try there.readAll(path + "/" + file.name))
      }
    }
  }

  private var image: MemoryImage { folder.image }
}

/// Mistakes that are planted to see that they are found.
struct PhoneFlaws: OptionSet, Sendable {
  let rawValue: Int
  /// The remote store takes another id for every try.
  static let newIDs = PhoneFlaws(rawValue: 1)
  /// Messages come in another order than they were taken in.
  static let clientTime = PhoneFlaws(rawValue: 2)
  /// Of what is read nothing is told.
  static let lostReceipts = PhoneFlaws(rawValue: 4)

  func wrap(_ far: PhoneRemoteStore) -> any RemoteStore {
    isEmpty ? far : FlawedRemoteStore(far: far, flaws: self)
  }
}

private final class FlawedRemoteStore: RemoteStore {
  let far: PhoneRemoteStore
  let flaws: PhoneFlaws
  private let tries = Mutex(0)

  init(far: PhoneRemoteStore, flaws: PhoneFlaws) { (self.far, self.flaws) = (far, flaws) }

  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges
  {
    var told = try await far.changes(for: user, since: cursor)
    guard flaws.contains(.clientTime) else { return told }
    told.changes = told.changes.map { change in
      guard case .document(var document) = change, document.path.collection == "messages" else {
        return change
      }
      document.created = ServerTime(
        seconds: document.created.seconds - (user == "bob" ? document.created.seconds % 7 : 0),
        nanoseconds: document.created.nanoseconds)
      return .document(document)
    }
    return told
  }

  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    var write = write
    if flaws.contains(.newIDs), write.precondition == .absent, write.path.collection == "messages",
      let path = RemotePath.message(write.path.id + "-\(nextTry())", in: write.path.root.id)
    {
      write.path = path
    }
    if flaws.contains(.lostReceipts) {
      write.adding["readBy"] = nil
      write.set["lastReadMessageID"] = nil
    }
    return try await far.write(write, by: user)
  }

  private func nextTry() -> Int {
    tries.withLock { tries in
      tries += 1
      return tries
    }
  }

  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument? {
    try await far.document(path, for: user)
  }

  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try await far.upload(bytes, as: object, mimeType: mimeType, by: user)
  }

  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try await far.download(object, for: user)
  }
}
