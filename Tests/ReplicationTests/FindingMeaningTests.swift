import DaybookReplication
import Testing

/// What a finding means is said to people who never read its class's definition.
@Suite struct FindingMeaningTests {
  @Test func everyClassHasOneOfItsOwn() {
    let meanings = Finding.Kind.allCases.map(\.meaning)
    #expect(Set(meanings).count == meanings.count)
    for meaning in meanings {
      #expect(meaning.hasSuffix(".") && meaning.first?.isUppercase == true, "\(meaning)")
    }
  }

  @Test func aDamagedCopyOfWhatIsHeldWholeIsNoLoss() {
    var finding = Finding(.corruption, "bytes", advice: "none")
    #expect(finding.meaning == Finding.Kind.corruption.meaning)
    finding.isSuperseded = true
    #expect(finding.meaning != Finding.Kind.corruption.meaning && !finding.isFailure)
  }
}
