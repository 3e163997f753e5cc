import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The id of an entity of one kind, as the field of a relation or as an entity's own id. In JSON it is a string. It
/// does not hold the entity: fetch that to read it.
@dynamicMemberLookup
public struct Ref<Target: Entity>: Hashable, Sendable {
  /// The id as it is stored. New ids are lower-case UUIDs, but any text is an id.
  public var rawValue: String
  /// For an entity's own id: the origin of the entity's struct.
  package var provenance: Provenance?

  /// A reference with a stored id, which need not be that of an existing entity.
  public init(_ id: String) { rawValue = id }

  package init(_ id: String, _ provenance: Provenance) { (rawValue, self.provenance) = (id, provenance) }

  /// A reference with the UUID's lower-case text.
  public init(_ uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

  /// A new id (UUID version 7: ids ascend with the time they were made).
  public init() {
    rawValue = GeneratedID.next()
    provenance = Provenance(generatedID: rawValue)
  }

  /// The reference itself, so that `$0.note?.id == id` reads as it does with objects.
  public var id: Ref<Target> {
    get { self }
    set { self = newValue }
  }

  /// The id as a UUID, if it is one.
  public var uuid: UUID? { UUID(uuidString: rawValue) }

  /// Names a field of the entity referred to inside `#Predicate`, which the ledger translates:
  /// `$0.attendees.contains { $0.email == email }`. Elsewhere `ref.email` does not compile, since a reference holds
  /// only an id: use `try await ledger.get(ref)?.email`.
  @OnlyInPredicates
  @available(*, noasync, message: "a Ref holds an id, no fields: get the entity from the ledger")
  public subscript<Value>(dynamicMember path: KeyPath<Target, Value>) -> Value { Target()[keyPath: path] }

  /// What `#Predicate` uses instead of the dynamic member. Nil, unless the caller determines which field it names.
  package subscript<Value>(field path: KeyPath<Target, Value>) -> Value? {
    guard let probe = RefProbe.current else { return nil }
    probe.path = path
    return Target()[keyPath: path]
  }
}

/// A member isolated to this actor can be named in `#Predicate`, and nowhere else: no code runs there.
@globalActor
public actor OnlyInPredicates {
  /// Required by `GlobalActor`; no code runs on it.
  public static let shared = OnlyInPredicates()

  private init() {}
}

extension Ref {
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Whether nobody chose the id: it was generated for a new struct.
  package var isGenerated: Bool { provenance?.generatedID == rawValue }

  /// The id of the entity in the ledger. For a struct with a generated id, this is the id that a natural key gave it
  /// when it was saved, if any.
  package var savedID: String {
    guard let saved = provenance?.saved, isGenerated else { return rawValue }
    return saved.id
  }
}

extension Ref: Codable {
  public init(from decoder: any Decoder) throws {
    decoder.typeDescription?.hear(Self.self, is: .one(Self.targetKind), isReference: true)
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(savedID)
  }
}

extension Ref: ExpressibleByStringLiteral, LosslessStringConvertible, CustomStringConvertible {
  /// The reference to this id, as `init(_:)` makes it.
  public init(stringLiteral value: String) { rawValue = value }
  public var description: String { rawValue }
}

/// A reference whose target is known only at run time.
package protocol AnyRef {
  /// Reads the target's schema, so it must be called only when the registry is built, never within a schema's
  /// initialiser.
  static var targetKind: String { get }
  /// What a key path from the reference means.
  static func member(_ path: AnyKeyPath) -> RefMember?
}

/// What a key path from a ``Ref`` means.
package enum RefMember {
  /// The reference, as an id.
  case itself
  /// A stored field of the entity referred to.
  case field(String)
}

extension Ref: AnyRef {
  package static var targetKind: String { Target.schema.kind }

  package static func member(_ path: AnyKeyPath) -> RefMember? {
    guard let path = path as? PartialKeyPath<Ref<Target>> else { return nil }
    if path == \Ref<Target>.id || path == \Ref<Target>.rawValue { return .itself }
    let probe = RefProbe()
    RefProbe.$current.withValue(probe) { _ = Ref<Target>("")[keyPath: path] }
    guard let inner = probe.path as? PartialKeyPath<Target> else { return nil }
    return PropertyNames.name(of: inner).map { $0 == "id" ? .itself : .field($0) }
  }
}

/// Records the key path for which a field of ``Ref`` was requested.
final class RefProbe: Sendable {
  @TaskLocal static var current: RefProbe?

  // Sound: one task uses a probe, within one synchronous call.
  nonisolated(unsafe) fileprivate var path: AnyKeyPath?

  fileprivate init() {}
}
