public import DaybookModel

/// What a reader found in a calendar file.
public struct CalendarContents: Sendable {
  /// The entries that could be read; an occurrence that was changed is an item of its own.
  public var items: [CalendarItem]
  /// Entries that could not be read: the line, from 1, and why, without a full stop.
  public var skipped: [(line: Int, reason: String)]
  /// What else a person should know: zones that this machine does not know, rules that cannot be followed.
  public var remarks: [(line: Int, reason: String)]
  /// The names of the calendars in the file, each once; empty where none names itself. A name counts even if its
  /// calendar has no entry.
  public var calendarNames: [String]
  /// False where the file may have more occurrences than were read.
  public var isWhole: Bool
  /// Whether times were read in the given zone, since the file names none for them.
  public var hasLocalTimes: Bool

  /// What a reader of one format found; lines count from 1.
  public init(
    items: [CalendarItem], skipped: [(line: Int, reason: String)], remarks: [(line: Int, reason: String)],
    calendarNames: [String], isWhole: Bool, hasLocalTimes: Bool
  ) {
    (self.items, self.skipped, self.remarks) = (items, skipped, remarks)
    (self.calendarNames, self.isWhole, self.hasLocalTimes) = (calendarNames, isWhole, hasLocalTimes)
  }

  /// A zone, with its name if the time zone database has it.
  public struct Zone: Sendable {
    /// The zone's offsets from UTC, which local times are converted with.
    public var offsets: any ZoneOffsets
    /// The zone's name, such as `Europe/Lisbon`; nil where it is not known. See ``Source/zone``.
    public var name: String?

    /// A zone of given offsets; without a name it is not remembered for the calendar.
    public init(offsets: any ZoneOffsets, name: String?) { (self.offsets, self.name) = (offsets, name) }

    /// This machine's.
    public static var local: Zone { Zone(offsets: ZoneDirectory.local(), name: ZoneDirectory.localName()) }
  }

  /// Reads a file's bytes; times without a zone are in the given one, and what recurs is expanded in the window.
  public typealias Reader =
    @Sendable (_ bytes: [UInt8], _ zone: Zone, _ window: TimeWindow) -> CalendarContents
}

extension CalendarReconciliation {
  /// Adds a calendar file. Times without a zone are read in the zone used for this calendar before, unless the caller
  /// chose one.
  ///
  /// - Parameters:
  ///   - contents: the file's bytes.
  ///   - file: what remarks call it.
  ///   - name: the source's name; nil: each calendar's own name, or else the file's.
  ///   - zone: the zone for times that have none.
  ///   - isZoneGiven: whether somebody chose the zone.
  ///   - window: in which what recurs is expanded.
  ///   - state: the ledger, which has the zone in which this calendar was read before.
  ///   - reader: reads the bytes; called again if the earlier zone is a different one. - Throws: ``LedgerError``:
  /// `usage` if this machine does not know the earlier zone.
  public mutating func add(
    contents: [UInt8], file: String, name: String?, zone: CalendarContents.Zone, isZoneGiven: Bool,
    window: TimeWindow, in state: borrowing LedgerState, reader: CalendarContents.Reader
  ) throws {
    var read = reader(contents, zone, window)
    var used = zone
    if read.hasLocalTimes, !isZoneGiven,
      let kept = try Self.keptZone(Self.sources(of: read, file, name), file, in: state),
      kept.name != zone.name
    {
      used = kept
      read = reader(contents, kept, window)
    }
    add(read, file, name, used.name)
  }

  private mutating func add(_ read: CalendarContents, _ file: String, _ name: String?, _ zone: String?) {
    // A calendar's name shows that the file is one, and not just empty.
    for calendar in read.calendarNames { include(Self.source(calendar, file, name)) }
    for item in read.items { add(item, file: file, source: Self.source(item.calendarTitle, file, name)) }
    if read.hasLocalTimes, let zone {
      for source in Self.sources(of: read, file, name) { note(zone: zone, of: source) }
    }
    for remark in read.remarks { note(file: file, line: remark.line, reason: remark.reason) }
    for skipped in read.skipped {
      skip(file: file, line: skipped.line, reason: skipped.reason, source: Self.source(nil, file, name))
    }
    // The gap may be in any of its calendars.
    if !read.isWhole { for source in Self.sources(of: read, file, name) { distrust(source) } }
  }

  private static func source(_ calendar: String?, _ file: String, _ name: String?) -> SyncSource {
    let own = file.split(separator: "/").last.map(String.init) ?? ""
    return SyncSource(.calendar, name: name ?? calendar ?? own)
  }

  private static func sources(of read: CalendarContents, _ file: String, _ name: String?) -> [SyncSource] {
    ([nil] + read.calendarNames).map { source($0, file, name) }
  }

  /// In which zone the calendar's times without one were read before.
  private static func keptZone(
    _ sources: [SyncSource], _ file: String, in state: borrowing LedgerState
  ) throws -> CalendarContents.Zone? {
    for source in sources {
      guard let name = state.entity(Source.kind, id: source.id)?.values["zone"]?.string else { continue }
      guard let offsets = ZoneDirectory.zone(named: name) else {
        throw LedgerError(
          .usage,
          "the times of this calendar are in the zone \(OneLine.cut(name)), which this machine does not know",
          file: file, advice: "name one with \(Remedy.zone)")
      }
      return CalendarContents.Zone(offsets: offsets, name: name)
    }
    return nil
  }
}
