import Daybook
import DaybookModel
import DaybookView
import Testing

@testable import DaybookTables

/// Numbers and days as spreadsheets write them.
@Suite struct WrittenValueTests {
  @Test(
    arguments: [
      ("72.5", .point, "72.5"), ("72,5", .comma, "72.5"), ("1.234,5", .comma, "1234.5"),
      ("1,234.5", .point, "1234.5"),
      ("1 234,5", .comma, "1234.5"), ("1\u{a0}234\u{202f}567", .point, "1234567"),
      ("1'234.5", .point, "1234.5"),
      ("-3", .point, "-3"), ("\u{2212}3", .point, "-3"), ("+4", .comma, "4"), (".5", .point, "0.5"),
      ("6e-3", .point, "6e-3"),
      ("1,23", .point, nil), ("12,34,56", .point, nil), ("1.2.3", .point, nil), ("", .point, nil),
      ("-", .point, nil),
      ("1,", .comma, "1"), ("abc", .point, nil), ("1e999999999", .point, nil),
      ("1e-9223372036854775808", .point, nil), ("1e9223372036854775807", .comma, nil),
      ("1e-401", .point, nil), ("0x10", .point, nil),
    ] as [(String, WrittenNumber.Decimal, String?)])
  func aNumberIsReadByItsDecimalSign(_ text: String, _ decimal: WrittenNumber.Decimal, _ plain: String?) {
    #expect(WrittenNumber.plain(text, decimal: decimal) == plain)
  }

  @Test(
    arguments: [
      ("72.5", .point), ("72,5", .comma), ("1.234,5", .comma), ("1,234", .either), ("1.234", .either),
      ("70", WrittenNumber.Hint.none),
      ("1,234,567", .point), ("x", nil), ("0,123", .comma), ("0.123", .point),
    ] as [(String, WrittenNumber.Hint?)])
  func aNumberHintsAtItsDecimalSign(_ text: String, _ hint: WrittenNumber.Hint?) {
    #expect(WrittenNumber.hint(text) == hint)
  }

  @Test(
    arguments: [
      ("2026-11-21", "2026-11-21T00:00:00.000Z"), ("2026-11-21T06:13:00Z", "2026-11-21T06:13:00.000Z"),
      ("2026-11-21 06:13", "2026-11-21T06:13:00.000Z"), ("2026/11/21", "2026-11-21T00:00:00.000Z"),
      ("21.11.2026", "2026-11-21T00:00:00.000Z"), ("1.2.26 6:13", "2026-02-01T06:13:00.000Z"),
      ("21/11/2026 06:13:07.5", "2026-11-21T06:13:07.500Z"), ("21 Nov 2026", "2026-11-21T00:00:00.000Z"),
      ("Nov 21, 2026 6:13 PM", "2026-11-21T18:13:00.000Z"),
      ("21-Nov-26 12:00 am", "2026-11-21T00:00:00.000Z"),
      ("1.1.99", "1999-01-01T00:00:00.000Z"), ("2026-11-21T06:13:00+02:00", "2026-11-21T04:13:00.000Z"),
      ("31.2.2026", nil), ("2026-13-01", nil), ("1/2", nil), ("21.11.2026 25:00", nil), ("soon", nil),
      ("", nil),
      ("99999999999", nil), ("1.1.12345", nil), ("13:00", nil),
    ] as [(String, String?)])
  func aMomentIsReadInEveryForm(_ text: String, _ expected: String?) {
    #expect(WrittenMoment(text)?.instant(.dayFirst, zone: .utc)?.description == expected)
  }

  /// The order of a column is found where one of its days says it.
  @Test(
    arguments: [
      (["03/04/2026", "25/04/2026"], .dayFirst), (["03/04/2026", "04/25/2026"], .monthFirst),
      (["03/04/2026"], nil),
      (["03.04.2026"], .dayFirst), (["03/03/2026"], .dayFirst), (["2026-04-03"], .dayFirst),
    ] as [([String], WrittenMoment.Order?)])
  func aDayAboveTwelveTellsTheOrder(_ cells: [String], _ order: WrittenMoment.Order?) {
    var survey = ColumnSurvey(header: "Date")
    for cell in cells { survey.take(cell) }
    #expect(survey.order == order)
  }

  @Test(
    arguments: [
      ("Weight (kg)", "Weight", "kg"), ("Gewicht [kg]", "Gewicht", "kg"), ("weight_lbs", "weight", "lbs"),
      ("Weight, kg", "Weight", "kg"), ("Weight in kg", "Weight", "kg"), ("last_name", "last_name", nil),
      ("Weight", "Weight", nil),
    ] as [(String, String, String?)])
  func aHeaderHasNameAndUnit(_ header: String, _ name: String, _ unit: String?) {
    #expect(HeaderName.parts(header).name == name)
    #expect(HeaderName.parts(header).unit == unit)
  }

  /// Whatever a spreadsheet sees as the beginning of a formula, guarded and bare again.
  @Test(arguments: ["=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠", "=\u{301}"])
  func everySignIsGuarded(_ sign: String) {
    for text in [sign, sign + "1+1", sign + sign, "'" + sign, "''" + sign] {
      #expect(TableCell.guarded(text) == "'" + text)
      #expect(TableCell.bare(TableCell.guarded(text)) == text)
    }
    #expect(TableCell.guarded("a" + sign) == "a" + sign)
  }

  /// A quotation mark with an accent upon it is one still.
  @Test func quotationMarksAreDoubled() {
    let quoted = Array(TableCell.quoted("a\"\u{301}b").unicodeScalars.map(\.value))
    #expect(quoted == [0x22, 0x61, 0x22, 0x22, 0x301, 0x62, 0x22])
  }

  @Test func guardedCells() {
    #expect(TableCell.bare("'=1+1") == "=1+1")
    #expect(TableCell.bare("''tis") == "'tis")
    #expect(TableCell.bare("'\t") == "\t")
    #expect(TableCell.bare("'tis") == "'tis")
    #expect(TableCell.bare("'") == "'")
  }
}
