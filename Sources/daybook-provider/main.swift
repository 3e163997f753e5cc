// Asks a model for `daybook`, which links no HTTP: for a text or for vectors, one question as JSON on standard input,
// one answer as JSON on standard output. Exit: 0 answered, 69 no answer, 65 an invalid answer, 64 a bad request.

import DaybookModel
import DaybookOpenAI
import DaybookProviders
import Foundation

let result: Result<ProviderAnswer, LedgerError>
do {
  let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
  let (question, endpoint) = try ProviderMessage.read(question: Array(bytes))
  switch question {
  case .text(let request): result = .success(.text(try await OpenAIProvider(endpoint).complete(request)))
  case .vectors(let texts):
    result = .success(.vectors(try await OpenAIEmbedder(endpoint).vectors(of: texts)))
  }
} catch let error as LedgerError {
  result = .failure(error)
} catch {
  result = .failure(LedgerError(.inputOutput, "the question cannot be read: \(error)"))
}

FileHandle.standardOutput.write(Data(ProviderMessage.answer(result).canonicalBytes))
switch result {
case .success: exit(0)
case .failure(let error): exit(error.code == .unreachable ? 69 : error.code == .usage ? 64 : 65)
}
