import Daybook
import Planner
import Testing

struct PlannerSystemTests {
  @Test func registers() throws {
    let registry = try SchemaRegistry([.planner])
    #expect(registry.systems.map(\.name) == ["planner"])
  }
}
