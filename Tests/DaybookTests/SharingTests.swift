import DaybookTestSupport
import Testing

@testable import Daybook

/// Many tasks at one ledger, and several ledgers over one folder.
@Suite struct SharingTests {
  @Test func tasksShareFlushesAndLoseNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let receipts = try await withThrowingTaskGroup(of: AppendReceipt.self) { group in
      for task in 0..<16 {
        group.addTask {
          var last = AppendReceipt()
          for index in 0..<20 {
            last = try await ledger.commit {
              try $0.upsert(Member(id: Ref("\(task)-\(index)")) { $0.name = "n\(index)" })
            }
          }
          return last
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(receipts.count == 16)
    #expect(try await ledger.count(Member.self) == 320)
    var commits: [UInt64] = []
    try await ledger.history.log { entry in
      commits.append(entry.commit)
      return true
    }
    #expect(commits == Array(1...321))
  }

  @Test func oneKeyInOneFlushIsOneCommit() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let mutation = Mutation(.upsert, kind: "house.member", id: "1", set: ["name": "Ann"])
    let request = CommitRequest(content: Batch([mutation]), options: AppendOptions(key: "once"))
    try await ledger.beginSession()
    let results = try await ledger.flush([request, request]).map { try $0.get() }
    #expect(results.map(\.isRepeat) == [false, true])
    #expect(results[0].commit == results[1].commit)
    #expect(try await ledger.audit.replay().events == 2)
  }

  @Test func aRefusedCommitOfAGroupSparesTheOthers() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<30 {
        group.addTask {
          let name: JSONValue = index % 3 == 0 ? 5 : "fine"
          let mutation = Mutation(.upsert, kind: "house.member", id: "\(index)", set: ["name": name])
          return (try? await ledger.append([mutation])) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results == 20)
    #expect(try await ledger.count(Member.self) == 20)
  }

  @Test func aReaderSeesWhatAWriterPublished() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/state"
    options.wait = .milliseconds(20)
    try await Ledger.create(at: place.path + "/l", name: "writer", options: options)
    let writer = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)
    let reader = try await Ledger.open(at: place.path + "/l", systems: [.house], options: options)
    try await writer.commit { try $0.upsert(Member { $0.name = "Ann" }) }
    #expect(try await reader.count(Member.self) == 0)
    #expect(try await reader.refresh())
    #expect(try await reader.count(Member.self) == 1)
    // One writer at a time; the other waits, then is told.
    do {
      try await reader.commit { try $0.upsert(Member { $0.name = "Ben" }) }
      Issue.record("two writers")
    } catch let error as LedgerError {
      #expect(error.code == .busy)
    }
    await writer.close()
    try await reader.commit { try $0.upsert(Member { $0.name = "Ben" }) }
    #expect(try await reader.count(Member.self) == 2)
    let report = try await reader.audit.verify()
    #expect(report.isSound, "\(report.findings)")
    let status = try await reader.replicas.status()
    #expect(status.replicas.map(\.name) == ["writer"])
    #expect(status.replicas.first?.isOwn == true)
  }

  @Test func aMovedLedgerKeepsItsReplicaAndACopyGetsItsOwn() async throws {
    let place = try TemporaryFolder()
    var options = LedgerOptions.prompt
    options.stateDirectory = place.path + "/state"
    try await Ledger.create(at: place.path + "/a", name: "one", options: options)
    try await place.run("mv", "a", "b")
    let moved = try await Ledger.open(at: place.path + "/b", systems: [.house], options: options)
    let receipt = try await moved.commit { try $0.upsert(Member { $0.name = "Ann" }) }
    #expect(receipt.notices.isEmpty)
    await moved.close()
    try await place.run("cp", "-r", "b", "c")
    let copy = try await Ledger.open(at: place.path + "/c", systems: [.house], options: options)
    let other = try await copy.commit { try $0.upsert(Member { $0.name = "Ben" }) }
    #expect(other.replica != receipt.replica)
    #expect(other.notices.contains { $0.code == "new-replica" })
    await copy.close()
    // The copy laid back over the original: both replicas' events are there.
    try await place.run("cp", "-r", "c/.", "b")
    let back = try await Ledger.open(at: place.path + "/b", systems: [.house], options: options)
    #expect(try await back.count(Member.self) == 2)
    let third = try await back.commit { try $0.upsert(Member { $0.name = "Cleo" }) }
    #expect(third.replica == receipt.replica)
    #expect(try await back.audit.verify().isSound)
  }
}
