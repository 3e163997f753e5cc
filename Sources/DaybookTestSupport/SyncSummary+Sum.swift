package import Daybook

extension SyncSummary {
  /// Whether everything that was read (for a calendar, its occurrences) is counted as created, changed or unchanged.
  package func addsUp(isCalendar: Bool = false) -> Bool {
    created + changed + unchanged == (isCalendar ? occurrences : read)
  }
}
