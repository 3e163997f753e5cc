import Daybook
import Testing

@testable import DaybookCommands

/// A run of a command shows once what waits, though each of its writes tells it.
@Suite struct WaitingNoticesTests {
  @Test func whatWaitsIsShownOnceWhateverTheCause() {
    let notices = WaitingNotices()
    let text = "the last writes are safe on this machine but not yet in the ledger's folder"
    #expect(notices.takes(Notice("publication-waits", "\(text) (cannot create: permission denied)")))
    #expect(!notices.takes(Notice("publication-waits", "\(text) (cannot append: permission denied)")))
    #expect(!notices.takes(Notice("publication-waits", text)))
    // What another replica wrote is another notice, and so is what is not sealed.
    #expect(
      notices.takes(Notice("publication-waits", "commits that this machine wrote as 4f2a9c1e07b35d68 before"))
    )
    #expect(notices.takes(Notice("seal-waits", "the open segment could not be sealed yet (no space left)")))
    let missing = "events that this machine wrote as 4f2a9c1e07b35d68"
    #expect(notices.takes(Notice("own-missing", "3 \(missing) (seq 3-5) are missing")))
    #expect(!notices.takes(Notice("own-missing", "3 \(missing) (seq 3-5) are missing")))
    #expect(notices.takes(Notice("own-missing", "4 \(missing) (seq 3-6) are missing")))
    // Any other notice is shown each time.
    for _ in 0..<2 { #expect(notices.takes(Notice("raw-kind", "k.one belongs to no registered system"))) }
  }
}
