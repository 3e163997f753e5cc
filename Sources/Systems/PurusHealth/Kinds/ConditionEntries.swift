public import Daybook

/// Entries in words: allergies, illnesses, risks and medical history.
public protocol ToldEntry: RecordEntry {
  var information: String { get set }
  var comment: String { get set }
}

/// What somebody is allergic to.
public struct AllergyEntry: ToldEntry {
  public var id = ID()
  public var information = ""
  public var comment = ""
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
public struct IllnessEntry: ToldEntry {
  public var id = ID()
  public var information = ""
  public var comment = ""
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
public struct RiskEntry: ToldEntry {
  public var id = ID()
  public var information = ""
  public var comment = ""
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.riskEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.risks)
  }
}

/// Something of the past that anyone who treats the patient should know.
public struct MedicalHistoryEntry: ToldEntry {
  public var id = ID()
  public var information = ""
  public var comment = ""
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.medicalHistoryEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.comment)
    One(\.record, inverse: \MedicalRecord.medicalHistory)
  }
}
