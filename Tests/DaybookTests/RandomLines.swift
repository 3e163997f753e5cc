import DaybookTestSupport

/// Lines of mutations of a few entities, most of them sound, in all the forms that JSON has for them.
struct RandomLines {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func one(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func next() -> String {
    let kind = one(["shop.shelf", "shop.shelf", "shop.shelf", "shop.bin", "raw.thing", "raw.thing"])
    var members: [String] = []
    let op = one([
      "upsert", "upsert", "upsert", "upsert", "link", "unlink", "delete", "dismiss", "restore", "sync",
    ])
    members.append("\"op\":\"\(op)\"")
    members.append("\"kind\":\"\(kind)\"")
    if !chance(1) { members.append("\"id\":\"\(one(["a", "b", "c", "d", "ü", "e\\\"e"]))\"") }
    switch op {
    case "link", "unlink":
      members.append(
        "\"rel\":\"\(one(["neighbours", "neighbours", "neighbours", "neighbouredBy", "room", "shelf"]))\"")
      members.append("\"to\":\"\(one(["a", "b", "c", "x"]))\"")
    case "upsert": if !chance(5) { members.append(set(kind)) }
    case "sync":
      if chance(50) { members.append(set(kind)) }
      if chance(50) { members.append("\"present\":\(one(["true", "false"]))") }
      if chance(50) { members.append("\"server\":\"2026-11-2\(one(["0", "1"]))T06:13:00.000000001Z\"") }
    default: if chance(10) { members.append(set(kind)) }
    }
    if chance(60) { members.append("\"by\":\"\(one(["ann", "b\\u0041", "c\\n", ""]))\"") }
    if chance(20) { members.append("\"why\":\"\(one(["card", "\\\"", "\\/"]))\"") }
    if chance(3) { members.append("\"v\":\(one(["1", "2"]))") }
    if chance(3) { members.append("\"extra\":1") }
    if chance(20) { members.shuffle(using: &random) }
    let separator = chance(10) ? " , " : ","
    return (chance(10) ? "{ " : "{") + members.joined(separator: separator) + "}"
  }

  private mutating func set(_ kind: String) -> String {
    var fields: [String] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let field = kind == "shop.bin" && chance(80) ? one(["state", "shelf", "isDone"]) : one(Self.names)
      if fields.contains(where: { $0.hasPrefix("\"\(field)\"") }), !chance(3) { continue }
      fields.append("\"\(field)\":" + (chance(85) ? fitting(field) : one(Self.values)))
    }
    return "\"set\":{" + fields.joined(separator: ",") + "}"
  }

  private mutating func fitting(_ field: String) -> String {
    switch field {
    case "title", "name", "note", "summary", "kind", "state", "code", "room", "shelf":
      one([
        "\"wood\"", "\"Ö\"", "\"a\\\"b\"", "\"\\u00e4\"", "\" Key \"", "\"\"", "null", "\"c\\/d\"", "\"•••\"",
      ])
    case "depth", "load":
      one(["0.5", "1", "-0.25", "5.0", "1e3", "0.000001", "0.0000001", "123456789.123456", "-1", "0", "null"])
    case "count": one(["0", "7", "-3", "5.0", "123456789012345678", "1234567890123456789", "-0"])
    case "isOpen", "isDone": one(["true", "false", "null"])
    case "builtAt", "doneAt":
      one([
        "\"2026-02-19T04:39:56.620Z\"", "\"2026-02-19\"", "\"1970-01-01T00:00:00.000Z\"",
        "\"2026-02-30T04:39:56.620Z\"", "null", "\"2026-02-19T04:39:56+01:00\"",
      ])
    case "openedOn": one(["\"1980-03-01\"", "\"1980-02-30\"", "null"])
    case "labels": one(["[]", "[\"a\",\"b\"]", "[\"a\\\"\"]", "[1]", "[ \"a\" ]", "[\"a\",null]", "null"])
    default: one(Self.values)
    }
  }

  private static let names = [
    "title", "title", "name", "note", "kind", "depth", "count", "isOpen", "builtAt", "openedOn", "labels",
    "summary", "doneAt", "load", "room", "code", "unknown", "neighbours", "id",
  ]

  private static let values = [
    "1", "-0", "0.10", "1.5", "true", "null", "\"x\"", "\"2026-02-19T04:39:56.620Z\"", "[]", "[1,2]", "{}",
    "{\"b\":1,\"a\":2}", "{\"a\":{\"b\":[true,\"\\t\"]}}", "[ 1]", "1e400",
  ]
}
