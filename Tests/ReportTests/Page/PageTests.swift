import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook
@testable import DaybookReport

/// The page as its source: whole, asking nothing of anybody, and with everything of the ledger as text.
@Suite struct PageTests {
  @Test(arguments: [false, true]) func aHostileLedgersPage(isOfEntities: Bool) throws {
    let page = HostileReport.page(ofEntities: isOfEntities)
    let markup = try PageMarkup(page)
    #expect(!page.contains("<script"))
    #expect(!markup.elements.contains { ["script", "img", "iframe", "link", "object", "form"].contains($0) })
    #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
    // What turns text around, or cannot be seen, stands there by its number.
    for scalar in ["\u{202e}", "\u{2066}", "\u{0}", "\u{1b}", "\r"] { #expect(!page.contains(scalar)) }
    #expect(page.contains("[U+202E]gnorw[U+2066] [U+0000][U+001B][31m[U+000D]"))
    #expect(markup.elements.filter { $0 == "style" }.count == 1)
    #expect(markup.attributes.filter { $0.name.hasPrefix("on") }.isEmpty)
  }

  @Test(arguments: [false, true]) func nothingIsAskedOfANetwork(isOfEntities: Bool) throws {
    let page = HostileReport.page(ofEntities: isOfEntities)
    let markup = try PageMarkup(page)
    #expect(markup.values(of: "src").isEmpty)
    #expect(markup.values(of: "style").isEmpty)
    #expect(markup.values(of: "href").allSatisfy { $0.hasPrefix("#") })
    for word in ["url(", "@import", "http:", "https:"] { #expect(!page.contains(word), "\(word)") }
    let policy = markup.attributes.first { $0.name == "content" && $0.value.contains("default-src") }?.value
    #expect(policy == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
  }

  @Test(arguments: [false, true]) func whoCannotSeeItReadsItAllTheSame(isOfEntities: Bool) throws {
    let page = HostileReport.page(ofEntities: isOfEntities)
    let markup = try PageMarkup(page)
    #expect(markup.values(of: "lang") == ["en"])
    #expect(markup.values(of: "charset") == ["utf-8"])
    #expect(markup.elements.filter { $0 == "h1" }.count == 1)
    #expect(
      markup.elements.filter { $0 == "table" }.count == markup.elements.filter { $0 == "caption" }.count)
    #expect(markup.elements.filter { $0 == "table" }.count == markup.elements.filter { $0 == "thead" }.count)
    // Every plot is named, or is beside the number that it shows.
    let plots = markup.elements.filter { $0 == "svg" }.count
    let named = markup.attributes.filter {
      $0.element == "svg" && ["aria-label", "aria-labelledby", "aria-hidden"].contains($0.name)
    }
    #expect(plots > 3 && named.count == plots)
    let ids = markup.values(of: "id")
    #expect(Set(ids).count == ids.count)
    let targets = markup.values(of: "href").map { String($0.dropFirst()) }
    let names = markup.values(of: "aria-labelledby").flatMap { $0.split(separator: " ").map(String.init) }
    for target in targets + names { #expect(ids.contains(target), "\(target)") }
  }

  /// An empty ledger, one with everything, and each part of the data is somewhere.
  @Test func whatTheReportHoldsIsOnThePage() async throws {
    let family = try await AuditedFamily(["desk"])
    let empty = try await family.ledgers[0].audit.report()
    #expect(try PageMarkup(empty.html).text.contains("Sound."))
    try await family.write(
      0, by: "Ann <ann@example.org>", why: "asked & answered",
      Mutation(.upsert, kind: "sam.person", id: "p", set: ["displayNameCache": "P"]),
      Mutation(.upsert, kind: "sam.person", id: "q", set: ["displayNameCache": "Q"]))
    try await family.write(
      0, by: "Ann <ann@example.org>", why: "asked & answered", Mutation(.delete, kind: "sam.person", id: "q"))
    let report = try await family.ledgers[0].audit.report()
    let text = try PageMarkup(report.html).text
    for part in [
      report.about.ledger, report.about.digest ?? "-", "desk", "sam.person", "Ann &lt;ann@example.org&gt;",
      "asked &amp; answered", "still deleted", report.replicas[0].heads[0].root, "None is open.",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(report.html == report.html)
  }

  @Test func findingsComeFirst() throws {
    let text = try PageMarkup(HostileReport.report.html).text
    #expect(text.contains("Not sound."))
    #expect(text.contains("1 finding that the reader must know"))
    #expect(text.contains("1 thing worth knowing"))
  }
}
