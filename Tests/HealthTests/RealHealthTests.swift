import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// Files that nobody here wrote: each is read whole, and a second run finds nothing to write.
@Suite(.realData("fhir", "applehealth", "COUNTS.json")) struct RealHealthTests {
  @Test func fhirOneByOne() async throws {
    let counts = try RealData.counts()
    for path in try RealData.paths("fhir", extensions: ["json"]) {
      let counted = counts[String(path.dropFirst(RealData.path("").count))]?.values.reduce(0, +)
      let fixture = try await HealthFixture()
      let receipt = try await fixture.importFHIR(path)
      let summary = receipt.plan.summary
      #expect(summary.addsUp(), "\(path) \(summary)")
      #expect(summary.read + summary.skipped == counted, "\(path) \(summary)")
      // Whatever is skipped names no patient.
      #expect(receipt.reasons.allSatisfy { $0.contains("--record") }, "\(path) \(receipt.reasons)")
      #expect(try await fixture.importFHIR(path).events == 0, "\(path)")
    }
  }

  @Test func fhirTogether() async throws {
    let fixture = try await HealthFixture()
    let files = [RealData.path("fhir/smart-custom"), RealData.path("fhir/us-core-examples")]
    let receipt = try await fixture.importFHIR(files[0], files[1])
    print("real FHIR: \(receipt.plan.summary.jsonText), \(receipt.events) events; \(receipt.reasons)")
    #expect(receipt.plan.summary.skipped == 0 && receipt.plan.summary.addsUp())
    let again = try await fixture.importFHIR(files[0], files[1])
    #expect(again.events == 0 && again.plan.summary.addsUp(), "\(again.plan.summary)")
  }

  @Test func fhirAllTwice() async throws {
    let fixture = try await HealthFixture()
    try await fixture.importFHIR(RealData.path("fhir"))
    #expect(try await fixture.importFHIR(RealData.path("fhir")).events == 0)
  }

  @Test func appleHealth() async throws {
    var names: [String] = []
    for path in try RealData.paths("applehealth", extensions: ["xml"]) {
      let fixture = try await HealthFixture()
      let receipt = try await fixture.importAppleHealth(path)
      names.append(
        "\(path.split(separator: "/").suffix(2).joined(separator: "/")): \(receipt.plan.summary.jsonText)")
      #expect(receipt.plan.summary.skipped == 0, "\(path) \(receipt.reasons)")
      #expect(receipt.plan.summary.addsUp(), "\(path) \(receipt.plan.summary)")
      #expect(receipt.plan.summary.read > 1)
      #expect(try await fixture.importAppleHealth(path).events == 0)
    }
    print(names.joined(separator: "\n"))
  }
}
