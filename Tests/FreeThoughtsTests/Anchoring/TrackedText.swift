import Foundation

/// A text under edits that knows of each code point where it came from, and of marks in it where they went: the truth
/// against which anchors are held.
struct TrackedText {
  private(set) var scalars: [UInt32]
  /// For each code point its place in the first version; -1 for what was written since.
  private(set) var origins: [Int32]
  /// Places between code points, as an editor keeps them: start and end of each note.
  private(set) var marks: [Int]

  init(_ scalars: [UInt32], marks: [Int]) {
    self.scalars = scalars
    origins = scalars.indices.map { Int32($0) }
    self.marks = marks
  }

  var count: Int { scalars.count }

  var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
    return String(view)
  }

  mutating func delete(_ range: Range<Int>) { replace(range, with: [], from: []) }

  mutating func insert(_ text: [UInt32], at place: Int) {
    replace(place..<place, with: text, from: text.map { _ in -1 })
  }

  /// What is put in place of a range; `sources` says where it came from.
  mutating func replace(_ range: Range<Int>, with text: [UInt32], from sources: [Int32]) {
    scalars.replaceSubrange(range, with: text)
    origins.replaceSubrange(range, with: sources)
    let growth = text.count - range.count
    for index in marks.indices {
      if marks[index] >= range.upperBound && (marks[index] > range.lowerBound || !range.isEmpty) {
        marks[index] += growth
      } else if marks[index] > range.lowerBound {
        marks[index] = range.lowerBound
      }
    }
  }

  /// The same text once more, somewhere else.
  mutating func duplicate(_ range: Range<Int>, at place: Int) {
    replace(place..<place, with: Array(scalars[range]), from: Array(origins[range]))
  }

  /// Cut and paste: marks go along.
  mutating func move(_ range: Range<Int>, to place: Int) {
    guard place <= range.lowerBound || place >= range.upperBound else { return }
    let (text, sources) = (Array(scalars[range]), Array(origins[range]))
    let target = place >= range.upperBound ? place - range.count : place
    var moved = marks
    for index in marks.indices {
      let mark = marks[index]
      if mark > range.lowerBound && mark < range.upperBound || mark == range.lowerBound && index % 2 == 0
        || mark == range.upperBound && index % 2 == 1
      {
        moved[index] = target + mark - range.lowerBound
      } else {
        var shifted = mark >= range.upperBound ? mark - range.count : min(mark, range.lowerBound)
        if shifted > target || shifted == target && index % 2 == 0 { shifted += range.count }
        moved[index] = shifted
      }
    }
    scalars.removeSubrange(range)
    origins.removeSubrange(range)
    scalars.insert(contentsOf: text, at: target)
    origins.insert(contentsOf: sources, at: target)
    marks = moved
  }

  /// Quotes round and dashes long, as an editor sets them.
  mutating func typeset() {
    for place in scalars.indices {
      switch scalars[place] {
      case 0x27: scalars[place] = 0x2019
      case 0x22: scalars[place] = place > 0 && scalars[place - 1] > 0x20 ? 0x201D : 0x201C
      case 0x2D where place > 0 && scalars[place - 1] == 0x20: scalars[place] = 0x2014
      case 0x20 where place % 7 == 0: scalars[place] = 0xA0
      default: continue
      }
    }
  }

  /// Letters with marks in their parts, as some programs save them.
  mutating func decompose() {
    var (parts, sources): ([UInt32], [Int32]) = ([], [])
    var places: [Int] = []
    for (value, origin) in zip(scalars, origins) {
      places.append(parts.count)
      let scalar = Unicode.Scalar(value).map { String(Character($0)) } ?? ""
      for part in scalar.decomposedStringWithCanonicalMapping.unicodeScalars {
        parts.append(part.value)
        sources.append(origin)
      }
    }
    places.append(parts.count)
    marks = marks.map { places[$0] }
    (scalars, origins) = (parts, sources)
  }
}
