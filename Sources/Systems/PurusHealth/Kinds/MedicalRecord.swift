public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The record of one person or one pet; all other entities belong to a record.
///
/// Some fields serve both: see ``birthdate``, ``gender`` and ``sex``. The id is the record's `uuid` in the app, in its
/// original case.
public struct MedicalRecord: Entity {
  public var id = ID()
  /// The time of the first write, unless a write sets it, as an import does.
  public var createdAt = Date.unwritten
  /// The time of the last write; after an import, the time in the imported document.
  public var updatedAt = Date.unwritten

  // Of a person.
  /// A person's last name; unused for a pet.
  public var personalFamilyName = ""
  /// A person's first name; unused for a pet.
  public var personalGivenName = ""
  /// The name by which a person is called; not a part of ``displayName``.
  public var personalNickName = ""
  /// A person's gender, a pet's sex.
  public var personalGender = ""
  /// A person's birthday, a pet's date of birth: a day, which has no zone.
  public var personalBirthdate: CivilDay?
  /// A person's national insurance number, in any country's form; masked in output.
  public var personalSocialSecurityNumber = ""
  /// A person's postal address as free text; masked in output.
  public var personalAddress = ""
  /// The name of a person's insurer; masked in output.
  public var personalHealthInsurance = ""
  /// A person's number with the insurer; masked in output.
  public var personalHealthInsuranceNumber = ""
  /// The name of a person's employer; masked in output.
  public var personalEmployer = ""

  // Of a pet.
  /// Whether the pet's fields apply instead of the person's; see ``creature``. False by default.
  public var isPet = false
  /// The pet's name.
  public var personalName = ""
  /// The number of its chip or tattoo.
  public var personalAnimalID = ""
  /// A pet's breed in free text, such as `terrier`; empty where unknown.
  public var petBreed = ""
  /// A pet's colour in free text; empty where unknown.
  public var petColor = ""
  /// The full name of a pet's owner; not masked in output.
  public var ownerName = ""
  /// The owner's telephone number as it was typed; masked in output.
  public var ownerPhone = ""
  /// The owner's e-mail address; masked in output.
  public var ownerEmail = ""

  // Who treats the pet.
  /// The veterinary clinic's name; empty where unknown.
  public var vetClinicName = ""
  /// The person to ask for in the clinic; empty where unknown.
  public var vetContactName = ""
  /// The clinic's telephone number as it was typed; not masked in output.
  public var vetPhone = ""
  /// The clinic's e-mail address; not masked in output.
  public var vetEmail = ""
  /// The clinic's postal address as free text; not masked in output.
  public var vetAddress = ""
  /// Free text about the clinic or the treatment; masked in output.
  public var vetNote = ""

  // Where it is kept, and with whom it is shared.
  /// Whether the app keeps the record in its owner's cloud. The flag describes the state; it moves nothing.
  public var isCloudEnabled = false
  /// Whether the record is shared with others through the cloud; true only while ``isCloudEnabled`` is.
  public var isSharingEnabled = false
  /// The name of the share in the cloud; null while there is none.
  public var cloudShareRecordName: String?
  /// Where the app keeps the record; `local` by default. `purus record share` and `unshare` set it with the flags.
  public var recordLocation: RecordLocation = .local

  /// The name of the person or the pet.
  public var displayName = ""

  /// Set through ``BloodEntry/record``, in the order in which the entries were added, not by date.
  public var blood: [Ref<BloodEntry>] = []
  /// Set through ``DrugEntry/record``, in the order in which the entries were added, not by date.
  public var drugs: [Ref<DrugEntry>] = []
  /// Set through ``VaccinationEntry/record``, in the order in which the entries were added, not by date.
  public var vaccinations: [Ref<VaccinationEntry>] = []
  /// Set through ``AllergyEntry/record``, in the order in which the entries were added.
  public var allergies: [Ref<AllergyEntry>] = []
  /// Set through ``IllnessEntry/record``, in the order in which the entries were added.
  public var illnesses: [Ref<IllnessEntry>] = []
  /// Set through ``RiskEntry/record``, in the order in which the entries were added.
  public var risks: [Ref<RiskEntry>] = []
  /// Set through ``MedicalHistoryEntry/record``, in the order in which the entries were added.
  public var medicalHistory: [Ref<MedicalHistoryEntry>] = []
  /// Set through ``MedicalDocumentEntry/record``, in the order in which the entries were added.
  public var documents: [Ref<MedicalDocumentEntry>] = []
  /// Set through ``HumanDoctorEntry/record``, in the order in which the entries were added.
  public var doctors: [Ref<HumanDoctorEntry>] = []
  /// Set through ``WeightEntry/record``, in the order in which the entries were added, not by date.
  public var weights: [Ref<WeightEntry>] = []
  /// Set through ``PetYearlyCostEntry/record``, in the order in which the entries were added, not by year.
  public var petYearlyCosts: [Ref<PetYearlyCostEntry>] = []
  /// Set through ``EmergencyContact/record``, in the order in which the entries were added.
  public var emergencyContacts: [Ref<EmergencyContact>] = []
  /// The imported resources, as they came.
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

// Some fields of a record have different meanings for a person and for a pet.

extension MedicalRecord {
  /// Whether the record is a person's or a pet's.
  public enum Creature: String, Sendable, CaseIterable {
    /// A person: ``MedicalRecord/isPet`` is false, the default.
    case human
    /// An animal: ``MedicalRecord/isPet`` is true.
    case pet
  }

  /// ``isPet`` as an enumeration; writing it sets ``isPet``.
  public var creature: Creature {
    get { isPet ? .pet : .human }
    set { isPet = newValue == .pet }
  }

  /// A person's birthday; nil for a pet.
  public var birthdate: CivilDay? { isPet ? nil : personalBirthdate }

  /// A pet's date of birth; nil for a person.
  public var dateOfBirth: CivilDay? { isPet ? personalBirthdate : nil }

  /// A person's gender; nil for a pet, and if unknown.
  public var gender: String? { isPet || personalGender.isEmpty ? nil : personalGender }

  /// A pet's sex; nil for a person, and if unknown.
  public var sex: String? { !isPet || personalGender.isEmpty ? nil : personalGender }

  /// Whole years since birth; nil if the date of birth is unknown, or after `day`.
  public func age(on day: CivilDay) -> Int? { personalBirthdate.flatMap { day.years(since: $0) } }
}

extension MedicalRecord.Creature {
  /// The label of `personalBirthdate`.
  public var birthLabel: String {
    switch self {
    case .human: "birthdate"
    case .pet: "date of birth"
    }
  }

  /// The label of `personalGender`.
  public var genderLabel: String {
    switch self {
    case .human: "gender"
    case .pet: "sex"
    }
  }
}

extension CivilDay {
  /// Whole years; nil where `birth` is later.
  func years(since birth: CivilDay) -> Int? {
    guard birth <= self else { return nil }
    let hasPassed = (month, day) >= (birth.month, birth.day)
    return Int(year - birth.year - (hasPassed ? 0 : 1))
  }
}
