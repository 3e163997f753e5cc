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

extension ZstdFrame {
  static func sizeBytes(_ bytes: [UInt8], at start: Int = 0) throws(FrameError) -> Int {
    try sizeBytes(bytes.span, at: start)
  }
  static func isSkippable(_ bytes: [UInt8], at start: Int) -> Bool { isSkippable(bytes.span, at: start) }
}

extension FrameHeader {
  init(_ bytes: [UInt8]) throws(FrameError) { try self.init(bytes.span, at: 0) }
}

extension SeekTable {
  init?(endOf file: [UInt8]) { self.init(endOf: file.span) }
}

extension ZstdDecompressor {
  func content(_ bytes: [UInt8]) throws(FrameError) -> [UInt8] { try decompress(bytes.span).content }
}
