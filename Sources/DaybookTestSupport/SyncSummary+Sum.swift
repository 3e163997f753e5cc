package import Daybook

extension SyncSummary {
  /// Whether all that was read, of a calendar its occurrences, is created, changed or unchanged.
  package func addsUp(isCalendar: Bool = false) -> Bool {
    created + changed + unchanged == (isCalendar ? occurrences : read)
  }
}
