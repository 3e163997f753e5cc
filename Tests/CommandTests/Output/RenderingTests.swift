import DaybookModel
import Testing

@testable import DaybookCommands

@Suite struct RenderingTests {
  @Test(arguments: [
    ("plain" as JSONValue, "plain"), (.null, ""), (true, "true"), (-5, "-5"), (1.5, "1.5"),
    ("a,b", #""a,b""#), (#"say "x""#, #""say ""x""""#), ("two\nlines", "\"two\nlines\""),
    (" padded ", #"" padded ""#), ("a\u{1b}b", "a\u{1b}b"),
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-2", "'-2"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
    ("=a,b", #""'=a,b""#), ("＝1", "'＝1"), (["=x"] as JSONValue, #""[""=x""]""#), (.object([:]), "{}"),
  ])
  func csvCell(_ value: JSONValue, _ cell: String) {
    #expect(OutputCSV(isForTerminal: false).line([value]) == Array((cell + "\n").utf8))
  }

  @Test func csvOnATerminalIsVisible() {
    #expect(OutputCSV(isForTerminal: true).line(["a\u{1b}b\n"]) == Array(#"a\u001bb\n"#.utf8) + [0x0a])
  }

  @Test(arguments: [
    ("a\u{1b}\u{9b}\u{202e}\"\\\u{7f}", #""a\u001b\u009b\u202e\"\\\u007f""#),
    ("é😀", #""é😀""#), ("\u{e0041}x", #""\udb40\udc41x""#),
  ])
  func jsonEscapesWhatATerminalActsOn(_ text: String, _ written: String) throws {
    #expect(OutputJSON.text(.string(text)) == written)
    #expect(try JSONParser.parse(written) == .string(text))
  }

  @Test func jsonKeepsTheOrderOfMembers() {
    let row = OutputRow([("_kind", "x"), ("A", 1), ("a", [["b": .null]])])
    #expect(OutputJSON.line(row) == Array(#"{"_kind":"x","A":1,"a":[{"b":null}]}"#.utf8) + [0x0a])
  }

  @Test func tableAlignsAndCuts() {
    let table = OutputTable(width: 30, style: TextStyle(isOn: false))
    let text = table.lines(
      ["name", "n", "note"],
      [["Ann", 5, "a rather long note that is cut"], ["東京", 12, .null]])
    #expect(text == "name   n  note\nAnn    5  a rather long note …\n東京  12\n")
  }

  @Test func tableNarrowsTheWidestFirst() {
    let table = OutputTable(width: 40, style: TextStyle(isOn: false))
    let text = table.lines(["a", "b"], [[.string(String(repeating: "x", count: 100)), "short"]])
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    #expect(text.contains("short"))
  }

  @Test(arguments: [20, 33, 80]) func tableNeverExceedsTheWidth(_ width: Int) {
    let table = OutputTable(width: width, style: TextStyle(isOn: false))
    let row: [JSONValue] = [.string(String(repeating: "東", count: 50)), "x y", 123_456]
    let text = table.lines(["first", "b"].map { $0 }, [Array(row.prefix(2))])
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
  }

  @Test func coloursOnlyWhereTheyAreOn() {
    #expect(TextStyle(isOn: true).heading("x") == "\u{1b}[1mx\u{1b}[0m")
    #expect(TextStyle(isOn: false).heading("x") == "x")
    #expect(TextStyle(isOn: true).heading("") == "")
  }
}
