import DaybookTestSupport
import Foundation
import Testing

/// Heads and proofs are checked by tools that know nothing of Daybook, as the article shows it.
@Suite(.tools("zstd", "jq", "openssl", "ssh-keygen", "sha256sum")) struct ProofToolTests {
  /// A ledger with a sealed file and an open one.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger, "--name", "laptop").status == 0)
    for (index, name) in ["Ann Lee", "Ann B. Lee", "Ann Bo Lee"].enumerated() {
      for id in ["ann", "bo"] {
        let outcome = try sandbox.daybook(
          "upsert", "sam.person", id, "--new", "--set", "displayNameCache=\(name)", "--ledger", sandbox.ledger
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      if index == 1 { #expect(try sandbox.daybook("seal", "--ledger", sandbox.ledger).status == 0) }
    }
    return sandbox
  }

  private func run(_ script: String, in sandbox: Sandbox) throws -> Outcome {
    try sandbox.shell(
      "set -euo pipefail\n" + script, environment: ["DAYBOOK_LEDGER": sandbox.ledger])
  }

  @Test func everyCommandOfTheArticle() throws {
    let article = try Article("Proofs")
    let sandbox = try sandbox()
    for section in ["Keeping a head", "Proving an event"] {
      for block in article.blocks("sh", in: section) {
        let outcome = try run(article.text(block), in: sandbox)
        #expect(outcome.status == 0, "\(article.text(block)): \(outcome.errors)")
      }
    }
    let script = article.blocks("sh", in: "With stock tools alone").map(article.text)
    #expect(script.count == 7)
    // What the last writing put there is not written over.
    let outcome = try run("rm -f ann.proof\n" + script.joined(separator: "\n"), in: sandbox)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for said in [
      "the key is the replica", "Signature Verified Successfully", "Good \"daybook\" signature",
      "the name is the file", "the line is in the log", "the line is in the tree",
    ] {
      #expect(outcome.output.contains(said), "\(said): \(outcome.output)")
    }
  }

  /// The same tools say no where a byte is another.
  @Test func theyRefuseWhatWasChanged() throws {
    let sandbox = try sandbox()
    let outcome = try run(
      """
      daybook head --ssh -o own.note > allowed_signers
      daybook head --format json | jq -r '.[0].publicKey' > own.pem
      replica=$(sed -n 3p own.note)
      sed -n 7p own.note | cut -d ' ' -f 3 | base64 -d | tail -c 64 > own.raw
      sed -n 1,5p own.note > own.text
      openssl pkeyutl -verify -pubin -inkey own.pem -rawin -in own.text -sigfile own.raw
      sed '4s/./9/' own.text > changed.text
      ! openssl pkeyutl -verify -pubin -inkey own.pem -rawin -in changed.text -sigfile own.raw
      sed '4s/./9/' own.note > changed.note
      ! ssh-keygen -Y verify -n daybook -I $replica -f allowed_signers -s own.note.sig < changed.note
      ! ssh-keygen -Y verify -n file -I $replica -f allowed_signers -s own.note.sig < own.note
      daybook verify --anchor changed.note | jq -r '.findings[].finding' || true
      """, in: sandbox)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Signature Verified Successfully"), "\(outcome.output)")
    #expect(outcome.output.contains("forged"), "\(outcome.output)")
  }
}
