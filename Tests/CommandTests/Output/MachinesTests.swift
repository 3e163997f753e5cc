import Daybook
import DaybookModel
import Testing

@testable import DaybookCommands

/// What tables call the machines that wrote.
@Suite struct MachinesTests {
  @Test func machinesOfOneNameAreToldApart() {
    let numbers: [UInt64] = [0x1122_3344_5566_7788, 0x99aa_bbcc_ddee_ff00, 0x0102_0304_0506_0708, 7]
    let ids = numbers.map { ReplicaID(rawValue: $0) }
    var machines = Machines()
    (machines[ids[0]], machines[ids[1]], machines[ids[2]]) = ("vm", "vm", "phone")
    let texts = ids.map { machines.text($0) }
    #expect(texts[0] == "vm (11223344)" && texts[1].hasPrefix("vm (") && texts[1] != texts[0])
    #expect(texts[2] == "phone" && texts[3] == ids[3].description)
    // For programs the name is as it was given.
    #expect(machines[ids[0]] == "vm")
  }
}
