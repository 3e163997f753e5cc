import DaybookLog
import DaybookTestSupport
import Testing

/// What every file store promises.
@Suite struct FileStoreTests {
  @Test(arguments: StoreKind.allCases)
  func writesGrowAFile(_ kind: StoreKind) throws {
    try kind.withStore { store in
      let file = try store.create("a")
      try file.write(Array("one ".utf8))
      try file.write([])
      try file.write(Array("two".utf8))
      try file.sync()
      #expect(try store.text("a") == "one two")
      #expect(try file.status().sizeBytes == 7)
      file.close()
      file.close()
      #expect(reason { try file.write([1]) } == .system(9))
      let again = try store.append(to: "a")
      try again.write(Array("!".utf8))
      #expect(try store.text("a") == "one two!")
      try again.truncate(to: 3)
      try again.write(Array("+".utf8))
      #expect(try store.text("a") == "one+")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func readsAnyPart(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.make("a", "0123456789")
      #expect(try store.read("a", from: 3, count: 4) == Array("3456".utf8))
      #expect(try store.read("a", from: 8, count: 40) == Array("89".utf8))
      #expect(try store.read("a", from: 10, count: 1) == [])
      #expect(try store.read("a", from: 99, count: Int.max) == [])
      #expect(reason { _ = try store.readAll("a", sizeBytesMax: 9) } == .tooLarge)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func statusesOfAFoldersNamesAreThoseOfEach(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.createFolder("f/g")
      try store.make("f/a", "x")
      try store.make("f/b", "yz")
      let names = ["b", "a", "none", "g"]
      var expected = try names.map { try store.status("f/" + $0) }
      for place in expected.indices { expected[place]?.birthTime = 0 }
      #expect(expected.map { $0?.sizeBytes }.prefix(3) == [2, 1, nil])
      #expect(try store.statuses(names, in: "f") == expected)
      #expect(try store.statuses(["f"], in: "").map { $0?.kind } == [.folder])
      #expect(try store.statuses(names, in: "missing") == [nil, nil, nil, nil])
      #expect(try store.statuses([], in: "missing").isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func createRefusesWhatIsThere(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.make("a", "x")
      try store.createFolder("f")
      #expect(reason { _ = try store.create("a") } == .exists)
      #expect(reason { _ = try store.create("f") } == .exists)
      #expect(reason { _ = try store.create("missing/a") } == .missing)
      #expect(reason { _ = try store.append(to: "b") } == .missing)
      #expect(reason { _ = try store.append(to: "f") } == .notRegular)
      #expect(reason { _ = try store.read("f", from: 0, count: 1) } == .notRegular)
      #expect(reason { _ = try store.read("a/b", from: 0, count: 1) } == .notRegular)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func listsByNameBytes(_ kind: StoreKind) throws {
    try kind.withStore { store in
      #expect(try store.list("") == [])
      #expect(try store.list("f") == nil)
      try store.createFolder("f/é")
      for name in ["b", "Z", "a", "z\u{301}", "\u{17a}", ".hidden"] { try store.make("f/" + name, "") }
      let names = try #require(try store.list("f")).map(\.name)
      #expect(names == [".hidden", "Z", "a", "b", "z\u{301}", "é", "\u{17a}"])
      // Twice: a listing that moved a shared position would find nothing the second time.
      #expect(try store.list("")?.map(\.name) == ["f"])
      #expect(try store.list("") == [FileEntry(name: "f", kind: .folder)])
      #expect(reason { _ = try store.list("f/a") } == .notRegular)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func namesThatLeadElsewhereAreRefused(_ kind: StoreKind) throws {
    try kind.withStore { store in
      for path in ["..", "a/../b", "./a", "/a", "a//b", "a/", "a\u{0}b"] {
        #expect(reason { _ = try store.status(path) } == .system(22), "\(path)")
        #expect(reason { _ = try store.list(path) } == .system(22), "\(path)")
        #expect(reason { _ = try store.create(path) } == .system(22), "\(path)")
        #expect(reason { try store.createFolder(path) } == .system(22), "\(path)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func renameMovesAtomically(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.make("a", "A")
      try store.make("b", "B")
      try store.createFolder("f")
      #expect(reason { try store.rename("a", to: "b", replacing: false) } == .exists)
      #expect(reason { try store.rename("c", to: "b", replacing: true) } == .missing)
      try store.rename("a", to: "b", replacing: true)
      #expect(try store.status("a") == nil)
      #expect(try store.text("b") == "A")
      try store.rename("b", to: "f/c", replacing: false)
      #expect(try store.text("f/c") == "A")
      try store.syncFolder("f")
      try store.syncFolder("")
      try store.remove("f/c")
      #expect(reason { try store.remove("f/c") } == .missing)
      #expect(reason { try store.remove("f") } != nil)
      #expect(reason { try store.syncFolder("g") } == .missing)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func statusTellsFilesApart(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.createFolder("f")
      try store.createFolder("f")
      try store.make("a", "12345")
      try store.make("b", "12345")
      let (a, b) = (try #require(try store.status("a")), try #require(try store.status("b")))
      #expect(a.kind == .file && a.sizeBytes == 5)
      #expect(a.device == b.device && a.inode != b.inode)
      #expect(try store.status("f")?.kind == .folder)
      #expect(try store.status("")?.kind == .folder)
      try store.rename("a", to: "c", replacing: false)
      let c = try #require(try store.status("c"))
      // A name is part of what may have changed of a file, so the time of its change may be another one.
      #expect(c.device == a.device && c.inode == a.inode && c.sizeBytes == a.sizeBytes)
      #expect(c.kind == a.kind && c.birthTime == a.birthTime && c.modifiedTime == a.modifiedTime)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func lockHasOneHolder(_ kind: StoreKind) throws {
    try kind.withStore { store in
      var first = try store.lock("lock")
      #expect(first != nil)
      #expect(try store.lock("lock") == nil)
      #expect(try store.lock("other") != nil)
      first = nil
      #expect(try store.lock("lock") != nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aLockCanBeLookedAt(_ kind: StoreKind) throws {
    try kind.withStore { store in
      #expect(try !store.isLocked("lock") && !store.isLocked("f/lock"))
      #expect(try store.status("lock") == nil)
      var held = try store.lock("lock")
      #expect(try store.isLocked("lock") && held?.isInPlace == true)
      held = nil
      #expect(try !store.isLocked("lock"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func replaceFileLeavesNothingBehind(_ kind: StoreKind) throws {
    try kind.withStore { store in
      try store.createFolderDurably("s/t")
      try store.make("s/t/x.0123456789abcdef.new", "left over from a crash")
      try store.make("s/t/xy.0123456789abcdef.new", "another file's")
      try store.replaceFile("s/t/x", with: Array("1".utf8), removingLeftovers: true)
      try store.replaceFile("s/t/x", with: Array("2".utf8))
      #expect(try store.text("s/t/x") == "2")
      #expect(try store.list("s/t")?.map(\.name) == ["x", "xy.0123456789abcdef.new"])
    }
  }

  /// At whichever call of one the other replaces the file: each puts a whole file there, and neither is refused.
  @Test func twoProcessesReplaceOneFile() throws {
    for number in 1...8 {
      let memory = MemoryFileStore()
      let control = FaultControl(
        observingReading: true,
        observer: { count, _ in
          guard count == number else { return }
          #expect(throws: Never.self) { try memory.replaceFile("x", with: Array("the other's".utf8)) }
        })
      let store = FaultFileStore(memory, control)
      try store.replaceFile("x", with: Array("one's own".utf8))
      #expect(["one's own", "the other's"].contains(try memory.text("x")), "at call \(number)")
      #expect(try memory.list("")?.map(\.name) == ["x"], "at call \(number)")
    }
  }

  /// A file that is replaced by a longer one between being looked at and being read is read whole.
  @Test func aReplacedFileIsReadWhole() throws {
    let memory = MemoryFileStore()
    try memory.make("x", "short")
    let control = FaultControl(
      observingReading: true,
      observer: { _, operation in
        guard operation.name == .read else { return }
        #expect(throws: Never.self) { try memory.replaceFile("x", with: Array("a longer text".utf8)) }
      })
    let bytes = try FaultFileStore(memory, control).readAll("x", sizeBytesMax: 100)
    #expect(String(decoding: bytes, as: UTF8.self) == "a longer text")
  }

  @Test func namesOfUnfinishedFiles() {
    let random = "0123456789abcdef"
    let own = [
      "writing.\(random).tmp", "\(random).tmp", "\(random).\(random).tmp", "daybook.json.\(random).new",
      "a.open.jsonl.zst.\(random).01234567.part", "replicating.01234567.part",
    ]
    for name in own { #expect(TemporaryName.isOfLedger(name), "\(name)") }
    for name in [
      "a.tmp", "writing.tmp", "x.new", "\(random).new", "x.\(random)", "x.0123.part", ".tmp", "tmp", "",
    ] {
      #expect(!TemporaryName.isOfLedger(name), "\(name)")
    }
  }
}
