import Daybook
import SAM

extension [Mention<Person>] {
  var names: String { map(\.name).joined(separator: ", ") }
}

extension [RoleType] {
  var names: String { map(\.rawValue).joined(separator: ", ") }
}
