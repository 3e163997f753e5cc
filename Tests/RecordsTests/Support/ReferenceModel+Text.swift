import DaybookModel

extension ReferenceModel {
  /// The canonical text of the records, as `Records.writeText` documents it.
  func text() -> String {
    var lines = ["{\"records\":1}"]
    for entity in writes.keys.sorted() {
      let stamps = stamps[entity] ?? []
      lines.append(
        "{\"kind\":\(quoted(entity.kind)),\"id\":\(quoted(entity.id)),\"first\":\"\(stamps.min()!)\","
          + "\"last\":\"\(stamps.max()!)\"}")
      lines += registerLines(entity)
      for (_, stamps) in (acks[entity] ?? [:]).sorted(by: { $0.key < $1.key }) {
        lines.append("{\"acks\":\"\(stamps.max()!)\"}")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func registerLines(_ entity: Entity) -> [String] {
    let keys = (writes[entity] ?? [:]).keys.sorted { left, right in
      if left.register == right.register { return !left.isServer }
      return precedes(left.register, right.register)
    }
    return keys.compactMap { key -> String? in
      guard let winner = winner(entity, key.register, isServer: key.isServer) else { return nil }
      var line: String
      switch key.register {
      case .alive: line = "{\"alive\":"
      case .present: line = "{\"present\":"
      case .over: line = "{\"over\":"
      case .field(let name): line = "{\"field\":\(quoted(name)),\(member(of: winner))"
      case .edge(let rel, let to): line = "{\"rel\":\(quoted(rel)),\"to\":\(quoted(to)),\"value\":"
      }
      line += text(winner)
      if !key.isServer {
        let heads = heads(entity, key.register)
        if heads.map(\.hash) != [winner.hash] {
          line += ",\"heads\":[\(heads.map { "{\(member(of: $0))\(text($0))}" }.joined(separator: ","))]"
        }
      }
      return line + "}"
    }
  }

  private func member(of write: Write) -> String { write.isErased ? "\"erased\":" : "\"value\":" }

  private func text(_ write: Write) -> String {
    var text = write.isErased ? "true" : write.value
    if write.event.mutation.op == .sync, let server = write.event.mutation.server {
      text += ",\"server\":\"\(server)\""
    }
    text += ",\"stamp\":\"\(write.event.stamp)\""
    if let at = write.at { text += ",\"at\":\"\(at)\"" }
    if let version = write.event.mutation.v { text += ",\"v\":\(version)" }
    return text + ",\"leaf\":\"\(write.hash)\""
  }

  private func quoted(_ string: String) -> String { JSONValue.string(string).description }

  func precedes(_ left: Register, _ right: Register) -> Bool {
    switch (left, right) {
    case (.field(let a), .field(let b)): return precede(a, b)
    case (.edge(let a, let to), .edge(let b, let other)): return a == b ? precede(to, other) : precede(a, b)
    default: return rank(left) < rank(right)
    }
  }

  private func rank(_ register: Register) -> Int {
    switch register {
    case .alive: 0
    case .present: 1
    case .over: 2
    case .field: 3
    case .edge: 4
    }
  }
}
