import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// The test vectors of Certificate Transparency's reference implementation (google/certificate-transparency,
/// merkle_tree_test.cc), which RFC 6962 was written from.
@Suite struct FormatTreeTests {
  static let inputs = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
  ]
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]
  static let leaves = inputs.map { Leaf.hash(unhex($0).span) }

  @Test func rootsAreThePublishedOnes() {
    var tree = MerkleTree()
    #expect(tree.root.description == Self.roots[0])
    for (index, leaf) in Self.leaves.enumerated() {
      tree.append(leaf)
      #expect(tree.root.description == Self.roots[index + 1])
      #expect(tree.size == UInt64(index + 1))
      #expect(tree.peaks.count == tree.size.nonzeroBitCount)
    }
  }

  @Test(arguments: [
    (1, 0, []),
    (
      8, 0,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ]
    ),
    (
      8, 5,
      [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
    (3, 2, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
      5, 1,
      [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ]
    ),
  ])
  func inclusionProofsAreThePublishedOnes(size: Int, index: Int, path: [String]) throws {
    let proof = try #require(MerkleProof.inclusion(of: index, in: Self.leaves[..<size]))
    #expect(proof.map(\.description) == path)
  }

  @Test(arguments: [
    (1, 1, []),
    (
      1, 8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ]
    ),
    (
      6, 8,
      [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
    (
      2, 5,
      [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ]
    ),
  ])
  func consistencyProofsAreThePublishedOnes(old: Int, new: Int, path: [String]) throws {
    let proof = try #require(MerkleProof.consistency(from: old, in: Self.leaves[..<new]))
    #expect(proof.map(\.description) == path)
  }

  static let many = (0..<40).map { Leaf.hash([UInt8($0)].span) }

  @Test func everyProofOfSmallTreesHoldsAndNoOtherDoes() throws {
    for size in 1...Self.many.count {
      let leaves = Self.many[..<size]
      let root = MerkleProof.root(leaves)
      for index in 0..<size {
        let path = try #require(MerkleProof.inclusion(of: index, in: leaves))
        func holds(_ leaf: Hash256, _ index: Int, _ path: [Hash256]) -> Bool {
          MerkleProof.verifyInclusion(leaf, index: UInt64(index), size: UInt64(size), path: path, root: root)
        }
        #expect(holds(leaves[index], index, path))
        #expect(!holds(Hash256(words: (1, 2, 3, 4)), index, path))
        #expect(!holds(leaves[index], index, path + [root]))
        #expect(path.isEmpty || !holds(leaves[index], index, path.dropLast()))
        #expect(size == 1 || !holds(leaves[index], (index + 1) % size, path))
      }
    }
  }

  @Test func everyConsistencyProofHoldsAndNoOtherDoes() throws {
    let roots = (0...Self.many.count).map { MerkleProof.root(Self.many[..<$0]) }
    for new in 1...Self.many.count {
      for old in 1...new {
        let proof = try #require(MerkleProof.consistency(from: old, in: Self.many[..<new]))
        func holds(_ oldRoot: Hash256, _ newRoot: Hash256, _ proof: [Hash256]) -> Bool {
          MerkleProof.verifyConsistency(
            oldSize: UInt64(old), oldRoot: oldRoot, newSize: UInt64(new), newRoot: newRoot, proof: proof)
        }
        #expect(holds(roots[old], roots[new], proof))
        #expect(!holds(roots[old - 1], roots[new], proof))
        #expect(!holds(roots[old], roots[new - 1], proof))
        #expect(!holds(roots[old], roots[new], proof + [roots[old]]))
        #expect(proof.isEmpty || !holds(roots[old], roots[new], proof.dropLast()))
      }
    }
  }

  @Test func aTreeGoesOnFromItsPeaks() throws {
    var tree = MerkleTree()
    for (index, leaf) in Self.many.enumerated() {
      var again = try #require(MerkleTree(size: tree.size, peaks: tree.peaks))
      tree.append(leaf)
      again.append(leaf)
      #expect(again == tree)
      #expect(tree.root == MerkleProof.root(Self.many[...index]))
    }
    #expect(MerkleTree(size: 3, peaks: tree.peaks + tree.peaks) == nil)
    #expect(MerkleTree(size: .max, peaks: Array(repeating: tree.root, count: 64)) == nil)
    #expect(MerkleProof.inclusion(of: 0, in: []) == nil)
    #expect(MerkleProof.consistency(from: 0, in: Self.many[...]) == nil)
  }
}

func unhex(_ text: String) -> [UInt8] {
  let digits = text.utf8.compactMap { hexValue($0) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
