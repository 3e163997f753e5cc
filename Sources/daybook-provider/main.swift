// Asks a language model for `daybook`, which links no HTTP: one question as JSON on standard input, one answer as
// JSON on standard output. Exit: 0 answered, 69 nobody answers, 65 the answer is none, 64 a bad question.

import DaybookModel
import DaybookOpenAI
import DaybookProviders
import Foundation

let result: Result<String, LedgerError>
do {
  let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
  let (request, endpoint) = try ProviderMessage.read(question: Array(bytes))
  result = .success(try await OpenAIProvider(endpoint).complete(request))
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
