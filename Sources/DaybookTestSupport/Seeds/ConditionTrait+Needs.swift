package import Testing

// What a test needs, and the reason that the runner reports where it is skipped.

extension Trait where Self == ConditionTrait {
  /// The test reads these files or folders of `$DAYBOOK_REALDATA`.
  package static func realData(_ names: String...) -> Self {
    .enabled(
      if: RealData.isAvailable(names),
      "DAYBOOK_REALDATA names no folder with \(names.joined(separator: " and "))")
  }

  /// The test runs these tools of the system.
  package static func tools(_ names: String...) -> Self {
    let lacking = names.filter { SystemTool.path($0) == nil }
    return .enabled(
      if: lacking.isEmpty, "\(lacking.joined(separator: " and ")) not installed; see tools/requirements")
  }

  /// The test imports these packages in Python.
  package static func python(_ modules: String...) -> Self {
    .enabled("Python lacks \(modules.joined(separator: " or "))") {
      for module in modules where await !Python.has(module) { return false }
      return true
    }
  }
}
