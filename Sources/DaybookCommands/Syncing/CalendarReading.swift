package import Daybook
package import DaybookModel

/// How to read a calendar file. The executable that links the library for it puts it in; the command
/// `daybook` runs without, and hands over to that executable.
package struct CalendarReading: Sendable {
  /// The executable in which it is put in.
  package static let executable = "daybook-sync-calendar"

  @TaskLocal package static var current: CalendarReading?

  package struct File: Sendable {
    package var items: [CalendarItem]
    package var skipped: [(line: Int, reason: String)]
    /// What else is worth telling: zones that nobody knows, rules that cannot be followed.
    package var remarks: [(line: Int, reason: String)]
    package var calendarNames: [String]
    /// False where the file may have more occurrences than were read.
    package var isWhole: Bool
    /// Whether a time was read in the given zone, since nothing in the file says its own.
    package var hasLocalTimes: Bool

    package init(
      items: [CalendarItem], skipped: [(line: Int, reason: String)],
      remarks: [(line: Int, reason: String)], calendarNames: [String], isWhole: Bool, hasLocalTimes: Bool
    ) {
      (self.items, self.skipped, self.remarks) = (items, skipped, remarks)
      (self.calendarNames, self.isWhole, self.hasLocalTimes) = (calendarNames, isWhole, hasLocalTimes)
    }
  }

  /// A zone, with its name in the database of zones where it is of it.
  package struct Zone: Sendable {
    package var offsets: any ZoneOffsets
    package var name: String?
  }

  /// Reads a file's bytes; times without a zone are the given one's, and what recurs does so in the window.
  package var read: @Sendable (_ bytes: [UInt8], _ zone: Zone, _ window: TimeWindow) -> File

  package init(
    read: @escaping @Sendable (_ bytes: [UInt8], _ zone: Zone, _ window: TimeWindow) -> File
  ) {
    self.read = read
  }
}
