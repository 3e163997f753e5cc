import DaybookLog
import DaybookModel

/// Both readers of events agree; a commit's leaf is its line without the head; a frame's parts lie
/// within one another.
@Sendable func fuzzLines(_ bytes: [UInt8]) {
  fuzzEvent(bytes)
  fuzzCommit(bytes)
  if let header = try? SegmentHeader.parse(bytes.span) {
    precondition((try? SegmentHeader.parse(header.line().span)) == header, "a header does not read back")
  }
  if let descriptor = try? LedgerDescriptor(bytes) {
    precondition((try? LedgerDescriptor(descriptor.bytes)) == descriptor, "a descriptor does not read back")
  }
  fuzzFrame(bytes)
}

private func fuzzEvent(_ bytes: [UInt8]) {
  let lifted = (try? EventLine.parse(bytes.span))?.event(bytes.span)
  let plain = (try? JSONParser.parse(bytes)).flatMap { $0.object }.flatMap { try? Event($0) }
  precondition(lifted == plain, "the readers of events disagree")
  guard let lifted else { return }
  let line = EventLineWriter.line(lifted)
  precondition((try? EventLine.parse(line.span))?.event(line.span) == lifted, "an event does not read back")
}

private func fuzzCommit(_ bytes: [UInt8]) {
  guard let parsed = try? CommitLine.parse(bytes.span) else { return }
  let leaf = parsed.strippingHead(bytes.span)
  precondition(parsed.leafHash(bytes.span) == Leaf.hash(leaf.span), "the leaf is not the stripped line")
  guard let bare = try? CommitLine.parse(leaf.span) else { preconditionFailure("a leaf does not parse") }
  var expected = parsed.commit
  expected.head = nil
  precondition(bare.commit == expected, "a leaf says something else")
  if let head = parsed.commit.head {
    let line = CommitLine.adding(head, to: leaf)
    let again = try? CommitLine.parse(line.span)
    precondition(again?.commit == parsed.commit, "a head does not come back")
    precondition(again?.strippingHead(line.span) == leaf, "a head changes its leaf")
  }
}

private func fuzzFrame(_ bytes: [UInt8]) {
  guard case .content(let content) = FrameContent.parse(bytes) else { return }
  var (events, leaves) = (0, 0)
  for commit in content.commits {
    precondition(commit.events.lowerBound == events && commit.leaves.lowerBound == leaves, "a gap")
    (events, leaves) = (commit.events.upperBound, commit.leaves.upperBound)
  }
  precondition(events == content.events.count && leaves == content.leaves.count, "a leftover")
  for event in content.events {
    let range = content.leaves[event.leaf].range
    _ = event.line.event(content.bytes.span.extracting(range.start..<range.end))
  }
}
