public import Daybook

extension FreeThoughtsLedger {
  /// The mutation that stores a provoker's answer to a prompt about a note: about its content or, if that is empty,
  /// about the piece of the document.
  ///
  /// - Parameters:
  ///   - note: the note; its content is the subject, or its selected text where the content is blank.
  ///   - prompt: the prompt to answer.
  ///   - context: the text around the piece in its document; nil: the surroundings that the note itself keeps.
  ///   - provoker: answers the prompt.
  /// - Throws: what the provoker throws; `bad-data` for an answer without words.
  public func provocation(
    about note: Note, with prompt: ProvocationPrompt, context: String? = nil, by provoker: any Provoker
  ) async throws -> Mutation {
    let hasContent = !note.content.allSatisfy(\.isWhitespace)
    let request = ProvocationRequest(
      prompt, selection: hasContent ? note.content : note.selectedText,
      context: context ?? note.prefix + note.selectedText + note.suffix)
    var provocation = try await Self.answered(request, by: provoker)
    (provocation.documentPath, provocation.sourceType) = (note.documentPath, .note)
    provocation.note = note.id
    return try Self.creation(provocation)
  }

  /// The same about a piece of a document.
  public func provocation(
    about range: Range<Int>, of document: Document, with prompt: ProvocationPrompt, by provoker: any Provoker
  ) async throws -> Mutation {
    let request = ProvocationRequest(
      prompt, selection: document.text.text(range), context: document.text.context(of: range))
    var provocation = try await Self.answered(request, by: provoker)
    (provocation.documentPath, provocation.sourceType) = (document.path, .textSelection)
    return try Self.creation(provocation)
  }

  /// An event can hold no more.
  private static var responseBytesMax: Int { 256 << 10 }

  private static func answered(
    _ request: ProvocationRequest, by provoker: any Provoker
  ) async throws -> Provocation {
    let answer = try await provoker.respond(to: request)
    let text = MarkdownText.trimmed(answer).text
    guard !text.isEmpty else {
      throw LedgerError(.badData, "\(provoker.name) answered nothing", advice: "try another model")
    }
    guard text.utf8.count <= responseBytesMax else {
      throw LedgerError(
        .badData, "\(provoker.name) answered \(text.utf8.count) bytes", advice: "try another model")
    }
    return Provocation {
      ($0.sourceText, $0.promptName, $0.response) = (request.selection, request.promptName, text)
      $0.generatedBy = provoker.name
    }
  }

  private static func creation(_ provocation: Provocation) throws -> Mutation {
    var set = try FieldEncoder.json(provocation).object ?? [:]
    for name in ["id", "createdAt"] { set[name] = nil }
    if provocation.note == nil { set["note"] = nil }
    return Mutation(.upsert, kind: Provocation.kind, id: provocation.id.rawValue, set: set)
  }
}

extension DocumentText {
  /// How much of the surroundings a prompt gets, on either side.
  static var contextCount: Int { 600 }

  /// A range with the text around it, in whole words.
  public func context(of range: Range<Int>) -> String {
    var start = max(0, range.lowerBound - Self.contextCount)
    var end = min(count, range.upperBound + Self.contextCount)
    if start > 0 { while start < range.lowerBound, !FoldedText.isSpace(scalars[start]) { start += 1 } }
    if end < count { while end > range.upperBound, !FoldedText.isSpace(scalars[end - 1]) { end -= 1 } }
    return text(start..<end)
  }
}
