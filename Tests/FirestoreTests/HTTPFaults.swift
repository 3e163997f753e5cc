import Synchronization

/// One thing that goes wrong between a client and the emulator.
enum HTTPFault: Sendable, Hashable {
  /// The connection is cut before anything is done, or after all of it.
  case cutBefore, cutAfter
  /// Nothing is done.
  case status(Int, retryAfter: String?)
  /// Done; no answer, ever.
  case silence
  /// Done; half of the answer, of which the head promises all.
  case truncated
  /// Done; the answer is something else.
  case body(String)
  /// Done twice.
  case duplicate
  /// Cut, and done after so many further requests.
  case late(after: Int)
  case redirect(String)
}

/// Which requests go wrong: those listed, then any at random.
final class HTTPFaults: Sendable {
  private struct State {
    var script: [HTTPFault?]
    var rate = 0.0
    var random: (any RandomNumberGenerator & Sendable)?
  }

  private let state: Mutex<State>

  init(_ script: [HTTPFault?] = []) { state = Mutex(State(script: script)) }

  /// So many of all requests, 0 to 1; the same source gives the same faults. Without `silence`, which costs a client
  /// its patience.
  init(rate: Double, random: any RandomNumberGenerator & Sendable) {
    state = Mutex(State(script: [], rate: rate, random: random))
  }

  /// These, one a request, from now on.
  func play(_ script: HTTPFault?...) { play(script) }

  func play(_ script: [HTTPFault?]) { state.withLock { $0.script = script } }

  func heal() { state.withLock { $0.rate = 0 } }

  func next() -> HTTPFault? {
    state.withLock { state in
      if !state.script.isEmpty { return state.script.removeFirst() }
      guard var random = state.random, state.rate > 0 else { return nil }
      defer { state.random = random }
      guard Double.random(in: 0..<1, using: &random) < state.rate else { return nil }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .cutBefore
      case 1: return .cutAfter
      case 2: return .status(503, retryAfter: "0")
      case 3: return .status(429, retryAfter: nil)
      case 4: return .truncated
      case 5: return .body("<html>")
      case 6: return .duplicate
      default: return .late(after: Int.random(in: 1...6, using: &random))
      }
    }
  }
}
