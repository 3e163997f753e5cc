import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// Anchors under an editor that knows the truth: each is found where its words went, or is an orphan.
@Suite struct AnchorSimulationTests {
  /// `tools/test --all` asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["DAYBOOK_SIMULATION_CASES"] == nil ? 40 : 1000

  @Test(.seeded) func generatedTexts() { Self.tryGeneratedTexts(TestSeed.current, rounds: Self.rounds) }

  /// Each of these failed once. The first: rows of a table had come into the section that said the same as those of a note.
  @Test(arguments: [15_506_062_161_893_086_436] as [UInt64])
  func textsThatFailedOnceHold(seed: UInt64) { Self.tryGeneratedTexts(seed, rounds: 40) }

  private static func tryGeneratedTexts(_ first: UInt64, rounds: Int) {
    var figures = AnchorTrial.Figures()
    let begin = ContinuousClock.now
    for round in 0..<rounds {
      let seed = first &+ UInt64(round)
      var writer = RandomEditor(seed: seed)
      let text = TrackedText(
        writer.document(paragraphs: Int.random(in: 1...60, using: &writer.random)), marks: [])
      var trial = AnchorTrial(text.string, notes: 60, seed: seed)
      figures += trial.run(
        edits: Int.random(in: 0...30, using: &writer.random),
        attacks: Int.random(in: 0...20, using: &writer.random))
    }
    print("generated texts: \(figures.summary), \(ContinuousClock.now - begin)")
    #expect(figures.wrong == [])
    #expect(figures.foundSurviving * 2 > figures.surviving)
    #expect(figures.found < figures.notes)
  }

  /// Files that nobody here wrote: Markdown, and what is read of PDFs. Edited a little, as on most days, and roughly,
  /// with words of notes taken out on purpose.
  @Test(.seeded, .realData("markdown", "pdf"), arguments: ["markdown", "pdf"], [false, true])
  func realFiles(folder: String, isRough: Bool) throws {
    let files = try RealData.paths(folder, extensions: ["md", "pdf"])
    var figures = AnchorTrial.Figures()
    let begin = ContinuousClock.now
    for (number, path) in files.enumerated() {
      let text = try Document(contentsOf: path).text
      for round in 0..<(folder == "pdf" ? 20 : max(1, Self.rounds / 100)) {
        let seed = TestSeed.current &+ UInt64(number * 1000 + round)
        var random = SeededRandom(seed: seed)
        var trial = AnchorTrial(text.string, notes: 20, seed: seed)
        figures += trial.run(
          edits: Int.random(in: isRough ? 0...12 : 1...3, using: &random),
          attacks: isRough ? Int.random(in: 0...6, using: &random) : 0)
      }
    }
    let title = "\(files.count) \(folder) files, \(isRough ? "rough" : "light") edits"
    print("\(title): \(figures.summary), \(ContinuousClock.now - begin)")
    #expect(figures.wrong == [])
    // Those of the PDFs are too short to tell much.
    #expect(folder == "pdf" || figures.foundSurviving * 2 >= figures.surviving)
  }
}
