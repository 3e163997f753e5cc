import Daybook
import DaybookProviders
import Synchronization

/// A provider that answers what a test tells it to: one after the other, the last one again and again.
final class ScriptedProvider: TextProvider {
  private struct State {
    var answers: [Result<String, LedgerError>]
    var asked: [TextRequest] = []
  }

  private let state: Mutex<State>

  let name = "small"
  var asked: [TextRequest] { state.withLock { $0.asked } }

  init(_ answers: Result<String, LedgerError>...) { state = Mutex(State(answers: answers)) }

  func answer(_ answers: Result<String, LedgerError>...) { state.withLock { $0.answers = answers } }

  func complete(_ request: TextRequest) async throws -> String {
    try state.withLock { state in
      state.asked.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }.get()
  }
}
