import DaybookTestSupport
import Foundation
import Testing

/// Somebody with the folder puts offers into it, for a device that asks to join.
@Suite struct JoiningAttackTests {
  private let scene: LockedScene

  init() throws {
    scene = try LockedScene()
    try scene.need("e device join || [ $? = 1 ]")
  }

  private func words(_ command: String) throws -> String {
    try scene.need("{ \(command) || [ $? = 1 ]; } | jq -c 'select(.words).words'")
  }

  /// In shell, what is put beside the member's offer.
  private static let acts = [
    "head -c 500 /dev/urandom > x; name x $A/offer-99 .age",
    "head -c 7340032 /dev/zero > x; name x $A/offer-99 .age",
    "cp $A/offer-* x; truncate -s 300 x; name x $A/offer-99 .age",
    "cp $A/offer-* $B/",
    "cp early/${A#family/}/offer-* $A/",
  ]

  @Test func noOtherOfferHidesTheMembers() throws {
    let shown = try words("a device approve $(asking)")
    #expect(!shown.isEmpty)
    try scene.need("cp -a family offered")
    for act in Self.acts {
      try scene.need("rm -rf family/*; cp -a offered/. family/; \(act)")
      #expect(try words("e device join") == shown, "\(act)")
    }
  }

  @Test func aStrangersOfferShowsOtherWords() throws {
    let shown = try words("a device approve $(asking)")
    try scene.need(
      """
      set -e
      E=family/replicas/$(asking); in=forged s lock --yes > /dev/null; cp -r $E forged/replicas/
      in=forged s device approve $(basename $E) > /dev/null || true
      rm $A/offer-*; mkdir $S; cp forged/${S#family/}/{device,offer}-* $S/
      """)
    let offered = try words("e device join")
    #expect(!offered.isEmpty && offered != shown)
    // Who does not say yes is no member, and has pinned nothing.
    #expect(try scene.run("e get sam.person ann").status == 77)
    #expect(try scene.need("a device list | jq -r 'select(.status == \"waiting\").device'").isEmpty == false)
  }
}
