import Daybook

extension WorkloadEvent {
  /// As `daybook append` reads it.
  func writeMutation(to line: inout [UInt8]) {
    line += "{"
    writeMembers(&line)
  }

  /// As a log without Daybook would have it: the same with a stamp and a number.
  func writeEvent(seq: Int, replica: String, to line: inout [UInt8]) {
    line += "{\"stamp\":\""
    time.write(to: &line)
    line += "-"
    line.append(hexadecimal: UInt64(counter), width: 4)
    line += "-\(replica)\",\"seq\":\(seq),"
    writeMembers(&line)
  }

  private func writeMembers(_ line: inout [UInt8]) {
    line += "\"op\":\"\(operation.rawValue)\",\"kind\":\"\(kind.name)\",\"id\":\""
    id.write(to: &line)
    line += "\""
    if let server {
      let time = server.description.dropLast()
      line += ",\"server\":\"\(time)000000Z\",\"present\":true"
    }
    if !fields.isEmpty {
      line += ",\"set\":{"
      for (place, field) in fields.enumerated() {
        line += "\(place == 0 ? "" : ",")\"\(field.name)\":"
        field.value.write(to: &line)
      }
      line += "}"
    }
    if let relation, let target {
      line += ",\"rel\":\"\(relation)\",\"to\":\""
      target.write(to: &line)
      line += "\""
    }
    line += ",\"by\":\"\(author)\""
    if let why { line += ",\"why\":\"\(why)\"" }
    line += "}\n"
  }
}

extension WorkloadEvent.Value {
  /// The vocabulary has nothing that JSON would escape.
  fileprivate func write(to line: inout [UInt8]) {
    switch self {
    case .text(let text), .choice(let text): line += "\"\(text)\""
    case .texts(let texts): line += "[\"" + texts.joined(separator: "\",\"") + "\"]"
    case .reference(let id):
      line += "\""
      id.write(to: &line)
      line += "\""
    case .time(let time):
      line += "\""
      time.write(to: &line)
      line += "\""
    case .flag(let isSet): line += isSet ? "true" : "false"
    case .thousandths(let count):
      // The shortest form, as every JSON writer has it.
      line += "\(Double(count) / 1000)".replacingSuffix(".0", with: "")
    }
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}

extension [UInt8] {
  fileprivate static func += (bytes: inout [UInt8], text: String) { bytes.append(contentsOf: text.utf8) }
}
