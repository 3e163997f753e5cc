public import Daybook

/// Something that belongs to one record, and is hidden with it.
public protocol RecordEntry: Entity {
  /// Whose it is.
  var record: Ref<MedicalRecord>? { get set }
}
