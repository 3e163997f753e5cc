import DaybookModel

@testable import DaybookLog

// A span cannot pass through `#expect`; an array can.

extension EventLine {
  static func parse(_ bytes: [UInt8]) throws(LineError) -> EventLine { try parse(bytes.span) }
  func event(_ bytes: [UInt8]) -> Event { event(bytes.span) }
  func other(_ bytes: [UInt8]) -> JSONObject { other(bytes.span) }
}

extension CommitLine {
  static func parse(_ bytes: [UInt8]) throws(LineError) -> CommitLine { try parse(bytes.span) }
  func strippingHead(_ bytes: [UInt8]) -> [UInt8] { strippingHead(bytes.span) }
  func leafHash(_ bytes: [UInt8]) -> Hash256 { leafHash(bytes.span) }
}

extension SegmentHeader {
  static func parse(_ bytes: [UInt8]) throws(LineError) -> SegmentHeader { try parse(bytes.span) }
}

extension Leaf {
  static func hash(_ bytes: [UInt8]) -> Hash256 { hash(bytes.span) }
}

extension Hash256 {
  static func of(_ bytes: [UInt8]) -> Hash256 { of(bytes.span) }
}

extension SegmentName {
  func matches(_ bytes: [UInt8]) -> Bool { matches(bytes.span) }
}

extension JSONString {
  func text(_ bytes: [UInt8]) -> String { text(bytes.span) }
}
