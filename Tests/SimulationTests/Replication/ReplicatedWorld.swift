import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

/// What is wrong, in a sentence.
struct Wrong: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Some computers, each with its copy of one ledger, people who write on them, tools that copy files between
/// them, clocks that jump and power that fails.
final class ReplicatedWorld {
  /// What there is beside writing and copying.
  struct Form {
    var erases = false
    /// Whether the ledger is locked, and all computers are members.
    var isLocked = false

    /// By the seed alone, so that a world without either goes as it went before there were such worlds. A locked one takes
    /// several times as long.
    static func drawn(_ seed: UInt64) -> Form {
      // One that erases or is locked takes ten times as long: of a fixed run the first do, and of a hunt all may.
      if (101...10_000).contains(seed) { return Form() }
      return Form(erases: seed / 5 % 4 > 0 || seed % 5 > 2, isLocked: seed % 5 == 0)
    }
  }

  let computers: [Computer]
  let form: Form
  var history = WrittenHistory()
  var tools: CopyingTools
  private var workload: Workload
  /// What was done, for whoever looks at a failure.
  var trace: [String] = []
  var writes = 0
  private(set) var refusals = 0
  /// How many erasures were asked for, and how many files made way for others by them.
  var (erasures, rewrittenFiles) = (0, 0)
  /// The replica that each computer wrote as last.
  var replicas: [Int: ReplicaID] = [:]
  var clockMax: [Int: Int64] = [:]
  private var lastStamps: [ReplicaID: Stamp] = [:]
  private var usedKeys: [(key: String, mutations: [Mutation])] = []
  /// Whether every reading is compared with one from nothing.
  private let comparesReadings: Bool
  /// For what the world's form adds.
  var added: SeededRandom

  init(seed: UInt64, lies: FaultLies = [], form: Form = Form()) throws {
    self.form = form
    added = SeededRandom(seed: ~seed)
    var random = SeededRandom(seed: seed)
    comparesReadings = Int.random(in: 0..<8, using: &random) == 0
    computers = try (1...Int.random(in: 3...5, using: &random)).map {
      try Computer($0, seed: random.next(), lies: lies)
    }
    tools = CopyingTools(random: SeededRandom(seed: random.next()))
    workload = Workload(random: SeededRandom(seed: random.next()))
  }

  func step(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    workload.random = SeededRandom(seed: random.next())
    tools.random = SeededRandom(seed: random.next())
    added = SeededRandom(seed: ~seed)
    // Coarsely, so that computers write in the same millisecond.
    for computer in computers { computer.moveClock(Int64.random(in: 0...9, using: &random) * 2000) }
    let index = Int.random(in: 0..<computers.count, using: &random)
    let computer = computers[index]
    do { try await act(on: computer, index, &random) } catch let error as LedgerError where isLockedOut(error)
    {
      note(computer, "may not do this: \(error)")
    }
    if form.erases { try await erasingStep() }
    if comparesReadings, computer.ledger != nil { try await refresh(computer) }
  }

  private func act(on computer: Computer, _ index: Int, _ random: inout SeededRandom) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<44: try await write(on: computer)
    case 44..<48:
      let other = computers[(index + Int.random(in: 1..<computers.count, using: &random)) % computers.count]
      try await replicate(computer, with: other)
    case 48..<66:
      let other = computers[(index + Int.random(in: 1..<computers.count, using: &random)) % computers.count]
      let done = try tools.copy(
        CopyingTools.files(other.folder), to: computer.folder,
        isFaithful: Int.random(in: 0..<3, using: &random) == 0)
      note(computer, "gets \(done) from \(other.number)")
    case 66..<70:
      guard let backup = tools.backups.randomElement(using: &random) else { break }
      note(
        computer, "gets back \(try tools.copy(backup, to: computer.folder, isFaithful: false)) of a backup")
    case 70..<74: try tools.keepBackup(of: computer.folder)
    case 74..<76: note(computer, "loses \(try tools.remove(from: computer.folder))")
    case 76..<81: try await seal(computer)
    case 81..<85:
      note(computer, "stops")
      await computer.stop(orderly: Bool.random(using: &random))
    case 85..<88:
      note(computer, "loses power")
      await computer.crash(seed: random.next())
    case 88..<91:
      var years = Int64.random(in: -4...4, using: &random)
      // A computer whose clock was ahead goes on as another replica, which would have to join.
      if form.isLocked { years = abs(years) }
      // Also of before: what it read then, its clock may follow.
      noteClock(of: computer)
      computer.moveClock(years * 31_557_600_000)
      noteClock(of: computer)
      note(computer, "thinks that it is \(computer.clock.now)")
    case 91..<94: try await refresh(computer)
    case 94..<97:
      let (beginning, orderly) = (Bool.random(using: &random), Bool.random(using: &random))
      try await computer.takeTurns(beginning: beginning, orderly: orderly)
      note(
        computer, "lets another program \(beginning ? "write" : "be")\(orderly ? "" : ", which is killed")")
      try await takeWrittenElsewhere(on: computer)
    case 97: try await repair(computer)
    default: try await look(computer)
    }
  }

  func replicate(_ computer: Computer, with other: Computer) async throws {
    try await computer.replicate(with: other.folder)
    note(computer, "replicates with the folder of \(other.number)")
    try await takeOwn(on: computer, computer.running())
  }

  func note(_ computer: Computer, _ what: String) { trace.append("\(computer.number) \(what)") }

  // MARK: Writing

  func write(on computer: Computer) async throws {
    if workload.chance(5), let written = history.events.randomElement(using: &workload.random) {
      return try await undo(written.event.stamp, on: computer)
    }
    var (mutations, key) = (workload.mutations().map { marked($0) }, nil as String?)
    if workload.chance(8) {
      let isRepeat = workload.chance(50)
      if isRepeat, let used = usedKeys.randomElement(using: &workload.random) {
        (mutations, key) = (used.mutations, used.key)
      } else {
        key = "key \(writes)"
        usedKeys.append((key ?? "", mutations))
      }
    }
    try await write(mutations, key: key, on: computer)
  }

  func write(_ mutations: [Mutation], key: String? = nil, on computer: Computer) async throws {
    writes += 1
    let ledger = try await begin(computer)
    let options = AppendOptions(why: marked("w\(writes)"), key: key)
    do {
      let receipt = try await ledger.append(mutations, options: options)
      try await take(receipt, on: computer, ledger)
    } catch let error as LedgerError where isRefusal(error) {
      refusals += 1
      try await takeIntroduction(on: computer, ledger)
      note(computer, "is refused \(mutations.map { "\($0.op.rawValue) \($0.kind) \($0.id)" }): \(error)")
    }
  }

  private func undo(_ stamp: Stamp, on computer: Computer) async throws {
    writes += 1
    let ledger = try await begin(computer)
    do {
      let receipt = try await ledger.history.undo(stamp, options: AppendOptions(why: "w\(writes)"))
      try await take(receipt.written, on: computer, ledger)
    } catch let error as LedgerError where isRefusal(error) {
      refusals += 1
      try await takeIntroduction(on: computer, ledger)
    }
  }

  func isRefusal(_ error: LedgerError) -> Bool {
    [.refused, .badData, .notFound, .moved].contains(error.code) || isLockedOut(error)
  }

  /// In a locked ledger a computer whose folder lacks what made it a member may not write.
  func isLockedOut(_ error: LedgerError) -> Bool { form.isLocked && error.code == .locked }

  func begin(_ computer: Computer) async throws -> Ledger {
    let isNew = computer.ledger == nil
    let ledger = try computer.running()
    if isNew { try await requireFrontiers(computer, ledger) }
    return ledger
  }

  /// Takes up what is in no receipt: the first event of a replica that was made just now, and what the program writes by
  /// itself.
  ///
  /// - Parameter receipt: of what was asked for, which is taken up by itself.
  func takeIntroduction(
    on computer: Computer, _ ledger: Ledger, besides receipt: [Event] = []
  ) async throws {
    try await takeFirst(on: computer, ledger)
    try await takeOwn(on: computer, ledger, besides: receipt)
  }

  func takeFirst(on computer: Computer, _ ledger: Ledger) async throws {
    guard await ledger.isWriting, !computer.isWriting else { return }
    try computer.noteWriting()
    var filter = LogFilter()
    filter.kind = "daybook.replica"
    var found: [Event] = []
    for event in try await ledger.events(filter) where event.seq == 1 && !history.contains(EventKey(event)) {
      found.append(event)
    }
    if found.isEmpty { return }
    guard found.count == 1, let event = found.first else {
      throw Wrong("replicas that nobody made: \(found)")
    }
    let writer = WrittenHistory.Writer(replica: event.stamp.replica, computer: computer.number)
    clockMax[computer.number] = computer.clock.now.milliseconds
    history.note([event], by: writer, held: computer.held.keys)
    replicas[computer.number] = event.stamp.replica
    note(computer, "is replica \(event.stamp.replica)")
  }

  private func take(_ receipt: AppendReceipt, on computer: Computer, _ ledger: Ledger) async throws {
    try await takeIntroduction(on: computer, ledger, besides: receipt.events)
    if let notice = receipt.notices.first(where: { $0.code == "new-replica" }),
      !notice.text.contains(IdentityReason.clockAhead.text)
    {
      throw Wrong("computer \(computer.number): \(notice.text)")
    }
    if receipt.isRepeat || receipt.events.isEmpty { return }
    guard let replica = receipt.replica, replica == replicas[computer.number] else {
      throw Wrong("computer \(computer.number) wrote as \(receipt.replica.map { "\($0)" } ?? "nobody")")
    }
    let now = computer.clock.now.milliseconds
    let greatest = max(clockMax[computer.number] ?? 0, now)
    clockMax[computer.number] = greatest
    for event in receipt.events {
      try noteStamp(of: event, replica)
      if event.stamp.milliseconds > greatest + HybridClock.adoptionMaxMilliseconds + 1000 {
        throw Wrong("a foreign clock spoilt that of computer \(computer.number): \(event.stamp)")
      }
      if event.mutation.kind == "messaging.message", event.mutation.server == nil {
        workload.lastMessage = event.stamp
      }
    }
    history.note(
      receipt.events, by: WrittenHistory.Writer(replica: replica, computer: computer.number),
      held: computer.held.keys)
    note(
      computer,
      "writes \(receipt.events.map { String(decoding: EventLineWriter.line($0), as: UTF8.self) })"
    )
  }

  /// How far a computer's own clock has come.
  func noteClock(of computer: Computer) {
    clockMax[computer.number] = max(clockMax[computer.number] ?? 0, computer.clock.now.milliseconds)
  }

  func noteStamp(of event: Event, _ replica: ReplicaID) throws {
    if let last = lastStamps[replica], event.stamp <= last {
      throw Wrong("stamps that do not ascend: \(event)")
    }
    lastStamps[replica] = event.stamp
  }

  private func seal(_ computer: Computer) async throws {
    let ledger = try await begin(computer)
    let report = try await ledger.maintenance.seal()
    try await takeIntroduction(on: computer, ledger)
    note(computer, "seals \(report.events) events")
  }
}
