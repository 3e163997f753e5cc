import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The id of an entity of one kind, as the field of a relation or as an entity's own id. In JSON a
/// string. It holds no entity: fetch it to read one.
@dynamicMemberLookup
public struct Ref<Target: Entity>: Hashable, Sendable {
  /// The id as it is stored. New ids are lower-case UUIDs, but any text is an id.
  public var rawValue: String

  public init(_ id: String) { rawValue = id }

  /// The UUID's lower-case text.
  public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

  /// A new id (UUID version 7: ids ascend with the time they were made).
  public init() { rawValue = GeneratedID.next() }

  /// Itself, so that `$0.note?.id == id` reads as it does with objects.
  public var id: Ref<Target> {
    get { self }
    set { self = newValue }
  }

  /// The id as a UUID, if it is one.
  public var uuid: UUID? { UUID(uuidString: rawValue) }

  /// Names a field of the entity referred to, **only inside `#Predicate`**, which the ledger
  /// translates and never evaluates: `$0.attendees.contains { $0.email == email }`. Elsewhere a
  /// programmer's error, since a reference holds no fields.
  public subscript<Value>(dynamicMember path: KeyPath<Target, Value>) -> Value {
    guard let probe = RefProbe.current else {
      preconditionFailure("a Ref holds an id, no fields; fetch the entity to read \(path)")
    }
    probe.path = path
    return Target()[keyPath: path]
  }
}

extension Ref: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Ref: ExpressibleByStringLiteral, LosslessStringConvertible, CustomStringConvertible {
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }
}

/// A reference whose target is known only at run time.
protocol AnyRef {
  /// Touches the target's schema: only when the registry is built, never within a schema's initialiser.
  static var targetKind: String { get }
}

extension Ref: AnyRef {
  static var targetKind: String { Target.schema.kind }
}

/// Hears which key path a dynamic member of ``Ref`` was asked for.
package final class RefProbe: Sendable {
  @TaskLocal package static var current: RefProbe?

  // One task uses a probe, within one synchronous call.
  nonisolated(unsafe) package fileprivate(set) var path: AnyKeyPath?

  package init() {}

  /// The key path that `path`, a dynamic member of Ref, stands for; nil if it is none.
  package static func target<Target, Value>(of path: KeyPath<Ref<Target>, Value>) -> AnyKeyPath? {
    let probe = RefProbe()
    $current.withValue(probe) { _ = Ref<Target>("")[keyPath: path] }
    return probe.path
  }
}
