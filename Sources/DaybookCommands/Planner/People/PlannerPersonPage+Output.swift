import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PersonPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: item.name)
    let now = moment.map { Date($0) } ?? .distantFuture
    page.add("e-mail", item.email)
    page.add("phone", phoneNumbers.joined(separator: ", "))
    page.add("address", postalAddresses.joined(separator: "; "))
    page.add("birthday", birthday)
    page.add("in the address book", addressBookNote)
    page.add("role", TableStyle.list([item.role, item.company]))
    page.add("meetings", item.meetingCount == 0 ? nil : "\(item.meetingCount)")
    page.add("to come", item.upcomingMeetingCount == 0 ? nil : "\(item.upcomingMeetingCount)")
    page.add("last met", lastMeeting(by: now).map { Self.words($0, style) })
    page.add("next", nextMeeting(after: now).map { Self.words($0, style) })
    page.add("id", item.id.rawValue)
    page.add(
      text: summarizedBy.map { "Relationship (by \($0))" } ?? "Relationship", relationshipSummary)
    page.add(
      "Meetings", Array(meetings.prefix(Self.meetingCountMax)), columns: ["when", "title", "where", "notes"],
      showsIDs: true, style)
    if meetings.count > Self.meetingCountMax {
      page.add(text: "", "\(meetings.count - Self.meetingCountMax) earlier; --format json shows all")
    }
    return page
  }

  private static let meetingCountMax = 20

  private static func words(_ meeting: MeetingItem, _ style: TableStyle) -> String {
    "\(meeting.when(style) ?? "") \(OneLine.of(meeting.title))"
  }

  var record: OutputRecord {
    var row = item.row
    row.append("phoneNumbers", .array(phoneNumbers.map { .string($0) }))
    row.append("postalAddresses", .array(postalAddresses.map { .string($0) }))
    row.append("birthday", .text(birthday))
    row.append("addressBookNote", .text(addressBookNote))
    row.append("relationshipSummary", .text(relationshipSummary))
    row.append("summarizedBy", .text(summarizedBy))
    row.append("meetings", .rows(meetings))
    return OutputRecord(row)
  }
}
