import DaybookModel
import DaybookTestSupport

@testable import PurusHealth

/// A household's records as a program of version 1 wrote them: a person, a dog, a cat and a bird, and every kind of
/// entry.
enum PurusGoldens {
  static let ann = "0193B2C4-0000-7000-8000-0000000000A1"
  static let rex = "0193b2c4-0000-7000-8000-0000000000b2"
  static let tom = "0193b2c4-0000-7000-8000-0000000000c3"
  static let kiwi = "0193b2c4-0000-7000-8000-0000000000d4"

  static let creatures = [ann, rex, tom, kiwi]

  /// SHA-256 of their documents in the cloud form.
  static let digests = [
    "ef253dd118d5fd516c43d5c42799340240766d836425aa131a30796bd64750cf",
    "776ef265cf934b81e9a3a3d540e5e2f85044aacd8a7ada8b8a78aa0c77a8906a",
    "9a374415a95fc8a8af4c7f1914f8d57ae396d869bf8168bf898ac98542893d43",
    "eae80fa3cd598ddf98a988a6149246d45891f5a564c92fb066ed8aa848fcb270",
  ]

  /// nil only if the key is refused.
  static let ledger = GoldenLedger(seed: Array(repeating: 0x50, count: 32)) { replica in
    var author = GoldenAuthor(
      version: 1, by: "household", replica: replica, start: Instant(milliseconds: 1_760_000_000_000))
    return [
      author.replicaMade(), people(&author), pets(&author), findings(&author), others(&author),
      later(&author),
    ]
  }

  private static func people(_ author: inout GoldenAuthor) -> GoldenDraft {
    GoldenDraft(events: [
      author.upsert(
        "purus.medicalRecord", ann,
        [
          "personalGivenName": "Ann", "personalFamilyName": "Lee", "personalNickName": "Annie",
          "personalGender": "female", "personalBirthdate": "1980-02-29",
          "personalSocialSecurityNumber": "000-00-0001", "personalAddress": "12 Elm Street\nTown",
          "personalHealthInsurance": "City Health", "personalHealthInsuranceNumber": "A-17",
          "personalEmployer": "Lee & Co", "isCloudEnabled": true, "recordLocation": "iCloud",
        ])
    ])
  }

  private static func pets(_ author: inout GoldenAuthor) -> GoldenDraft {
    GoldenDraft(events: [
      author.upsert(
        "purus.medicalRecord", rex,
        [
          "isPet": true, "personalName": "Rex", "personalGender": "male", "personalBirthdate": "2021-05-04",
          "personalAnimalID": "276 09 8100", "petBreed": "terrier", "petColor": "brown",
          "ownerName": "Ann Lee",
          "ownerPhone": "+44 1", "ownerEmail": "ann@example.org", "vetClinicName": "Paws",
          "vetContactName": "Dr Ito", "vetPhone": "+44 2", "vetEmail": "paws@example.org",
          "vetAddress": "1 Mill Lane", "vetNote": "bites", "isCloudEnabled": true, "isSharingEnabled": true,
          "cloudShareRecordName": "share-1", "recordLocation": "shared",
        ]),
      author.upsert(
        "purus.medicalRecord", tom,
        [
          "isPet": true, "personalName": "Tom", "petBreed": "European shorthair",
          "createdAt": "2020-01-01T00:00:00.000Z",
        ]
      ),
      author.upsert(
        "purus.medicalRecord", kiwi, ["isPet": true, "personalName": "キーウィ", "petBreed": "kakapo"]),
    ])
  }

  /// Of Ann.
  private static func findings(_ author: inout GoldenAuthor) -> GoldenDraft {
    func entry(_ kind: String, _ set: JSONObject) -> Event {
      var set = set
      set["record"] = .string(ann)
      return author.upsert("purus." + kind, "\(kind)-1", set)
    }
    return GoldenDraft(events: [
      entry("bloodEntry", ["date": "2025-03-01T07:30:00.000Z", "value": "120/80", "comment": "Normal"]),
      entry("drugEntry", ["date": "2025-03-01T00:00:00.000Z", "name": "Ramipril", "information": "1-0-0"]),
      entry(
        "vaccinationEntry",
        ["date": "2019-06-01T00:00:00.000Z", "name": "Tetanus", "place": "Dr Yu", "comment": "next 2029-06"]),
      entry("allergyEntry", ["information": "penicillin", "comment": "1999"]),
      entry("illnessEntry", ["information": "asthma"]), entry("riskEntry", ["information": "thin blood"]),
      entry("medicalHistoryEntry", ["information": "appendectomy, 1998"]),
      entry(
        "medicalDocumentEntry",
        ["documentName": "letter.txt", "documentType": "text/plain", "documentData": "YSBsZXR0ZXI="]),
      entry("humanDoctorEntry", ["name": "Dr Yu", "specialty": "cardiology", "phone": "+44 3"]),
      entry("emergencyContact", ["name": "Ben Lee", "relationship": "husband", "phone": "+44 4"]),
    ])
  }

  private static func others(_ author: inout GoldenAuthor) -> GoldenDraft {
    GoldenDraft(events: [
      author.upsert(
        "purus.weightEntry", "weightEntry-1",
        ["record": .string(rex), "date": "2026-01-02T00:00:00.000Z", "weight": 8.4]),
      author.upsert(
        "purus.weightEntry", "weightEntry-2",
        ["record": .string(rex), "date": "2026-04-02T00:00:00.000Z", "weight": 20, "unit": "lbs"]),
      author.upsert(
        "purus.petYearlyCostEntry", "petYearlyCostEntry-1",
        ["record": .string(rex), "year": 2026, "cost": 412.5, "currency": "EUR"]),
      author.upsert("purus.allergyEntry", "gone", ["record": .string(ann), "information": "a slip"]),
    ])
  }

  /// A deletion, and what a program of a later version might have written.
  private static func later(_ author: inout GoldenAuthor) -> GoldenDraft {
    GoldenDraft(events: [
      author.write(Mutation(.delete, kind: "purus.allergyEntry", id: "gone")),
      author.upsert("purus.medicalRecord", kiwi, ["wingspanMillimetres": 800, "recordLocation": "aviary"]),
    ])
  }
}
