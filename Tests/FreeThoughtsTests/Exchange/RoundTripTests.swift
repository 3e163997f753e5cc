import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// What went out comes in without loss, and what is here already writes nothing.
@Suite struct RoundTripTests {
  enum Format: CaseIterable { case markdown, annotations }

  static func files(_ export: NotesExport, _ format: Format) -> [(name: String, content: [UInt8])] {
    switch format {
    case .annotations: [("notes.jsonld", Array(export.annotationJSON.utf8))]
    case .markdown:
      export.markdown.enumerated().map { ("\($0.offset).md", Array($0.element.text.utf8)) }
    }
  }

  @Test(.seeded, arguments: Format.allCases) func outInOut(_ format: Format) async throws {
    for run in 0..<60 {
      var random = RandomNotes(seed: TestSeed.current &+ UInt64(run))
      let here = try Ledger.seeded(systems: [.freethoughts])
      try await random.write(to: here)
      let out = try await here.freeThoughts.notesExport()
      let files = Self.files(out, format)

      let again = try await here.freeThoughts.importNotes(files)
      #expect(again.events == 0, "run \(run): \(again.plan.mutations)")
      #expect(again.plan.skipped.isEmpty, "run \(run): \(again.plan.skipped)")

      let there = try Ledger.seeded(systems: [.freethoughts])
      let receipt = try await there.freeThoughts.importNotes(files)
      #expect(
        receipt.plan.summary.read == out.count && receipt.plan.summary.created == out.count, "run \(run)")
      let back = try await there.freeThoughts.notesExport()
      #expect(back.notes == out.notes, "run \(run)")
      #expect(back.provocations == out.provocations, "run \(run)")
      #expect(Self.files(back, format).map(\.content) == files.map(\.content), "run \(run)")
      #expect(try await there.freeThoughts.importNotes(files).events == 0, "run \(run)")
    }
  }

  /// Other systems' line ends, a byte order mark, white space at the ends of lines taken away.
  @Test(.seeded) func editorsDoNoHarm() async throws {
    for run in 0..<30 {
      var random = RandomNotes(seed: TestSeed.current &+ 1000 &+ UInt64(run))
      let here = try Ledger.seeded(systems: [.freethoughts])
      try await random.write(to: here)
      let out = try await here.freeThoughts.notesExport()
      let files = Self.files(out, .markdown).map { file -> (name: String, content: [UInt8]) in
        let text = String(decoding: file.content, as: UTF8.self)
        return (file.name, Array(("\u{feff}" + text.replacingOccurrences(of: "\n", with: "\r\n")).utf8))
      }
      let again = try await here.freeThoughts.importNotes(files)
      #expect(again.events == 0 && again.plan.skipped.isEmpty, "run \(run): \(again.plan)")
    }
  }

  @Test func nothingGoesOutOfNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let export = try await ledger.freeThoughts.notesExport()
    #expect(export.count == 0 && export.markdown.isEmpty)
    let receipt = try await ledger.freeThoughts.importNotes([("a.jsonld", Array(export.annotationJSON.utf8))])
    #expect(receipt.events == 0 && receipt.plan.skipped.isEmpty)
  }
}
