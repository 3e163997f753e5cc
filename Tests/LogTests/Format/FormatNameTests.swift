import DaybookModel
import Testing

@testable import DaybookLog

@Suite struct FormatNameTests {
  @Test(arguments: [
    (
      "000000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst",
      SegmentName.sealed(first: 1, last: 730, digest: "00112233445566778899aabbccddeeff")
    ),
    ("000000000731-00112233aabbccdd.open.jsonl.zst", .open(first: 731, random: "00112233aabbccdd")),
    (
      "999999999999-999999999999-00112233445566778899aabbccddeeff.jsonl.zst",
      .sealed(first: 999_999_999_999, last: 999_999_999_999, digest: "00112233445566778899aabbccddeeff")
    ),
  ])
  func namesGoAround(text: String, name: SegmentName) {
    #expect(SegmentName(text) == name)
    #expect(name.description == text)
  }

  @Test(arguments: [
    "", ".jsonl.zst", ".open.jsonl.zst", "x", "000000000001-000000000730.jsonl.zst",
    "000000000001-000000000730-00112233445566778899aabbccddeef.jsonl.zst",
    "000000000001-000000000730-00112233445566778899aabbccddeefff.jsonl.zst",
    "000000000001-000000000730-00112233445566778899AABBCCDDEEFF.jsonl.zst",
    "000000000730-000000000001-00112233445566778899aabbccddeeff.jsonl.zst",
    "000000000000-000000000001-00112233445566778899aabbccddeeff.jsonl.zst",
    "00000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst",
    "+00000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst",
    "000000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst.tmp",
    "000000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst~",
    "000000000001-000000000730-00112233445566778899aabbccddeeff (1).jsonl.zst",
    "000000000001-000000000730-00112233445566778899aabbccddeeff.sync-conflict-20261121.jsonl.zst",
    ".000000000001-000000000730-00112233445566778899aabbccddeeff.jsonl.zst",
    "000000000731-00112233aabbccd.open.jsonl.zst", "000000000731-00112233aabbccdg.open.jsonl.zst",
    "000000000731-00112233aabbccdd.open.jsonl", "000000000731-00112233aabbccdd.jsonl.zst",
    "０００００００００００１-00112233aabbccdd.open.jsonl.zst", "../000000000731-00112233aabbccdd.open.jsonl.zst",
    "000000000731-00112233aabbccdd-.open.jsonl.zst", "000000000731-00112233aabbccdd.open.jsonl.zst\n",
  ])
  func strangersHaveNoName(text: String) { #expect(SegmentName(text) == nil) }

  @Test func aSealedNameTellsTheBytes() {
    let bytes = Array("abc".utf8)
    let name = SegmentName.sealed(first: 1, last: 2, file: bytes.span)
    // FIPS 180-2, appendix B.1.
    #expect(name == .sealed(first: 1, last: 2, digest: "ba7816bf8f01cfea414140de5dae2223"))
    #expect(name.matches(bytes))
    #expect(!name.matches([0]))
    #expect(SegmentName.open(first: 1, random: "").matches([0]))
    #expect(name.first == 1)
    #expect(name.isSealed)
  }

  @Test func pathsAreTheLayouts() throws {
    let replica = ReplicaID(rawValue: 0x4f2a_9c1e_07b3_5d68)
    #expect(LedgerLayout.folder(of: replica) == "replicas/4f2a9c1e07b35d68")
    #expect(
      LedgerLayout.path(of: .open(first: 5, random: "00112233aabbccdd"), replica)
        == "replicas/4f2a9c1e07b35d68/000000000005-00112233aabbccdd.open.jsonl.zst")
    let digest = Hash256.of([])
    #expect(LedgerLayout.path(ofBlob: digest) == "blobs/e3/\(digest).zst")
    #expect(LedgerLayout.blob(folder: "e3", name: "\(digest).zst") == digest)
    for (folder, name) in [
      ("e4", "\(digest).zst"), ("e3", "\(digest).zs"), ("e3", "x.zst"), ("e3", "\(digest)"),
    ] {
      #expect(LedgerLayout.blob(folder: folder, name: name) == nil)
    }
  }
}
