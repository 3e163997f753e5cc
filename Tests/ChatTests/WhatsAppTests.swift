import DaybookModel
import Testing

@testable import DaybookChats

/// What a text says, with its zone in UTC.
private func steps(_ text: String, title: String = "Ann", order: DateOrder? = nil) throws -> [ChatStep] {
  func once() -> () -> [UInt8] {
    var rest = Array(text.utf8)
    return {
      defer { rest = [] }
      return rest
    }
  }
  let survey = try WhatsAppReader.survey(once())
  var reader = WhatsAppReader(
    "chat.txt", chat: Chat(key: "ann", title: title),
    order: order ?? survey.dates.order(fallback: .dayMonthYear).order, zone: FixedZone(), read: once())
  var found: [ChatStep] = []
  while let step = try reader.nextStep() { found.append(step) }
  return found
}

private func messages(_ text: String, title: String = "Ann", order: DateOrder? = nil) throws -> [ChatMessage]
{
  try steps(text, title: title, order: order).compactMap { step in
    if case .event(.message(let message), _) = step { message } else { nil }
  }
}

struct ChatLineTests {
  @Test(arguments: [
    ("20/01/19, 23:05 - Ann: Hi", [20, 1, 19], 23, 5, 0),
    ("[20.01.19, 23:05:10] Ann: Hi", [20, 1, 19], 23, 5, 10),
    ("1/20/19, 11:05 PM - Ann: Hi", [1, 20, 19], 23, 5, 0),
    ("1/20/19, 11:05\u{202f}PM - Ann: Hi", [1, 20, 19], 23, 5, 0),
    ("\u{200e}[1/20/19, 12:05:10\u{202f}AM] Ann: Hi", [1, 20, 19], 0, 5, 10),
    ("20/01/2019, 11:05 p. m. - Ann: Hi", [20, 1, 2019], 23, 5, 0),
    ("20/01/2019 11:05 a.\u{a0}m. - Ann: Hi", [20, 1, 2019], 11, 5, 0),
    ("2019/1/20 下午11:05 - Ann: Hi", [2019, 1, 20], 23, 5, 0),
    ("2019. 1. 20. 오후 3:05 - Ann: Hi", [2019, 1, 20], 15, 5, 0),
    ("2019年1月20日 23:05 - Ann: Hi", [2019, 1, 20], 23, 5, 0),
    ("2019-01-20, 23:05 - Ann: Hi", [2019, 1, 20], 23, 5, 0),
    ("20.1.2019 klo 23.05 - Ann: Hi", [20, 1, 2019], 23, 5, 0),
    ("20.01.19 um 23:05 Uhr - Ann: Hi", [20, 1, 19], 23, 5, 0),
    ("٢٠‏/١‏/٢٠١٩، ١١:٠٥ م - Ann: Hi", [20, 1, 2019], 23, 5, 0),
    ("२०/१/१९, ११:०५ अपराह्न - Ann: Hi", [20, 1, 19], 23, 5, 0),
    ("20/1/19 11:05 μ.μ. - Ann: Hi", [20, 1, 19], 23, 5, 0),
    ("2019-12-24 23:05 - Ann: Hi", [2019, 12, 24], 23, 5, 0),
    ("[2019-12-24, 12:23] Ann: Hi", [2019, 12, 24], 12, 23, 0),
    ("20/01/2019, 24:00 - Ann: Hi", [20, 1, 2019], 24, 0, 0),
  ])
  func aLineBeginsWithItsTime(
    _ text: String, _ date: [Int64], _ hour: Int64, _ minute: Int64, _ second: Int64
  ) throws {
    let line = try #require(ChatLine(text))
    #expect(line.date == date)
    #expect([line.hour, line.minute, line.second] == [hour, minute, second])
    #expect(line.rest == "Ann: Hi")
  }

  @Test(arguments: [
    "", "[", "20", "20/01", "20/01/19", "20/01/19, 23:05", "20/01/19, 23:05 and so on - as ever",
    "1.2.3 is a version",
    "[20/01/19, 23:05 Ann: Hi", "20/01/19, 23:61 - Ann: Hi", "99:99", "20/01/19 - Ann: Hi", "2019/01/20",
    "We meet on 20/01/19, 23:05 - ok?", "99999999999999999999/1/1, 10:00 - x: y", "[[20/01/19, 23:05] x: y",
  ])
  func otherLines(_ text: String) { #expect(ChatLine(text) == nil) }

  @Test func everyCutIsSafe() {
    let text = Array("\u{200e}[٢٠/01/19, 11:05:10\u{202f}PM] Ann 🤓: Hi".unicodeScalars)
    for count in 0...text.count {
      var cut = String.UnicodeScalarView()
      cut.append(contentsOf: text[..<count])
      let line = ChatLine(String(cut))
      #expect((line == nil) == (count < text.firstIndex(of: "]")! + 1))
    }
  }
}

struct DateOrderTests {
  private func order(_ dates: [String], fallback: DateOrder = .dayMonthYear) -> (DateOrder, Bool) {
    var survey = DateOrderSurvey()
    for date in dates { if let line = ChatLine("\(date), 10:00 - Ann: Hi") { survey.add(line) } }
    #expect(survey.lineCount == dates.count)
    let found = survey.order(fallback: fallback)
    return (found.order, found.isCertain)
  }

  @Test func aDayAboveTwelveDecides() {
    #expect(order(["01/02/19", "13/02/19"]) == (.dayMonthYear, true))
    #expect(order(["01/02/19", "02/13/19"]) == (.monthDayYear, true))
    #expect(order(["2019/02/01"]).1)
    #expect(DateOrder.dayMonthYear.day(ChatLine("2019/02/01, 10:00 - Ann: Hi")!)?.description == "2019-02-01")
  }

  @Test func theOrderOfTheLinesDecides() {
    // The second of January before the first of February, and not the other way.
    #expect(order(["01/02/2019", "02/01/2019"]) == (.monthDayYear, true))
    #expect(order(["02/01/2019", "01/02/2019"]) == (.dayMonthYear, true))
  }

  @Test(arguments: [DateOrder.dayMonthYear, .monthDayYear])
  func whereNothingTellsTheFallbackIsTaken(_ fallback: DateOrder) {
    #expect(order(["01/02/2019", "02/02/2019"], fallback: fallback) == (fallback, false))
    // Either way the same days.
    #expect(order(["01/01/2019", "02/02/2019"], fallback: fallback).1)
  }

  @Test func aYearMustBePlausible() {
    #expect(DateOrder.dayMonthYear.day(ChatLine("20/01/2562, 10:00 - Ann: Hi")!)?.description == "2019-01-20")
    #expect(DateOrder.dayMonthYear.day(ChatLine("31/02/2019, 10:00 - Ann: Hi")!) == nil)
    #expect(DateOrder.dayMonthYear.day(ChatLine("20/01/1019, 10:00 - Ann: Hi")!) == nil)
    // Only two digits leave out the century.
    #expect(DateOrder.dayMonthYear.day(ChatLine("20/01/00, 10:00 - Ann: Hi")!)?.description == "2000-01-20")
    for date in ["13.02.0000", "13.02.0019", "0000/02/13"] {
      #expect(DateOrder.dayMonthYear.day(ChatLine("\(date), 10:00 - Ann: Hi")!) == nil)
    }
  }
}

struct WhatsAppReaderTests {
  @Test func linesNoticesAndFiles() throws {
    let found = try messages(
      """
      20/01/2019, 10:00 - Messages and calls are end-to-end encrypted. Tap to learn more.
      20/01/2019, 10:01 - Ann: One
      two: three

      [not a date] four
      20/01/2019, 10:02 - Ann added Bob
      20/01/2019, 10:03 - Ann changed the subject to "a: b"
      20/01/2019, 10:04 - Bob: IMG-20190120-WA0001.jpg (file attached)
      A caption
      20/01/2019, 10:05 - Bob: \u{200e}00012-PHOTO.jpg <Anhang: 00012-PHOTO.jpg>
      20/01/2019, 10:06 - Bob: <Media omitted>
      20/01/2019, 10:07 - Bob: Better \u{200e}<This message was edited>
      20/01/2019, 10:08 - +12 345 578: notes.pdf (Datei angehängt)
      20/01/2019, 10:09 - Bob: see (this)
      """)
    #expect(
      found.map(\.sender?.name) == [nil, "Ann", nil, nil, "Bob", "Bob", "Bob", "Bob", "+12 345 578", "Bob"])
    #expect(found[1].text == "One\ntwo: three\n\n[not a date] four")
    #expect(found[4].text == "A caption")
    #expect(found[4].files.map(\.name) == ["IMG-20190120-WA0001.jpg"])
    #expect(found[5].text == "00012-PHOTO.jpg")
    #expect(found[5].files.map(\.name) == ["00012-PHOTO.jpg"])
    #expect(found[6].text == "<Media omitted>" && found[6].files.isEmpty)
    #expect(found[7].text == "Better")
    #expect(found[8].files.map(\.name) == ["notes.pdf"])
    #expect(found[9].text == "see (this)" && found[9].files.isEmpty)
    #expect(found[0].sentAt.description == "2019-01-20T10:00:00.000Z")
  }

  @Test func whatIOSWritesInAGroupsName() throws {
    let found = try messages(
      """
      [20/01/2019, 10:00:00] Garden: \u{200e}Messages and calls are end-to-end encrypted.
      [20/01/2019, 10:00:01] Garden: \u{200e}Ann created this group
      [20/01/2019, 10:00:02] Ann: \u{200e}<attached: 00000001-PHOTO-2019-01-20.jpg>
      """, title: "Garden")
    #expect(found.map(\.sender?.name) == [nil, nil, "Ann"])
    #expect(found[2].files.count == 1 && found[2].text.isEmpty)
  }

  @Test func aTextThatIsNoChatIsSkipped() throws {
    let found = try steps("Dear Ann,\nthis is a letter.\n")
    #expect(found.count == 1)
    guard case .skipped = found.first else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func zonesAndSummerTime() throws {
    let berlin = try #require(ZoneFooter("CET-1CEST,M3.5.0,M10.5.0/3"))
    var rest = Array("01.07.2019, 12:00 - Ann: Hi\n01.12.2019, 12:00 - Ann: Hi".utf8)
    var reader = WhatsAppReader("c", chat: Chat(key: "ann"), order: .dayMonthYear, zone: berlin) {
      defer { rest = [] }
      return rest
    }
    var times: [String] = []
    while case .event(.message(let message), _)? = try reader.nextStep() {
      times.append(message.sentAt.description)
    }
    #expect(times == ["2019-07-01T10:00:00.000Z", "2019-12-01T11:00:00.000Z"])
  }

  @Test(arguments: [
    ("WhatsApp Chat with Ann Lee.txt", "Ann Lee"), ("WhatsApp Chat mit Ann.txt", "Ann"),
    ("Chat de WhatsApp con Ann (1).txt", "Ann"), ("WhatsApp Chat - Ann.zip/_chat.txt", "Ann"),
    ("exports/Garden/_chat.txt", "Garden"), ("/tmp/a.txt", "a"), ("_chat.txt", "chat"), ("", "chat"),
  ])
  func theFileNameGivesTheTitle(_ path: String, _ title: String) { #expect(WhatsAppTitle.of(path) == title) }
}
