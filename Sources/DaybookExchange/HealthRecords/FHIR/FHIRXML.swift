// FHIR in XML as the JSON that means the same, so that one resource model reads both.

import DaybookModel

/// Writes resources in XML as one JSON text; each begins on the line on which it is in the file.
struct FHIRXML {
  private var bytes: [UInt8] = []
  private var line = 1

  static func json(_ root: XMLNode) -> [UInt8] {
    var writer = FHIRXML()
    writer.resource(root)
    return writer.bytes
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func string(_ text: String) { bytes += JSONValue.string(text).canonicalBytes }

  /// Writes members between braces, with commas between them.
  private mutating func list<Element>(
    _ brackets: (String, String), _ elements: [Element], _ element: (inout FHIRXML, Element) -> Void
  ) {
    write(brackets.0)
    for (index, part) in elements.enumerated() {
      if index > 0 { write(",") }
      element(&self, part)
    }
    write(brackets.1)
  }

  private mutating func resource(_ node: XMLNode) {
    while line < node.line {
      write("\n")
      line += 1
    }
    write("{\"resourceType\":")
    string(node.name)
    for member in members(node, node.name) {
      write(",")
      self.member(member)
    }
    write("}")
  }

  // MARK: Members

  private enum Member {
    case attribute(String, String)
    case elements(String, [XMLNode], isList: Bool)
    /// The values of primitives, and what stands beside them.
    case values(String, [XMLNode], isList: Bool, parent: String)
    case asides(String, [XMLNode], isList: Bool)
    case markup(XMLNode)
  }

  private func members(_ node: XMLNode, _ parent: String) -> [Member] {
    var members: [Member] = []
    for name in ["id", "url"] { if let text = node[name] { members.append(.attribute(name, text)) } }
    var names: [String] = []
    var groups: [String: [XMLNode]] = [:]
    for child in node.children where !child.name.isEmpty {
      if groups[child.name] == nil { names.append(child.name) }
      groups[child.name, default: []].append(child)
    }
    for name in names {
      let nodes = groups[name] ?? []
      let isList = nodes.count > 1 || FHIRXMLNames.isList(name, below: parent)
      if name == "div" {
        members.append(.markup(nodes[0]))
      } else if nodes.contains(where: { $0.attributes["value"] != nil })
        || nodes.allSatisfy(Self.hasOnlyExtensions) && FHIRXMLNames.isPrimitive(name, below: parent)
      {
        if nodes.contains(where: { $0.attributes["value"] != nil }) {
          members.append(.values(name, nodes, isList: isList, parent: parent))
        }
        if nodes.contains(where: Self.hasAside) { members.append(.asides(name, nodes, isList: isList)) }
      } else {
        members.append(.elements(name, nodes, isList: isList))
      }
    }
    return members
  }

  private static func hasAside(_ node: XMLNode) -> Bool {
    node["id"] != nil || node.children.contains { !$0.name.isEmpty }
  }

  private static func hasOnlyExtensions(_ node: XMLNode) -> Bool {
    let children = node.children.filter { !$0.name.isEmpty }
    return !children.isEmpty && children.allSatisfy { $0.name == "extension" }
  }

  private mutating func member(_ member: Member) {
    switch member {
    case .attribute(let name, let text):
      string(name)
      write(":")
      string(text)
    case .markup(let node):
      write("\"div\":")
      let markup = String(decoding: node.source, as: UTF8.self).dropFirst("<div".count)
      string("<div xmlns=\"http://www.w3.org/1999/xhtml\"" + markup)
    case .elements(let name, let nodes, let isList):
      put(name, nodes, isList) { $0.element($1, name) }
    case .values(let name, let nodes, let isList, let parent):
      put(name, nodes, isList) { $0.value($1, name, parent) }
    case .asides(let name, let nodes, let isList):
      put("_" + name, nodes, isList) { writer, node in
        Self.hasAside(node) ? writer.element(node, name) : writer.write("null")
      }
    }
  }

  private mutating func put(
    _ name: String, _ nodes: [XMLNode], _ isList: Bool, _ element: (inout FHIRXML, XMLNode) -> Void
  ) {
    string(name)
    write(":")
    if isList { list(("[", "]"), nodes, element) } else { element(&self, nodes[0]) }
  }

  private mutating func element(_ node: XMLNode, _ name: String) {
    let children = node.children.filter { !$0.name.isEmpty }
    if children.count == 1, children[0].name.first?.isUppercase == true { return resource(children[0]) }
    list(("{", "}"), members(node, name)) { $0.member($1) }
  }

  private mutating func value(_ node: XMLNode, _ name: String, _ parent: String) {
    guard let text = node.attributes["value"] else { return write("null") }
    let isLiteral =
      FHIRXMLNames.isTruth(name) && ["true", "false"].contains(text)
      || FHIRXMLNames.isNumber(name, below: parent) && Self.isNumber(text)
    if isLiteral { write(text) } else { string(text) }
  }

  private static func isNumber(_ text: String) -> Bool { (try? JSONParser.parse(text))?.double != nil }
}
