/// An enumeration of texts that shows values it does not know. A Swift `enum E: String, Codable` is a field, too: it
/// reads an unknown text as the field's default, and the ledger keeps the text.
///
///     public struct CoverageRole: OpenEnum {
///       public var rawValue: String
///       public init(rawValue: String) { self.rawValue = rawValue }
///       public static let insured: Self = "insured"
///       public static let beneficiary: Self = "beneficiary"
///       public static let known: [Self] = [.insured, .beneficiary]
///     }
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
  /// The values this version knows, in the order to list them.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// The value of this text, whether or not it is ``OpenEnum/known``.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }

  public init(from decoder: any Decoder) throws {
    decoder.typeDescription?.hear(Self.self, is: .enumeration(Self.knownValues))
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
