import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization

@testable import SAM

/// A simulated computer with a whole ledger: the ledger's folder, the computer's own state, a wall clock that
/// may say anything, and the program, which runs or does not.
final class Computer {
  let number: Int
  private(set) var folder: MemoryFileStore
  private(set) var state: MemoryFileStore
  let clock: TestClock
  /// Which computer it claims to be.
  var machine: MachineID
  /// Where the ledger lies.
  var place: FolderMark
  private let source: SeededSource
  let lies: FaultLies
  /// What opens the folder's files, where the ledger is locked.
  var keys: (() throws -> any FolderCipher)?
  private let known = FolderContent.Known()

  /// Nil while the program does not run.
  private(set) var ledger: Ledger?
  /// Whether the program has the right to write since it last took it.
  private(set) var isWriting = false
  /// What the program has read of the folder.
  private(set) var held = HeldEvents()
  /// The latest that the clock has been.
  private(set) var clockMax: Int64

  static let descriptor = LedgerDescriptor(
    ledger: "0193aaaa-0000-4000-8000-000000000002", createdAt: Instant(milliseconds: start))
  static let start: Int64 = 1_790_000_000_000

  init(
    _ number: Int, folder: MemoryImage? = nil, state: MemoryImage = MemoryImage(), seed: UInt64,
    machine: MachineID? = nil, place: FolderMark? = nil, clock: Int64 = Computer.start,
    lies: FaultLies = []
  ) throws {
    self.number = number
    self.folder = MemoryFileStore(folder ?? MemoryImage())
    self.state = MemoryFileStore(state)
    self.clock = TestClock(clock)
    self.lies = lies
    clockMax = clock
    source = SeededSource(seed: seed)
    self.machine = machine ?? Computer.machine(number)
    self.place =
      place ?? FolderMark(realPath: "/home/\(number)/l", mark: FileMark(inode: UInt64(number), birthTime: 1))
    if folder == nil {
      try self.folder.createFolder(LedgerLayout.replicas)
      try self.folder.replaceFile(LedgerLayout.descriptor, with: Self.descriptor.bytes)
    }
  }

  static func machine(_ number: Int) -> MachineID {
    MachineID(hash: Hash256(words: (UInt64(number), 0, 0, 1)))
  }

  /// The folder, with what opens its files.
  var readableFolder: any FileStore {
    get throws { try keys.map { CipheredFolder(folder, try $0()) } ?? folder }
  }

  var disks: Disks { Disks(ledger: folder.image, state: state.image) }

  func moveClock(_ milliseconds: Int64) {
    let wanted = clock.now.milliseconds + milliseconds
    clock.advance(min(max(wanted, 1_000_000), 200_000_000_000_000) - clock.now.milliseconds)
    clockMax = max(clockMax, clock.now.milliseconds)
  }

  // MARK: The program

  var options: LedgerOptions {
    var options = LedgerOptions.prompt
    (options.wait, options.compressionLevel) = (.zero, 1)
    options.replicaName = "computer \(number)"
    options.rollSizeBytes = 6000
    options.wordIterations = 1
    options.sealing = .behind(groups: number % 3)
    options.publishing = .atOnce
    let (clock, source) = (clock, source)
    options.now = { clock.now }
    options.random = { source.next() }
    options.makeKey = { SigningKey(seed: source.bytes(32)) ?? SigningKey() }
    return options
  }

  private func here(with state: MemoryFileStore) -> Daybook.Machine {
    let (machine, place, number, keys) = (machine, place, number, self.state)
    var here = Daybook.Machine(
      state: { state }, existingState: { state }, id: { _ in machine }, folder: { place },
      hostName: { "computer \(number)" })
    here.keyState = { keys }
    return here
  }

  /// For what is done to a locked ledger from outside.
  var ledgerPlace: LedgerPlace { LedgerPlace(folder, path: place.realPath, here(with: state)) }

  private func program(with state: MemoryFileStore) throws -> Ledger {
    let folder: any FileStore = lies.isEmpty ? folder : FaultFileStore(folder, FaultControl(lies: lies))
    return try Ledger.open(folder, path: place.realPath, [.sam], here(with: state), options)
  }

  /// A program that reads the folder and knows nothing else, but for the keys of a locked ledger.
  func stranger() throws -> Ledger { try program(with: MemoryFileStore()) }

  /// The program, started if it does not run.
  func running() throws -> Ledger {
    if let ledger { return ledger }
    held = HeldEvents(try FolderContent(readableFolder, knowing: known))
    let opened = try program(with: state)
    ledger = opened
    return opened
  }

  /// Ends the program: orderly, or as if it had been killed.
  func stop(orderly: Bool) async {
    if orderly { await ledger?.close() }
    (ledger, isWriting) = (nil, false)
  }

  /// The program lets another one write, which does nothing or begins to: then it ends, orderly or not.
  func takeTurns(beginning: Bool, orderly: Bool) async throws {
    await ledger?.close()
    isWriting = false
    guard beginning else { return }
    let other = try program(with: state)
    try await other.maintenance.resumeWriting()
    if orderly { await other.close() }
  }

  /// Loses power.
  func crash(seed: UInt64) async {
    await stop(orderly: false)
    let disks = disks.crashed(seed: seed)
    (folder, state) = (MemoryFileStore(disks.ledger), MemoryFileStore(disks.state))
  }

  /// Lies on another one's disks from here on.
  func share(_ other: Computer, folder isShared: Bool) {
    state = other.state
    if isShared { folder = other.folder }
  }

  /// Brings the folder and another one to the same set.
  func replicate(with store: MemoryFileStore, comparingAll: Bool = false) async throws {
    let ledger = try running()
    _ = try await ledger.replicas.replicate(with: store, path: "/mnt", comparingAll: comparingAll)
    held = HeldEvents(try FolderContent(readableFolder, knowing: known))
    if await !ledger.isWriting { isWriting = false }
  }

  /// Takes in what came into the folder. Returns whether there was anything.
  @discardableResult
  func refresh() async throws -> Bool {
    let ledger = try running()
    let isNew = try await ledger.refresh()
    if isNew { held = HeldEvents(try FolderContent(readableFolder, knowing: known)) }
    // Where somebody put files into the folder of its own replica the program gives the right to write back.
    if await !ledger.isWriting { isWriting = false }
    return isNew
  }

  /// After a write: the first one since the program started takes the right to write, and reads again what
  /// has changed in the folder.
  func noteWriting() throws {
    if isWriting { return }
    held = HeldEvents(try FolderContent(readableFolder, knowing: known))
    isWriting = true
  }
}

/// Random enough for names and keys, and the same in every run.
final class SeededSource: Sendable {
  private let random: Mutex<SeededRandom>

  init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

  func next() -> UInt64 { random.withLock { $0.next() } }

  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 17) } }
}
