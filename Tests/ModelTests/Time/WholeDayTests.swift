import DaybookModel
import Testing

@Suite struct WholeDayTests {
  @Test(arguments: ["1850-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"])
  func aDayIsThatDayAgain(_ text: String) throws {
    let day = try #require(CivilDay(text))
    let time = Instant(wholeDay: day)
    #expect(time.wholeDay == day)
    #expect(time.description == text + "T00:00:00.000Z")
  }

  @Test func aMomentIsNeverADay() {
    for milliseconds in [-86_400_000, -1, 0, 1, 86_399_999, 86_400_000] as [Int64] {
      let moment = Instant(milliseconds: milliseconds).asMoment
      #expect(moment.wholeDay == nil)
      #expect((0...1).contains(moment.milliseconds - milliseconds))
    }
  }
}
