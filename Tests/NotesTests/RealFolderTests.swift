import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookNotes
@testable import FreeThoughts
@testable import Planner

/// Folders of Markdown that nobody here wrote: every file is a note, a second run finds nothing to write, and
/// an export gives the same bytes.
@Suite(.realData("markdown")) struct RealFolderTests {
  @Test(arguments: ["kepano-vault", "rust-book"])
  func eachFolderTwice(_ name: String) async throws {
    let folder = RealData.path("markdown/" + name)
    let files = (FileManager.default.subpaths(atPath: folder) ?? []).filter {
      $0.hasSuffix(".md") && !$0.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    for target in NotesImporter.Target.allCases {
      let ledger = try Ledger.inMemory(systems: [.planner, .freethoughts])
      let first = try await ledger.importAll(NotesImporter([folder], into: target))
      let summary = first.plan.summary
      #expect(
        summary.read + summary.skipped == files.count && summary.skipped == 0,
        "\(name): \(summary) \(first.plan.skipped.prefix(3))")
      #expect(summary.created == files.count)
      let second = try await ledger.importAll(NotesImporter([folder], into: target))
      #expect(second.events == 0 && second.plan.summary.unchanged == files.count)
      print(
        "\(name) into \(target): \(files.count) files, \(first.events) events, \(first.plan.notices.count) notices"
      )
      if target == .planner { try await comesBack(ledger, files, folder, name) }
    }
  }

  private func comesBack(_ ledger: Ledger, _ files: [String], _ folder: String, _ name: String) async throws {
    let out = try TemporaryFolder()
    let count = try await MarkdownExport.planner(
      ledger, Query("planner.note"), cut: .now, zone: .system, into: out.path, replaces: false)
    #expect(count == files.count)
    for file in files {
      let same = FileManager.default.contentsEqual(
        atPath: folder + "/" + file, andPath: out.path + "/\(name)/" + file)
      #expect(same, "\(file)")
    }
    #expect(try await ledger.importAll(NotesImporter([out.path + "/" + name], into: .planner)).events == 0)
  }
}
