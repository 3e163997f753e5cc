package import DaybookModel

extension EventLine {
  /// The whole event, its values decoded. `line` is the line this was parsed from.
  package func event(_ line: Span<UInt8>) -> Event {
    var mutation = Mutation(
      EventOperation(rawValue: opName.text(line)), kind: kind.text(line), id: id.text(line))
    mutation.v = v
    mutation.server = server
    mutation.present = present
    mutation.was = was.flatMap { object($0, line) }
    mutation.acks = acks
    mutation.set = set.flatMap { object($0, line) }
    mutation.rel = rel?.text(line)
    mutation.to = to?.text(line)
    mutation.by = by?.text(line)
    mutation.why = why?.text(line)
    if hasOther { mutation.other = other(line) }
    let over: Event.Over? =
      switch self.over {
      case .absent: nil
      case .cleared: .cleared
      case .upTo(let stamp): .upTo(stamp)
      }
    return Event(stamp: stamp, seq: seq, mutation: mutation, at: at, over: over, salt: salt?.text(line))
  }

  /// The members that this version does not know.
  package func other(_ line: Span<UInt8>) -> JSONObject {
    var members: [JSONObject.Member] = []
    JSONParser.members(accepted: line) { key, value in
      let name = key.text(line)
      guard case .other = EventKey(slow: name) else { return }
      let value = JSONParser.parse(accepted: line.extracting(value.start..<value.end))
      members.append(JSONObject.Member(key: name, value: value))
    }
    members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(sortedMembers: members)
  }

  private func object(_ range: ByteRange, _ line: Span<UInt8>) -> JSONObject? {
    JSONParser.parse(accepted: line.extracting(range.start..<range.end)).object
  }
}
