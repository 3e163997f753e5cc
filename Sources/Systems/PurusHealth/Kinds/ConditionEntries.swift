public import Daybook

/// Entries of text: allergies, illnesses, risks and medical history.
public protocol NarrativeEntry: RecordEntry {
  /// The allergy, illness, risk or past event itself, in free text; masked in output.
  var information: String { get set }
  /// More free text; masked in output. Empty if there is none.
  var comment: String { get set }
}

/// What somebody is allergic to.
public struct AllergyEntry: NarrativeEntry {
  public var id = ID()
  /// The allergen, such as `penicillin`; masked in output.
  public var information = ""
  /// Free text, such as the reaction; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/allergies``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.allergyEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.allergies)
  }
}

/// An illness or condition that somebody has.
public struct IllnessEntry: NarrativeEntry {
  public var id = ID()
  /// The illness or condition in free text; masked in output.
  public var information = ""
  /// Free text, such as since when; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/illnesses``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.illnessEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.illnesses)
  }
}

/// What makes an illness more likely, or a treatment dangerous.
public struct RiskEntry: NarrativeEntry {
  public var id = ID()
  /// The risk in free text; masked in output.
  public var information = ""
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/risks``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.riskEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.risks)
  }
}

/// A past event that anyone who treats the patient should know about.
public struct MedicalHistoryEntry: NarrativeEntry {
  public var id = ID()
  /// The past event in free text, such as an operation; masked in output.
  public var information = ""
  /// Free text, such as when it was; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/medicalHistory``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.medicalHistoryEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.medicalHistory)
  }
}
