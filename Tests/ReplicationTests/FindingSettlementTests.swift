import DaybookModel
import DaybookReplication
import Testing

/// Findings about files that change are told when they last.
@Suite struct FindingSettlementTests {
  private let ann = TestReplica(1).id
  private let ben = TestReplica(2).id

  private func finding(_ kind: Finding.Kind, _ replica: ReplicaID?) -> Finding {
    Finding(kind, replica: replica, "something", advice: "nothing")
  }

  @Test func whatIsAtRestIsToldAtOnce() {
    var settling = FindingSettlement()
    let findings = [finding(.gap, ann), finding(.corruption, nil)]
    #expect(settling.settle(findings, changed: [ben], isWhole: true) == findings)
    settling = FindingSettlement()
    #expect(settling.settle([], changed: [ann, ben], isWhole: true) == [])
  }

  @Test func whatWasOnlyOnceIsNotTold() {
    var settling = FindingSettlement()
    #expect(settling.settle([finding(.fork, ann)], changed: [ann], isWhole: true) == nil)
    #expect(settling.settle([finding(.gap, ben)], changed: [ann], isWhole: true) == [finding(.gap, ben)])
  }

  @Test func whatLastsIsTold() {
    var settling = FindingSettlement()
    let findings = [finding(.fork, ann)]
    #expect(settling.settle(findings, changed: [ann], isWhole: true) == nil)
    #expect(settling.settle(findings, changed: [ann], isWhole: true) == nil)
    #expect(settling.settle(findings, changed: [ann], isWhole: true) == findings)
  }

  /// Something else each time, for ever: then what the last two looks showed.
  @Test func itComesToAnEnd() {
    var settling = FindingSettlement()
    let kinds: [Finding.Kind] = [.fork, .gap, .missing]
    var (looks, settled) = (0, [Finding]?.none)
    while settled == nil {
      let now = [finding(kinds[looks % 3], ann), finding(.limit, ben)]
      settled = settling.settle(now, changed: [ann], isWhole: true)
      looks += 1
      guard looks < 100 else { break }
    }
    #expect(settled == [finding(.limit, ben)] && looks < 20)
  }
}
