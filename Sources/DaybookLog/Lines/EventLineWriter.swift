package import DaybookModel

/// Writes events given as values as canonical lines.
package enum EventLineWriter {
  /// The event's line without LF.
  package static func line(_ event: Event) -> [UInt8] {
    var bytes: [UInt8] = []
    var beginning = LineBeginning()
    beginning.write(event.stamp, seq: event.seq, to: &bytes)
    return bytes + EventBodies([event]).bytes
  }
}
