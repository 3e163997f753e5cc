import Synchronization

/// One thing that goes wrong on the way to the server or back.
package enum FarFault: Sendable, Hashable {
  /// The server never hears of it; the client hears nothing.
  case lostRequest
  /// Done, but the client hears nothing.
  case lostAnswer
  /// Done, and once more after so many further requests: a repeat that comes late, after others.
  case duplicate(after: Int)
  /// The client hears nothing; done after so many further requests, past what was asked meanwhile.
  case delay(after: Int)
  /// The server says no, whatever the rules say.
  case refusal
  /// This request and so many after it find the server away.
  case unavailable(requests: Int)
}

/// Which requests go wrong: drawn from a source of randomness, or as listed. The same source gives the same faults.
package final class FarFaults: Sendable {
  /// How likely each is for one request, 0 to 1.
  package struct Rates: Sendable {
    /// The chance of ``FarFault/lostRequest``. A request has one fault at most, so the six rates should not sum to more
    /// than 1.
    package var lostRequest = 0.0
    /// The chance of ``FarFault/lostAnswer``.
    package var lostAnswer = 0.0
    /// The chance of ``FarFault/duplicate(after:)``; of a request that does not write, nothing is repeated.
    package var duplicate = 0.0
    /// The chance of ``FarFault/delay(after:)``; a request that does not write is lost instead.
    package var delay = 0.0
    /// The chance of ``FarFault/refusal``.
    package var refusal = 0.0
    /// The chance of ``FarFault/unavailable(requests:)``.
    package var unavailable = 0.0
    /// How many requests later a late one comes, at most; also how long the server is away.
    package var requestsMax = 8

    package init() {}
  }

  private struct State {
    var script: [FarFault?]
    var rates: Rates
    var random: any RandomNumberGenerator & Sendable
  }

  private let state: Mutex<State>

  /// Draws a fault for each request by these rates. A seeded source makes a run repeatable.
  package init(_ rates: Rates, random: any RandomNumberGenerator & Sendable) {
    state = Mutex(State(script: [], rates: rates, random: random))
  }

  /// These, one a request, and then none.
  package init(_ script: [FarFault?]) {
    state = Mutex(State(script: script, rates: Rates(), random: SystemRandomNumberGenerator()))
  }

  /// From now on everything goes well.
  package func heal() {
    state.withLock { state in
      state.script = []
      state.rates = Rates()
    }
  }

  /// The fate of the next request.
  func next() -> FarFault? {
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
