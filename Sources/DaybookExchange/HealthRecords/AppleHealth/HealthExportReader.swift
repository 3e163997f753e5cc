// An export of Apple Health, element by element: samples that come in millions are summed up by day while the file is
// read, and the others are returned as they come. Memory follows the number of days, types and sources, not that of the
// samples.

import DaybookModel
import DaybookText

/// What is read of an export.
enum HealthItem: Sendable {
  case me([String: String])
  /// When the export was made.
  case exported(String)
  case sample(HealthSample)
  /// An element that is not imported, by its name.
  case unread(String)
  /// A sample that cannot be read, and why.
  case bad(String, line: Int)
}

/// Gathers the results of the parser.
final class HealthExportReader: XMLReceiver {
  /// What is to be taken next, in order.
  private(set) var items: [HealthItem] = []
  private(set) var totals = DayTotals()
  private(set) var types = InternedTexts()
  private(set) var sourceNames = InternedTexts()
  private(set) var units = InternedTexts()
  /// Samples that went into totals.
  private(set) var summedCount = 0
  /// Records of clinics, which are files beside the export.
  private(set) var clinicalCount = 0
  /// Where the parser is.
  var line: () -> Int = { 1 }

  private var natures: [HealthNature] = []
  private var depth = 0
  /// Elements that are open and kept.
  private var open: [(sample: HealthSample, depth: Int)] = []
  /// Of the outermost of them, so far.
  private var keptBytes = 0
  private var me: [String: String]?
  private var meField: String?
  private var meText: [UInt8] = []

  /// Metadata and parts of one sample, more are left out.
  private static let partsMax = 10_000
  /// A larger one does not become an entry.
  private static let sampleSizeBytesMax = 4 << 20
  private var isTooLarge: Bool { keptBytes > Self.sampleSizeBytesMax }

  func takeItems() -> [HealthItem] {
    defer { items.removeAll(keepingCapacity: true) }
    return items
  }

  // MARK: Elements

  fileprivate enum Element {
    case record, metadata, workout, correlation, summary, me, root, clinical, other

    init(_ name: UnsafePointer<UInt8>) {
      switch name[0] {
      case UInt8(ascii: "R") where Element.equal(name, "Record"): self = .record
      case UInt8(ascii: "M"):
        self = Element.equal(name, "MetadataEntry") ? .metadata : Element.equal(name, "Me") ? .me : .other
      case UInt8(ascii: "W") where Element.equal(name, "Workout"): self = .workout
      case UInt8(ascii: "C"):
        self =
          Element.equal(name, "Correlation")
          ? .correlation : Element.equal(name, "ClinicalRecord") ? .clinical : .other
      case UInt8(ascii: "A") where Element.equal(name, "ActivitySummary"): self = .summary
      case UInt8(ascii: "H") where Element.equal(name, "HealthData"): self = .root
      default: self = .other
      }
    }

    static func equal(_ name: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
      for index in 0..<text.utf8CodeUnitCount where name[index] != text.utf8Start[index] { return false }
      return name[text.utf8CodeUnitCount] == 0
    }
  }

  func start(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
    depth += 1
    let element = Element(name)
    switch element {
    case .root: break
    case .record where open.isEmpty:
      if !sum(attributes) { begin("Record", attributes) }
    case .record, .workout, .correlation, .summary:
      begin(String(cString: name), attributes)
    case .metadata: addMetadata(attributes)
    case .clinical: clinicalCount += 1
    case .me: me = Dictionary(attributes.texts) { first, _ in first }
    case .other: other(name, attributes)
    }
  }

  func end(_ name: UnsafePointer<UInt8>) {
    if let field = meField, me != nil {
      me?[field] = String(decoding: meText, as: UTF8.self).trimmed
      (meField, meText) = (nil, [])
    } else if let me, Element(name) == .me {
      items.append(.me(me))
      self.me = nil
    } else if let last = open.last, last.depth == depth {
      open.removeLast()
      if open.isEmpty {
        items.append(isTooLarge ? tooLarge(last.sample) : .sample(last.sample))
        keptBytes = 0
      } else if open[open.count - 1].sample.parts.count < Self.partsMax {
        open[open.count - 1].sample.parts.append(last.sample)
      }
    }
    depth -= 1
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if meField != nil, meText.count < 1000 { meText += bytes.prefix(1000) }
  }

  private func begin(_ element: String, _ attributes: XMLAttributes) {
    guard open.count < 8, !isTooLarge else { return }
    var sample = HealthSample(
      element: element, attributes: Dictionary(attributes.texts) { first, _ in first })
    sample.line = line()
    open.append((sample, depth))
    keep(attributes)
  }

  private func keep(_ attributes: XMLAttributes) {
    // Beside its text each has its place in memory.
    for index in 0..<attributes.count { keptBytes += attributes.value(index).count + 64 }
    if isTooLarge {
      open[0].sample.parts = []
      open[0].sample.metadata = []
    }
  }

  private func tooLarge(_ sample: HealthSample) -> HealthItem {
    let size = Self.sampleSizeBytesMax >> 20
    return .bad("a \(sample.element) that holds more than \(size) MiB is left out", line: sample.line)
  }

  private func addMetadata(_ attributes: XMLAttributes) {
    guard !open.isEmpty, !isTooLarge, open[open.count - 1].sample.metadata.count < Self.partsMax else {
      return
    }
    keep(attributes)
    guard !isTooLarge else { return }
    var entry = (key: "", value: "")
    for (name, value) in attributes.texts {
      if name == "key" { entry.key = value }
      if name == "value" { entry.value = value }
    }
    open[open.count - 1].sample.metadata.append(entry)
  }

  /// What stands within something that is kept.
  private func other(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
    let element = String(cString: name)
    if me != nil {
      (meField, meText) = (element, [])
    } else if open.isEmpty {
      guard element == "ExportDate" else {
        if depth == 2 { items.append(.unread(element)) }
        return
      }
      for (name, value) in attributes.texts where name == "value" { items.append(.exported(value)) }
    } else if element == "Location" {
      open[0].sample.routePlaces += 1
    } else if element != "HeartRateVariabilityMetadataList" {
      begin(element, attributes)
    }
  }

  // MARK: Totals

  /// Adds a record to its day; false where it is to be kept by itself.
  private func sum(_ attributes: XMLAttributes) -> Bool {
    var fields = RecordFields()
    for index in 0..<attributes.count {
      if let name = attributes.name(index) { fields.take(name, attributes.value(index)) }
    }
    let type = types.index(fields.type)
    while natures.count < types.texts.count { natures.append(HealthTypes.nature(types.texts[natures.count])) }
    switch natures[Int(type)] {
    case .single, .weight, .systolic, .diastolic: return false
    case .sum, .range, .duration: break
    }
    guard let start = HealthTime.read(fields.start) else {
      items.append(.bad("a record of \(types[type]) has no time that can be read", line: line()))
      return true
    }
    let end = HealthTime.read(fields.end) ?? start
    let number = fields.number
    if let number, fields.isRounded(to: number) {
      let what = "a value with more digits than a double holds"
      items.append(.bad("a record of \(types[type]) has \(what)", line: line()))
      return true
    }
    let nature = natures[Int(type)]
    let isDuration = nature == .duration || number == nil
    guard nature == .duration || number != nil || nature != .sum && !fields.value.isEmpty else {
      let what = fields.value.isEmpty ? "no value" : "a value that is not a number"
      items.append(.bad("a record of \(types[type]) has \(what)", line: line()))
      return true
    }
    // A night belongs to the day on which it ended.
    let day = isDuration ? end.day : start.day
    let key = DayTotals.Key(
      type: type, source: sourceNames.index(fields.source),
      unit: units.index(isDuration ? fields.value : fields.unit), day: Int32(truncatingIfNeeded: day),
      isDuration: isDuration)
    let shown = HealthUnit.shown(number ?? 0, isDuration ? "" : units[key.unit])
    totals.add(isDuration ? Double(max(0, end.time - start.time)) : shown, key)
    summedCount += 1
    return true
  }
}

/// The attributes of a record that count for a total, as they lie in the parser's memory.
private struct RecordFields {
  var type = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var unit = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var value = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var source = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var start = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var end = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  mutating func take(_ name: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) {
    func isNamed(_ wanted: StaticString) -> Bool { HealthExportReader.Element.equal(name, wanted) }
    switch name[0] {
    case UInt8(ascii: "t") where isNamed("type"): type = text
    case UInt8(ascii: "u") where isNamed("unit"): unit = text
    case UInt8(ascii: "v") where isNamed("value"): value = text
    case UInt8(ascii: "s") where isNamed("startDate"): start = text
    case UInt8(ascii: "s") where isNamed("sourceName"): source = text
    case UInt8(ascii: "e") where isNamed("endDate"): end = text
    default: break
    }
  }

  /// The value, where it is a number.
  var number: Double? {
    guard !value.isEmpty, value.count < 64, !isHexadecimal else { return nil }
    guard let number = Double(valueText), number.isFinite else { return nil }
    return number
  }

  var valueText: String { String(decoding: value, as: UTF8.self) }

  /// Whether it is a whole number, and another one than `number`, the double next to it.
  func isRounded(to number: Double) -> Bool {
    guard number.magnitude >= 0x1p53 else { return false }
    return NumberText.isWhole(valueText) && !NumberText.isExact(valueText, number)
  }

  /// As `0x10` and `-0x10` are.
  private var isHexadecimal: Bool { value.prefix(3).contains { $0 | 0x20 == UInt8(ascii: "x") } }
}
