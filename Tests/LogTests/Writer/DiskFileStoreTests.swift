import DaybookLog
import DaybookTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What only a disk can do wrong.
@Suite(.serialized) struct DiskFileStoreTests {
  // In a process of its own: the umask is the process's, and other tests run beside this one.
  @Test(arguments: ["..", ".", "", "a/b", "a\0"])
  func asksForNothingButNames(name: String) throws {
    let folder = try TemporaryFolder()
    let store = try DiskFileStore(path: folder.path)
    #expect(throws: FileError.self) { try store.statuses([name], in: "") }
  }

  @Test(arguments: [0o000, 0o022, 0o777] as [UInt32])
  func modesDoNotDependOnTheUmask(_ mask: UInt32) async {
    await #expect(processExitsWith: .success) { [mask] in
      try withTemporaryFolder { path in
        _ = umask(mode_t(mask))
        let store = try DiskFileStore.creating(path: path + "/x/y")
        try store.createFolder("f/g")
        try store.make("f/g/a", "a")
        _ = try store.lock("lock")
        try store.replaceFile("b", with: [1])
        for folder in ["/x", "/x/y", "/x/y/f", "/x/y/f/g"] { try require(path + folder, mode: 0o700) }
        for file in ["/x/y/f/g/a", "/x/y/lock", "/x/y/b"] { try require(path + file, mode: 0o600) }
        try #require(try store.text("f/g/a") == "a")
      }
    }
  }

  /// Two readers that ask at the same moment do not take each other for a writer.
  @Test func twoReadersMayLookAtALock() throws {
    try withTemporaryFolder { path in
      let store = try DiskFileStore(path: path)
      _ = try store.lock("lock")
      let reader = open(path + "/lock", O_RDONLY | O_CLOEXEC)
      try #require(reader >= 0 && flock(reader, LOCK_SH | LOCK_NB) == 0)
      defer { close(reader) }
      #expect(try !store.isLocked("lock"))
    }
  }

  @Test func linksAndPipesAreNeverOpened() throws {
    try withTemporaryFolder { path in
      let store = try DiskFileStore(path: path)
      try store.createFolder("real")
      try store.make("real/a", "secret")
      try #require(symlink("real", path + "/folder") == 0)
      try #require(symlink("real/a", path + "/file") == 0)
      try #require(symlink("nowhere", path + "/dangling") == 0)
      try #require(mkfifo(path + "/pipe", 0o600) == 0)
      for name in ["file", "dangling", "pipe", "folder/a"] {
        #expect(reason { _ = try store.read(name, from: 0, count: 9) } == .notRegular, "\(name)")
        #expect(reason { _ = try store.append(to: name) } == .notRegular, "\(name)")
        #expect(reason { _ = try store.lock(name) } == .notRegular, "\(name)")
      }
      #expect(reason { _ = try store.list("folder") } == .notRegular)
      #expect(reason { _ = try store.create("dangling") } == .exists)
      #expect(reason { _ = try store.create("folder/b") } == .notRegular)
      #expect(reason { try store.createFolder("folder/c") } == .notRegular)
      #expect(reason { try store.createFolder("dangling") } == .notRegular)
      #expect(try store.status("folder")?.kind == .link)
      #expect(
        try store.list("") == [
          FileEntry(name: "dangling", kind: .link), FileEntry(name: "file", kind: .link),
          FileEntry(name: "folder", kind: .link), FileEntry(name: "pipe", kind: .other),
          FileEntry(name: "real", kind: .folder),
        ])
      #expect(try store.list("real")?.count == 1)
    }
  }

  @Test func aFolderThatMovesStaysOpen() throws {
    try withTemporaryFolder { path in
      let store = try DiskFileStore.creating(path: path + "/before")
      try FileManager.default.moveItem(atPath: path + "/before", toPath: path + "/after")
      try store.make("a", "x")
      #expect(try DiskFileStore(path: path + "/after").text("a") == "x")
      #expect(reason { _ = try DiskFileStore(path: path + "/before") } == .missing)
    }
  }

  @Test func aLockOutlivesTheRemovalOfItsFile() throws {
    try withTemporaryFolder { path in
      let store = try DiskFileStore(path: path)
      let first = try store.lock("lock")
      try store.remove("lock")
      // The name is free: whoever locks it now holds the file that others will find.
      let second = try store.lock("lock")
      #expect(second != nil && first != nil)
      #expect(try store.lock("lock") == nil)
    }
  }

  @Test func longWritesAreWhole() throws {
    try withTemporaryFolder { path in
      let store = try DiskFileStore(path: path)
      let bytes = [UInt8](unsafeUninitializedCapacity: 5_000_000) { buffer, count in
        for index in 0..<5_000_000 { buffer[index] = UInt8(truncatingIfNeeded: index &* 31) }
        count = 5_000_000
      }
      let file = try store.create("a")
      try file.write(bytes)
      #expect(try store.readAll("a") == bytes)
      #expect(try store.status("a")?.birthTime != nil)
    }
  }
}

private func require(_ path: String, mode: mode_t) throws {
  var status = stat()
  try #require(lstat(path, &status) == 0)
  try #require(status.st_mode & 0o777 == mode, "\(path)")
}
