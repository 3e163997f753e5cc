import DaybookLog
import DaybookModel
import DaybookView

/// A commit that somebody waits for.
struct CommitRequest {
  var content: Batch
  var options: AppendOptions

  /// The mutations as lines, where nothing is asked for that needs them as values.
  var commonLines: MutationLines? {
    guard options.key == nil, options.viewer == nil, options.expect == nil else { return nil }
    if case .lines(let lines)? = content.items.first, content.items.count == 1 { return lines }
    var lines = MutationLines()
    var text: [UInt8] = []
    var writer = EventLineWriter()
    let stamp = Stamp(time: 0, replica: ReplicaID(rawValue: 0))
    for item in content.items {
      // What has no line of its own, or keys that are rare, goes as it is.
      guard case .mutation(let mutation) = item, !mutation.id.isEmpty, !mutation.kind.isEmpty,
        !mutation.op.rawValue.isEmpty, mutation.was == nil, mutation.acks == nil, mutation.v == nil,
        mutation.other.isEmpty, !mutation.hasLargeText
      else { return nil }
      text.removeAll(keepingCapacity: true)
      writer.writeBody(Event(stamp: stamp, seq: 0, mutation: mutation), to: &text)
      // The body is a line behind its number: `,"op":` begins it.
      text[0] = UInt8(ascii: "{")
      lines.append(text.span)
    }
    return lines
  }
}

extension Mutation {
  /// Whether a value may be data that goes to a file of its own: to spell it only to read it again costs its size
  /// several times.
  var hasLargeText: Bool {
    self.set?.contains { ($0.value.string?.utf8.count ?? 0) > BlobReference.inlineSizeBytesMax } ?? false
  }
}
