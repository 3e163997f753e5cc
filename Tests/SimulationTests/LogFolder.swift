import DaybookLog
import DaybookModel
import Synchronization

/// A replica's folder as a stranger reads it: every file must be sound, every root is recomputed, every
/// signature checked, and no two files may tell different things.
struct LogFolder {
  private(set) var commits: [UInt64: [String]] = [:]
  /// What is no part of a ledger.
  private(set) var strangers: [String] = []

  struct Unsound: Error, CustomStringConvertible {
    var description: String
  }

  init(_ store: any FileStore, _ folder: String, _ publicKey: [UInt8], _ verifier: SignatureCache) throws {
    for entry in try store.list(folder) ?? [] {
      guard let name = SegmentName(entry.name) else {
        strangers.append(entry.name)
        continue
      }
      let file = try store.readAll(joined(folder, entry.name))
      let isNamedTruly = name.matches(file: file.span)
      guard isNamedTruly else { throw Unsound(description: "\(name) does not match its name") }
      let bytes = try store.opened(file, of: joined(folder, entry.name))
      if name.isLocked != (store.cipher != nil) {
        throw Unsound(description: "\(name) is \(name.isLocked ? "locked" : "plain")")
      }
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      var place = Place(nextSeq: name.first)
      while let part = reader.next() {
        switch part {
        case .frame(let content, _, _): try read(content, &place, publicKey, verifier, name)
        case .skippable: continue
        case .damage(let damage): throw Unsound(description: "\(name): \(damage)")
        }
      }
      if case .sealed(_, let last, _) = name, place.nextSeq != last + 1 {
        throw Unsound(description: "\(name) ends at \(place.nextSeq - 1)")
      }
    }
  }

  private struct Place {
    var nextSeq: UInt64
    var header: SegmentHeader?
    var tree: MerkleTree?
  }

  private mutating func read(
    _ content: FrameContent, _ place: inout Place, _ publicKey: [UInt8], _ verifier: SignatureCache,
    _ name: SegmentName
  ) throws {
    if let header = content.header {
      guard header.publicKey == publicKey, header.firstSeq == place.nextSeq,
        place.tree == nil || place.tree == header.tree
      else { throw Unsound(description: "\(name): a header out of place") }
      (place.header, place.tree) = (header, header.tree)
    }
    for entry in content.commits {
      for leaf in content.leaves[entry.leaves] { place.tree?.append(leaf.hash) }
      let texts = content.events[entry.events].map { event -> String in
        let range = content.leaves[event.leaf].range
        return event.line.event(content.bytes.span.extracting(range.start..<range.end))
          .mutation.set?["text"]?.string ?? ""
      }
      guard content.events[entry.events].first?.line.seq == place.nextSeq else {
        throw Unsound(description: "\(name): a seq out of place")
      }
      place.nextSeq += entry.commit.events
      commits[entry.commit.number] = try together(commits[entry.commit.number], texts, entry.commit, name)
      guard let head = entry.commit.head else { continue }
      guard let header = place.header, head.size == place.tree?.size, head.root == place.tree?.root,
        verifier.verify(head, header)
      else { throw Unsound(description: "\(name): commit \(entry.commit.number) is not signed") }
    }
    guard content.commits.last.map({ $0.commit.head != nil }) ?? true else {
      throw Unsound(description: "\(name): a frame whose last commit is not signed")
    }
  }

  /// What two files say of a commit: a stub has no text, and the text counts.
  private func together(
    _ other: [String]?, _ texts: [String], _ commit: Commit, _ name: SegmentName
  ) throws -> [String] {
    guard let other else { return texts }
    guard other.count == texts.count, zip(other, texts).allSatisfy({ $0 == $1 || $0.isEmpty || $1.isEmpty })
    else { throw Unsound(description: "\(name): another commit \(commit.number)") }
    return zip(other, texts).map { $0.isEmpty ? $1 : $0 }
  }
}

/// Signatures that were found good: a simulation meets the same ones again and again.
final class SignatureCache: Sendable {
  private let good = Mutex<[[UInt8]: (head: SignedHead, isGood: Bool)]>([:])

  func verify(_ head: SignedHead, _ header: SegmentHeader) -> Bool {
    if let known = good.withLock({ $0[head.signature] }), known.head == head { return known.isGood }
    let isGood = Signing.verify(head, header: header)
    good.withLock { $0[head.signature] = (head, isGood) }
    return isGood
  }
}
