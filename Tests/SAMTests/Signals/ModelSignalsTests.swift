import Daybook
import Testing

@testable import SAM

struct ModelSignalsTests {
  @Test func aModelsSignalsStandUntilTheTextChanges() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit { try $0.upsert(EvidenceItem(id: "e") { $0.title = "Wedding" }) }
    let provider = ScriptedProvider(
      .success(#"{"signals":[{"kind":"family","confidence":0.25,"reason":"\"Wedding\""}]}"#))
    try await ledger.sam.detectSignals(in: "e", with: ModelSignals(provider))
    #expect(
      try await ledger.get(Ref<EvidenceItem>("e"))?.signals == [
        EvidenceSignal(kind: .family, confidence: 0.25, reason: "\"Wedding\"", source: "small")
      ])
    #expect(try await ledger.sam.detectSignals(in: "e", with: ModelSignals(provider)).events.isEmpty)
    _ = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "e", set: ["title": "Consent"])
    ])
    #expect(try await ledger.get(Ref<EvidenceItem>("e"))?.signals.map(\.source) == ["rules"])
  }

  @Test(arguments: [
    "", "{}", #"{"signals":{}}"#, #"{"signals":[5]}"#,
    #"{"signals":[{"kind":"odd","confidence":0.5,"reason":"x"}]}"#,
    #"{"signals":[{"kind":"family","confidence":1.5,"reason":"x"}]}"#,
    #"{"signals":[{"kind":"family","confidence":"1","reason":"x"}]}"#,
    #"{"signals":[{"kind":"family","confidence":0.5,"reason":""}]}"#,
    #"{"signals":[{"kind":"family","confidence":0.5,"reason":"x"},{"kind":"family","confidence":0.5,"reason":"x"}]}"#,
  ])
  func whatIsNoSignalIsBadData(answer: String) async {
    await #expect {
      _ = try await ModelSignals(ScriptedProvider(.success(answer))).signals(of: EvidenceItem())
    } throws: {
      ($0 as? LedgerError)?.code == .badData
    }
  }
}
