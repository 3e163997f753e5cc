@testable import Planner

/// Not the one of the testing library.
typealias Tag = Planner.Tag
