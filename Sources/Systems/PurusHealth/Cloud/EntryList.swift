import Daybook

/// One of a record's lists, by its names here and in the cloud form.
public struct EntryList: Sendable, Hashable {
  /// In the cloud form: `bloodEntries`.
  public let cloudName: String
  /// Of the record: `blood`.
  public let relation: String

  // Asked when it is needed: a command's names alone need no schema.
  private let type: any RecordEntry.Type

  /// The kind of its entries, `purus.bloodEntry`.
  public var kind: String { type.kind }

  private init(_ cloudName: String, _ relation: String, _ type: any RecordEntry.Type) {
    (self.cloudName, self.relation, self.type) = (cloudName, relation, type)
  }

  public static func == (left: Self, right: Self) -> Bool { left.cloudName == right.cloudName }
  public func hash(into hasher: inout Hasher) { hasher.combine(cloudName) }

  /// All twelve, in the order in which a record is shown.
  public static let all: [EntryList] = [
    EntryList("bloodEntries", "blood", BloodEntry.self), EntryList("drugEntries", "drugs", DrugEntry.self),
    EntryList("vaccinationEntries", "vaccinations", VaccinationEntry.self),
    EntryList("allergyEntries", "allergies", AllergyEntry.self),
    EntryList("illnessEntries", "illnesses", IllnessEntry.self),
    EntryList("riskEntries", "risks", RiskEntry.self),
    EntryList("medicalHistoryEntries", "medicalHistory", MedicalHistoryEntry.self),
    EntryList("medicalDocumentEntries", "documents", MedicalDocumentEntry.self),
    EntryList("humanDoctorEntries", "doctors", HumanDoctorEntry.self),
    EntryList("weightEntries", "weights", WeightEntry.self),
    EntryList("petYearlyCostEntries", "petYearlyCosts", PetYearlyCostEntry.self),
    EntryList("emergencyContacts", "emergencyContacts", EmergencyContact.self),
  ]
}
