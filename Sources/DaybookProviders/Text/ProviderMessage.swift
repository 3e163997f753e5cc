// The messages between `daybook` and `daybook-provider`: one JSON object each way, by standard input and output.
//
//     {"json":true,"keyVariable":"OPENAI_API_KEY","model":"…","system":"…","timeoutSeconds":60,"url":"…","user":"…"}
//     {"text":"…"}   or   {"error":{"advice":"…","code":"unreachable","what":"…"}}
//
// For vectors, the question has `texts`, a list, instead of `json`, `system` and `user`, and the answer is
// `{"vectors":[[0.5,…],…]}` or the error.

package import DaybookModel

/// The request to `daybook-provider`.
package enum ProviderQuestion: Sendable, Equatable {
  case text(TextRequest)
  case vectors([String])
}

/// Its answer.
package enum ProviderAnswer: Sendable {
  case text(String)
  case vectors([[Float]])
}

package enum ProviderMessage {
  /// Enough for any useful answer; a longer one is refused before it fills the memory.
  package static let sizeBytesMax = 1 << 20

  package static func question(_ request: TextRequest, _ endpoint: TextEndpoint) -> JSONValue {
    [
      "url": .string(endpoint.url), "model": .string(endpoint.model),
      "keyVariable": .string(endpoint.keyVariable), "timeoutSeconds": .double(endpoint.timeoutSeconds),
      "system": .string(request.system), "user": .string(request.user), "json": .bool(request.wantsJSON),
    ]
  }

  package static func question(_ texts: [String], _ endpoint: TextEndpoint) -> JSONValue {
    [
      "url": .string(endpoint.url), "model": .string(endpoint.model),
      "keyVariable": .string(endpoint.keyVariable), "timeoutSeconds": .double(endpoint.timeoutSeconds),
      "texts": .array(texts.map { .string($0) }),
    ]
  }

  package static func read(question bytes: [UInt8]) throws(LedgerError) -> (ProviderQuestion, TextEndpoint) {
    let object = try object(bytes, "the question")
    guard let url = object["url"]?.string, let model = object["model"]?.string,
      let asked = question(object)
    else { throw LedgerError(.usage, "the question needs url, model and user or texts") }
    let seconds = object["timeoutSeconds"]?.double ?? 60
    guard (0.001...3600).contains(seconds) else {
      throw LedgerError(.usage, "timeoutSeconds must be between 0.001 and 3600")
    }
    let endpoint = TextEndpoint(
      url: url, model: model, keyVariable: object["keyVariable"]?.string ?? TextEndpoint.defaultKeyVariable,
      timeoutSeconds: seconds)
    return (asked, endpoint)
  }

  private static func question(_ object: JSONObject) -> ProviderQuestion? {
    if let texts = object["texts"]?.array {
      let strings = texts.compactMap(\.string)
      return strings.count == texts.count ? .vectors(strings) : nil
    }
    return object["user"]?.string.map { user in
      .text(
        TextRequest(
          system: object["system"]?.string ?? "", user: user, wantsJSON: object["json"]?.bool ?? false))
    }
  }

  package static func answer(_ result: Result<ProviderAnswer, LedgerError>) -> JSONValue {
    switch result {
    case .success(.text(let text)): return ["text": .string(text)]
    case .success(.vectors(let vectors)): return ["vectors": VectorText.json(vectors)]
    case .failure(let error):
      var told: JSONObject = ["code": .string(error.code.rawValue), "what": .string(error.what)]
      if let advice = error.advice { told["advice"] = .string(advice) }
      return ["error": .object(told)]
    }
  }

  /// The text, or the error that the answer reports.
  package static func read(answer bytes: [UInt8]) throws(LedgerError) -> String {
    let object = try object(bytes, "the provider's answer")
    if let text = object["text"]?.string { return text }
    throw told(in: object, "a text")
  }

  /// The vectors, or the error that the answer reports.
  package static func read(vectors bytes: [UInt8]) throws(LedgerError) -> [[Float]] {
    let object = try object(bytes, "the provider's answer")
    if let vectors = object["vectors"] { return try VectorText.vectors(vectors, "the provider's answer") }
    throw told(in: object, "vectors")
  }

  private static func told(in object: JSONObject, _ expected: String) -> LedgerError {
    guard let error = object["error"]?.object, let code = error["code"]?.string,
      let what = error["what"]?.string
    else { return LedgerError(.badData, "the provider answered neither \(expected) nor an error") }
    return LedgerError(LedgerError.Code(rawValue: code), what, advice: error["advice"]?.string)
  }

  private static func object(_ bytes: [UInt8], _ name: String) throws(LedgerError) -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONParser.parse(bytes).object { return object }
    } catch {
      throw LedgerError(.badData, "\(name) is not JSON: \(error)", cause: error)
    }
    throw LedgerError(.badData, "\(name) is not a JSON object")
  }
}
