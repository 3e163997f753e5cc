import Synchronization

/// One fault on the way to the server or back.
package enum RemoteFault: Sendable, Hashable {
  /// The server never receives the request; the client gets no answer.
  case lostRequest
  /// The request is carried out, but the client gets no answer.
  case lostAnswer
  /// The request is carried out, and again after this many further requests: a late repeat.
  case duplicate(after: Int)
  /// The client gets no answer; the request is carried out after this many further requests.
  case delay(after: Int)
  /// The server refuses the request, whatever the rules say.
  case refusal
  /// The server is unreachable for this request and this many after it.
  case unavailable(requests: Int)
}

/// Determines which requests fail: at random, or from a list. The same random source gives the same faults.
package final class RemoteFaults: Sendable {
  /// How likely each is for one request, 0 to 1.
  package struct Rates: Sendable {
    /// The chance of ``RemoteFault/lostRequest``. A request has one fault at most, so the six rates should not sum to more
    /// than 1.
    package var lostRequest = 0.0
    /// The chance of ``RemoteFault/lostAnswer``.
    package var lostAnswer = 0.0
    /// The chance of ``RemoteFault/duplicate(after:)``; a request that does not write is not repeated.
    package var duplicate = 0.0
    /// The chance of ``RemoteFault/delay(after:)``; a request that does not write is lost instead.
    package var delay = 0.0
    /// The chance of ``RemoteFault/refusal``.
    package var refusal = 0.0
    /// The chance of ``RemoteFault/unavailable(requests:)``.
    package var unavailable = 0.0
    /// The maximum number of requests by which one is delayed, and for which the server is unreachable.
    package var requestsMax = 8

    package init() {}
  }

  private struct State {
    var script: [RemoteFault?]
    var rates: Rates
    var random: any RandomNumberGenerator & Sendable
  }

  private let state: Mutex<State>

  /// Draws a fault for each request by these rates. A seeded source makes a run repeatable.
  package init(_ rates: Rates, random: any RandomNumberGenerator & Sendable) {
    state = Mutex(State(script: [], rates: rates, random: random))
  }

  /// Uses these faults, one for each request, and then none.
  package init(_ script: [RemoteFault?]) {
    state = Mutex(State(script: script, rates: Rates(), random: SystemRandomNumberGenerator()))
  }

  /// From now on, there are no more faults.
  package func heal() {
    state.withLock { state in
      state.script = []
      state.rates = Rates()
    }
  }

  /// The fate of the next request.
  func next() -> RemoteFault? {
    state.withLock { state in
      if !state.script.isEmpty { return state.script.removeFirst() }
      let rates = state.rates
      var chance = Double.random(in: 0..<1, using: &state.random)
      func falls(_ rate: Double) -> Bool {
        chance -= rate
        return chance < 0
      }
      if falls(rates.lostRequest) { return .lostRequest }
      if falls(rates.lostAnswer) { return .lostAnswer }
      if falls(rates.refusal) { return .refusal }
      let count = Int.random(in: 1...max(1, rates.requestsMax), using: &state.random)
      if falls(rates.duplicate) { return .duplicate(after: count) }
      if falls(rates.delay) { return .delay(after: count) }
      if falls(rates.unavailable) { return .unavailable(requests: count) }
      return nil
    }
  }
}
