// What an export holds, element by element.

import DaybookModel

/// A record, a correlation, a workout or a summary of a day, with all of its attributes.
struct HealthSample: Sendable {
  var element: String
  var attributes: [String: String]
  var metadata: [(key: String, value: String)] = []
  /// Of a correlation, its records; of a workout, its events and statistics; places of a route are counted.
  var parts: [HealthSample] = []
  var routePlaces = 0
  var line = 1

  subscript(_ name: String) -> String { attributes[name] ?? "" }

  /// As it is kept.
  var json: JSONValue {
    var object = JSONObject(attributes.map { ($0.key, .string($0.value)) })
    if !metadata.isEmpty {
      object["metadata"] = .array(metadata.map { ["key": .string($0.key), "value": .string($0.value)] })
    }
    if !parts.isEmpty {
      object["parts"] = .array(parts.map { ["element": .string($0.element), "is": $0.json] })
    }
    if routePlaces > 0 { object["routePlaces"] = .int(Int64(routePlaces)) }
    return .object(object)
  }
}

/// Times of an export: `2018-09-10 02:47:35 -0700`.
enum HealthTime {
  struct Reading: Equatable {
    /// Of the local day that was written.
    var day: Int64
    /// Milliseconds since 1970.
    var time: Int64
  }

  static func read(_ text: String) -> Reading? {
    var text = text
    return text.withUTF8 { read($0) }
  }

  /// nil for a text that is not a time, and for years that nothing here can hold.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
    guard bytes.count >= 19 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for index in start..<start + count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int64(digit)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let dayOfMonth = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      (1...9998).contains(year), hour < 24, minute < 60, second < 61,
      let civil = CivilDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    var offset: Int64 = 0
    if bytes.count == 25, bytes[19] == UInt8(ascii: " ") {
      guard let hours = number(21, 2), let minutes = number(23, 2), hours < 24, minutes < 60 else {
        return nil
      }
      offset = (hours * 3600 + minutes * 60) * (bytes[20] == UInt8(ascii: "-") ? -1 : 1)
    } else if bytes.count != 19 {
      return nil
    }
    let day = civil.daysSince1970
    let time = (day * 86_400 + hour * 3600 + minute * 60 + second - offset) * 1000
    return FHIRDate.milliseconds.contains(time) ? Reading(day: day, time: time) : nil
  }
}
