import Daybook
import Testing

@testable import DaybookContacts
@testable import SAM

private let book = SyncSource(.contacts, name: "family.vcf")

private func plan(
  _ cards: [ContactCard], skipping: Int = 0, isComplete: Bool = false, source: SyncSource = book,
  in state: MemoryState
) -> SyncPlan {
  var sync = ContactSync(isComplete: isComplete)
  for card in cards { sync.add(card, file: source.name, source: source, in: state) }
  for line in 0..<skipping { sync.skip(file: source.name, line: line + 1, reason: "broken", source: source) }
  return sync.finish(in: state)
}

private let ann = ContactCard(
  line: 1, uid: "1", name: "Ann Lee", emails: ["ann@x", "ann@y"], photo: [1, 2, 3])
private let bob = ContactCard(line: 9, uid: "2", name: "Bob")

struct ContactSyncTests {
  @Test func firstRunThenNothing() {
    var state = MemoryState()
    let first = plan([ann, bob], in: state)
    #expect(
      first.sets("sam.person") == [
        [
          "contactIdentifier": "contacts:1", "displayNameCache": "Ann Lee", "emailCache": "ann@x",
          "emailAddresses": ["ann@x", "ann@y"], "photoThumbnailCache": "AQID",
          "importedFrom": "contacts:family.vcf",
        ],
        [
          "contactIdentifier": "contacts:2", "displayNameCache": "Bob", "importedFrom": "contacts:family.vcf",
        ],
      ])
    #expect(first.sets("daybook.source") == [["name": "family.vcf", "format": "contacts"]])
    #expect(first.mutations.allSatisfy { $0.op == .sync && $0.present == true })
    #expect(
      first.summary.jsonText
        == #"{"read":2,"skipped":0,"occurrences":0,"created":2,"changed":0,"unchanged":0,"removed":0}"#)
    state.apply(first)
    let second = plan([ann, bob], in: state)
    #expect(second.mutations == [])
    #expect(second.counts == [2, 0, 0, 0, 0, 2, 0])
  }

  @Test func onlyWhatChanged() {
    var state = MemoryState()
    state.apply(plan([ann, bob], in: state))
    var changed = ann
    changed.emails = ["ann@y"]
    changed.photo = nil
    let second = plan([changed, bob], in: state)
    #expect(
      second.sets("sam.person") == [
        ["emailCache": "ann@y", "emailAddresses": ["ann@y"], "photoThumbnailCache": .null]
      ])
    #expect(second.sets("daybook.source").count == 1)
    #expect(second.counts == [2, 0, 0, 0, 1, 1, 0])
  }

  @Test func deletedStaysDeletedAndPrunedReturns() {
    var state = MemoryState()
    state.apply(plan([ann, bob], in: state))
    state.change("sam.person", key: "contacts:1") { $0.isAlive = false }
    state.change("sam.person", key: "contacts:2") { $0.isPresent = false }
    var changed = ann
    changed.name = "Anna"
    let second = plan([changed, bob], in: state)
    #expect(second.mutations.map(\.id) == ["id of contacts:2", "contacts:family.vcf"])
    #expect(second.mutations.first?.set == [:])
    #expect(second.mutations.first?.present == true)
    #expect(second.counts == [2, 0, 0, 0, 1, 1, 0])
  }

  @Test(arguments: [
    (ContactCard(line: 1, name: " Ann\n  LEE", emails: ["Ann@X.org"]), "contacts:ann lee <ann@x.org>"),
    (ContactCard(line: 1, name: "Ann Lee", phones: ["+1 2"]), "contacts:ann lee <+1 2>"),
    (ContactCard(line: 1, name: "Ann Lee"), "contacts:ann lee"),
    (ContactCard(line: 1, emails: ["a@x"]), "contacts:<a@x>"),
    (ContactCard(line: 1, name: "E\u{301}va"), "contacts:\u{e9}va"),
    (ContactCard(line: 1, uid: "urn:uuid:X", name: "Ann Lee"), "contacts:urn:uuid:X"),
  ])
  func aCardWithoutAnIdIsKnownByItsName(card: ContactCard, identifier: String) {
    #expect(card.contactIdentifier.utf8.elementsEqual(identifier.utf8))
  }

  /// Of two cards of one person the last counts, in the second run too.
  @Test func onePersonTwice() {
    var state = MemoryState()
    var newer = ann
    (newer.line, newer.name) = (5, "Ann Smith")
    let first = plan([ann, newer], in: state)
    #expect(first.sets("sam.person").map { $0["displayNameCache"] } == ["Ann Smith"])
    #expect(first.counts == [2, 0, 0, 1, 0, 1, 0])
    #expect(
      first.notices.map(\.description) == [
        "family.vcf:5: the same person as in family.vcf:1; this card counts"
      ])
    state.apply(first)
    #expect(plan([ann, newer], in: state).mutations == [])
  }

  @Test func completeBooksArchive() {
    var state = MemoryState()
    let other = SyncSource(.contacts, name: "work.vcf")
    state.apply(plan([ann, bob], in: state))
    state.apply(plan([ContactCard(line: 1, uid: "3", name: "Carl")], source: other, in: state))
    #expect(plan([ann], in: state).mutations == [])
    #expect(plan([], isComplete: true, in: state).mutations == [])
    let broken = plan([ann], skipping: 1, isComplete: true, in: state)
    #expect(broken.mutations == [])
    #expect(broken.notices.map(\.reason) == ["nobody was archived, since a card could not be read"])
    let second = plan([ann], isComplete: true, in: state)
    #expect(second.sets("sam.person") == [["isArchived": true]])
    #expect(second.counts == [1, 0, 0, 0, 0, 1, 1])
    state.apply(second)
    #expect(plan([ann], isComplete: true, in: state).mutations == [])
    let third = plan([ann, bob], isComplete: true, in: state)
    #expect(third.sets("sam.person") == [["isArchived": false]])
    #expect(third.counts == [2, 0, 0, 0, 1, 1, 0])
  }

  @Test func largePhotosLieBesideTheLog() throws {
    var state = MemoryState()
    var card = ann
    card.photo = [UInt8](repeating: 7, count: 20_000)
    var sync = ContactSync()
    sync.add(card, file: "f", source: book, in: state)
    #expect(sync.takeBlobs() == [card.photo])
    #expect(sync.takeBlobs() == [])
    let first = sync.finish(in: state)
    let photo = try #require(first.sets("sam.person").first?["photoThumbnailCache"]?.object)
    #expect(photo["size"] == 20_000)
    #expect(photo["$blob"]?.string?.count == 64)
    state.apply(first)
    var again = ContactSync()
    again.add(card, file: "f", source: book, in: state)
    #expect(again.takeBlobs() == [])
    #expect(again.finish(in: state).mutations == [])
  }

  @Test func groupsAreNobody() {
    let list = ContactCard(line: 3, uid: "9", name: "Friends", isGroup: true)
    let plan = plan([list, bob], in: MemoryState())
    #expect(plan.mutations.count == 2)
    #expect(plan.counts == [2, 0, 0, 1, 0, 1, 0])
  }

  @Test func tooLarge() {
    let name = String(repeating: "x", count: 1 << 20)
    let plan = plan([ContactCard(line: 3, uid: "9", name: name), bob], in: MemoryState())
    #expect(plan.counts == [1, 1, 0, 1, 0, 0, 0])
    #expect(plan.skipped.map(\.reason) == ["the card is too large for one event"])
  }
}
