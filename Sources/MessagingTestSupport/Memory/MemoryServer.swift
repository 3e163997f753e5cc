package import Daybook
package import Messaging
import Synchronization

/// A server in memory: what a test talks to instead of one on a network. Everything it does is
/// in the order of its requests; its only clock is the one it is given.
package final class MemoryServer: Sendable {
  private struct Late {
    var due: Int
    var write: RemoteWrite
    var user: String
  }

  private struct State {
    var server: RemoteServer<MemoryStorage>
    var objects: [RemoteObject: [UInt8]] = [:]
    var requests = 0
    var late: [Late] = []
    var isAwayUntil = 0
  }

  private let state: Mutex<State>

  /// - Parameter clock: the server's clock; it may stand still or go back, but the server's time does not.
  package init(clock: @escaping @Sendable () -> ServerTime) {
    state = Mutex(State(server: RemoteServer(MemoryStorage(clock: clock), id: "memory")))
  }

  /// How many changes it reports at once.
  package var pageSize: Int {
    get { state.withLock { $0.server.pageSize } }
    set { state.withLock { $0.server.pageSize = newValue } }
  }

  /// All records, including deleted documents, by path.
  package var records: [RemoteRecord] { state.withLock { $0.server.storage.all } }

  /// All living documents, by path, without regard to who may read them.
  package var documents: [RemoteDocument] { records.compactMap(\.document) }

  /// Delivers the requests that are still delayed.
  package func deliverLate() {
    state.withLock { state in
      for late in state.late { _ = try? state.server.write(late.write, by: late.user) }
      state.late = []
    }
  }

  /// Carries out one request with this fault, after the delayed requests that are due.
  func request<Answer: Sendable>(
    _ fault: RemoteFault?, write: RemoteWrite?, by user: String,
    _ body:
      @Sendable (inout RemoteServer<MemoryStorage>, inout [RemoteObject: [UInt8]]) throws(RemoteStoreError) ->
      Answer
  ) throws(RemoteStoreError) -> Answer {
    try state.withLock { (state) throws(RemoteStoreError) in
      state.requests += 1
      Self.deliver(&state)
      if state.requests <= state.isAwayUntil {
        throw .unreachable("the server is away", retryAfter: .seconds(1))
      }
      switch fault {
      case .lostRequest: throw .unreachable("the request was lost")
      case .refusal: throw .refused("the server says no")
      case .unavailable(let requests):
        state.isAwayUntil = state.requests + requests
        throw .unreachable("the server is away", retryAfter: .seconds(1))
      case .delay(let count):
        if let write { state.late.append(Late(due: state.requests + count, write: write, user: user)) }
        throw .unreachable("no answer came in time")
      case .duplicate(let count):
        if let write { state.late.append(Late(due: state.requests + count, write: write, user: user)) }
      case .lostAnswer, nil: break
      }
      let answer = try body(&state.server, &state.objects)
      if fault == .lostAnswer { throw .unreachable("the answer was lost") }
      return answer
    }
  }

  private static func deliver(_ state: inout State) {
    let now = state.requests
    for late in state.late where late.due <= now { _ = try? state.server.write(late.write, by: late.user) }
    state.late.removeAll { $0.due <= now }
  }
}
