// Lines in the form in which they are written: in canonical order, without spaces, as nearly all lines of a log are.
// They are read by comparing with what must come next. Any other line is left to the strict reader, which alone decides
// what is refused, and why.

import CShim
import DaybookModel

/// One canonical event's line within a frame, while it is read.
struct CanonicalLine {
  /// The frame's bytes. Sound: reading stays between the line's start and its LF, and at least 16 bytes follow from
  /// there, so that every load from a place up to the LF is within the frame; each step below moves `place` over bytes
  /// that it has compared or over a string, which ends before the LF.
  let frame: UnsafePointer<UInt8>
  let start: Int
  /// Where the LF is.
  let end: Int
  var place: Int

  /// The minimum that a line needs to be read here.
  static let sizeBytesMin = 100
  static let readableBytes = 16

  /// Reads a line into an event without set values; false for a line to leave to the strict reader.
  @inline(__always)
  static func read(
    _ frame: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, into event: inout EventLine,
    _ cursor: inout JSONCursor, _ known: inout KnownStamp
  ) -> Bool {
    guard line.count >= sizeBytesMin, line.count <= JSONLimit.lineSizeBytesMax,
      line.upperBound + readableBytes <= frame.count, let base = frame.baseAddress
    else { return false }
    var reader = CanonicalLine(base, line)
    return reader.read(into: &event, &cursor, &known)
  }

  private init(_ frame: UnsafePointer<UInt8>, _ line: Range<Int>) {
    (self.frame, start, end, place) = (frame, line.lowerBound, line.upperBound, line.lowerBound)
  }

  private mutating func read(
    into event: inout EventLine, _ cursor: inout JSONCursor, _ known: inout KnownStamp
  ) -> Bool {
    guard skip("{\"stamp\""), skip(":\""), let stamp = known.read(frame + place) else { return false }
    place += Stamp.textCount
    guard skip("\",\"seq\":"), let seq = number(), seq > 0, skip(",\"op\":\""), let name = string(&cursor),
      !name.isEscaped, skip(",\"kind\":"), skip("\""), let kind = string(&cursor), skip(",\"id\":\""),
      let id = string(&cursor), !name.range.isEmpty, !kind.range.isEmpty, !id.range.isEmpty
    else { return false }
    (event.stamp, event.seq, event.op, event.opName) = (stamp, seq, op(name.range), name)
    (event.kind, event.id) = (kind, id)
    return readTimes(&event, &cursor) && readEffects(&event, &cursor) && byte == UInt8(ascii: "}")
      && place + 1 == end
  }

  /// From `v` to `acks`.
  @inline(__always)
  private mutating func readTimes(_ event: inout EventLine, _ cursor: inout JSONCursor) -> Bool {
    if skip(",\"v\":") {
      guard let version = number() else { return false }
      event.v = Int64(version)
    }
    if skip(",\"at\":\"") {
      guard let stamp = stamp() else { return false }
      event.at = stamp
    }
    if skip(",\"server") {
      guard skip("\":\""), let time = serverTime() else { return false }
      event.server = time
    }
    if skip(",\"presen") {
      guard skip("t\":") else { return false }
      let isPresent = skip("true")
      guard isPresent || skip("false") else { return false }
      event.present = isPresent
    }
    if skip(",\"over\":") {
      if skip("null") {
        event.over = .cleared
      } else {
        guard skip("\""), let stamp = stamp() else { return false }
        event.over = .upTo(stamp)
      }
    }
    // `was` has stamps in it: left to the strict reader.
    if skip(",\"acks\":") {
      guard skip("\""), let stamp = stamp() else { return false }
      event.acks = stamp
    }
    return true
  }

  /// From `set` to `salt`.
  @inline(__always)
  private mutating func readEffects(_ event: inout EventLine, _ cursor: inout JSONCursor) -> Bool {
    if skip(",\"set\":") {
      guard let fields = object(&cursor) else { return false }
      event.set = fields
    }
    if skip(",\"rel\":\"") {
      guard let name = string(&cursor) else { return false }
      event.rel = name
    }
    if skip(",\"to\":\"") {
      guard let id = string(&cursor) else { return false }
      event.to = id
    }
    if skip(",\"by\":\"") {
      guard let author = string(&cursor) else { return false }
      event.by = author
    }
    if skip(",\"why\":\"") {
      guard let reason = string(&cursor) else { return false }
      event.why = reason
    }
    if skip(",\"salt\":") {
      guard skip("\""), let salt = string(&cursor) else { return false }
      event.salt = salt
    }
    return true
  }
}
