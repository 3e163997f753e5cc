import Testing

@testable import DaybookLog

/// Journals that fill faster than they could be sealed densely are sealed quickly.
@Suite struct SealPaceTests {
  private let options = WriterOptions()
  private static let journalSizeBytes = 20 << 20

  /// The levels of journals that fill in so many seconds each.
  private func levels(_ pace: inout SealPace, _ seconds: Double...) -> [Int] {
    var now = ContinuousClock.now
    _ = pace.level(for: 0, options, at: now)
    return seconds.map { seconds in
      now += .seconds(seconds)
      return pace.level(for: Self.journalSizeBytes, options, at: now)
    }
  }

  private func sealing(_ level: Int, seconds: Double) -> SealPace.Compressed {
    SealPace.Compressed(sizeBytes: Self.journalSizeBytes, level: level, duration: .seconds(seconds))
  }

  @Test func aBulkImportIsSealedQuickly() {
    var pace = SealPace()
    let (quick, dense) = (options.quickSealLevel, options.sealLevel)
    #expect(quick < dense)
    // Sealing such a journal densely takes 0.35 s, by the guess.
    #expect(levels(&pace, 0.1, 1, 1.1, 3600) == [quick, quick, dense, dense])
  }

  @Test func theSpeedIsMeasured() {
    var pace = SealPace()
    let (quick, dense) = (options.quickSealLevel, options.sealLevel)
    pace.note(sealing(dense, seconds: 2), options)
    #expect(levels(&pace, 5, 7) == [quick, dense])
    // The dense level would have taken 0.17 s.
    pace.note(sealing(quick, seconds: 0.1), options)
    #expect(levels(&pace, 0.4, 0.6) == [quick, dense])
    pace.note(nil, options)
    pace.note(sealing(dense, seconds: 0), options)
    #expect(levels(&pace, 0.4, 0.6) == [quick, dense])
  }
}
