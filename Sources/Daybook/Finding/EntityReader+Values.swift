import DaybookModel
public import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The fields of an entity as the values that its struct would hold.

extension EntityReader {
  /// The field as text, as are instants and references; nil where it reads null, is of another type, or is unknown.
  public func text(_ field: String) -> String? { value(field).string }

  /// The field as a Boolean; false where it reads null, is of another type, or is unknown.
  public func flag(_ field: String) -> Bool { value(field).bool ?? false }

  /// The field as a list of texts, without elements that are not text; empty where the field is not a list.
  public func texts(_ field: String) -> [String] { value(field).array?.compactMap(\.string) ?? [] }

  /// Nil also for what nobody wrote.
  public func date(_ field: String) -> Date? {
    guard let date = value(field).string.flatMap({ Instant($0) }).map({ Date($0) }) else { return nil }
    return date == .unwritten ? nil : date
  }

  /// The entity at the other end of a to-one relation, if any.
  public func mention<Target: Named>(_ relation: String, of type: Target.Type = Target.self) -> Mention<
    Target
  >? {
    map(relation) { Mention<Target>($0) }.first
  }

  /// The entities at the other end of a relation, in its order; deleted and gone ones are left out.
  public func mentions<Target: Named>(_ relation: String, of type: Target.Type = Target.self) -> [Mention<
    Target
  >] {
    map(relation) { Mention<Target>($0) }
  }
}
