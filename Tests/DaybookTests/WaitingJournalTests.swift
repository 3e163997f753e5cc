import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// The ledger's disk is full, the state's is not: a write is accepted, every reader on the machine shows it, and
/// `verify` says that it is not published yet.
@Suite struct WaitingJournalTests {
  private let place: FaultyFolder

  init() throws { place = try FaultyFolder() }

  @Test func everyReaderShowsWhatWasAccepted() async throws {
    _ = try await place.write("a")
    place.fillDisk()
    let told = try await place.write("b").notices.filter { $0.code == "publication-waits" }
    #expect(!told.isEmpty && !told.contains { $0.text.contains(".tmp") }, "\(told)")
    let writer = try place.open()
    place.files.clock.advance(1000)
    #expect(
      try await writer.append(place.files.note("c")).notices.contains { $0.code == "publication-waits" })
    // While a writer is open, and when none is.
    for isOpen in [true, false] {
      if !isOpen { await writer.close() }
      let reader = try place.open()
      #expect(try await place.files.notes(reader) == ["a", "b", "c"])
      #expect(try await reader.get(kind: "planner.note", id: "c") != nil)
      var logged: [String] = []
      var filter = LogFilter()
      filter.kind = "planner.note"
      try await reader.history.log(filter) { entry in
        logged.append(entry.event.mutation.id)
        return true
      }
      #expect(logged == ["a", "b", "c"])
      #expect(try await reader.audit.replay().digest == reader.replicas.status().digest)
      let check = try await reader.audit.checkReplay()
      #expect(check.isSame && check.digest == check.rebuiltDigest)
      #expect(try await reader.replicas.status().unpublishedCommits == 2)
      let findings = try await reader.audit.verify().findings
      #expect(findings.map(\.kind) == [.unpublished] && findings.first?.seqs == 3...4, "\(findings)")
      #expect(try await reader.audit.verify().isSound)
      #expect(findings.first?.what.contains("2 events are durable") == true)
      let own = try #require(try await reader.replicas.status().replicas.first { $0.isOwn })
      #expect(own.events == 4 && own.commits == 4)
      #expect(try await reader.audit.replay(at: .seen(by: own.id)).digest == reader.replicas.status().digest)
      #expect(try await reader.audit.replay(at: .seen(by: own.id, commit: 3)).events == 3)
      for id in ["b", "c"] {
        let proof = try await reader.audit.prove(ProofRequest(.entity(kind: "planner.note", id: id)), as: nil)
        #expect(proof.eventCount == 1)
        #expect(try proof.parts.map(\.note.size) == reader.auditor.heads().map(\.size))
      }
      // A head that was kept of it is not missing either.
      let heads = try reader.auditor.heads().map(\.note).joined(separator: "\n")
      var kept = VerifyOptions()
      kept.anchors = [try TrustedHeads(Array(heads.utf8), name: "heads.note")]
      #expect(try await reader.audit.verify(kept).isSound)
    }
    // Another machine's reader has the folder alone.
    #expect(
      try await place.files.notes(OwnFilesTests(folder: place.files.folder, state: MemoryFileStore()).open())
        == ["a"])
    place.control.heal()
    _ = try await place.write("d")
    let healed = try place.open()
    #expect(try await healed.audit.verify().findings == [])
    #expect(try await place.files.notes(healed) == ["a", "b", "c", "d"])
    #expect(try await healed.replicas.status().unpublishedCommits == 0)
    #expect(
      try await place.files.notes(OwnFilesTests(folder: place.files.folder, state: MemoryFileStore()).open())
        .count == 4)
  }

  @Test func whatWaitsCanBeUndone() async throws {
    _ = try await place.write("a")
    place.fillDisk()
    let stamp = try #require(try await place.write("b").lastStamp)
    let ledger = try place.open()
    place.files.clock.advance(1000)
    #expect(try await ledger.history.undo(stamp).undone.map(\.mutation.id) == ["b"])
    #expect(try await place.files.notes(ledger) == ["a"])
    await ledger.close()
  }

  @Test(arguments: [false, true]) func anExportOfThePastHasWhatWaits(isWriting: Bool) async throws {
    _ = try await place.write("a")
    place.fillDisk()
    _ = try await place.write("b")
    let ledger = try place.open()
    place.files.clock.advance(1000)
    if isWriting { try await ledger.append(place.files.note("c")) }
    let later = Cut.asOf(Instant(milliseconds: place.files.clock.now.milliseconds + 1000))
    for cut in [Cut.now, later] {
      let exported = try await ledger.export(at: cut) { _, source in
        var ids: [String] = []
        _ = try source.forEachEvent { ids.append($0.event.mutation.id) }
        return ids.filter { $0.count == 1 }
      }
      #expect(exported == (isWriting ? ["a", "b", "c"] : ["a", "b"]))
    }
    await ledger.close()
  }

  /// What could not be put into the folder does not go to the copy, and the two are not called the same.
  @Test func replicateSaysThatItWaits() async throws {
    _ = try await place.write("a")
    place.fillDisk()
    _ = try await place.write("b")
    let copy = MemoryFileStore(place.files.folder.image)
    let ledger = try place.open()
    let report = try await ledger.replicas.replicate(with: copy, path: "/copy")
    #expect(!report.isSame && report.unpublishedCommits == 1, "\(report)")
    #expect(report.notices.contains { $0.code == "publication-waits" })
    place.control.heal()
    let healed = try await ledger.replicas.replicate(with: copy, path: "/copy")
    #expect(healed.isSame && healed.unpublishedCommits == 0)
    let there = try OwnFilesTests(folder: copy, state: MemoryFileStore())
    #expect(try await there.notes(there.open()) == ["a", "b"])
  }

  /// A reader that is open takes in what another process could not publish, and what came to the folder afterwards.
  @Test func anOpenReaderTakesItIn() async throws {
    _ = try await place.write("a")
    let reader = try place.open()
    place.fillDisk()
    _ = try await place.write("b")
    #expect(try await reader.refresh())
    #expect(try await place.files.notes(reader) == ["a", "b"])
    #expect(try await !reader.refresh())
    place.control.heal()
    _ = try await place.write("c")
    #expect(try await reader.refresh())
    #expect(try await place.files.notes(reader) == ["a", "b", "c"])
    #expect(try await reader.replicas.status().digest == place.open().replicas.status().digest)
    // And writes on from there.
    place.files.clock.advance(1000)
    try await reader.append(place.files.note("d"))
    #expect(try await place.files.notes(place.open()) == ["a", "b", "c", "d"])
  }

  /// A writer that was ended after its flush and before it published.
  @Test func whatAnEndedWriterAcknowledgedIsShown() async throws {
    _ = try await place.write("a")
    let folder = place.files.folder.image
    let ledger = try place.open()
    place.files.clock.advance(1000)
    try await ledger.append(place.files.note("b"))
    // As if it had ended there: its lock goes, its mark stays.
    let state = place.files.state.image
    let ended = try OwnFilesTests(folder: MemoryFileStore(folder), state: MemoryFileStore(state))
    let reader = try ended.open()
    #expect(try await ended.notes(reader) == ["a", "b"])
    #expect(try await reader.audit.verify().findings.map(\.kind) == [.unpublished])
    #expect(try await reader.audit.verify().isSound)
    await ledger.close()
  }

  /// An empty journal of an ended writer, before which the folder lacks what was sealed: nothing waits.
  @Test func whatWasSealedAndTakenAwayDoesNotWait() async throws {
    _ = try await place.write("a")
    let ledger = try place.open()
    _ = try await ledger.maintenance.seal()
    let ended = try OwnFilesTests(
      folder: MemoryFileStore(place.files.folder.image), state: MemoryFileStore(place.files.state.image))
    for path in try ended.files() {
      try ended.folder.tamper { (image) throws(FileError) in try image.unplant(path) }
    }
    let findings = try await ended.open().audit.verify().findings
    #expect(findings.map(\.kind) == [.missing], "\(findings)")
    await ledger.close()
  }

  /// What was published and then taken away is another matter.
  @Test func whatWasTakenAwayIsMissing() async throws {
    _ = try await place.write("a")
    _ = try await place.write("b")
    for path in try place.files.files() {
      try place.files.folder.tamper { (image) throws(FileError) in try image.unplant(path) }
    }
    let findings = try await place.open().audit.verify().findings
    #expect(findings.contains { $0.kind == .missing && $0.isFailure }, "\(findings)")
    #expect(!findings.contains { $0.kind == .unpublished })
  }
}
