import DaybookModel
import DaybookTestSupport

/// Signed lines that correct writers do not write: some of them count, and some do not.
struct OddLines {
  var random: SeededRandom

  mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  mutating func pick<Element>(_ all: [Element]) -> Element { all[number(all.count)] }

  // MARK: Events that count

  /// Any op with any keys, in any spelling.
  mutating func event(of replica: OddReplica) -> String {
    var members: [String] = []
    members.append(
      "\"op\":"
        + pick([
          "\"upsert\"", "\"upsert\"", "\"upsert\"", "\"link\"", "\"unlink\"", "\"dismiss\"", "\"restore\"",
          "\"delete\"",
          "\"sync\"", "\"sync\"", "\"erase\"", "\"reticulate\"", "\"\\u0075psert\"", "\"sync \"",
        ]))
    members.append("\"kind\":" + pick(["\"k.one\"", "\"k.one\"", "\"k.tw\\u006f\"", "\"k.two\""]))
    members.append(
      "\"id\":"
        + pick(["\"a\"", "\"b\"", "\"b\\/\\u00e9\\ud83d\\ude42\"", "\"b/é🙂\"", "\"\\n\\u0001\\\"\\\\\""]))
    if chance(25) {
      members.append(
        "\"v\":" + pick(["7", "0", "-1", "7.0", "12e1", "9223372036854775807", "-9223372036854775808", "-0"]))
    }
    if chance(20) {
      members.append("\"at\":\"\(replica.stamp(counter: UInt16(number(3))))\"")
    } else if chance(4) {
      members.append(
        pick([
          "\"at\":\"9998-12-31T23:59:59.999Z-ffff-\(replica.id)\"",
          "\"at\":\"\(replica.stamp().prefix(30))ffffffffffffffff\"",
        ]))
    }
    if chance(30) { members.append("\"server\":\"2026-11-21T06:13:0\(number(2)).00000000\(number(3))Z\"") }
    if chance(30) { members.append("\"present\":" + pick(["true", "false"])) }
    if chance(20) {
      members.append("\"over\":" + pick(["null", "\"\(replica.stamp())\"", "\"\(early(replica))\""]))
    }
    if chance(20) {
      members.append(
        "\"acks\":"
          + pick([
            "\"\(early(replica))\"", "\"\(early(replica))\"",
            "\"9998-12-31T23:59:59.999Z-ffff-\(replica.id)\"",
          ]))
    }
    if chance(65) { members.append("\"set\":" + fields()) }
    if chance(25) {
      members.append(
        "\"was\":{\"f\":" + pick(["null", "\"\(replica.stamp())\"", "\"\(early(replica))\""])
          + ",\"gone\":null}")
    }
    if chance(35) { members.append("\"rel\":" + pick(["\"r\"", "\"r\\u0020\"", "\"\"", "\"f\""])) }
    if chance(35) { members.append("\"to\":" + pick(["\"a\"", "\"\"", "\"t\\t\""])) }
    if chance(20) { members.append("\"by\":\"ann\"") }
    if chance(10) {
      members.append(pick(["\"future\":{\"deep\":[[1e-400]]}", "\"\\u0066uture\":1", "\"Set\":[]"]))
    }
    if chance(30) { members.append("\"salt\":\"\(number(1 << 30))\"") }
    if chance(30) { members.shuffle(using: &random) }
    return pick([",", ",", " ,\t"]) + members.joined(separator: pick([",", ",", " , "]))
      + pick(["}", "}", "} ", "}\r"])
  }

  private mutating func early(_ replica: OddReplica) -> String {
    var former = replica
    former.time -= Int64(number(20))
    return former.stamp()
  }

  private mutating func fields() -> String {
    var names = ["\"f\"", "\"g\"", "\"\\u0067h\"", "\"é\"", "\"\""]
    names.shuffle(using: &random)
    let members = names.prefix(number(4)).map { name in "\(name) :\(value())" }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private mutating func value() -> String {
    pick([
      "null", "1", "2", "true", "\"\"", "\"short\"", "\"a value of more than a few bytes\"", "1.50", "-0",
      "0.1e1",
      "12345678901234567890", "9007199254740993", "0.10000000000000000001", "1e-400",
      "[ 1, {\"a]\":\"}\\\"\"} ]", "{}",
      "\"\\u0041\\ud83d\\ude42\"", String(repeating: "[", count: 62) + String(repeating: "]", count: 62),
    ])
  }

  /// A line of a type that nobody knows yet.
  mutating func stranger() -> String {
    pick([
      "{}", "{\"note\":\"x\"}",
      "{\"seq\":1,\"stamp\":\"2026\",\"op\":\"upsert\",\"kind\":\"k\",\"id\":\"i\"}", " { \"a\" : 1 } ",
    ])
  }

  // MARK: What makes a frame unsound

  /// An event behind its `seq` that no frame may hold.
  mutating func unsoundEvent() -> String {
    let start = ",\"op\":\"upsert\",\"kind\":\"k.one\",\"id\":\"bad\""
    return pick([
      start + ",\"set\":{\"f\":1e400}}", start + ",\"set\":{\"f\":-1\(String(repeating: "0", count: 320))}}",
      start + ",\"set\":{\"f\":\"\\ud83d\"}}", start + ",\"set\":{\"\\ude42\":1}}",
      start + ",\"set\":{\"f\":1,\"\\u0066\":2}}",
      start + ",\"v\":\"7\"}", start + ",\"v\":9223372036854775808}", start + ",\"v\":-9223372036854775809}",
      start + ",\"v\":7.5}", start + ",\"v\":9007199254740993.0}", start + ",\"v\":1e-400}",
      start + ",\"v\":null}",
      start + ",\"over\":true}", start + ",\"over\":\"\"}", start + ",\"was\":{\"f\":1}}",
      start + ",\"was\":[]}",
      start + ",\"set\":[]}", start + ",\"rel\":1}", start + ",\"to\":null}", start + ",\"by\":{}}",
      start + ",\"salt\":0}",
      start + ",\"present\":1}", start + ",\"server\":\"2026-11-21T06:13:00.123Z\"}",
      start + ",\"server\":\"2026-02-29T06:13:00.123456789Z\"}",
      start + ",\"at\":\"2026-11-21T06:13:60.123Z-0000-0000000000000000\"}",
      start + ",\"at\":\"9999-01-01T00:00:00.000Z-0000-0000000000000000\"}",
      start + ",\"acks\":\"2026-11-21T06:13:00.123Z-0000-000000000000000A\"}", start + ",\"op\":\"upsert\"}",
      start + "}}",
      start + ",}", start + "", start + ",\"set\":{\"f\":\"\u{1}\"}}", start + ",\"set\":{\"f\":01}}",
      start + ",\"x\":" + String(repeating: "[", count: 64) + String(repeating: "]", count: 64) + "}",
      ",\"op\":\"upsert\",\"kind\":\"\",\"id\":\"bad\"}", ",\"op\":\"upsert\",\"kind\":\"k\",\"id\":\"\"}",
      ",\"op\":\"\",\"kind\":\"k\",\"id\":\"bad\"}", ",\"op\":\"upsert\",\"kind\":\"k\"}",
      ",\"op\":7,\"kind\":\"k\",\"id\":\"bad\"}",
      ",\"seq\":1,\"op\":\"upsert\",\"kind\":\"k\",\"id\":\"bad\"}",
    ])
  }

  /// The stamp of an event that no frame may hold.
  mutating func unsoundStamp() -> String {
    pick([
      "2026-11-21T06:13:00.123Z-0000-ffffffffffffffff", "9999-01-01T00:00:00.000Z-0000-ffffffffffffffff", "",
      "2026",
      "1969-12-31T23:59:59.999Z-0000-ffffffffffffffff",
    ])
  }

  /// The end of a commit's line that no frame may hold.
  mutating func unsoundCommit() -> String {
    pick([
      ",\"key\":7", ",\"seen\":[]", ",\"seen\":{\"x\":[]}", ",\"seen\":{\"0000000000000000\":[[5,4]]}",
      ",\"seen\":{\"0000000000000000\":[[-1,\"\(String(repeating: "0", count: 64))\"]]}",
      ",\"seen\":{\"0000000000000000\":[[1]]}",
      ",\"seen\":{\"0000000000000000\":[[1,\"ab\"]]}", ",\"sig\":1", ",\"root\":null", ",\"events\":1",
      ",\"x\":1e400",
    ])
  }
}
