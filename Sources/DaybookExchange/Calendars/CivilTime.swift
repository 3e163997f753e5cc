import CIcal
import DaybookModel

/// The time that wall clocks show: a date and a time without a zone, in seconds since 1970 as if
/// it were UTC.
struct CivilTime: Equatable {
  var seconds: Int64
  /// A date alone.
  var isDay: Bool

  /// nil where there is no such day or time. 24:00 is the next day's beginning, a leap second its minute's last.
  init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64, isDay: Bool) {
    guard let date = CivilDay(year: year, month: month, day: day) else { return nil }
    guard !isDay else {
      self.init(seconds: date.daysSince1970 * 86_400, isDay: true)
      return
    }
    guard (0...24).contains(hour), (0..<60).contains(minute), (0...60).contains(second),
      hour < 24 || minute + second == 0
    else { return nil }
    self.init(
      seconds: date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + min(second, 59), isDay: false)
  }

  private init(seconds: Int64, isDay: Bool) { (self.seconds, self.isDay) = (seconds, isDay) }

  init?(_ time: icaltimetype) {
    self.init(
      year: Int64(time.year), month: Int64(time.month), day: Int64(time.day), hour: Int64(time.hour),
      minute: Int64(time.minute), second: Int64(time.second), isDay: time.is_date != 0)
  }

  /// `19961027T030000`, with or without Z, or `19961027`.
  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(17))
    guard bytes.count == 8 || (bytes.count >= 15 && bytes[8] == UInt8(ascii: "T")) else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8) else { return nil }
    let time = bytes.count == 8 ? [0, 0, 0] : [number(9..<11), number(11..<13), number(13..<15)]
    guard let hour = time[0], let minute = time[1], let second = time[2] else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, isDay: bytes.count == 8)
  }

  /// Its day.
  var day: CivilDay { CivilDay(daysSince1970: seconds.dividedDown(by: 86_400)) }
}
