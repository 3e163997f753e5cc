import DaybookLocking
import DaybookTestSupport
import Testing

@testable import DaybookPaper

@Suite struct TypedKeyTests {
  let key = Samples.key(1)

  @Test(.seeded) func everyWayToTypeIt() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<20 {
      let key = Samples.key(&random)
      let lines = Samples.keyLines(key)
      #expect(lines.count == 6)
      let groups = lines.dropFirst().map { $0.dropFirst(4).prefix { $0 != "=" } }
      var ways: [String] = [key.paper, key.paper.lowercased(), key.paper.filter { $0 != "-" }]
      ways.append(key.paper.map { "\($0)\u{2013}" }.joined())
      ways += ["\n", "\r\n", " "].map { lines.joined(separator: $0) }
      ways.append(lines.dropFirst().joined(separator: "\n").lowercased())
      ways += [groups.joined(separator: "\n"), groups.joined(), "AGE-SECRET-KEY-1 " + groups.joined()]
      ways.append(lines.map { $0.replacing("=", with: "\n= ") }.joined(separator: "\n\n"))
      ways.append(lines.joined(separator: "\n").replacing(" ", with: "\u{a0}"))
      for signs in [")", "=", ")="] {
        ways.append(lines.map { $0.filter { !signs.contains($0) } }.joined(separator: "\n"))
        ways.append(lines.dropFirst().map { $0.filter { !signs.contains($0) } }.joined(separator: "\n"))
      }
      for way in ways { #expect(typed(way) == .success(key.paper), "\(way)") }
    }
  }

  @Test func aMistakeIsLocatedWhereAllLinesLackTheirSigns() {
    var lines = Samples.keyLines(key).map { String($0.filter { !")=".contains($0) }) }
    lines[3] = String(lines[3].prefix(4) + lines[3].dropFirst(6))
    #expect(typed(lines.joined(separator: "\n")).reason == .lines([3]))
  }

  /// The key's own checksum is stronger than a digit that was mistyped.
  @Test func aWrongCheckDoesNotMatter() {
    let lines = Samples.keyLines(key).map { $0.prefix { $0 != "=" } + "=97" }
    #expect(typed(lines.joined(separator: "\n")) == .success(key.paper))
  }

  @Test(arguments: 0..<KeyLayout.count)
  func aWrongCharacterIsLocated(_ index: Int) throws {
    var random = SeededRandom(seed: UInt64(index))
    var characters = Samples.characters(key)
    let others = Samples.alphabet.filter { $0 != characters[index] }
    characters[index] = try #require(others.randomElement(using: &random))
    #expect(typed("AGE-SECRET-KEY-1" + characters).reason == .group(KeyLayout.place(of: index)))
    characters[index] = try #require("BIO1?é".randomElement(using: &random))
    #expect(typed("AGE-SECRET-KEY-1" + characters).reason == .characters([KeyLayout.place(of: index)]))
  }

  @Test(.seeded) func aSingleMistakeIsLocated() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<30 {
      let key = Samples.key(&random)
      var characters = Samples.characters(key)
      // Where the next is another: of two alike it cannot be told which is missing.
      let index = try #require(
        characters.indices.dropLast().filter { characters[$0] != characters[$0 + 1] }
          .randomElement(using: &random))
      var place = index
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let others = Samples.alphabet.filter { $0 != characters[index] }
        characters[index] = try #require(others.randomElement(using: &random))
      case 1:
        place = characters.prefix(index).lastIndex { $0 != characters[index] }.map { $0 + 1 } ?? 0
        characters.remove(at: index)
      case 2:
        let letter = try #require(Samples.alphabet.randomElement(using: &random))
        characters.insert(letter, at: index)
        place = characters.prefix(index).lastIndex { $0 != letter }.map { $0 + 1 } ?? 0
      default: characters.swapAt(index, index + 1)
      }
      let reason = typed("AGE-SECRET-KEY-1" + characters).reason
      #expect(reason == .group(KeyLayout.place(of: place)), "\(index)")
    }
  }

  @Test(.seeded) func theChecksTellTheLines() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<30 {
      let key = Samples.key(&random)
      let paper = Samples.paper(key)
      let wrong = Set((1...5).shuffled(using: &random).prefix(Int.random(in: 2...5, using: &random)))
      let lines = paper.key.lines.map { line in
        var characters = Array(line.groups.joined())
        let index = Int.random(in: characters.indices, using: &random)
        if wrong.contains(line.number) {
          switch Int.random(in: 0..<3, using: &random) {
          case 0: characters.remove(at: index)
          case 1: characters.insert("Q", at: index)
          default: characters[index] = characters[index] == "Q" ? "P" : "Q"
          }
        }
        return "\(line.number)) \(String(characters)) =\(line.check)"
      }
      #expect(typed(lines.joined(separator: "\n")).reason == .lines(wrong.sorted()))
    }
  }

  @Test func aCheckNoticesSwapsAndOtherLines() {
    let line = Array(Samples.characters(key).prefix(KeyLayout.lineCount).compactMap(\.asciiValue))
    let check = KeyLayout.check(line, line: 1)
    for first in line.indices {
      for second in line.indices where line[first] != line[second] {
        var other = line
        other.swapAt(first, second)
        #expect(KeyLayout.check(other, line: 1) != check)
      }
      for letter in KeyLayout.alphabet where letter != line[first] {
        var other = line
        other[first] = letter
        #expect(KeyLayout.check(other, line: 1) != check)
      }
    }
    for number in 2...5 { #expect(KeyLayout.check(line, line: number) != check) }
  }

  @Test func whatElseIsTyped() {
    let characters = String(Samples.characters(key))
    #expect(typed(" \n").reason == .nothing)
    #expect(typed("AGE-SECRET-KEY-1").reason == .nothing)
    #expect(typed("\(key.keys.recipient)").reason == .recipient)
    #expect(typed("AGE-SECRFT-KEY-1" + characters).reason == .beginning)
    #expect(typed("ACE-SECRET-KEY" + characters).reason == .beginning)
    #expect(typed(String(key.paper.dropLast(12))).reason == .length(46))
    #expect(typed(key.paper + "QQ").reason == .length(60))
    let swapped = characters.suffix(29) + characters.prefix(29)
    #expect(typed(String(swapped)).reason == .unknown)
    let lines = Samples.keyLines(key)
    let missing = lines[0...2] + lines[4...5]
    #expect(typed(missing.joined(separator: "\n")).reason == .length(46))
    let turned = lines[0...1] + [lines[3], lines[2]] + lines[4...5]
    // Each line has its own check, which does not fit it in the other's place.
    #expect(typed(turned.joined(separator: "\n")).reason == .lines([2, 3]))
  }

  /// Whatever is typed, there is a reason, and each place is one of the paper.
  @Test(.seeded) func noiseIsRefused() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let noise: [Character] = Samples.alphabet + Array("=)(1-\n\r\t ?é\u{2013}\u{1f511}=)\n")
    for _ in 0..<200 {
      let count = Int.random(in: 0..<100, using: &random)
      let text = (0..<count).compactMap { _ in noise.randomElement(using: &random) }
      let beginning = Bool.random(using: &random) ? "AGE-SECRET-KEY-1" : ""
      switch try #require(typed(beginning + text).reason) {
      case .characters(let places):
        #expect(places.allSatisfy { (1...5).contains($0.line) && (1...3).contains($0.group) })
      case .lines(let lines): #expect(lines.allSatisfy { (1...5).contains($0) })
      default: break
      }
    }
  }

  @Test func noErrorShowsTheKey() {
    var characters = Samples.characters(key)
    var texts: [[Character]] = [Array(characters.dropFirst()), characters + "QP", Array("AGE1") + characters]
    for wrong in ["Q", "P", "?", "B"] as [Character] {
      characters[20] = wrong
      texts += [characters, characters + characters]
    }
    for text in texts {
      guard case .failure(let error) = typed(String(text)) else { continue }
      for group in Samples.paper(key).key.lines.flatMap(\.groups) where group.count == KeyLayout.groupCount {
        #expect(!"\(error) \(String(reflecting: error))".uppercased().contains(group))
      }
    }
  }

  @Test func errorsSayWhereAndWhat() {
    #expect(
      "\(RecoveryPaperError(reason: .group(.init(line: 3, group: 2))))"
        == "the recovery key has a typing error in line 3, group 2; compare with the paper and type the key again"
    )
    #expect(
      RecoveryPaperError(reason: .lines([1, 2, 4])).what
        == "the recovery key has a typing error in lines 1, 2 and 4")
    #expect(
      RecoveryPaperError(reason: .characters([.init(line: 1, group: 1), .init(line: 5, group: 3)])).what
        == "the recovery key has a character that does not occur in keys, in line 1, group 1 and line 5, group 3"
    )
  }
}
