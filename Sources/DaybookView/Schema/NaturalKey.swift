/// A field whose value identifies the entity in the outside world. The id is derived from it, so two
/// machines that meet the same person offline make one entity.
public struct NaturalKey: Sendable, Equatable {
  /// The stored name of the field, a text.
  public var field: String
  /// How its value is brought to one form before the id is derived.
  public var normalizer: KeyNormalizer
}

/// How a natural key's value is brought to one form. Frozen: an id derived once must be derived the same way forever,
/// so a new rule gets a new number.
public enum KeyNormalizer: Int, Sendable {
  /// Unchanged.
  case exact = 1
  /// Without white space at its ends.
  case trimmed = 2
  /// Trimmed and in lower case: e-mail addresses.
  case trimmedLowercased = 3
  /// Trimmed, in Unicode's canonical composition: names.
  case trimmedComposed = 4
}
