import Daybook
import Messaging
import Testing

struct MessagingSystemTests {
  @Test func registers() throws {
    let registry = try SchemaRegistry([.messaging])
    #expect(registry.systems.map(\.name) == ["messaging"])
  }
}
