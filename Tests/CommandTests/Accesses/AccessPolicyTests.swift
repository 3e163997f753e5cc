import Testing

@testable import DaybookCommands

/// Somebody has thought of every command there is: whether the access audit records it, or why not.
@Suite struct AccessPolicyTests {
  static let names = Set(
    CommandTreeTests.leaves(DaybookCommand.self, []).map { $0.joined(separator: " ") })

  @Test func everyCommandIsRecordedOrExempt() {
    for name in Self.names.sorted() {
      #expect(
        AccessPolicy.all[name] != nil,
        "'\(name)' is in none of AccessPolicy's lists: say whether it shows what the ledger holds")
    }
  }

  @Test func everyEntryIsACommand() {
    for (name, policy) in AccessPolicy.all {
      #expect(Self.names.contains(name), "\(name)")
      if case .exempt(let reason) = policy { #expect(!reason.isEmpty, "\(name)") }
    }
  }

  @Test func whatNobodyThoughtOfIsRecorded() {
    #expect(AccessPolicy.of("no such command") == .reads)
  }
}
