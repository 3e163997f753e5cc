import ArgumentParser
import Daybook
import SAM

extension [Mention<Person>] {
  var names: String { map(\.name).joined(separator: ", ") }
}

extension [RoleType] {
  var names: String { map(\.rawValue).joined(separator: ", ") }
}

/// The help texts of arguments that name a person.
enum WhoHelp {
  static let person: ArgumentHelp = "A person: a name or part of it, an e-mail, or the beginning of an id."
  static let context: ArgumentHelp = "A context: a name or part of it, or the beginning of an id."
  static let product: ArgumentHelp = "A product: a name or part of it, or the beginning of an id."
  static let subject: ArgumentHelp =
    "A person or a context: a name or part of it, an e-mail, or the beginning of an id."
  static let whole: ArgumentHelp =
    "The whole name, an e-mail, or the beginning of an id; several may be given."
  static let id: ArgumentHelp = "An id as the lists show it, or the beginning of one."
}
