import DaybookModel
import Testing

@testable import DaybookCommands

@Suite struct FieldAssignmentTests {
  @Test(
    arguments: [
      ("a=b", "a", .set(.text("b"))), ("a=b=c", "a", .set(.text("b=c"))), ("a=", "a", .clear),
      ("a+=b", "a", .add(.text("b"))), ("a=+b", "a", .set(.text("+b"))),
      ("a=@f.txt", "a", .set(.file("f.txt"))),
      ("a+=@-", "a", .add(.file("-"))), ("a=@@home", "a", .set(.text("@home"))),
      ("a=@", "a", .set(.text("@"))),
      ("naïve=ö", "naïve", .set(.text("ö"))), ("a= ", "a", .set(.text(" "))),
    ] as [(String, String, FieldAssignment.Action)])
  func anAssignmentHasAFieldAndAnAction(_ text: String, _ field: String, _ action: FieldAssignment.Action)
    throws
  {
    let assignment = try FieldAssignment(text)
    #expect(assignment.field == field)
    #expect(assignment.action == action)
  }

  @Test(arguments: ["", "a", "=b", "+=b", "a+="]) func anAssignmentWithoutAFieldOrValueIsRefused(
    _ text: String
  ) {
    #expect { try FieldAssignment(text) } throws: { ($0 as? LedgerError)?.code == .usage }
  }
}
