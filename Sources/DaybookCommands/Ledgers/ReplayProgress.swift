import Daybook

/// Shows on a terminal how far reading has come, once it takes noticeably long.
final class ReplayProgress: Sendable {
  private struct State {
    var isShown = false
    var next: ContinuousClock.Instant
  }

  private let messages: Messages
  private let state: Shared<State>

  private static let patience = Duration.milliseconds(500)
  private static let step = Duration.milliseconds(100)

  init(_ messages: Messages) {
    self.messages = messages
    state = Shared(State(next: ContinuousClock.now + Self.patience))
  }

  func sink(_ doing: String) -> ReadingProgress.Sink {
    { [self] progress in
      let isDue = state.withLock { state in
        guard ContinuousClock.now >= state.next else { return false }
        state.next = ContinuousClock.now + Self.step
        state.isShown = true
        return true
      }
      if isDue { messages.progress(Self.text(doing, progress)) }
    }
  }

  func end() {
    if state.withLock({ $0.isShown }) { messages.endProgress() }
  }

  static func text(_ doing: String, _ progress: ReadingProgress) -> String {
    let percent = progress.totalBytes > 0 ? 100 * progress.readBytes / progress.totalBytes : 100
    return "\(doing): \(mebibytes(progress.readBytes)) of \(mebibytes(progress.totalBytes)) MiB, \(percent) %"
  }

  /// With one decimal.
  private static func mebibytes(_ count: Int) -> String {
    let tenths = (count * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10)"
  }
}
