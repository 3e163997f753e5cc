// The function that libFuzzer calls with its inputs. One library has all targets; `$DAYBOOK_FUZZ` selects one. Each
// checks, besides not trapping, the invariants for all input that the readers accept.
import DaybookLog
import DaybookModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  target(bytes)
  return 0
}

private let target: @Sendable ([UInt8]) -> Void =
  switch getenv("DAYBOOK_FUZZ").map({ String(cString: $0) }) {
  case "age": fuzzAge
  case "device-events": fuzzDeviceEvents
  case "devices": fuzzDevices
  case "json": fuzzJSON
  case "keyrings": fuzzKeyrings
  case "lines": fuzzLines
  case "segments": fuzzSegments
  default:
    { _ in
      preconditionFailure("DAYBOOK_FUZZ is age, device-events, devices, json, keyrings, lines or segments")
    }
  }
