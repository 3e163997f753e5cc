import DaybookTestSupport
import Foundation
import FreeThoughts
import Testing

/// Anchors under an editor that knows the truth: each is found where its words went, or is an orphan.
@Suite struct AnchorSimulationTests {
  /// `tools/test --all` asks for more.
  private static let rounds =
    ProcessInfo.processInfo.environment["DAYBOOK_SIMULATION_CASES"] == nil ? 40 : 1000

  @Test func generatedTexts() {
    var figures = AnchorTrial.Figures()
    let begin = ContinuousClock.now
    for round in 0..<Self.rounds {
      let seed = TestSeed.current &+ UInt64(round)
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
}
