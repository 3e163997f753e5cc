import ArgumentParser
import Daybook
import Planner
import SAM

/// `daybook import ics FILE…`
struct ImportICSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Import iCalendar files; the same as 'sam sync calendar' and 'planner sync calendar'.",
    discussion: """
      \(CalendarOptions.discussion)

      Examples:
        daybook import ics calendar.ics --into sam
        daybook import ics takeout.zip --into sam
        daybook import ics work.ics home.ics --into planner --tz Europe/Berlin
      """)

  enum Target: String, ExpressibleByArgument, CaseIterable {
    case sam, planner
  }

  @Option(help: "What its entries become: evidence of sam, or meetings of planner.")
  var into: Target

  @OptionGroup var calendars: CalendarOptions

  func run() async throws {
    switch into {
    case .sam: try await calendars.run(CalendarEvidence.self)
    case .planner: try await calendars.run(CalendarMeetings.self)
    }
  }
}

/// `daybook import vcf FILE…`
struct ImportVCFCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcf",
    abstract: "Import vCards (2.1, 3.0 and 4.0) as people, of SAM as with 'sam sync contacts'.",
    discussion: """
      \(ContactsOptions.discussion)

      Examples:
        daybook import vcf contacts.vcf
        daybook import vcf phone.vcf --source phone --complete
        daybook import vcf cards/ takeout.zip
        daybook import vcf contacts.vcf --into planner
      """)

  @OptionGroup var contacts: ContactsOptions

  enum Target: String, ExpressibleByArgument, CaseIterable {
    case sam, planner
  }

  @Option(help: "The system to import the people into: sam or planner.")
  var into = Target.sam

  func validate() throws {
    if into == .planner, contacts.complete {
      throw ValidationError("--complete is for sam: Planner archives nobody")
    }
  }

  func run() async throws {
    switch into {
    case .sam: try await contacts.run(SAM.ContactPeople.self)
    case .planner: try await contacts.run(Planner.ContactPeople.self)
    }
  }
}
