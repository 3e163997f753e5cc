import Daybook

extension RepairTests.Place {
  /// A ledger with Ann, twice written, and Ben.
  func family() async throws -> Ledger {
    try await Ledger.create(at: ledger, name: "here", options: options)
    let ledger = try await open()
    for (name, email) in [("Ann", "ann@example.com"), ("Ann Lee", "lee@example.com")] {
      try await ledger.commit(by: "david", why: "card") {
        try $0.upsert(Member(id: "ann") { ($0.name, $0.email) = (name, email) })
      }
    }
    try await ledger.commit(by: "david") { try $0.upsert(Member(id: "ben") { $0.name = "Ben" }) }
    return ledger
  }
}
