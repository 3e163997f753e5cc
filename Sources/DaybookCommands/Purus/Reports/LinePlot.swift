/// A line through points, drawn in a terminal: in Braille dots, two by four to a character (Unicode 28FF), or
/// in asterisks where the terminal knows no Unicode.
package struct LinePlot {
  private let points: [(x: Double, y: Double)]
  private let width: Int
  private let isUnicode: Bool

  private static let rows = 8
  private static let narrowest = 8

  package init(points: [(x: Double, y: Double)], width: Int, isUnicode: Bool) {
    self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    (self.width, self.isUnicode) = (width, isUnicode)
  }

  /// - Parameters:
  ///   - labels: the labels of the greatest and the least value.
  ///   - ends: the labels of the first and the last point.
  package func lines(labels: (top: String, bottom: String), ends: (first: String, last: String)) -> String {
    let margin = max(labels.top.count, labels.bottom.count)
    let columns = max(Self.narrowest, min(width, 120) - margin - 3)
    let grid = drawn(columns)
    let edge = isUnicode ? "┤" : "|"
    var text = ""
    for row in 0..<Self.rows {
      let label = row == 0 ? labels.top : row == Self.rows - 1 ? labels.bottom : ""
      var line = String(repeating: " ", count: margin - label.count) + label + " " + edge + grid[row]
      while line.last == " " || line.last == "\u{2800}" { line.removeLast() }
      text += line + "\n"
    }
    let room = max(1, columns - ends.first.count - ends.last.count)
    return text + String(repeating: " ", count: margin + 2) + ends.first + String(repeating: " ", count: room)
      + ends.last + "\n"
  }

  private func drawn(_ columns: Int) -> [String] {
    let (across, down) = isUnicode ? (2, 4) : (1, 1)
    var dots = Dots(width: columns * across, height: Self.rows * down)
    let bounds = bounds
    let places = points.map { dots.place($0, in: bounds) }
    if let first = places.first { dots.set(first) }
    for (from, to) in zip(places, places.dropFirst()) { dots.line(from: from, to: to) }
    return (0..<Self.rows).map { row in
      String(
        (0..<columns).map { column in
          isUnicode ? dots.braille(column, row) : dots.isSet(column, row) ? "*" : " "
        } as [Character])
    }
  }

  private var bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    func range(_ values: [Double]) -> ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
    return (range(points.map(\.x)), range(points.map(\.y)))
  }
}

/// A field of dots, from the upper left.
private struct Dots {
  let width: Int
  let height: Int
  private var isOn: [Bool]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    isOn = Array(repeating: false, count: width * height)
  }

  func isSet(_ x: Int, _ y: Int) -> Bool { isOn[y * width + x] }

  mutating func set(_ place: (x: Int, y: Int)) {
    guard (0..<width).contains(place.x), (0..<height).contains(place.y) else { return }
    isOn[place.y * width + place.x] = true
  }

  /// A constant value is drawn in the middle.
  func place(
    _ point: (x: Double, y: Double), in bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  ) -> (x: Int, y: Int) {
    func scaled(_ value: Double, _ range: ClosedRange<Double>, _ count: Int) -> Int {
      let span = range.upperBound - range.lowerBound
      let share = span > 0 ? (value - range.lowerBound) / span : 0.5
      return share.isFinite ? Int((share * Double(count - 1)).rounded()) : 0
    }
    return (scaled(point.x, bounds.x, width), height - 1 - scaled(point.y, bounds.y, height))
  }

  /// Bresenham, "Algorithm for computer control of a digital plotter", 1965.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    var (x, y) = start
    let (across, down) = (abs(end.x - x), -abs(end.y - y))
    let (right, below) = (x < end.x ? 1 : -1, y < end.y ? 1 : -1)
    var error = across + down
    while true {
      set((x, y))
      if (x, y) == end { return }
      let doubled = 2 * error
      if doubled >= down { (error, x) = (error + down, x + right) }
      if doubled <= across { (error, y) = (error + across, y + below) }
    }
  }

  /// The bits of a cell's dots, by row.
  private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  func braille(_ column: Int, _ row: Int) -> Character {
    var code: UInt32 = 0x2800
    for (y, bits) in Self.bits.enumerated() {
      for (x, bit) in bits.enumerated() where isSet(column * 2 + x, row * 4 + y) { code |= bit }
    }
    return Unicode.Scalar(code).map { Character($0) } ?? " "
  }
}

extension Environment {
  /// Whether the terminal's character set is UTF-8, as the locale says; without a locale, it is.
  package static var isUTF8: Bool {
    guard let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap({ nonEmpty($0) }).first else {
      return true
    }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
