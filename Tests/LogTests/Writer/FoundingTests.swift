import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// A new ledger's folder is on the disk when its making returns, with every folder above it that had to be made.
@Suite struct FoundingTests {
  private let descriptor = LedgerDescriptor(
    ledger: "0193b6f0-0000-7000-8000-000000000001", createdAt: Instant(milliseconds: 0))

  @Test("A loss of power after a ledger was made leaves the ledger", arguments: ["", "family", "a/b/family"])
  func powerLoss(folder: String) throws {
    for seed in 0..<100 {
      let store = MemoryFileStore()
      try descriptor.found(in: folder, of: store)
      let after = MemoryFileStore(store.image.crashed(seed: UInt64(seed)))
      let bytes = try after.readAll(joined(folder, LedgerLayout.descriptor))
      #expect(try LedgerDescriptor(bytes) == descriptor)
      #expect(try after.list(joined(folder, LedgerLayout.replicas)) == [], "seed \(seed)")
    }
  }

  @Test("Of those who make a ledger in one folder, one does")
  func oneFounder() throws {
    let store = MemoryFileStore()
    try descriptor.found(in: "family", of: store)
    let other = LedgerDescriptor(
      ledger: "0193b6f0-0000-7000-8000-000000000002", createdAt: Instant(milliseconds: 0))
    let error = #expect(throws: FileError.self) { try other.found(in: "family", of: store) }
    #expect(error?.reason == .exists)
    #expect(try LedgerDescriptor(store.readAll("family/daybook.json")) == descriptor)
    #expect(try store.list("family")?.map(\.name) == ["daybook.json", "replicas"])
  }

  @Test("A founding that was broken off can be done again")
  func brokenOff() throws {
    let store = MemoryFileStore()
    #expect(try LedgerDescriptor.isBrokenOff(store.list("") ?? [], in: store))
    try store.createFolder(LedgerLayout.replicas)
    try store.create(TemporaryName.replacing(LedgerLayout.descriptor)).close()
    #expect(try LedgerDescriptor.isBrokenOff(store.list("") ?? [], in: store))
    try store.create("replicas/other").close()
    #expect(try !LedgerDescriptor.isBrokenOff(store.list("") ?? [], in: store))
    try store.remove("replicas/other")
    try store.create("letter.txt").close()
    #expect(try !LedgerDescriptor.isBrokenOff(store.list("") ?? [], in: store))
  }

  @Test("What is missing of a folder is named below the nearest one that is there")
  func nearest() throws {
    try withTemporaryFolder { path in
      for (named, missing) in [
        ("", ""), ("/", ""), ("/x", "x"), ("/x/y/", "x/y"), ("/./x", "x"), ("/x//y", "x/y"),
      ] {
        let (store, found) = try DiskFileStore.nearest(to: path + named)
        #expect(found == missing, "\(named)")
        #expect(try store.status("")?.inode == DiskFileStore(path: path).status("")?.inode)
      }
      #expect(throws: FileError.self) { try DiskFileStore.nearest(to: path + "/x/../y") }
      let made = try DiskFileStore.creating(path: path + "/y")
      try made.syncOwnEntry()
      #expect(try DiskFileStore.nearest(to: path + "/y/../z").missing == "z")
      #expect(try DiskFileStore(path: path + "/y").status("")?.inode == made.status("")?.inode)
    }
  }
}
