import Daybook
import Testing

@testable import SAM

struct RuleSignalsTests {
  private static func signals(
    _ title: String, snippet: String = "", body: String? = nil, hints: [ParticipantHint] = []
  ) -> [EvidenceSignal] {
    RuleSignals().signals(
      of: EvidenceItem {
        ($0.title, $0.snippet, $0.bodyText, $0.participantHints) = (title, snippet, body, hints)
      })
  }

  @Test(arguments: [
    ("Lunch with Ann", SignalKind.interaction, "lunch"), ("Anruf bei Familie Lee", .interaction, "anruf"),
    ("Son's recital", .family, ""), ("Bob's birthday party", .family, "birthday"),
    ("Geburtstagsfeier Oma", .family, "geburtstagsfeier"), ("Wedding!", .lifeEvent, "wedding"),
    ("HOCHZEIT von Anna", .lifeEvent, "hochzeit"), ("She passed away", .lifeEvent, "passed away"),
    ("Life-insurance review", .opportunity, "life insurance"),
    ("Lebensversicherungsangebot", .opportunity, "lebensversicherungsangebot"),
    ("Consent form", .compliance, "consent"), ("Vollmachten klären", .compliance, "vollmachten"),
    ("Follow-up: quote", .followUp, "follow up"), ("Rückruf Herr Lee", .followUp, "rückruf"),
  ])
  func wordsSpeakForKinds(title: String, kind: SignalKind, word: String) {
    let found = Self.signals(title).first { $0.kind == kind }
    if word.isEmpty {
      // An apostrophe joins: "son's" is no word of the list.
      #expect(found == nil)
    } else {
      #expect(found?.reason.contains("\"\(word)\"") == true, "\(found?.reason ?? "none")")
    }
  }

  @Test(arguments: ["", "Dentist", "Wed dinging", "Frau Müller", "reason", "Personal day", "1"])
  func otherWordsDoNot(title: String) { #expect(Self.signals(title) == []) }

  @Test func companyIsAnInteractionUnlessItDeclined() {
    let ann = ParticipantHint(name: "Ann Lee", status: "ACCEPTED")
    let bob = ParticipantHint(email: "bob@x", status: "DECLINED")
    let one = Self.signals("Dentist", hints: [ann, bob])
    #expect(one.map(\.kind) == [.interaction])
    #expect(one.map(\.reason) == ["Ann Lee took part"])
    #expect(one.map(\.confidence) == [0.8])
    #expect(Self.signals("Dentist", hints: [bob]) == [])
    #expect(Self.signals("x", hints: [ann, ann]).first?.reason == "Ann Lee and one other took part")
    #expect(Self.signals("x", hints: [ann, ann, ann]).first?.reason == "Ann Lee and 2 others took part")
    // Together they say more than each.
    let both = Self.signals("Lunch", hints: [ann])
    #expect(both.map(\.confidence) == [0.92])
    #expect(both.map(\.reason) == ["Ann Lee took part; \"lunch\" in the title"])
  }

  @Test func aWordInPassingSaysLess() throws {
    let title = try #require(Self.signals("Wedding").first)
    let body = try #require(Self.signals("x", body: "about the wedding").first)
    #expect(title.confidence == 0.8)
    #expect(body.confidence == 0.64)
    #expect(body.reason == "\"wedding\" in the text")
    // Said twice it counts once, as where it says more.
    #expect(Self.signals("Wedding", body: "wedding wedding").first?.confidence == 0.8)
    #expect(Self.signals("Wedding", snippet: "newborn").first?.confidence == 0.93)
  }

  @Test func eachKindOnceInItsOrderByTheRules() {
    let all = Self.signals("Follow up: consent for life insurance, wedding of son, lunch")
    #expect(all.map(\.kind) == SignalKind.known)
    #expect(all.allSatisfy { $0.source == "rules" && (0..<1).contains($0.confidence) })
    #expect(all == Self.signals("Follow up: consent for life insurance, wedding of son, lunch"))
  }

  @Test func aLongTextCountsByItsBeginning() {
    let long = String(repeating: "ü ", count: 8 << 10) + "wedding"
    #expect(Self.signals("", body: long) == [])
    #expect(Self.signals("", body: "wedding " + long).count == 1)
  }

  @Test func signalsOfOldReadAsTheRules() throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    _ = ledger
    let old: JSONValue = ["kind": "family", "confidence": 0.5, "reason": "x"]
    #expect(try FieldDecoder.decode(EvidenceSignal.self, from: old).source == "rules")
  }
}
