import Daybook
import DaybookPredicates
import Foundation
import Testing

/// 2026-11-21T06:13:00Z
private let start = Date(timeIntervalSince1970: 1_795_241_580)
private let token = UUID(uuidString: "0193E7A0-0000-7000-8000-0000000000FF")!
private let ann: Ref<Guest> = "ann"

/// Three meetings: m1 by Ann with Ann and Bob, m2 by Bob with Bob alone, m3 by nobody.
private func makeBook() async throws -> Ledger {
  let ledger = try Ledger.inMemory(systems: [.book])
  try await ledger.commit(by: "test") { batch in
    try batch.upsert(Guest(id: "ann") { ($0.email, $0.name, $0.isHost) = ("ann@x.org", "Ann Lée", true) })
    try batch.upsert(Guest(id: "bob") { ($0.email, $0.name, $0.phone) = ("bob@x.org", "Bob", "1") })
    try batch.upsert(
      Meeting(id: "m1") {
        ($0.title, $0.body, $0.status, $0.startsAt) = ("Café budget", "Figures", .done, start)
        ($0.number, $0.rating, $0.token, $0.tags) = (1, 4.5, token, ["Money", "plan"])
        ($0.place, $0.extras, $0.host) = (Place(street: "Low 1", city: "Rome"), ["cups": 3], "ann")
        ($0.guests, $0.endsAt) = (["ann", "bob"], start + 3600)
      })
    try batch.upsert(
      Meeting(id: "m2") {
        ($0.title, $0.startsAt, $0.number, $0.isPrivate) = ("Plan", start + 86_400, 2, true)
        ($0.host, $0.guests, $0.status) = ("bob", ["bob"], "postponed")
      })
    try batch.upsert(Meeting(id: "m3") { ($0.title, $0.startsAt) = ("budget", start - 86_400) })
    try batch.upsert(Page(id: "p1") { ($0.text, $0.meeting) = ("one", "m1") })
    try batch.upsert(Page(id: "p2") { $0.text = "loose" })
  }
  return ledger
}

@Suite struct PredicateTests {
  private func meetings(_ predicate: Predicate<Meeting>) async throws -> String {
    let ledger = try await makeBook()
    return try await ledger.fetch(Meeting.self, where: predicate).map { $0.id.rawValue }
      .joined(separator: " ")
  }

  @Test func capturedValuesAreCompared() async throws {
    let (title, number, status, day): (String, Int, Status, Date) = ("Plan", 1, .done, start)
    let next = day + 86_400
    let id: Ref<Meeting> = "m3"
    #expect(try await meetings(#Predicate { $0.title == title }) == "m2")
    #expect(try await meetings(#Predicate { title != $0.title }) == "m1 m3")
    #expect(try await meetings(#Predicate { $0.status == status }) == "m1")
    #expect(try await meetings(#Predicate { $0.status.rawValue == "postponed" }) == "m2")
    #expect(try await meetings(#Predicate { $0.id == id }) == "m3")
    #expect(try await meetings(#Predicate { $0.token == token }) == "m1")
    #expect(try await meetings(#Predicate { $0.number > number }) == "m2")
    #expect(try await meetings(#Predicate { number <= $0.number }) == "m1 m2")
    #expect(try await meetings(#Predicate { $0.rating >= 4.5 }) == "m1")
    #expect(try await meetings(#Predicate { $0.startsAt >= day && $0.startsAt < next }) == "m1")
    #expect(try await meetings(#Predicate { $0.startsAt <= day }) == "m1 m3")
    #expect(try await meetings(#Predicate { $0.isPrivate }) == "m2")
    #expect(try await meetings(#Predicate { !$0.isPrivate && $0.number == 0 }) == "m3")
    #expect(try await meetings(#Predicate { $0.isPrivate == false || $0.number == 2 }) == "m1 m2 m3")
    #expect(try await meetings(#Predicate { $0.isPrivate ? $0.number == 2 : $0.number == 1 }) == "m1 m2")
    #expect(try await meetings(#Predicate { _ in true }) == "m1 m2 m3")
  }

  @Test func nilIsAValueLikeAnother() async throws {
    let text = "Figures"
    let none: String? = nil
    #expect(try await meetings(#Predicate { $0.body == nil }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.body != nil }) == "m1")
    #expect(try await meetings(#Predicate { $0.body == none }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.body == text }) == "m1")
    #expect(try await meetings(#Predicate { $0.body != text }) == "m2 m3")
    #expect(try await meetings(#Predicate { ($0.body ?? "") == "" }) == "m2 m3")
    #expect(try await meetings(#Predicate { ($0.body ?? "").isEmpty }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.endsAt != nil && $0.endsAt! > start }) == "m1")
    #expect(try await meetings(#Predicate { ($0.endsAt ?? start) <= start }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.place?.city == "Rome" }) == "m1")
    #expect(try await meetings(#Predicate { $0.place?.city == nil }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.extras["cups"] == 3 }) == "m1")
  }

  @Test func textsAreComparedAsTheOperatorSays() async throws {
    let part = "CAFE"
    #expect(try await meetings(#Predicate { $0.title.localizedStandardContains(part) }) == "m1")
    #expect(try await meetings(#Predicate { $0.title.contains("budget") }) == "m1 m3")
    #expect(try await meetings(#Predicate { $0.title.contains("Budget") }) == "")
    #expect(try await meetings(#Predicate { $0.title.starts(with: "bud") }) == "m3")
    #expect(try await meetings(#Predicate { $0.title.isEmpty }) == "")
    #expect(try await meetings(#Predicate { $0.body?.localizedStandardContains("fig") == true }) == "m1")
    #expect(
      try await meetings(#Predicate { $0.body?.localizedStandardContains("fig") ?? true }) == "m1 m2 m3")
    #expect(try await meetings(#Predicate { $0.body?.isEmpty != true }) == "m1 m2 m3")
    #expect(
      try await meetings(#Predicate { ($0.body ?? "none").localizedStandardContains("NON") }) == "m2 m3")
  }

  @Test func valuesAmongMany() async throws {
    let ids: [Ref<Meeting>] = ["m1", "m3", "m9"]
    let numbers: Set<Int> = [2, 7]
    let days = start...(start + 86_400)
    #expect(try await meetings(#Predicate { ids.contains($0.id) }) == "m1 m3")
    #expect(try await meetings(#Predicate { !ids.contains($0.id) }) == "m2")
    #expect(try await meetings(#Predicate { numbers.contains($0.number) }) == "m2")
    #expect(try await meetings(#Predicate { ["Plan", "budget"].contains($0.title) }) == "m2 m3")
    #expect(try await meetings(#Predicate { days.contains($0.startsAt) }) == "m1 m2")
    #expect(try await meetings(#Predicate { (1...2).contains($0.number) }) == "m1 m2")
    #expect(try await meetings(#Predicate { (1..<2).contains($0.number) }) == "m1")
    #expect(try await meetings(#Predicate { $0.tags.contains("plan") }) == "m1")
    #expect(try await meetings(#Predicate { $0.tags.contains("PLAN") }) == "")
    #expect(try await meetings(#Predicate { $0.tags.contains { $0 == "Money" } }) == "m1")
    #expect(try await meetings(#Predicate { $0.tags.isEmpty }) == "m2 m3")
    #expect(try await meetings(#Predicate { $0.tags.count > 1 }) == "m1")
  }

  @Test func relationsAreFollowed() async throws {
    let email = "ann@x.org"
    let meeting: Ref<Meeting> = "m1"
    #expect(try await meetings(#Predicate { $0.guests.contains(where: { $0.email == email }) }) == "m1")
    #expect(try await meetings(#Predicate { $0.guests.contains(ann) }) == "m1")
    #expect(try await meetings(#Predicate { $0.guests.contains { $0.id == ann } }) == "m1")
    #expect(try await meetings(#Predicate { $0.guests.contains { $0 == ann } }) == "m1")
    #expect(try await meetings(#Predicate { $0.guests.allSatisfy { $0.phone != nil } }) == "m2 m3")
    #expect(
      try await meetings(
        #Predicate { $0.guests.contains { $0.isHost && $0.name.localizedStandardContains("LEE") } }) == "m1")
    #expect(try await meetings(#Predicate { $0.guests.isEmpty }) == "m3")
    #expect(try await meetings(#Predicate { $0.guests.count == 1 }) == "m2")
    #expect(try await meetings(#Predicate { $0.host == ann }) == "m1")
    #expect(try await meetings(#Predicate { $0.host?.id == ann }) == "m1")
    #expect(try await meetings(#Predicate { $0.host?.name == "Bob" }) == "m2")
    #expect(try await meetings(#Predicate { $0.host?.isHost == true }) == "m1")
    #expect(try await meetings(#Predicate { $0.host!.email == email }) == "m1")
    #expect(try await meetings(#Predicate { $0.host?.phone == nil }) == "m1 m3")
    #expect(try await meetings(#Predicate { $0.host == nil }) == "m3")
    #expect(try await meetings(#Predicate { $0.pages.contains { $0.text == "one" } }) == "m1")
    let ledger = try await makeBook()
    let pages = try await ledger.fetch(Page.self, where: #Predicate { $0.meeting?.id == meeting })
    #expect(pages.map { $0.id } == ["p1"])
    let owners = try await ledger.fetch(Page.self, where: #Predicate { $0.meeting?.host?.name == "Ann Lée" })
    #expect(owners.map { $0.id } == ["p1"])
    #expect(try await ledger.count(Guest.self, where: #Predicate { $0.meetings.contains(meeting) }) == 2)
  }

  @Test func fieldsAgainstFields() async throws {
    #expect(try await meetings(#Predicate { $0.title == $0.title }) == "m1 m2 m3")
    #expect(try await meetings(#Predicate { $0.endsAt != nil && $0.endsAt! > $0.startsAt }) == "m1")
  }

  @Test func orderAndPages() async throws {
    let ledger = try await makeBook()
    let latest = try await ledger.fetch(
      Meeting.self, where: #Predicate { $0.number >= 0 },
      sortedBy: [SortDescriptor(\.startsAt, order: .reverse)],
      limit: 2)
    #expect(latest.map { $0.id } == ["m2", "m1"])
    let byTitle = try await ledger.fetch(Meeting.self, sortedBy: [SortDescriptor(\.title)])
    #expect(byTitle.map { $0.id } == ["m1", "m2", "m3"])
    var key = try SortKey(SortDescriptor(\Meeting.title, comparator: .lexical))
    #expect(!key.isFolded)
    key.isFolded = true
    let folded = try await ledger.fetch(Meeting.self, where: nil, sort: [key])
    #expect(folded.map { $0.id } == ["m3", "m1", "m2"])
    let byEnd = try await ledger.fetch(
      Meeting.self, sortedBy: [SortDescriptor(\.endsAt), SortDescriptor(\.number)])
    #expect(byEnd.map { $0.id } == ["m1", "m3", "m2"])
    let error = #expect(throws: LedgerError.self) { try SortKey(SortDescriptor(\Meeting.shout)) }
    #expect(
      error?.what
        == "SortDescriptor<Meeting> sorts by a computed property of type String of Meeting, which is not a stored field"
    )
  }

  @Test func whatIsNotUnderstoodIsNamed() throws {
    func refusal(_ predicate: Predicate<Meeting>) -> String {
      do {
        return "\(try Condition(predicate))"
      } catch {
        return error.description
      }
    }
    let fields =
      "id, title, body, status, startsAt, endsAt, number, rating, isPrivate, token, tags, place, extras, host"
    let stored =
      "its stored fields are \(fields), guests and pages; store this value, too, or filter the fetched entities"
    #expect(
      refusal(#Predicate { $0.shout == "X" })
        == "#Predicate<Meeting> asks for a computed property of type String of Meeting, which is not a stored field; \(stored)"
    )
    #expect(
      refusal(#Predicate { $0.title.count > 2 })
        == "#Predicate<Meeting> asks for 'title.count', which is not a stored field; on a text, use ==, isEmpty, contains, starts(with:) or localizedStandardContains"
    )
    #expect(
      refusal(#Predicate { $0.startsAt.timeIntervalSince1970 > 2 })
        == "#Predicate<Meeting> asks for 'startsAt.timeIntervalSince1970', which is not a stored field; compare the date itself with dates that you compute first"
    )
    #expect(
      refusal(#Predicate { $0.number + 1 > 2 })
        == "#Predicate<Meeting> has Arithmetic on 'number', which the ledger cannot evaluate; compare the stored value with one that you compute first, or filter the fetched entities"
    )
    let ofHost = refusal(#Predicate { $0.host?.shout == "X" })
    #expect(ofHost.contains("of 'host', which is not a stored field"))
    #expect(refusal(#Predicate { $0.host?.rawValue.isEmpty == true }).contains("$") == false)
    #expect(
      refusal(#Predicate { meeting in meeting.guests.contains { $0.email == meeting.title } }).contains(
        "a closure that reads"))
    #expect(refusal(#Predicate { $0.title.contains($0.body ?? "x") }).contains("constant text"))
  }
}
