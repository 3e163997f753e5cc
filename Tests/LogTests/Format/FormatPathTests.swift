import DaybookModel
import Testing

@testable import DaybookLog

/// Paths that are made while a tree grows are those that RFC 6962 defines over the whole of it.
@Suite struct FormatPathTests {
  @Test func everyPathOfEverySmallTree() {
    for size in 1...40 {
      let leaves = (0..<size).map { Leaf.hash([UInt8($0)]) }
      var paths = MerklePaths(consistencyFrom: (1...UInt64(size)))
      for leaf in leaves { paths.append(leaf, isWanted: true) }
      let root = MerkleProof.root(leaves[...])
      #expect(paths.size == UInt64(size) && paths.root == root)
      for index in leaves.indices {
        let path = paths.inclusion(of: UInt64(index))
        #expect(path == MerkleProof.inclusion(of: index, in: leaves[...]), "\(index) of \(size)")
        #expect(
          paths.consistency(from: UInt64(index + 1))
            == MerkleProof.consistency(from: index + 1, in: leaves[...]),
          "\(index + 1) to \(size)")
      }
      #expect(paths.inclusion(of: UInt64(size)) == nil && paths.consistency(from: 0) == nil)
    }
  }

  /// Few of many, as they are wanted in fact; and what was not asked for is not there.
  @Test func fewOfMany() {
    let size = 5000
    let leaves = (0..<size).map { Leaf.hash([UInt8($0 & 255), UInt8($0 >> 8)]) }
    let wanted: Set<Int> = [0, 1, 1023, 1024, 2500, 4095, 4096, 4999]
    let sizes: [UInt64] = [1, 77, 1024, 4096, 4999]
    var paths = MerklePaths(consistencyFrom: sizes)
    for (index, leaf) in leaves.enumerated() { paths.append(leaf, isWanted: wanted.contains(index)) }
    let root = paths.root
    for index in wanted {
      let path = paths.inclusion(of: UInt64(index)) ?? []
      #expect(
        MerkleProof.verifyInclusion(
          leaves[index], index: UInt64(index), size: UInt64(size), path: path, root: root), "\(index)")
    }
    for old in sizes {
      let oldRoot = MerkleProof.root(leaves[..<Int(old)])
      #expect(
        MerkleProof.verifyConsistency(
          oldSize: old, oldRoot: oldRoot, newSize: UInt64(size), newRoot: root,
          proof: paths.consistency(from: old) ?? []), "\(old)")
    }
    #expect(paths.inclusion(of: 7) == nil && paths.consistency(from: 8) == nil)
  }
}
