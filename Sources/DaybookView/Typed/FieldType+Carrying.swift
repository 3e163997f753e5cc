package import DaybookModel

extension FieldType {
  /// The value to write for `now`, if a struct read the stored value `raw` as `readAs`: unchanged members and
  /// elements keep their stored form, including parts that this version cannot read.
  package func carrying(_ now: JSONValue, readAs: JSONValue, over raw: JSONValue) -> JSONValue {
    if now == readAs { return raw }
    switch (self, now, raw) {
    case (.object(let fields), .object(let now), .object(let raw)):
      let readAs = readAs.object ?? [:]
      return .object(
        Self.carrying(now, readAs, raw) { name in fields.first { $0.name == name }?.type ?? .any })
    case (.dictionary(let element), .object(let now), .object(let raw)):
      return .object(Self.carrying(now, readAs.object ?? [:], raw) { _ in element })
    case (.array(let element), .array(let now), .array(let raw)):
      return .array(element.carrying(now, readAs: readAs.array ?? [], over: raw))
    default: return now
    }
  }

  private static func carrying(
    _ now: JSONObject, _ readAs: JSONObject, _ raw: JSONObject, _ type: (String) -> FieldType
  ) -> JSONObject {
    var carried = raw
    for name in Set(now.keys + readAs.keys) where now[name] != readAs[name] {
      guard let value = now[name] else {
        carried[name] = nil
        continue
      }
      carried[name] = type(name).carrying(value, readAs: readAs[name] ?? .null, over: raw[name] ?? .null)
    }
    return carried
  }

  /// Elements are matched by the values that they read as; a changed one is matched by its place if none was added or
  /// removed.
  private func carrying(_ now: [JSONValue], readAs: [JSONValue], over raw: [JSONValue]) -> [JSONValue] {
    guard readAs.count == raw.count else { return now }
    var isUsed = [Bool](repeating: false, count: raw.count)
    var carried = [JSONValue?](repeating: nil, count: now.count)
    for index in now.indices {
      let same = index < raw.count && !isUsed[index] && readAs[index] == now[index] ? index : nil
      guard let place = same ?? readAs.indices.first(where: { !isUsed[$0] && readAs[$0] == now[index] })
      else { continue }
      isUsed[place] = true
      carried[index] = raw[place]
    }
    for index in now.indices where carried[index] == nil {
      let isSamePlace = now.count == raw.count && !isUsed[index]
      carried[index] =
        isSamePlace ? carrying(now[index], readAs: readAs[index], over: raw[index]) : now[index]
    }
    return carried.compactMap { $0 }
  }
}
