public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The record of one person or one pet; everything else belongs to one.
///
/// Some fields serve both: see ``birthdate``, ``gender`` and ``sex``. The id is the record's `uuid` elsewhere,
/// in the case in which it came.
public struct MedicalRecord: Entity {
  public var id = ID()
  public var createdAt = Date.unwritten
  public var updatedAt = Date.unwritten

  // Of a person.
  public var personalFamilyName = ""
  public var personalGivenName = ""
  public var personalNickName = ""
  /// A person's gender, a pet's sex.
  public var personalGender = ""
  /// A person's birthday, a pet's date of birth: a day, which has no zone.
  public var personalBirthdate: CivilDay?
  public var personalSocialSecurityNumber = ""
  public var personalAddress = ""
  public var personalHealthInsurance = ""
  public var personalHealthInsuranceNumber = ""
  public var personalEmployer = ""

  // Of a pet.
  public var isPet = false
  /// What the pet is called.
  public var personalName = ""
  /// The number of its chip or tattoo.
  public var personalAnimalID = ""
  public var petBreed = ""
  public var petColor = ""
  public var ownerName = ""
  public var ownerPhone = ""
  public var ownerEmail = ""

  // Who treats the pet.
  public var vetClinicName = ""
  public var vetContactName = ""
  public var vetPhone = ""
  public var vetEmail = ""
  public var vetAddress = ""
  public var vetNote = ""

  // Where it is kept, and with whom it is shared.
  public var isCloudEnabled = false
  public var isSharingEnabled = false
  /// The name of the share in the cloud; null while there is none.
  public var cloudShareRecordName: String?
  public var recordLocation: RecordLocation = .local

  /// What to call whose record it is.
  public var displayName = ""

  public var blood: [Ref<BloodEntry>] = []
  public var drugs: [Ref<DrugEntry>] = []
  public var vaccinations: [Ref<VaccinationEntry>] = []
  public var allergies: [Ref<AllergyEntry>] = []
  public var illnesses: [Ref<IllnessEntry>] = []
  public var risks: [Ref<RiskEntry>] = []
  public var medicalHistory: [Ref<MedicalHistoryEntry>] = []
  public var documents: [Ref<MedicalDocumentEntry>] = []
  public var doctors: [Ref<HumanDoctorEntry>] = []
  public var weights: [Ref<WeightEntry>] = []
  public var petYearlyCosts: [Ref<PetYearlyCostEntry>] = []
  public var emergencyContacts: [Ref<EmergencyContact>] = []
  /// What was imported, as it came.
  public var sourceResources: [Ref<SourceResource>] = []

  public init() {}

  public static let schema = Schema("purus.medicalRecord") {
    IDAlias("uuid")
    Personal()
    Names(
      \.personalGivenName, \.personalFamilyName, \.personalNickName, \.personalName, detail: \.petBreed,
      called: { DisplayName.of($0) })
    Sensitive(
      \.personalGender, \.personalBirthdate, \.personalSocialSecurityNumber, \.personalAddress,
      \.personalHealthInsurance, \.personalHealthInsuranceNumber, \.personalEmployer, \.personalAnimalID,
      \.ownerPhone, \.ownerEmail, \.vetNote, \.cloudShareRecordName)
    Inverse(\.blood, of: \BloodEntry.record, onDelete: .cascade)
    Inverse(\.drugs, of: \DrugEntry.record, onDelete: .cascade)
    Inverse(\.vaccinations, of: \VaccinationEntry.record, onDelete: .cascade)
    Inverse(\.allergies, of: \AllergyEntry.record, onDelete: .cascade)
    Inverse(\.illnesses, of: \IllnessEntry.record, onDelete: .cascade)
    Inverse(\.risks, of: \RiskEntry.record, onDelete: .cascade)
    Inverse(\.medicalHistory, of: \MedicalHistoryEntry.record, onDelete: .cascade)
    Inverse(\.documents, of: \MedicalDocumentEntry.record, onDelete: .cascade)
    Inverse(\.doctors, of: \HumanDoctorEntry.record, onDelete: .cascade)
    Inverse(\.weights, of: \WeightEntry.record, onDelete: .cascade)
    Inverse(\.petYearlyCosts, of: \PetYearlyCostEntry.record, onDelete: .cascade)
    Inverse(\.emergencyContacts, of: \EmergencyContact.record, onDelete: .cascade)
    Inverse(\.sourceResources, of: \SourceResource.record, onDelete: .cascade)
    Check(
      \.isSharingEnabled, "must be false while isCloudEnabled is false: only what is in the cloud is shared",
      reading: \.isCloudEnabled
    ) { isShared, isInCloud in
      isInCloud || !isShared
    }
    Bound(\.personalBirthdate, .past)
    Projection(\.displayName) { DisplayName.of($0) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
