package import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A kind's struct, known only at run time.
package struct TypedCodec: Sendable {
  package let type: any Entity.Type
  /// The struct of a row's fields, for checks.
  package let value: @Sendable (JSONObject, _ defaults: JSONObject) throws -> any Sendable

  init<Owner: Entity>(_ owner: Owner.Type) {
    type = owner
    value = { try FieldDecoder.decode(owner, from: .object($0), defaults: $1) }
  }
}

extension Date {
  /// The constant default of an instant that somebody writes later, or that reads as a stamp.
  public static let unwritten = Date(timeIntervalSince1970: 0)
}
