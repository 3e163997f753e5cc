import Daybook
import DaybookProviders
import Synchronization

/// Counts what it is asked, and fails or answers otherwise where it is told to.
final class WatchedEmbedder: Embedder {
  struct State {
    var asked: [String] = []
    var failure: LedgerError?
    var extra = 0
  }

  let name: String
  let state = Mutex(State())

  init(_ name: String = "watched") { self.name = name }

  func embed(_ texts: [String]) async throws -> [[Float]] {
    let (failure, extra) = state.withLock { state in
      state.asked += texts
      return (state.failure, state.extra)
    }
    if let failure { throw failure }
    return try await BuiltInEmbedder().embed(texts).map { $0 + [Float](repeating: 0.5, count: extra) }
  }

  func take() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }
}
