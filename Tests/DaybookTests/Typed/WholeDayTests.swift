import Daybook
import Foundation
import Testing

@Suite struct WholeDayTests {
  @Test func aDateMayBeADay() throws {
    let day = try #require(CivilDay("2026-03-02"))
    #expect(Date(wholeDay: day).wholeDay == day)
    #expect(Date(timeIntervalSince1970: Date(wholeDay: day).timeIntervalSince1970 + 0.001).wholeDay == nil)
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      #expect(date.wholeDay == nil || (0...9999).contains(date.wholeDay?.year ?? -1))
    }
  }
}
