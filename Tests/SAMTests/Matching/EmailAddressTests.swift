import Daybook
import Testing

@testable import SAM

struct EmailAddressTests {
  @Test(arguments: [
    ("ann@x.org", "ann@x.org"), ("  Ann.Lee@X.ORG\n", "ann.lee@x.org"), ("ÄNN@x", "änn@x"), ("", ""),
    (" \t", ""),
  ])
  func anAddressIsComparedWithoutCase(address: String, expected: String) {
    #expect(EmailAddress.normalized(address) == expected)
  }

  @Test func everyAddressOnce() {
    let person = Person {
      ($0.emailCache, $0.emailAddresses) = ("Ann@x", ["ann@x", "ann@y"])
      $0.otherEmailAddresses = ["ANN@Y", "", "lee@z"]
    }
    #expect(person.allEmailAddresses == ["Ann@x", "ann@y", "lee@z"])
  }

  /// The card has the addresses, as written; what somebody typed in stays.
  @Test func aSyncWritesTheCardsAddressesAlone() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let book = SyncSource(.contacts, name: "family.vcf")
    func sync(_ emails: [String]) async throws -> SyncReceipt {
      try await ledger.sync { state, _ in
        var sync = ContactSync()
        sync.add(
          ContactCard(line: 1, uid: "1", name: "Ann", emails: emails), file: "f", source: book, in: state)
        return sync.finish(in: state)
      }
    }
    _ = try await sync(["Ann@x", "ann@y", "ann@X"])
    var ann = try #require(try await ledger.fetch(Person.self).first)
    #expect(ann.emailCache == "Ann@x")
    #expect(ann.emailAddresses == ["Ann@x", "ann@y"])
    ann.otherEmailAddresses = ["lee@z"]
    let typed = ann
    try await ledger.commit { try $0.upsert(typed) }
    #expect(try await sync(["Ann@x", "ann@y"]).events == 0)
    #expect(try await sync(["ann@y"]).events > 0)
    ann = try #require(try await ledger.fetch(Person.self).first)
    #expect(ann.emailCache == "ann@y")
    #expect(ann.emailAddresses == ["ann@y"])
    #expect(ann.otherEmailAddresses == ["lee@z"])
  }
}
