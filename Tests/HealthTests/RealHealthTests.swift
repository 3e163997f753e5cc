import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// Files that nobody here wrote: each is read whole, and a second run finds nothing to write.
@Suite struct RealHealthTests {
  @Test func fhirOneByOne() async throws {
    for path in RealFiles.paths("fhir", extensions: ["json"]) {
      let fixture = try await HealthFixture()
      let receipt = try await fixture.importFHIR(path)
      let summary = receipt.plan.summary
      #expect(summary.addsUp(), "\(path) \(summary)")
      #expect(summary.read + summary.skipped == (try RealFiles.count(path)), "\(path) \(summary)")
      // Whatever is skipped names no patient.
      #expect(receipt.reasons.allSatisfy { $0.contains("--record") }, "\(path) \(receipt.reasons)")
      #expect(try await fixture.importFHIR(path).events == 0, "\(path)")
    }
  }

  @Test func fhirTogether() async throws {
    guard let root = RealFiles.root else { return print("skipped: DAYBOOK_REALDATA is not set") }
    let fixture = try await HealthFixture()
    let files = [root + "/fhir/smart-custom", root + "/fhir/us-core-examples"]
    let receipt = try await fixture.importFHIR(files[0], files[1])
    print("real FHIR: \(receipt.plan.summary.jsonText), \(receipt.events) events; \(receipt.reasons)")
    #expect(receipt.plan.summary.skipped == 0 && receipt.plan.summary.addsUp())
    let again = try await fixture.importFHIR(files[0], files[1])
    #expect(again.events == 0 && again.plan.summary.addsUp(), "\(again.plan.summary)")
  }

  @Test func fhirAllTwice() async throws {
    guard let root = RealFiles.root else { return print("skipped: DAYBOOK_REALDATA is not set") }
    let fixture = try await HealthFixture()
    try await fixture.importFHIR(root + "/fhir")
    #expect(try await fixture.importFHIR(root + "/fhir").events == 0)
  }

  @Test func appleHealth() async throws {
    var names: [String] = []
    for path in RealFiles.paths("applehealth", extensions: ["xml"]) {
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
