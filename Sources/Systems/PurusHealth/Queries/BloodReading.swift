public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A parsed blood entry: `HbA1c 5.4 %` is a name, a number and a unit; `120/80 mmHg` has two numbers.
public struct BloodReading: Sendable, Equatable {
  public var id: Ref<BloodEntry>
  /// The entry's date; nil where it has none.
  public var date: Date?
  /// The name; empty if the entry has only a number.
  public var name: String
  /// One number, or two with a slash between; none if the entry is only words.
  public var numbers: [Double]
  /// What follows the number, such as `%` or `mmHg`; empty where nothing does.
  public var unit: String
  /// As it was written.
  public var text: String
  /// The entry's comment. Its first part, to a semicolon or line break, becomes ``name`` where the text has no name.
  public var comment: String

  /// Parses an entry's value, `text`. The name comes from `comment` if the text has only a number.
  public init(id: Ref<BloodEntry>, date: Date? = nil, text: String, comment: String = "") {
    (self.id, self.date, self.text, self.comment) = (id, date, text, comment)
    let parts = Parts(text)
    // In imported entries, the comment begins with the name of what was measured; a blood pressure needs no name.
    let remark = comment.split { $0 == ";" || $0.isNewline }.first.map { Parts.trimmed(Array($0)[...]) } ?? ""
    let isUnnamed = parts.numbers.isEmpty || parts.numbers.count == 1 && parts.name.isEmpty
    (name, numbers, unit) = (isUnnamed && !remark.isEmpty ? remark : parts.name, parts.numbers, parts.unit)
  }

  /// Reads a blood entry from the view and parses its value.
  public init(_ entry: borrowing EntityReader) {
    self.init(
      id: Ref(entry.id), date: entry.date("date"), text: entry.text("value") ?? "",
      comment: entry.text("comment") ?? "")
  }

  /// A text divided at its first number that is not part of a word, unlike those in `HbA1c` and `B12`.
  private struct Parts {
    var name = ""
    var numbers: [Double] = []
    var unit = ""

    init(_ text: String) {
      let characters = Array(text)
      guard let start = Self.start(of: characters) else {
        name = Self.trimmed(characters[...])
        return
      }
      var end = start
      numbers = [WrittenReading.number(characters, &end)]
      if end + 1 < characters.count, characters[end] == "/", characters[end + 1].isASCIIDigit {
        end += 1
        numbers.append(WrittenReading.number(characters, &end))
      }
      (name, unit) = (Self.trimmed(characters[..<start]), Self.trimmed(characters[end...]))
    }

    private static func start(of characters: [Character]) -> Int? {
      let starts = characters.indices.filter { place in
        guard characters[place].isASCIIDigit else { return false }
        guard place > 0 else { return true }
        let before = characters[place - 1]
        return !before.isLetter && !before.isASCIIDigit && !"-.,^".contains(before)
      }
      return starts.first { !isOfTheName($0, characters) } ?? starts.first
    }

    /// `25-OH`, `25(OH)D`, `CA 19-9` and `CA 125` have numbers in their names, and the value follows.
    private static func isOfTheName(_ start: Int, _ characters: [Character]) -> Bool {
      var end = start
      _ = WrittenReading.number(characters, &end)
      let rest = characters[end...]
      guard let next = rest.first else { return false }
      let word = rest.prefix { !$0.isWhitespace }
      let behind = rest.dropFirst(word.count).drop { $0.isWhitespace || ":=<>≤≥".contains($0) }
      guard behind.first?.isASCIIDigit == true, !behind.prefix(while: { !$0.isWhitespace }).contains("^")
      else {
        return false
      }
      if next == "(" || next == "-", word.dropFirst().first?.isLetter == true { return true }
      let isNamed = characters[..<start].contains { $0.isLetter }
      return isNamed && (word.isEmpty || next == "-" && word.dropFirst().allSatisfy(\.isASCIIDigit))
    }

    static func trimmed(_ text: ArraySlice<Character>) -> String {
      func isEdge(_ character: Character) -> Bool { character.isWhitespace || ":=<>≤≥".contains(character) }
      let start = text.drop(while: isEdge)
      return String(start.reversed().drop(while: isEdge).reversed())
    }
  }
}

/// The readings of one blood value over time: those with the same name and unit, regardless of case.
public struct BloodSeries: Sendable, Equatable {
  /// The name of the latest reading; without one `Blood pressure` for two numbers, else the unit, else `Value`.
  public var title: String
  /// The latest reading's unit, as it was written; empty where it has none.
  public var unit: String
  /// By date; those without one first.
  public var readings: [BloodReading]

  /// The points to draw: one number each, or the numbers before or after the slash.
  public func points(_ place: Int) -> [(date: Date, value: Double)] {
    readings.compactMap { reading in
      guard let date = reading.date, reading.numbers.indices.contains(place) else { return nil }
      return (date, reading.numbers[place])
    }
  }

  /// How many numbers its readings have.
  public var width: Int { readings.first?.numbers.count ?? 0 }

  static func all(of readings: [BloodReading]) -> [BloodSeries] {
    var groups: [[String]: [BloodReading]] = [:]
    for reading in readings {
      let key = [reading.name.lowercased(), reading.unit.lowercased(), "\(reading.numbers.count)"]
      groups[key, default: []].append(reading)
    }
    return groups.values.map { group -> BloodSeries in
      let sorted = group.sorted {
        ($0.date ?? .distantPast, $0.id.rawValue) < ($1.date ?? .distantPast, $1.id.rawValue)
      }
      let last = sorted[sorted.count - 1]
      let title = last.name.isEmpty ? (last.numbers.count == 2 ? "Blood pressure" : last.unit) : last.name
      return BloodSeries(title: title.isEmpty ? "Value" : title, unit: last.unit, readings: sorted)
    }.sorted {
      ($0.title.lowercased(), $0.unit, $0.width, $0.readings[0].id.rawValue)
        < ($1.title.lowercased(), $1.unit, $1.width, $1.readings[0].id.rawValue)
    }
  }
}

extension PurusLedger {
  /// The blood values of a record, each over time, by name; bounds inclusive. O(the record's blood entries).
  public func bloodSeries(
    of record: Ref<MedicalRecord>, since: Date? = nil, until: Date? = nil, at cut: Cut = .now
  ) async throws -> [BloodSeries] {
    let readings = try await ledger.withView(at: cut) { view in
      view.read(MedicalRecord.kind, record.rawValue) { $0.map("blood") { BloodReading($0) } } ?? []
    }
    return BloodSeries.all(
      of: readings.filter { reading in
        guard let date = reading.date else { return since == nil && until == nil }
        let begins = Date(ledger.zone.beginning(of: Instant(date)))
        return begins >= since ?? .distantPast && begins <= until ?? .distantFuture
      })
  }
}

/// Numbers of blood values, as laboratories and people write them in German and English: `5,4`, `5.4`, `1.234,5`, `1,234.5`.
enum WrittenReading {
  /// Reads the number that begins at a place, and moves past it. A separator that occurs once is the decimal mark; if
  /// both occur, the last one is, and the others separate thousands.
  static func number(_ characters: [Character], _ place: inout Int) -> Double {
    var parts: [String] = [""]
    var separators: [Character] = []
    while place < characters.count {
      let character = characters[place]
      if character.isASCIIDigit {
        parts[parts.count - 1].append(character)
      } else if character == "." || character == ",", place + 1 < characters.count,
        characters[place + 1].isASCIIDigit, canFollow(character, separators, parts)
      {
        separators.append(character)
        parts.append("")
      } else {
        break
      }
      place += 1
    }
    guard let last = separators.last else { return Double(parts[0]) ?? 0 }
    if separators.count > 1, separators.allSatisfy({ $0 == last }) { return Double(parts.joined()) ?? 0 }
    return Double("\(parts.dropLast().joined()).\(parts[parts.count - 1])") ?? 0
  }

  /// After a thousands separator, which three digits follow, another one may follow.
  private static func canFollow(_ separator: Character, _ separators: [Character], _ parts: [String]) -> Bool
  {
    guard let first = separators.first else { return true }
    return separators.allSatisfy { $0 == first } && parts[parts.count - 1].count == 3 && parts[0].count <= 3
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
