public import Daybook

/// How to read a calendar file. The executable that links the library for it puts it in; the command
/// `daybook` runs without, and hands over to that executable.
public struct CalendarReading: Sendable {
  /// The executable in which it is put in.
  package static let executable = "daybook-sync-calendar"

  static var current: CalendarReading? { CommandParts.current.calendars }

  var read: CalendarContents.Reader

  public init(read: @escaping CalendarContents.Reader) { self.read = read }
}
