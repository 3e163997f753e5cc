import Testing

@testable import DaybookLog

@Suite struct PublishedSegmentTests {
  /// A tool that lays an old copy over the file cuts it first: between the reading that found it right and the one
  /// that takes it, it may be shorter.
  @Test(arguments: [0, 10, 4096, 4999, 6000])
  func aFileThatIsCutWhileItIsTakenIsPublishedAnew(sizeBytes: Int) throws {
    let store = MemoryFileStore()
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
    let name = SegmentName.open(first: 1, random: "00112233445566aa")
    try store.createFolder("r")
    try store.replaceFile("r/\(name)", with: Array((bytes + bytes).prefix(sizeBytes)))
    var segment = PublishedSegment(store, folder: "r", trusts: false)
    try segment.adopt(name, bytes: bytes)
    #expect(try segment.difference() == .size)
    segment.add([1, 2, 3], commits: 1)
    let anew = try segment.publish(first: 1, random: { 7 }, whole: { bytes + [1, 2, 3] })
    #expect(anew?.difference == .size)
    let current = segment.name
    let published = try #require(current)
    #expect(published != name)
    #expect(try store.readAll("r/\(published)") == bytes + [1, 2, 3])
  }
}
