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

/// A ledger's medical records of people and pets: the operations of the system Purus Health.
///
/// ```swift
/// let pets = try await ledger.purus.records(creature: .pet)
/// let due = try await ledger.purus.dueVaccinations(on: today)
/// ```
public struct PurusLedger: Sendable {
  /// The ledger that is read and written.
  public let ledger: Ledger
}

extension Ledger {
  /// The medical records of this ledger.
  public nonisolated var purus: PurusLedger { PurusLedger(ledger: self) }
}
