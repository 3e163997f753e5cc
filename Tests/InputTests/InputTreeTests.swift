import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookInput

/// Files, folders and archives as one list of files.
@Suite struct InputTreeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ path: String) throws {
    let url = URL(filePath: folder.path + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func read(_ paths: String...) throws -> [[String]] {
    var tree = InputTree(paths.map { folder.path + "/" + $0 })
    var found: [[String]] = []
    while let stream = try tree.next() {
      found.append([stream.path, String(decoding: try stream.contents(), as: UTF8.self)])
    }
    return found
  }

  private func makeTree() throws {
    try write("one", "in/b/1.txt")
    try write("two", "in/a.txt")
    try write("hidden", "in/.git/config")
    try write("", "in/c.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/in/link.txt", withDestinationPath: "/etc/passwd")
  }

  /// Whatever the format: an empty file that somebody named is an error, one in a folder is a file.
  @Test func anEmptyFileIsNamed() throws {
    try write("", "empty")
    try write("x", "full")
    var tree = InputTree([folder.path + "/empty", folder.path + "/full"], refusesEmpty: true)
    let error = #expect(throws: LedgerError.self) { try tree.next() }
    #expect(error?.code == .unreadable && error?.what == "the file is empty")
    #expect(try tree.next()?.path == "full")
    // An empty Markdown file is an empty note.
    var notes = InputTree([folder.path + "/empty"])
    #expect(try notes.next()?.path == "empty")
  }

  /// What an archive within an archive holds is not looked for, and that is said.
  @Test func anArchiveWithinAnArchiveIsNamed() async throws {
    try write("BEGIN:VCARD", "a.vcf")
    try await folder.run("tar", "cf", "in.tar", "a.vcf")
    try await folder.run("tar", "cf", "out.tar", "in.tar")
    var tree = InputTree([folder.path + "/out.tar"], extensions: ["vcf"])
    let error = #expect(throws: LedgerError.self) { try tree.next() }
    #expect(
      error?.what
        == "there is no file in it whose name ends with .vcf; it holds the archive in.tar, which is not opened: unpack it"
    )
  }

  @Test func aFolderIsItsFilesInOrder() throws {
    try makeTree()
    #expect(try read("in") == [["a.txt", "two"], ["b/1.txt", "one"], ["c.txt", ""]])
    #expect(try read("in/a.txt", "in/b") == [["a.txt", "two"], ["1.txt", "one"]])
  }

  @Test(arguments: ["in.zip", "in.tar", "in.tar.gz"])
  func anArchiveIsItsMembers(_ name: String) async throws {
    try makeTree()
    try FileManager.default.removeItem(atPath: folder.path + "/in/link.txt")
    let script = """
      import sys, shutil
      shutil.make_archive("in", {"in.zip": "zip", "in.tar": "tar", "in.tar.gz": "gztar"}[sys.argv[1]], "in")
      """
    try await folder.run("python3", "-c", script, name)
    #expect(
      try read(name).sorted { $0[0] < $1[0] } == [["a.txt", "two"], ["b/1.txt", "one"], ["c.txt", ""]])
  }

  @Test func aCompressedFileIsItself() async throws {
    try write("three", "x.txt")
    try await folder.run("gzip", "x.txt")
    #expect(try read("x.txt.gz") == [["x.txt", "three"]])
  }

  @Test func aMemberLeftHalfReadDoesNotHoldUpTheNext() async throws {
    try write(String(repeating: "long ", count: 500_000), "in/a.txt")
    try write("short", "in/b.txt")
    try await folder.run(
      "python3", "-c",
      "import zipfile as z; f = z.ZipFile('in.zip', 'w', 8); f.write('in/a.txt'); f.write('in/b.txt'); f.close()"
    )
    for path in ["in", "in.zip"] {
      var tree = InputTree([folder.path + "/" + path])
      let first = try #require(try tree.next())
      _ = try first.read()
      let second = try #require(try tree.next())
      #expect(try second.contents() == Array("short".utf8))
      #expect(try tree.next() == nil)
    }
  }

  @Test func whatIsNotThereOrDamagedIsOneError() async throws {
    #expect(throws: LedgerError.self) { try read("nowhere.txt") }
    try write("this is not an archive", "bad.zip")
    #expect(throws: LedgerError.self) { try read("bad.zip") }
    try write(String(repeating: "text ", count: 100_000), "in/a.txt")
    try await folder.run("python3", "-c", "import shutil; shutil.make_archive('in', 'gztar', 'in')")
    let whole = try Data(contentsOf: URL(filePath: folder.path + "/in.tar.gz"))
    for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 40)) {
      try whole.prefix(length).write(to: URL(filePath: folder.path + "/cut.tar.gz"))
      #expect(throws: LedgerError.self) { try read("cut.tar.gz") }
    }
  }

  @Test func aBombIsRefused() async throws {
    // A gibibyte of zeros in a megabyte.
    let script = """
      import gzip, zlib
      with open("bomb.gz", "wb") as out:
          packer = zlib.compressobj(9, zlib.DEFLATED, 31)
          inner = zlib.compressobj(9, zlib.DEFLATED, 31)
          piece = bytes(1 << 20)
          for _ in range(1024):
              out.write(packer.compress(piece))
          out.write(packer.flush())
      """
    try await folder.run("python3", "-c", script)
    var tree = InputTree([folder.path + "/bomb.gz"])
    let stream = try #require(try tree.next())
    var sizeBytes = 0
    let error = #expect(throws: LedgerError.self) {
      while true {
        let bytes = try stream.read()
        if bytes.isEmpty { break }
        sizeBytes += bytes.count
      }
    }
    #expect(error?.what.contains("times its size") == true && sizeBytes < 300 << 20)
  }

  @Test func whatTheUserNamedItself() async throws {
    try makeTree()
    try await folder.run("python3", "-c", "import shutil; shutil.make_archive('in', 'zip', 'in')")
    try write("three", "x.txt")
    try await folder.run("gzip", "-k", "x.txt")
    for (path, isNamed) in [("in/a.txt", true), ("in", false), ("in.zip", false), ("x.txt.gz", true)] {
      var tree = InputTree([folder.path + "/" + path])
      let stream = try #require(try tree.next())
      #expect(stream.isNamed == isNamed, "\(path)")
    }
  }

  /// A Maildir++ keeps its folders as hidden ones.
  @Test func hiddenFoldersOfMail() throws {
    try write("inbox", "mail/cur/1:2,S")
    try write("sent", "mail/.Sent/cur/2:2,S")
    try write("new", "mail/.Sent.2026/new/3")
    try write("index", "mail/.notmuch/xapian/flintlock")
    try write("state", "mail/.mbsyncstate")
    #expect(
      try read("mail") == [
        [".Sent/cur/2:2,S", "sent"], [".Sent.2026/new/3", "new"], ["cur/1:2,S", "inbox"],
      ])
  }

  /// What is still being delivered is no mail yet; elsewhere `tmp` is a name like any other.
  @Test func halfDeliveredMail() throws {
    for folder in ["mail", "mail/.Sent"] {
      for name in ["cur/1", "new/2", "tmp/3"] { try write(name, "\(folder)/\(name)") }
    }
    try write("a note", "mail/notes/tmp/a.txt")
    #expect(
      try read("mail").map { $0[0] } == [".Sent/cur/1", ".Sent/new/2", "cur/1", "new/2", "notes/tmp/a.txt"])
  }

  /// Three stored members; something is done to the middle one.
  private func makeArchive(_ change: String) async throws {
    let script = """
      import zipfile
      with zipfile.ZipFile("x.zip", "w") as archive:
          for name in ["a.txt", "b.txt", "c.txt"]:
              archive.writestr(name, f"the text of {name}")
      data = bytearray(open("x.zip", "rb").read())
      place = data.index(b"the text of b")
      \(change)
      open("x.zip", "wb").write(data)
      """
    try await folder.run("python3", "-c", script)
  }

  private static let damage = "data[place] ^= 1"
  /// The flag of encryption, beside the member and in the list at the end.
  private static let encryption =
    "data[data.rindex(b'PK\\3\\4', 0, place) + 6] |= 1; data[data.rindex(b'PK\\1\\2', 0, data.rindex(b'b.txt')) + 8] |= 1"

  @Test(arguments: [
    (damage, "it is damaged: "),
    (encryption, "it is encrypted: unpack the archive with its password, and name the folder"),
  ])
  func aBadMemberCostsItselfAlone(_ test: (change: String, reason: String)) async throws {
    try await makeArchive(test.change)
    var tree = InputTree([folder.path + "/x.zip"])
    #expect(try tree.next()?.contents() == Array("the text of a.txt".utf8))
    let bad = try #require(try tree.next())
    let error = #expect(throws: LedgerError.self) { try bad.contents() }
    #expect(error?.code == .unreadable && error?.file == folder.path + "/x.zip/b.txt")
    #expect(error?.what.hasPrefix(test.reason) == true, "\(error?.what ?? "")")
    // Whoever goes on with it is at its end.
    #expect(try bad.read() == [])
    #expect(try tree.next()?.contents() == Array("the text of c.txt".utf8))
    #expect(try tree.next() == nil)
  }

  @Test func aPlaceWithoutTheFilesThatAreWanted() async throws {
    try write("two", "none/a.txt")
    try write("one", "some/b/1.JSON")
    try write("two", "some/a.txt")
    try write("three", "some/c")
    try await folder.run("python3", "-c", "import shutil; shutil.make_archive('none', 'zip', 'none')")
    for name in ["none", "none.zip"] {
      var tree = InputTree(
        ["\(folder.path)/\(name)", folder.path + "/some"], extensions: ["json", "jsonl", ""])
      let error = #expect(throws: LedgerError.self) { try tree.next() }
      #expect(error?.code == .unreadable && error?.file == "\(folder.path)/\(name)")
      #expect(error?.what == "there is no file in it whose name ends with .json or .jsonl")
      #expect(try tree.next()?.path == "b/1.JSON")
      #expect(try tree.next()?.path == "c")
      #expect(try tree.next() == nil)
    }
    // What the user named itself is wanted.
    var tree = InputTree([folder.path + "/some/a.txt"], extensions: ["json"])
    #expect(try tree.next()?.path == "a.txt")
    #expect(try tree.next() == nil)
  }

  /// Whatever cannot be read in a folder is one error, and the next file comes after it.
  @Test func aFileThatCannotBeRead() throws {
    for isAsked in [true, false] {
      try makeTree()
      var tree = InputTree([folder.path + "/in"])
      #expect(try tree.next()?.path == "a.txt")
      // The folder within was seen, and is gone when its turn comes.
      try FileManager.default.removeItem(atPath: folder.path + "/in/b")
      if isAsked {
        let error = #expect(throws: LedgerError.self) { try tree.next() }
        #expect(error?.code == .unreadable && error?.file == folder.path + "/in/b")
        #expect(try tree.next()?.path == "c.txt")
      } else {
        #expect(try tree.nextReadable()?.path == "c.txt")
      }
      #expect(try tree.next() == nil)
      try FileManager.default.removeItem(atPath: folder.path + "/in")
    }
  }

  @Test func whatCanBeReadOnceOnlyIsKept() async throws {
    let text = String(repeating: "long ", count: 200_000)
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(InputPlace.isReadOnce(path))
    #expect(InputPlace.isReadOnce("-"))
    #expect(!InputPlace.isReadOnce(folder.path))
    #expect(!InputPlace.isReadOnce(folder.path + "/nothing"))
    Thread.detachNewThread {
      let file = fopen(path, "w")!
      fputs(text, file)
      fclose(file)
    }
    let input = try SpooledInput(path)
    #expect(input.name == path)
    #expect(input.sizeBytes == Int64(text.utf8.count))
    for _ in 0..<2 { #expect(try input.stream().contents() == Array(text.utf8)) }
    let (first, second) = (input.stream(), input.stream())
    #expect(try first.read() == second.read())
    #expect(first.isNamed && first.fileName == "pipe")
  }
}
