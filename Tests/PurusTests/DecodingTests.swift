import Daybook
import DaybookTestSupport
import Testing

@testable import PurusHealth

/// A record that an older or a newer program wrote always reads as its struct.
@Suite struct DecodingTests {
  /// As a program of a later version would write: fields that this one does not know, values that it does not
  /// know of lists that it does, and fields of other types.
  private static func later() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let record = try CloudDocument([
      "uuid": "r", "personalGivenName": "Ann", "bloodType": "0+", "organDonor": true,
      "recordLocation": "hospital", "contacts2": [["name": "Ben"]],
      "weightEntries": #"[{"uuid":"w","weight":12,"unit":"stone","device":{"maker":"x","ids":[1,2]}}]"#,
      "allergyEntries": #"[{"uuid":"a","information":"nuts","severity":3}]"#,
    ])
    _ = try await ledger.purus.importCloudDocuments([record])
    return ledger
  }

  @Test func aLaterVersionReadsAsFarAsItIsKnown() async throws {
    let ledger = try await Self.later()
    let record = try #require(try await ledger.get(Ref<MedicalRecord>("r")))
    #expect(record.personalGivenName == "Ann")
    #expect(record.recordLocation == "hospital")
    #expect(record.displayName == "Ann")
    #expect(record.weights == ["w"])
    #expect(record.allergies == ["a"])
    let weight = try #require(try await ledger.get(Ref<WeightEntry>("w")))
    #expect(weight.weight == 12)
    #expect(weight.unit == "stone")
    #expect(try await ledger.get(Ref<AllergyEntry>("a"))?.information == "nuts")
    // What only the later one knows is shown as it is.
    #expect(try await ledger.get(kind: MedicalRecord.kind, id: "r")?["bloodType"] == "0+")
    #expect(
      try await ledger.get(kind: WeightEntry.kind, id: "w")?["device"] == ["maker": "x", "ids": [1, 2]])
  }

  /// A later edit by this program leaves alone what it does not know, and what it may not write itself.
  @Test func newerSurvivesAnEdit() async throws {
    let ledger = try await Self.later()
    var record = try #require(try await ledger.get(Ref<MedicalRecord>("r")))
    record.personalFamilyName = "Lee"
    let edited = record
    try await ledger.commit { try $0.upsert(edited) }
    let row = try #require(try await ledger.get(kind: MedicalRecord.kind, id: "r"))
    #expect(row["displayName"] == "Ann Lee")
    #expect(row["organDonor"] == true)
    #expect(row["recordLocation"] == "hospital")
  }

  /// A rule that was broken elsewhere is not the fault of a write to other fields; the field itself keeps it.
  @Test func aBrokenRuleIsNotInTheWay() async throws {
    let ledger = try await Self.later()
    func write(_ set: JSONObject) async throws {
      try await ledger.append([Mutation(.upsert, kind: WeightEntry.kind, id: "w", set: set)])
    }
    try await write(["comment": "after a walk"])
    #expect(try await ledger.get(Ref<WeightEntry>("w"))?.comment == "after a walk")
    for set in [["unit": "ell"], ["weight": -1, "comment": "x"]] as [JSONObject] {
      let error = await #expect(throws: LedgerError.self) { try await write(set) }
      #expect(
        error?.what.hasPrefix("purus.weightEntry.\(set["unit"] == nil ? "weight" : "unit") must be") == true)
    }
    try await write(["unit": "kg"])
    #expect(try await ledger.get(Ref<WeightEntry>("w"))?.unit == .kg)
  }

  @Test func anEarlierVersionReadsWithDefaults() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let record = try CloudDocument([
      "uuid": "r", "isPet": true, "bloodEntries": .null, "drugEntries": "",
      "doctorEntries": "[]", "humanDoctorEntries": #"[{"name":"Dr Yu"}]"#,
    ])
    _ = try await ledger.purus.importCloudDocuments([record])
    let read = try #require(try await ledger.get(Ref<MedicalRecord>("r")))
    #expect(read.displayName == "Unnamed Pet")
    #expect(read.blood.isEmpty)
    #expect(read.drugs.isEmpty)
    let first = try #require(read.doctors.first)
    let doctor = try #require(try await ledger.get(first))
    #expect(doctor.name == "Dr Yu")
    #expect(doctor.specialty.isEmpty)
    #expect(doctor.date == nil)
  }

  /// A program of another version whose field had another type: its value shows raw, and reads as the default.
  @Test func otherTypes() async throws {
    struct Record: Entity {
      var id = ID()
      var isPet = "maybe"
      var personalGivenName = 5
      static let schema = Schema("purus.medicalRecord") {}
    }
    struct Weight: Entity {
      var id = ID()
      var weight = "heavy"
      static let schema = Schema("purus.weightEntry") {}
    }
    let folder = try TemporaryFolder()
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state"
    let path = folder.path + "/l"
    try await Ledger.create(at: path, options: options)
    let other = try await Ledger.open(
      at: path, systems: [System("purus", version: 9, kinds: [Record.self, Weight.self])], options: options)
    try await other.commit { batch in
      try batch.upsert(Record(id: "r") { ($0.isPet, $0.personalGivenName) = ("who knows", 7) })
      try batch.upsert(Weight(id: "w") { $0.weight = "light" })
    }
    await other.close()
    let ledger = try await Ledger.open(at: path, systems: [.purus], options: options)
    let record = try #require(try await ledger.get(Ref<MedicalRecord>("r")))
    #expect(!record.isPet)
    #expect(record.personalGivenName.isEmpty)
    #expect(record.displayName == "Unnamed Person")
    #expect(try await ledger.get(Ref<WeightEntry>("w"))?.weight == 0)
    #expect(try await ledger.get(kind: WeightEntry.kind, id: "w")?["weight"] == "light")
  }
}
