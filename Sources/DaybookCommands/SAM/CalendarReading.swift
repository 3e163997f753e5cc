package import DaybookModel
package import SAM

/// How to read a calendar file. The executable that links the library for it puts it in; the command
/// `daybook` runs without, and hands over to that executable.
package struct CalendarReading: Sendable {
  /// The executable in which it is put in.
  package static let executable = "daybook-sam-sync-calendar"

  @TaskLocal package static var current: CalendarReading?

  package struct File: Sendable {
    package var items: [(item: CalendarItem, calendarName: String?)]
    package var skipped: [(line: Int, reason: String)]
    /// What else is worth telling: zones that nobody knows.
    package var remarks: [String]

    package init(
      items: [(item: CalendarItem, calendarName: String?)], skipped: [(line: Int, reason: String)],
      remarks: [String]
    ) {
      (self.items, self.skipped, self.remarks) = (items, skipped, remarks)
    }
  }

  /// Reads a file's bytes; times without a zone are the given one's.
  package var read: @Sendable (_ bytes: [UInt8], _ zone: any ZoneOffsets) -> File

  package init(read: @escaping @Sendable (_ bytes: [UInt8], _ zone: any ZoneOffsets) -> File) {
    self.read = read
  }
}
