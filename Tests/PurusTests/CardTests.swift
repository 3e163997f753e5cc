import Daybook
import Testing

@testable import PurusHealth

/// The emergency card, as text and as a page.
@Suite struct CardTests {
  private static let today = CivilDay("2026-11-25")!

  private static func card(_ members: JSONObject, hides: Bool = false) async throws -> EmergencyCard {
    let ledger = try Ledger.inMemory(systems: [.purus])
    var document = members
    document["uuid"] = "r"
    _ = try await ledger.purus.importCloudDocuments([try CloudDocument(document)])
    guard hides else { return try #require(try await ledger.purus.emergencyCard(of: "r", on: today)) }
    var rows = try #require(try await ledger.purus.rows(of: "r"))
    let disclosure = Disclosure(ledger.schemas)
    rows.record = disclosure.row(rows.record)
    rows.entries = rows.entries.mapValues { $0.map { disclosure.row($0) } }
    return EmergencyCard(rows, on: today)
  }

  private static let ann: JSONObject = [
    "personalGivenName": "Ann", "personalFamilyName": "Lee", "personalBirthdate": "1980-03-01",
    "personalHealthInsurance": "City Health", "personalHealthInsuranceNumber": "A-1",
    "allergyEntries": #"[{"information":"penicillin","comment":"1999"}]"#,
    "drugEntries": #"[{"name":"Ramipril","information":"1-0-0"}]"#,
    "illnessEntries": #"[{"information":"asthma"},{"information":"  "}]"#,
    "riskEntries": #"[{"information":"thin blood"}]"#,
    "emergencyContacts": #"[{"name":"Ben Lee","relationship":"husband","phone":"+44 20 7946 0102"}]"#,
    "humanDoctorEntries": #"[{"name":"Dr Yu","specialty":"cardiology","phone":"12"}]"#,
  ]

  @Test func aCardOfAPersonHasTheirFacts() async throws {
    let card = try await Self.card(Self.ann)
    #expect(card.name == "Ann Lee")
    #expect(
      card.facts.map { "\($0.label): \($0.text)" } == [
        "birthdate: 1980-03-01", "health insurance: City Health", "insurance number: A-1",
      ])
    #expect(
      card.sections.map {
        "\($0.title): " + $0.lines.map { $0.texts.joined(separator: ", ") }.joined(separator: "; ")
      }
        == [
          "Allergies: penicillin, 1999", "Drugs: Ramipril, 1-0-0", "Illnesses: asthma", "Risks: thin blood",
          "Emergency contacts: Ben Lee, husband, +44 20 7946 0102", "Doctors: Dr Yu, cardiology, 12",
        ])
  }

  /// A drug whose day is to come is not taken yet; one of today is.
  @Test func aDrugOfALaterDayIsPlanned() async throws {
    let card = try await Self.card([
      "personalGivenName": "Ann",
      "drugEntries":
        #"[{"name":"Ramipril","date":"2026-11-25T00:00:00Z"},{"name":"Methotrexate","information":"weekly","date":"2027-02-01T00:00:00Z"}]"#,
    ])
    #expect(
      card.sections.map { $0.lines.map(\.texts) } == [
        [["Ramipril"], ["Methotrexate", "planned for 2027-02-01", "weekly"]]
      ])
  }

  @Test func aCardOfAPetHasItsOwner() async throws {
    let card = try await Self.card([
      "isPet": true, "personalName": "Rex", "petBreed": "terrier", "personalGender": "male",
      "personalAnimalID": "chip 9", "ownerName": "Ann", "ownerPhone": "+44 1", "vetClinicName": "Paws",
      "vetPhone": "+44 2", "personalAddress": "not a pet's",
    ])
    #expect(card.facts.map(\.label) == ["sex", "breed", "chip or tattoo"])
    #expect(card.sections.map(\.title) == ["Owner", "Veterinarian"])
    #expect(card.sections.last?.lines.map(\.texts) == [["Paws", "+44 2"]])
    #expect(card.sections.last?.lines.map(\.phone) == ["+44 2"])
  }

  /// What is hidden is hidden on the card, and the names are not.
  @Test func aCardHidesWhatIsHidden() async throws {
    let card = try await Self.card(Self.ann, hides: true)
    let words = card.facts.map(\.text) + card.sections.flatMap(\.lines).flatMap(\.texts)
    #expect(Set(words) == ["•••", "Ben Lee", "husband", "Dr Yu", "cardiology"])
    for secret in ["penicillin", "1980", "7946", "Ramipril", "City"] { #expect(!card.page.contains(secret)) }
  }

  /// A page of its own: nothing that a network is asked for, nothing that runs, and nothing that a value could
  /// turn into markup.
  @Test func aPageFetchesAndRunsNothing() async throws {
    let page = try await Self.card([
      "personalGivenName": "<script>alert(1)</script>", "personalNickName": "a\" onload=\"x'&",
      "emergencyContacts": #"[{"name":"B\u0000\u0007","phone":"+44 (20) 7946"},{"name":"C","phone":"x"}]"#,
    ]).page
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;: emergency card</title>"))
    #expect(page.contains("<h1><bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi></h1>"))
    #expect(page.contains("a&quot; onload=&quot;x&#39;&amp;"))
    #expect(page.contains(#"<a href="tel:+44207946">"#))
    #expect(!page.contains("tel:x"))
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    #expect(
      !page.contains("<link") && !page.contains("<img") && !page.contains("url(") && !page.contains("@import")
    )
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains(#"name="viewport""#) && page.contains("@page") && page.contains("@media print"))
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
