// Lines to components. libical is given one event at a time and only what the ledger reads of it: so a broken or
// hostile event affects only itself, its line is known, and attachments and alarms never reach C.

import DaybookText

/// A component's lines, unfolded.
struct CalendarBlock {
  var name: String
  /// Of its BEGIN.
  var line: Int
  /// The number of its VCALENDAR in the file, from 1; 0 for none.
  var calendar: Int
  var lines: [ContentLine] = []
  /// All lines between its BEGIN and its END; nil if they are too large.
  private(set) var kept: [String]? = []
  private var keptBytes = 0
  /// Why it cannot be read, if the scanner found a reason.
  var problem: String?

  init(name: String, line: Int, calendar: Int) {
    (self.name, self.line, self.calendar) = (name, line, calendar)
  }

  mutating func keep(_ line: [UInt8], isCut: Bool) {
    keptBytes += line.count
    if isCut || keptBytes > CalendarScan.blockBytesMax { kept = nil }
    kept?.append(Charset.decode(line.filter { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }))
  }
}

/// All that one pass over a file finds.
struct CalendarScan {
  /// No line, unfolded, may be longer; an event of the ledger is at most 1 MiB as a whole.
  static let lineBytesMax = 512 << 10
  static let blockBytesMax = 4 << 20
  /// libical's time is quadratic in these.
  static let parameterBytesMax = 8 << 10
  /// Nested components; a calendar needs only two levels.
  static let innerMax = 32

  var zones: [CalendarBlock] = []
  /// By VCALENDAR.
  var names: [Int: String] = [:]
  var methods: [Int: String] = [:]
  /// X-WR-TIMEZONE.
  var zoneNames: [Int: String] = [:]
  /// Whether the file ends within a calendar.
  var isCut = false
  /// Components that are neither events nor zones, such as tasks: how many, and where the first of each begins.
  private(set) var others: [String: (count: Int, line: Int)] = [:]
  /// The first line that is not blank, in a file without any component.
  var foreignLine: Int?

  private var onEvent: (CalendarBlock) -> Void

  /// Hands over each VEVENT as soon as it is read. Zones may follow the events that need them, so a caller that reads
  /// events reads the file twice.
  init(_ bytes: [UInt8], onEvent: @escaping (CalendarBlock) -> Void = { _ in }) {
    self.onEvent = onEvent
    var lines = UnfoldedLines(bytes)
    var calendar = 0
    var calendars = 0
    var open: CalendarBlock?
    // Components inside the open one, such as alarms.
    var inner: [String] = []
    // The one of another kind that is open, and those inside it.
    var other: [String] = []
    var openBytes = 0
    var hasComponent = false
    while let (number, line, isCut) = lines.next() {
      guard let content = ContentLine(line, number: number) else {
        if foreignLine == nil, !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { foreignLine = number }
        continue
      }
      let value = content.value.trimmedASCII.uppercased()
      let opened = open?.line
      defer { if opened != nil, open?.line == opened { open?.keep(line, isCut: isCut) } }
      switch content.name {
      case "BEGIN":
        hasComponent = true
        switch value {
        case "VEVENT":
          close(&open, problem: "no END:VEVENT before line \(number)")
          other = []
          open = CalendarBlock(name: value, line: number, calendar: calendar)
          (inner, openBytes) = ([], 0)
        case "VTIMEZONE" where open == nil:
          open = CalendarBlock(name: value, line: number, calendar: calendar)
          (inner, openBytes) = ([], 0)
        case "VCALENDAR":
          close(&open, problem: "no END:\(open?.name ?? "") before line \(number)")
          calendars += 1
          (calendar, other) = (calendars, [])
        default:
          if open?.name == "VTIMEZONE" { open?.lines.append(content) }
          guard open != nil else {
            if other.isEmpty { others[value, default: (0, number)].count += 1 }
            if other.count < CalendarScan.innerMax { other.append(value) }
            continue
          }
          if inner.count < CalendarScan.innerMax {
            inner.append(value)
          } else if open?.problem == nil {
            open?.problem = "components nested too deeply in line \(number)"
          }
        }
      case "END":
        if value == open?.name {
          close(&open, problem: nil)
        } else if value == "VCALENDAR" {
          close(&open, problem: "no END:\(open?.name ?? "") before line \(number)")
          (calendar, other) = (0, [])
        } else if open == nil, let index = other.lastIndex(of: value) {
          other.removeSubrange(index...)
        } else if let index = inner.lastIndex(of: value) {
          if open?.name == "VTIMEZONE" { open?.lines.append(content) }
          inner.removeSubrange(index...)
        }
      default:
        if foreignLine == nil { foreignLine = number }
        guard open != nil else {
          if calendar > 0, other.isEmpty { note(content, in: calendar) }
          continue
        }
        guard ContentLine.isRead(content.name, in: open?.name ?? ""),
          inner.isEmpty || open?.name == "VTIMEZONE"
        else { continue }
        openBytes += line.count
        if isCut || line.count > CalendarScan.lineBytesMax || openBytes > CalendarScan.blockBytesMax
          || content.parameters.utf8.count > CalendarScan.parameterBytesMax
        {
          if open?.problem == nil { open?.problem = "\(content.name) in line \(number) is too large" }
        } else {
          open?.lines.append(content)
        }
      }
    }
    close(&open, problem: "no END:\(open?.name ?? "") before the end of the file")
    isCut = calendar > 0
    if hasComponent { foreignLine = nil }
  }

  private mutating func close(_ open: inout CalendarBlock?, problem: String?) {
    guard var block = open else { return }
    open = nil
    block.problem = block.problem ?? problem
    if block.name == "VEVENT" { onEvent(block) } else { zones.append(block) }
  }

  /// X-WR-CALNAME is what calendars write; NAME is the standard's.
  private mutating func note(_ line: ContentLine, in calendar: Int) {
    switch line.name {
    case "X-WR-CALNAME": names[calendar] = line.text
    case "NAME" where names[calendar] == nil: names[calendar] = line.text
    case "X-WR-TIMEZONE": zoneNames[calendar] = line.text.trimmedASCII
    case "METHOD": methods[calendar] = line.value.trimmedASCII.uppercased()
    default: break
    }
  }
}

private struct UnfoldedLines {
  private var reader: LineReader

  init(_ bytes: [UInt8]) { reader = LineReader(bytes, limitBytes: CalendarScan.blockBytesMax + 1) }

  /// A line that begins with white space continues the one before it.
  mutating func next() -> (number: Int, bytes: [UInt8], isCut: Bool)? {
    // Reading from memory does not throw.
    guard let first = try? reader.next() else { return nil }
    var (bytes, isCut) = (first.bytes, first.isCut)
    while let next = try? reader.peek(), next.bytes.first == 0x20 || next.bytes.first == 0x09 {
      _ = try? reader.next()
      isCut = isCut || next.isCut || bytes.count > CalendarScan.blockBytesMax
      if !isCut { bytes.append(contentsOf: next.bytes.dropFirst()) }
    }
    return (first.number, bytes, isCut)
  }
}
