import Daybook
import DaybookModel
import DaybookTestSupport
import MessagingTestSupport
import Synchronization

@testable import Messaging

/// One user's ledger, and the server that it knows.
struct Phone {
  let user: Ref<User>
  let ledger: Ledger
  let far: any RemoteStore
  let pauses = Pauses()

  init(_ user: String, _ far: any RemoteStore, hoursAhead: Int64 = 0, start: Int64 = 1_790_000_000_000)
    async throws
  {
    let now = Mutex(start + hoursAhead * 3_600_000)
    var options = LedgerOptions()
    options.now = {
      now.withLock { time in
        time += 1000
        return Instant(milliseconds: time)
      }
    }
    (self.user, self.far) = (Ref(user), far)
    ledger = try Ledger.inMemory(systems: [.messaging], options: options)
    try await ledger.commit { batch in
      try batch.upsert(
        User(id: Ref(user)) {
          ($0.displayName, $0.email) = (user.prefix(1).uppercased() + user.dropFirst(), "\(user)@example.org")
        })
    }
  }

  var mailbox: Mailbox { Mailbox(ledger, of: user) }

  @discardableResult
  func sync() async throws -> RemoteSyncReport {
    var policy = RetryPolicy()
    policy.random = { 0.5 }
    policy.sleep = { [pauses] in pauses.add($0) }
    return try await RemoteSync(ledger, with: far, named: "server", as: user, policy: policy).run()
  }

  func texts(in conversation: Ref<Conversation>) async throws -> [String] {
    try await mailbox.messages(in: conversation).map(\.text)
  }

  func events() async throws -> Int { try await Int(ledger.audit.replay().events) }
}

final class Pauses: Sendable {
  private let all = Mutex<[Duration]>([])
  var list: [Duration] { all.withLock { $0 } }
  func add(_ pause: Duration) { all.withLock { $0.append(pause) } }
}

/// A server whose clock moves a second with every time that it gives.
func server() -> MemoryServer {
  let seconds = Mutex<Int64>(1_800_000_000)
  return MemoryServer {
    seconds.withLock { second in
      second += 1
      return ServerTime(seconds: second, nanoseconds: 123_456_789)
    }
  }
}
