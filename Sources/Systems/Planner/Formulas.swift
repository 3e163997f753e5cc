// The formulas of Planner's projections: functions of what the view shows, so that meetings that are deleted or
// gone from their calendar do not count.

import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Formulas {
  /// When the latest of a person's meetings begins.
  static func latestMeeting(_ person: borrowing EntityReader) -> Date? {
    person.map("meetings") { $0.date("startDate") }.compactMap { $0 }.max()
  }
}
