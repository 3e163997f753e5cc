import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook
@testable import DaybookReport

/// The page in a real browser: on a phone, on a screen, and on paper.
@Suite(.enabled(if: Chromium.isHere, "there is no Chromium")) struct ChromiumTests {
  @Test func nothingIsWiderThanTheWindow() async throws {
    let chromium = try Chromium()
    let widths = [360, 390, 768, 1280]
    for report in [HostileReport.report, HostileReport.reportOfEntities, try await Self.practice()] {
      let found = try chromium.overflow(of: report.html, widths: widths)
      #expect(found.count == widths.count)
      for (width, overflow) in zip(widths, found) {
        #expect(overflow.width <= width, "\(overflow.beyond)")
        #expect(overflow.beyond == [])
      }
    }
  }

  @Test func onPaper() async throws {
    let chromium = try Chromium()
    let report = try await Self.practice()
    let sheets = try chromium.paper(report.html)
    #expect(sheets.count > 1)
    let text = sheets.joined()
    for part in [
      report.about.ledger, "Integrity", "Not sound", "Ann's laptop", "Deleted and dismissed",
      "How this report was made",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    // A table that goes over several sheets has its head on each; what leads elsewhere on a screen is not there.
    let rows = sheets.filter { $0.contains("dismissed") && $0.contains("sam.insight") }
    #expect(rows.count > 1 && rows.dropFirst().allSatisfy { $0.contains("Entity") && $0.contains("When") })
    #expect(!text.contains("The plot\u{2019}s figures"))
    let hostile = try chromium.paper(HostileReport.report.html)
    #expect(hostile.joined().contains("<script>alert('x')</script>"), "as text")
  }

  /// `DAYBOOK_REPORT_PICTURES` names a folder for the pages and pictures of them.
  @Test(.enabled(if: picturesFolder != nil, "DAYBOOK_REPORT_PICTURES is not set"))
  func picturesToLookAt() async throws {
    let folder = try #require(picturesFolder)
    let chromium = try Chromium()
    for (name, page) in [
      ("practice", try await Self.practice().html), ("hostile", HostileReport.report.html),
      ("entities", HostileReport.reportOfEntities.html),
    ] {
      try page.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
      for (width, height) in [(390, 4200), (1280, 3600)] {
        try chromium.picture(of: page, width: width, height: height, at: "\(folder)/\(name)-\(width).png")
      }
    }
  }

  private static func practice() async throws -> AuditReport { try await SharedPractice.report.value }
}

private let picturesFolder = ProcessInfo.processInfo.environment["DAYBOOK_REPORT_PICTURES"]

/// One for all tests: it takes a while to live through half a year.
enum SharedPractice {
  static let report = Task {
    let practice = try await Practice()
    let segments = try await practice.family.segments(of: 2, on: 0)
    try FileManager.default.removeItem(atPath: segments[segments.count / 2])
    return try await practice.family.ledgers[0].audit.report()
  }
}
