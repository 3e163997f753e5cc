import DaybookModel
import Testing

@testable import DaybookInput

/// All pieces of a text that is read in chunks of so many bytes, and what ended it.
private func pieces(
  _ text: String, opening opened: Set<String>, of name: String = "", chunk: Int = 1 << 16
) -> (elements: [JSONElement], error: JSONError?) {
  var rest = Array(text.utf8)[...]
  var elements = JSONElements(opening: opened, of: name) {
    defer { rest = rest.dropFirst(chunk) }
    return Array(rest.prefix(chunk))
  }
  var found: [JSONElement] = []
  do {
    while let element = try elements.next() { found.append(element) }
    return (found, nil)
  } catch {
    return (found, error as? JSONError)
  }
}

struct JSONElementsTests {
  private static let document = """
    \u{feff}{"name":"a \\"quoted\\" ]} \\\\","empty":[],"chats":{"list":[{"id":1,"messages":[{"a":[1,{"b":"}"}]}, 2 ,"x",
    true,null,-1.5e3]},{"id":2,"messages":[]}]},"ü":{"k":"é"}}
    {"next":1}
    """
  private static let opened: Set<String> = [
    "", "chats", "chats.list", "chats.list.*", "chats.list.*.messages",
  ]

  @Test func valuesAndEnds() {
    let (elements, error) = pieces(Self.document, opening: Self.opened)
    #expect(error == nil)
    let told = elements.map { element in
      switch element {
      case .value(let path, let value, _): "\(path)=\(value)"
      case .end(let path): "/\(path)"
      case .bad(let path, _, _): "!\(path)"
      }
    }
    #expect(
      told == [
        #"name="a \"quoted\" ]} \\""#, "empty=[]", "chats.list.*.id=1",
        #"chats.list.*.messages.*={"a":[1,{"b":"}"}]}"#, "chats.list.*.messages.*=2",
        #"chats.list.*.messages.*="x""#,
        "chats.list.*.messages.*=true", "chats.list.*.messages.*=null", "chats.list.*.messages.*=-1500",
        "/chats.list.*.messages", "/chats.list.*", "chats.list.*.id=2", "/chats.list.*.messages",
        "/chats.list.*",
        "/chats.list", "/chats", #"ü={"k":"é"}"#, "/", "next=1", "/",
      ])
  }

  /// What is larger than its reader can hold is told, and the rest is read.
  @Test func sizesAreTheReaders() throws {
    var rest = Array(#"["aaaaaaaa","b"]"#.utf8)
    var elements = JSONElements(opening: [""], valueSizeBytesMax: 8) {
      defer { rest = [] }
      return rest
    }
    #expect(try elements.next() == .bad("*", reason: "larger than 0 MiB", offset: 1))
    #expect(try elements.next() == .value("*", "b", offset: 12))
  }

  @Test func everyChunkingIsTheSame() {
    let whole = pieces(Self.document, opening: Self.opened).elements
    for chunk in 1...Self.document.utf8.count {
      #expect(
        pieces(Self.document, opening: Self.opened, chunk: chunk).elements == whole, "chunks of \(chunk)")
    }
  }

  @Test func everyTruncationEndsWithWhatCameBefore() {
    let bytes = Array(Self.document.utf8)
    let whole = pieces(Self.document, opening: Self.opened).elements
    for count in 0..<bytes.count {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      guard text.utf8.elementsEqual(bytes[..<count]) else { continue }
      let (elements, _) = pieces(text, opening: Self.opened, chunk: 7)
      // A number that is cut is another number.
      #expect(
        elements.count <= whole.count && elements.dropLast() == whole.prefix(max(elements.count - 1, 0)))
    }
  }

  @Test func offsetsLeadToTheValues() {
    let text = #"  {"a": {"x":1}, "b":[10, 20]}"#
    for case .value(_, let value, let offset) in pieces(text, opening: ["", "b"], chunk: 3).elements {
      let there = String(decoding: Array(text.utf8)[Int(offset)...], as: UTF8.self)
      #expect(there.hasPrefix(value.description))
    }
  }

  @Test func aBadValueIsToldAndTheRestRead() {
    let (elements, error) = pieces(#"[{"a":1,"a":2},{"b":tru},{"c":3}]"#, opening: [""])
    #expect(error == nil)
    #expect(elements.count == 4)
    guard case .bad("*", _, 1) = elements[0], case .bad("*", _, _) = elements[1] else {
      Issue.record("both should be bad: \(elements)")
      return
    }
    #expect(elements[2] == .value("*", ["c": 3], offset: 25))
  }

  @Test(arguments: ["[1,", #"{"a""#, #"{"a":"#, "{1:2}", "[}", #"{"a":}"#, "[[", "]"])
  func whatCannotBeReadEnds(_ text: String) {
    let (_, error) = pieces(text, opening: ["", "*"])
    #expect(error != nil)
  }

  /// Of another kind of file not each of its words is told.
  @Test(arguments: ["\(1 << 40)x and so on", "plain text, line by line", "\u{0}\u{0}{}", "-"])
  func whatIsNoJSONIsToldOnce(_ line: String) {
    let text = String(repeating: line + "\n", count: 3000)
    for chunk in [5, 1 << 16] {
      let (elements, error) = pieces(text, opening: ["", "messages"], chunk: chunk)
      #expect(error == nil)
      guard case .bad("", _, 0)? = elements.first, elements.count == 1 else {
        Issue.record("\(elements.prefix(3))")
        return
      }
    }
    let (lines, _) = pieces(text, opening: [""], of: "a.jsonl")
    guard case .bad("", let reason, 0)? = lines.first, lines.count == 1 else {
      Issue.record("\(lines.prefix(3))")
      return
    }
    #expect(reason.hasPrefix("none of the first 20 lines is JSON"))
  }

  @Test(arguments: [1, 3, 1 << 16]) func whatComesBehindGarbageIsRead(_ chunk: Int) {
    let (elements, error) = pieces("a b\n[x]\n 7\n\n {\"a\":1}\n{\"a\":2} c\n", opening: [], chunk: chunk)
    #expect(error == nil)
    let values = elements.compactMap { if case .value(_, let value, _) = $0 { value } else { nil } }
    #expect(values == [["a": 1], ["a": 2]] && elements.count == 4, "\(elements)")
  }

  /// Torn lines at the beginning cost themselves alone, if one that is whole comes soon.
  @Test(arguments: [1, FirstLines<Int>.countMax - 1, FirstLines<Int>.countMax])
  func linesBehindTornOnesAreRead(_ count: Int) {
    let text = String(repeating: "1}\n", count: count) + "{\"a\":1}\n2}\n"
    let (elements, error) = pieces(text, opening: [], of: "a.ndjson", chunk: 7)
    #expect(error == nil)
    let values = elements.filter { if case .value = $0 { true } else { false } }
    #expect(elements.count == (count < FirstLines<Int>.countMax ? count + 2 : 1))
    #expect(values.count == (count < FirstLines<Int>.countMax ? 1 : 0))
    // Alone they are told each.
    #expect(pieces(String(repeating: "1}\n", count: 3), opening: [], of: "a.jsonl").elements.count == 3)
  }

  @Test func absurdNestingIsOneBadValue() {
    let text = "[" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + ",7]"
    let (elements, error) = pieces(text, opening: [""], chunk: 4096)
    #expect(error == nil)
    #expect(elements.count == 3)
    #expect(elements.dropFirst().first == .value("*", 7, offset: 200_002))
  }
}
