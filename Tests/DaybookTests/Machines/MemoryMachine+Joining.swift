import DaybookModel

@testable import Daybook

extension MemoryMachine {
  /// Asks to be let into a locked ledger, and is let in by a member; each gets the other's files between the steps.
  ///
  /// - Returns: how far it came; nil where it is a member or revoked, or where the words differ.
  func join(by member: MemoryMachine) async throws -> Joining.Step? {
    await stop()
    let joining = Joining(place, options: options)
    try take(try member.files())
    var device: ReplicaID
    switch try await joining.step() {
    case .asking(let asking, _): device = asking
    case .confirmed(let confirmed): device = confirmed
    case .offered(let words, _):
      // An offer from before that nobody went on with.
      try joining.confirm(words)
      guard case .confirmed(let confirmed) = try await joining.step() else { return nil }
      device = confirmed
    case .member, .revoked: return nil
    }
    try member.take(try files())
    let approving = try member.running()
    _ = try await approving.refresh()
    let words = try await approving.devices.offer(to: device)
    try take(try member.files())
    if case .offered(let shown, _) = try await joining.step() {
      if shown == words { try joining.confirm(shown) } else { return nil }
    }
    try await approving.devices.approve(device)
    try take(try member.files())
    return try await joining.step()
  }
}
