import Daybook

/// One of a record's lists, by its names here and in the cloud form.
public struct EntryList: Sendable, Hashable {
  /// In the cloud form: `bloodEntries`.
  public let cloudName: String
  /// Of the record: `blood`.
  public let relation: String

  /// The kind of its entries, `purus.bloodEntry`.
  public let kind: String

  private init<Entry: RecordEntry>(_ cloudName: String, _ relation: String, _: Entry.Type) {
    (self.cloudName, self.relation, kind) = (cloudName, relation, Entry.kind)
  }

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
