import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The fields of an entity as the values that its struct would hold.

extension EntityReader {
  func text(_ field: String) -> String? { value(field).string }

  func flag(_ field: String) -> Bool { value(field).bool ?? false }

  func texts(_ field: String) -> [String] { value(field).array?.compactMap(\.string) ?? [] }

  /// Nil also for what nobody wrote.
  func date(_ field: String) -> Date? {
    guard let date = value(field).string.flatMap({ Instant($0) }).map({ Date($0) }) else { return nil }
    return date == .unwritten ? nil : date
  }

  func roles(_ field: String) -> [RoleType] { texts(field).map { RoleType(rawValue: $0) } }

  /// Who is at the other end of a to-one relation, if anybody.
  func mention<Target: Named>(_ relation: String, of type: Target.Type = Target.self) -> Mention<Target>? {
    map(relation) { Mention<Target>($0) }.first
  }

  func mentions<Target: Named>(_ relation: String, of type: Target.Type = Target.self) -> [Mention<Target>] {
    map(relation) { Mention<Target>($0) }
  }
}
