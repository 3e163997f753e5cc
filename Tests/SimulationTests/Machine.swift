import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookTestSupport

/// The disks of a simulated machine: the ledger's folder and the machine's state.
struct Disks: Sendable {
  var ledger: MemoryImage
  var state: MemoryImage

  init(ledger: MemoryImage = MemoryImage(), state: MemoryImage = MemoryImage()) {
    (self.ledger, self.state) = (ledger, state)
  }

  /// A ledger of the earlier format, in which nothing was written yet.
  static func founded() throws -> Disks {
    let store = MemoryFileStore()
    var descriptor = Machine.descriptor
    descriptor.format = 1
    try descriptor.found(in: "", of: store)
    return Disks(ledger: store.image)
  }

  /// After a loss of power.
  func crashed(seed: UInt64) -> Disks {
    Disks(ledger: ledger.crashed(seed: seed), state: state.crashed(seed: seed &* 31 &+ 7))
  }
}

/// A running program on a simulated machine, with what it was told is kept.
struct Machine {
  let ledgerStore: MemoryFileStore
  let stateStore: MemoryFileStore
  let control: FaultControl
  let key: SigningKey
  var options: WriterOptions

  /// The texts of all commits that were asked for, in order.
  var appended: [[String]] = []
  /// So many of them were acknowledged.
  var acknowledged = 0
  var blobs: [Hash256: [UInt8]] = [:]
  var erased = ErasedLines()
  private(set) var time: UInt64 = UInt64(1_790_000_000_000) << 16

  static let stateFolder = "ledgers/one/own"
  static let descriptor = LedgerDescriptor(
    ledger: "0193aaaa-0000-4000-8000-000000000001", createdAt: Instant(milliseconds: 1_790_000_000_000))
  static let key = SigningKey(seed: Array(repeating: 7, count: 32))

  /// What encrypts the folder; nil of a plain one.
  let keys: FolderKeys?

  init?(
    _ disks: Disks, _ control: FaultControl = FaultControl(), rollSizeBytes: Int, isLocked: Bool = false
  ) {
    keys = isLocked ? Self.epoch() : nil
    guard let key = Self.key else { return nil }
    self.key = key
    (ledgerStore, stateStore) = (MemoryFileStore(disks.ledger), MemoryFileStore(disks.state))
    self.control = control
    options = WriterOptions()
    (options.level, options.sealLevel, options.rollSizeBytes) = (1, 1, rollSizeBytes)
    // Now and then a journal goes on before what is due is sealed.
    options.sealing = .behind(groups: rollSizeBytes % 4)
    options.publishing = rollSizeBytes % 3 == 0 ? .later : .atOnce
    options.joinedSegments = 2 + rollSizeBytes % 4
    // What is sealed may bear the name of what was published.
    options.publishLevel = rollSizeBytes % 2 == 0 ? 1 : 3
  }

  var disks: Disks { Disks(ledger: ledgerStore.image, state: stateStore.image) }
  var ledger: any FileStore { ciphered(FaultFileStore(ledgerStore, control)) }
  /// The folder as it is read by whoever has the key.
  var readableFolder: any FileStore { ciphered(ledgerStore) }
  var folder: String { LedgerLayout.folder(of: key.replica) }

  private func ciphered(_ store: any FileStore) -> any FileStore {
    keys.map { CipheredFolder(store, $0) } ?? store
  }

  /// The same in every run.
  private static func epoch() -> FolderKeys {
    let keys = FolderKeys()
    keys.write(
      for: AgeIdentity { [UInt8](repeating: 9, count: $0) }, names: [UInt8](repeating: 5, count: 32))
    return keys
  }

  func open() throws -> (LogWriter, RecoveryReport) {
    try LogWriter.open(
      ledger: ledger, state: FaultFileStore(stateStore, control), stateFolder: Self.stateFolder,
      descriptor: Self.descriptor, key: key, options: options)
  }

  mutating func advance(behind stamp: Stamp) { time = max(time, stamp.time) }

  /// A commit that no other resembles.
  mutating func draft(events count: Int) -> CommitDraft {
    var texts: [String] = []
    let events = (0..<count).map { index -> Event in
      time += 1
      texts.append("commit \(appended.count) event \(index)")
      let set: JSONObject = ["text": .string(texts[index])]
      return Event(
        stamp: Stamp(time: time, replica: key.replica), seq: 0,
        mutation: Mutation(.upsert, kind: "planner.note", id: "n\(index)", set: set))
    }
    appended.append(texts)
    return CommitDraft(events: events)
  }

  /// A commit with an erase event, which has no text.
  mutating func erasing(_ act: EraseEvent) -> CommitDraft {
    time += 1
    var mutation = Mutation(.erase, kind: act.kind, id: act.id)
    mutation.other[EraseEvent.key] = act.json
    appended.append([""])
    return CommitDraft(events: [
      Event(stamp: Stamp(time: time, replica: key.replica), seq: 0, mutation: mutation)
    ])
  }
}
