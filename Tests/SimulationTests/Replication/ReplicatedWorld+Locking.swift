import Daybook
import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

extension ReplicatedWorld {
  /// Locks the ledger, which nobody has written yet, and makes every computer a member.
  func lock() async throws {
    let first = computers[0]
    shareKeys()
    try await Ledger.lock(first.ledgerPlace, recovery: RecoverySecret(), options: first.options)
    for computer in computers.dropFirst() { try await join(computer, by: first) }
    // Each makes a ring for those that came after it.
    for _ in 0..<2 {
      for computer in computers {
        for other in computers where other !== computer { try take(from: other, to: computer) }
        try await computer.running().maintenance.resumeWriting()
        try await computer.refresh()
        await computer.stop(orderly: true)
      }
    }
    for computer in computers {
      for other in computers where other !== computer { try take(from: other, to: computer) }
    }
    try await takeMembers()
  }

  private func join(_ computer: Computer, by member: Computer) async throws {
    let joining = Joining(computer.ledgerPlace, options: computer.options)
    try take(from: member, to: computer)
    guard case .asking(let device, _) = try await joining.step() else {
      throw Wrong("computer \(computer.number) does not ask to join")
    }
    try take(from: computer, to: member)
    let approving = try member.running()
    try await member.refresh()
    let words = try await approving.devices.offer(to: device)
    try take(from: member, to: computer)
    guard case .offered(let shown, _) = try await joining.step(), shown == words else {
      throw Wrong("computer \(computer.number) shows other words than its member")
    }
    try joining.confirm(shown)
    try await approving.devices.approve(device)
    await member.stop(orderly: true)
    try take(from: member, to: computer)
    guard try await joining.step() == .member else {
      throw Wrong("computer \(computer.number) is not a member")
    }
    try take(from: computer, to: member)
  }

  /// Whoever looks at the files from outside has the keys that everybody has at that time.
  private func shareKeys() {
    let keys: () throws -> any FolderCipher = { [computers] in
      let keys = FolderKeys()
      for computer in computers { try Self.addKeys(of: computer, to: keys) }
      return keys
    }
    for computer in computers { computer.keys = keys }
    tools.keys = keys
  }

  /// All files, as a faithful tool copies them.
  private func take(from: Computer, to: Computer) throws {
    try CopyingTools.lay(CopyingTools.files(from.folder), over: to.folder)
    let descriptor = try from.folder.readAll(LedgerLayout.descriptor)
    let (theirs, own) = (
      try LedgerDescriptor(descriptor), try LedgerDescriptor(to.folder.readAll(LedgerLayout.descriptor))
    )
    if theirs.format > own.format || theirs.isLocked && !own.isLocked {
      try to.folder.replaceFile(LedgerLayout.descriptor, with: descriptor)
    }
  }

  /// Takes up what was written meanwhile: everybody had seen all that came before.
  private func takeMembers() async throws {
    let ledger = try computers[0].running()
    try await computers[0].refresh()
    let events = try await ledger.events().sorted { $0.stamp < $1.stamp }
    for event in events where event.mutation.kind == "daybook.replica" && event.seq == 1 {
      let name = event.mutation.set?["name"]?.string ?? ""
      guard let number = Int(name.split(separator: " ").last ?? "") else { throw Wrong("who is \(event)?") }
      replicas[number] = event.stamp.replica
    }
    let numbers = Dictionary(uniqueKeysWithValues: replicas.map { ($0.value, $0.key) })
    for event in events {
      guard let number = numbers[event.stamp.replica] else { throw Wrong("who wrote \(event)?") }
      history.note(
        [event], by: WrittenHistory.Writer(replica: event.stamp.replica, computer: number),
        held: Set(history.events.map(\.key)))
      try noteStamp(of: event, event.stamp.replica)
      clockMax[number] = computers[number - 1].clock.now.milliseconds
    }
    guard replicas.count == computers.count else { throw Wrong("not all computers have joined") }
    await computers[0].stop(orderly: true)
  }

  /// All keys that a computer keeps: its own, and those of its epochs.
  private static func addKeys(of computer: Computer, to keys: FolderKeys) throws {
    let device = DeviceState(
      computer.state, ledgerFolder: StateLayout.folder(ledger: Computer.descriptor.ledger))
    guard let replica = try device.current() else { return }
    let own = try device.keys(of: replica)
    keys.add(own.keys(of: replica))
    // Those that are not announced yet.
    for epoch in own.epochs where epoch.head == nil {
      if let secret = AgeIdentity(secret: epoch.secret) { keys.write(for: secret, names: epoch.names) }
    }
  }
}
