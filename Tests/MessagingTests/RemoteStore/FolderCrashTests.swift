import Daybook
import DaybookLog
import DaybookTestSupport
import MessagingFolder
import MessagingTestSupport
import Testing

@testable import Messaging

/// A client dies at any file call, or the power goes: whoever comes next finds everything that was acknowledged, once,
/// and may repeat what was not.
struct FolderCrashTests {
  /// A plain folder, and an encrypted one.
  private static let keys: [FolderKey?] = [nil, FolderKey()]

  /// What a client does, the same each time it is begun anew.
  private static func script() throws -> [(write: RemoteWrite, user: String)] {
    let conversation = try RemoteStoreContract.path("conversations/c1")
    var writes: [(write: RemoteWrite, user: String)] = [
      (.create(conversation, ["participantIDs": ["ann", "ben"]]), "ann")
    ]
    for number in 0..<3 {
      let user = number == 1 ? "ben" : "ann"
      writes.append((try RemoteStoreContract.message("m\(number)", "hi", by: user), user))
    }
    let read = RemoteWrite(
      try RemoteStoreContract.path("conversations/c1/messages/m0"), adding: ["readBy": ["ben"]],
      precondition: .exists)
    return writes + [
      (read, "ben"), (.delete(try RemoteStoreContract.path("conversations/c1/messages/m2")), "ann"),
    ]
  }

  /// What was acknowledged before something went wrong.
  private static func perform(_ store: any FileStore, _ key: FolderKey?) async -> (
    done: Int, last: ServerTime?
  ) {
    var (done, last): (Int, ServerTime?) = (0, nil)
    do {
      let side = try FolderRemoteStore(store, key: key, clock: { ServerTime(seconds: 1_700_000_000) })
      for (write, user) in try script() {
        last = try await side.write(write, by: user).revision
        done += 1
      }
    } catch {}
    return (done, last)
  }

  /// How many file calls the script makes.
  private static func calls(_ key: FolderKey?) async throws -> Int {
    let control = FaultControl()
    #expect(await perform(FaultFileStore(MemoryFileStore(), control), key).done == (try script()).count)
    return control.count
  }

  private static func judge(
    _ store: any FileStore, _ key: FolderKey?, since done: Int, _ last: ServerTime?
  ) async throws {
    let side = try FolderRemoteStore(store, key: key, clock: { ServerTime(seconds: 1) })
    let contract = RemoteStoreContract(side: side)
    let script = try script()
    for (index, step) in script.enumerated() where index < done {
      let document = try await side.document(step.write.path, for: step.user)
      // The last step deletes it, perhaps without having been able to say so.
      if step.write.path.id == "m2" {
        if done == script.count { #expect(document == nil) }
        if done < script.count - 1 { #expect(document != nil) }
      } else {
        #expect(document != nil, "step \(index)")
      }
    }
    let before = try await contract.all("ben")
    var times: [ServerTime] = []
    for (write, user) in script.dropFirst(done) {
      times.append(try await side.write(write, by: user).revision)
    }
    // A step that was done unknown to its client answers with its own time; both are after what was known.
    if let last { #expect(times.allSatisfy { $0 > last }) }
    let all = try await contract.all("ben").changes
    #expect(all.map(\.path.id).sorted() == ["c1", "m0", "m1", "m2"])
    var told: [RemotePath: RemoteChange] = [:]
    for change in before.changes { told[change.path] = change }
    for change in try await contract.all("ben", since: before.cursor).changes { told[change.path] = change }
    #expect(Set(told.values.map(\.path)) == Set(all.map(\.path)))
    for change in all { #expect(told[change.path] == change) }
    #expect(await side.damagedFiles.isEmpty)
  }

  @Test(arguments: keys) func diesAnywhere(key: FolderKey?) async throws {
    for number in 1...(try await Self.calls(key)) {
      let memory = MemoryFileStore()
      let control = FaultControl(FaultPlan(.crash, at: number))
      let (done, last) = await Self.perform(FaultFileStore(memory, control), key)
      try await Self.judge(MemoryFileStore(memory.image), key, since: done, last)
    }
  }

  @Test(.seeded, arguments: keys) func losesPowerAnywhere(key: FolderKey?) async throws {
    let seed = TestSeed.current
    for number in 1...(try await Self.calls(key)) {
      for run in 0..<5 as Range<UInt64> {
        let memory = MemoryFileStore()
        let control = FaultControl(FaultPlan(.crash, at: number))
        let (done, last) = await Self.perform(FaultFileStore(memory, control), key)
        let image = memory.image.crashed(seed: seed &+ run &+ UInt64(number) << 8)
        try await Self.judge(MemoryFileStore(image), key, since: done, last)
      }
    }
  }

  @Test(
    arguments: [
      FaultPlan.Fault.fail(.noSpace), .shortWrite(.noSpace), .fail(.readOnly), .fail(.system(5)),
    ], keys)
  func oneCallFails(fault: FaultPlan.Fault, key: FolderKey?) async throws {
    for number in 1...(try await Self.calls(key)) {
      let memory = MemoryFileStore()
      let control = FaultControl(FaultPlan(fault, at: number))
      let store = FaultFileStore(memory, control)
      let (done, last) = await Self.perform(store, key)
      // The same folder, the same process, room again.
      try await Self.judge(store, key, since: done, last)
    }
  }
}
