import Daybook
public import DaybookProviders

/// Messages written by a language model, from the same facts that the rules have: names, counts and dates, but no text
/// of the evidence. Its answer is always checked.
public struct ModelInsights: InsightWriter {
  private let provider: any TextProvider

  /// The provider's model name; becomes ``Insight/generatedBy``.
  public var name: String { provider.name }

  /// Makes a writer that asks `provider` once for each message.
  public init(_ provider: any TextProvider) { self.provider = provider }

  /// Longer than any sentence or two.
  static let messageBytesMax = 1000

  /// Asks the model for one or two sentences.
  ///
  /// - Throws: `LedgerError`: `unreachable` where the endpoint does not answer, `bad-data` for an answer that is not
  ///   one JSON object with a `message` of 1 to 1000 bytes.
  public func message(for group: InsightGroup) async throws -> String {
    let facts: JSONValue = [
      "kind": .string(group.kind.rawValue), "person": group.personName.map { .string($0) } ?? .null,
      "context": group.contextName.map { .string($0) } ?? .null, "count": .int(Int64(group.count)),
      "last": group.last.map { .string($0.plainDay) } ?? .null,
      "toCome": .int(Int64(group.upcomingCount)), "next": group.next.map { .string($0.plainDay) } ?? .null,
      "confidence": .double(group.confidence),
    ]
    let answer = try await provider.complete(
      TextRequest(
        system: """
          You help an adviser who keeps a CRM. From the facts, write what the adviser should know: one sentence, \
          two at most, plain words, no advice on law or health, nothing that the facts do not say. \
          Answer one JSON object: {"message":"…"}.
          """,
        user: facts.description, wantsJSON: true))
    let object = try ModelAnswer.object(answer, of: name)
    return try ModelAnswer.text(object["message"], "message", bytesMax: Self.messageBytesMax, of: name)
  }
}
