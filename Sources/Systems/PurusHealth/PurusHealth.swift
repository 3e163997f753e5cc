public import Daybook

/// Purus Health: the medical records of people and pets, with measurements, prescriptions and findings, doctors, and
/// emergency contacts.
extension System {
  /// The system `purus`, version 1, with fourteen kinds: ``MedicalRecord``, its twelve kinds of entries and
  /// ``SourceResource``. Pass it to `Ledger.open(at:systems:)`.
  public static let purus = System(
    "purus", version: 1,
    kinds: [
      MedicalRecord.self, BloodEntry.self, DrugEntry.self, VaccinationEntry.self, AllergyEntry.self,
      IllnessEntry.self, RiskEntry.self, MedicalHistoryEntry.self, MedicalDocumentEntry.self,
      HumanDoctorEntry.self, WeightEntry.self, PetYearlyCostEntry.self, EmergencyContact.self,
      SourceResource.self,
    ])
}
