public import DaybookView

/// What the columns of tables of one shape mean, as somebody once said: the next file with the same header needs
/// no word, on any machine.
public struct Mapping: Entity {
  public var id = ID()
  /// The kind and the header together: what names it.
  public var shape = ""
  /// The kind that the rows are of.
  public var targetKind = ""
  /// The header, in its order.
  public var columns: [String] = []
  /// The field that each column is; a column that is none is passed over.
  public var fields: [String: String] = [:]
  /// By field, the columns that make it together, in their order.
  public var joined: [String: [String]] = [:]
  /// The columns that had no cell when the mapping was made: of what they are nothing is known.
  public var unsettled: [String] = []
  /// The columns that name a row; empty where its content does.
  public var keyColumns: [String] = []
  /// `dmy` or `mdy`; null where the days themselves say.
  public var dateOrder: String?
  /// `.` or `,`; null where the numbers themselves say.
  public var decimal: String?

  /// The zone of times that name none, such as `Europe/Berlin`; null where there are none.
  public var zone: String?

  public init() {}

  public static let schema = Schema("daybook.mapping") {
    Key(\.shape)
    Unsearched(\.shape, \.targetKind, \.dateOrder, \.decimal, \.zone)
  }
}
