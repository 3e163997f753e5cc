public import Daybook

/// An entry that belongs to one record, and is hidden with it.
public protocol RecordEntry: Entity {
  /// The record that it belongs to.
  var record: Ref<MedicalRecord>? { get set }
}

/// The display name of a record: a pet's name, or a person's given and family name.
public enum DisplayName {
  static let unnamedPet = "Unnamed Pet"
  static let unnamedPerson = "Unnamed Person"

  /// A pet's `name`, else "Unnamed Pet"; a person's `given` and `family` with a space between, else "Unnamed Person".
  public static func of(isPet: Bool, name: String, given: String, family: String) -> String {
    if isPet { return name.isEmpty ? unnamedPet : name }
    let full = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    return full.isEmpty ? unnamedPerson : full
  }

  static func of(_ record: borrowing EntityReader) -> String {
    func text(_ field: String) -> String { record.value(field).string ?? "" }
    return of(
      isPet: record.value("isPet").bool ?? false, name: text("personalName"),
      given: text("personalGivenName"), family: text("personalFamilyName"))
  }
}
