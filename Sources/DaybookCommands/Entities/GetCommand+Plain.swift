import DaybookModel

extension GetCommand: PlainCommand {
  static var plainOptions: Set<String> { PlainArguments.selectionOptions.union(["data", "output"]) }
  static var plainFlags: Set<String> { PlainArguments.selectionFlags }

  init(_ arguments: PlainArguments) throws {
    self.init()
    guard arguments.words.count == 2 else { throw PlainArguments.NotPlain() }
    var entity = EntityArguments()
    (entity.kind, entity.id) = (arguments.words[0], arguments.words[1])
    self.entity = entity
    cut = try arguments.cut
    (data, output) = (arguments["data"], arguments["output"])
    (viewer, reveal, selection) = (arguments.viewer, arguments.reveal, arguments.selection)
    options = try arguments.output
  }
}

extension QueryCommand: PlainCommand {
  static var plainOptions: Set<String> {
    PlainArguments.selectionOptions.union(["where", "sort", "limit", "offset", "fields", "group-by"])
  }
  static var plainUnconditional: Set<String> { ["sort"] }
  static var plainFlags: Set<String> { PlainArguments.selectionFlags.union(["count", "include-deleted"]) }

  init(_ arguments: PlainArguments) throws {
    self.init()
    guard arguments.words.count == 1 else { throw PlainArguments.NotPlain() }
    kind = arguments.words[0]
    (condition, sort, fields) = (arguments["where"], arguments["sort"], arguments["fields"])
    (limit, offset) = (try arguments.number("limit"), try arguments.number("offset"))
    cut = try arguments.cut
    (count, includeDeleted) = (arguments.has("count"), arguments.has("include-deleted"))
    groupBy = arguments["group-by"]
    (viewer, reveal, selection) = (arguments.viewer, arguments.reveal, arguments.selection)
    options = try arguments.output
  }
}
