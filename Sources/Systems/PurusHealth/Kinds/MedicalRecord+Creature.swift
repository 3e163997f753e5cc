public import Daybook

// Some fields of a record mean one thing of a person and another of a pet.

extension MedicalRecord {
  /// Whose record it is.
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

  /// A person's gender; nil for a pet, and where nobody said.
  public var gender: String? { isPet || personalGender.isEmpty ? nil : personalGender }

  /// A pet's sex; nil for a person, and where nobody said.
  public var sex: String? { !isPet || personalGender.isEmpty ? nil : personalGender }

  /// Whole years since birth; nil where nobody knows the birth, or it is after `day`.
  public func age(on day: CivilDay) -> Int? { personalBirthdate.flatMap { day.years(since: $0) } }
}

extension MedicalRecord.Creature {
  /// What `personalBirthdate` is called.
  public var birthLabel: String {
    switch self {
    case .human: "birthdate"
    case .pet: "date of birth"
    }
  }

  /// What `personalGender` is called.
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
