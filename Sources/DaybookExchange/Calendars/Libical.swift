// The interface to libical 3. Its error state and its buffers are global, so only one caller may use it at a time; and
// it must report errors instead of ending the process.

import CIcal
import DaybookText
import Synchronization

enum Libical {
  private static let lock = Mutex<Bool>(false)

  /// Runs `body` with exclusive use of libical.
  static func alone<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { isPrepared throws(Failure) in
      if !isPrepared {
        icalerror_set_errors_are_fatal(0)
        isPrepared = true
      }
      icalerror_clear_errno()
      return try body()
    }
  }

  /// A C string that libical made and leaves to us.
  static func take(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    guard let string else { return nil }
    defer { icalmemory_free_buffer(string) }
    return String(cString: string)
  }
}

/// A parsed component, freed with its value.
struct LibicalComponent: ~Copyable {
  private let pointer: OpaquePointer

  /// nil where libical finds no component in the text. Only within ``Libical/alone(_:)``.
  init?(_ text: String) {
    guard let pointer = icalparser_parse_string(text) else { return nil }
    self.pointer = pointer
  }

  deinit { icalcomponent_free(pointer) }

  /// The first property of the kind that has a value.
  func first(_ kind: icalproperty_kind) -> LibicalProperty? {
    var next = icalcomponent_get_first_property(pointer, kind)
    while let property = next {
      if let value = icalproperty_get_value(property) {
        return LibicalProperty(pointer: property, value: value)
      }
      next = icalcomponent_get_next_property(pointer, kind)
    }
    return nil
  }

  func all(_ kind: icalproperty_kind) -> [LibicalProperty] {
    var properties: [LibicalProperty] = []
    var next = icalcomponent_get_first_property(pointer, kind)
    while let property = next {
      if let value = icalproperty_get_value(property) {
        properties.append(LibicalProperty(pointer: property, value: value))
      }
      next = icalcomponent_get_next_property(pointer, kind)
    }
    return properties
  }
}

/// A property of a component, valid as long as that is.
struct LibicalProperty {
  let pointer: OpaquePointer
  let value: OpaquePointer

  /// The text of a value of that type; nil for an empty one.
  var text: String? {
    guard icalvalue_isa(value) == ICAL_TEXT_VALUE, let text = icalvalue_get_text(value) else { return nil }
    let string = String(cString: text).trimmedASCII
    return string.isEmpty ? nil : string
  }

  /// The value as it is written.
  var raw: String? { Libical.take(icalvalue_as_ical_string_r(value)) }

  /// A parameter's value, with the carets of RFC 6868 undone.
  func parameter(_ name: String) -> String? {
    guard let text = Libical.take(icalproperty_get_parameter_as_string_r(pointer, name))?.trimmedASCII,
      !text.isEmpty
    else { return nil }
    return ContentLines.unescapedParameter(text)
  }

  /// The civil time; nil where the value is not one.
  var time: icaltimetype? {
    switch icalvalue_isa(value) {
    case ICAL_DATE_VALUE, ICAL_DATETIME_VALUE, ICAL_DATETIMEDATE_VALUE:
      let time = icalvalue_get_datetimedate(value)
      return icaltime_is_null_time(time) != 0 ? nil : time
    default: return nil
    }
  }
}
