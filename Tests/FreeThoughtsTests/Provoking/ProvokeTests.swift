import Daybook
import DaybookProviders
import Testing

@testable import FreeThoughts

/// Provocations: what is asked, and what is kept.
@Suite struct ProvokeTests {
  private struct Scripted: TextProvider {
    var name: String { "scripted-1" }
    var answer: String

    func complete(_ request: TextRequest) async throws -> String { answer + request.user }
  }

  private static let document = Document(
    path: "/essay.md", hash: DocumentHash.of([]), type: .markdown,
    content: .text(DocumentText("Before it. All cats are grey, because nobody looks. After it.")))
  private static let range = 11..<51

  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    try await ledger.commit { batch in
      let anchor = try #require(document.text.anchor(range))
      for (id, content) in [("thought", "It might be {context}."), ("mark", " ")] {
        try batch.upsert(
          Note(id: Ref(id)) {
            ($0.documentPath, $0.anchor, $0.content) = ("/essay.md", anchor, content)
          })
      }
    }
    return ledger
  }

  @Test func fromASelection() async throws {
    let ledger = try await Self.ledger()
    let prompt = ProvocationPrompt { ($0.name, $0.promptTemplate) = ("Mine", "<{selection}|{context}>") }
    let mutation = try await ledger.freeThoughts.provocation(
      about: Self.range, of: Self.document, with: prompt, by: ModelProvoker(Scripted(answer: " ")))
    try await ledger.append([mutation])
    let made = try #require(try await ledger.fetch(Provocation.self).first)
    #expect(made.documentPath == "/essay.md")
    #expect(made.sourceType == .textSelection)
    #expect(made.sourceText == "All cats are grey, because nobody looks.")
    #expect(made.promptName == "Mine")
    #expect(made.response == "<\(made.sourceText)|\(Self.document.text.string)>")
    #expect(made.generatedBy == "scripted-1")
    #expect(made.note == nil)
    #expect(made.createdAt != .unwritten)
  }

  @Test func fromANote() async throws {
    let ledger = try await Self.ledger()
    let prompt = ProvocationPrompt { ($0.name, $0.promptTemplate) = ("Mine", "{selection}|{context}") }
    for (id, text) in [
      ("thought", "It might be {context}."), ("mark", "All cats are grey, because nobody looks."),
    ] {
      let note = try #require(try await ledger.get(Ref<Note>(id)))
      let mutation = try await ledger.freeThoughts.provocation(
        about: note, with: prompt, by: ModelProvoker(Scripted(answer: "")))
      try await ledger.append([mutation])
      let made = try #require(try await ledger.freeThoughts.provocations(of: note.id).first)
      #expect(made.sourceType == .note)
      #expect(made.sourceText == text)
      #expect(made.response == "\(text)|\(Self.document.text.string)")
      #expect(try await ledger.get(note.id)?.provocations == [made.id])
    }
  }

  @Test func anEmptyAnswerIsNone() async throws {
    let ledger = try await Self.ledger()
    let prompt = ProvocationPrompt { ($0.name, $0.promptTemplate) = ("Mine", " ") }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.freeThoughts.provocation(
        about: Self.range, of: Self.document, with: prompt, by: ModelProvoker(Scripted(answer: "\n")))
    }
    #expect(error?.code == .badData)
  }

  /// The same text gets the same answer, and each prompt one of its own.
  @Test func theRulesPointAtWhatIsThere() {
    let text = """
      Obviously all software is late, because nobody plans for the unexpected. About 70% of projects may need \
      considerably more time than estimated, and many use CI.
      """
    var answers: Set<String> = []
    for prompt in ProvocationPrompt.builtIn {
      let request = ProvocationRequest(prompt, selection: text, context: text)
      let answer = RuleProvoker().respond(to: request)
      #expect(answer == RuleProvoker().respond(to: request))
      #expect(answer.contains("\n"))
      answers.insert(answer)
    }
    #expect(answers.count == 4)
    func answer(_ name: String) -> String {
      let prompt = ProvocationPrompt { ($0.name, $0.promptTemplate) = (name, "{selection}") }
      return RuleProvoker().respond(to: ProvocationRequest(prompt, selection: text, context: text))
    }
    #expect(answer("Challenge").contains("“all” leaves no exception"))
    #expect(answer("Challenge").contains("“because” claims a cause"))
    #expect(answer("Challenge").contains("“Obviously”: to whom?"))
    #expect(answer("Question").contains("What exactly is meant by “considerably”?"))
    #expect(answer("Question").contains("on what does the “may” depend"))
    #expect(answer("Question").contains("“70% of”"))
    #expect(answer("Simplify").contains("“CI”"))
    // A prompt of another sort is asked about.
    #expect(answer("Haiku") == answer("Question"))
  }

  /// Whatever the text, something is asked, and nothing traps.
  @Test(arguments: ["", " ", ".", "…", "a", "%", "東京は大きい。", "...", "“”", "1 2 3", "a.b.c", "{selection}"])
  func littleToSay(text: String) {
    for prompt in ProvocationPrompt.builtIn {
      let answer = RuleProvoker().respond(to: ProvocationRequest(prompt, selection: text, context: text))
      #expect(!answer.isEmpty || text.allSatisfy { !$0.isLetter })
    }
  }
}
