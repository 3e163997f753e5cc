// R4 has no status for a dose that is to come: it was not done, and the reason is that it is planned.

import DaybookModel

enum FHIRPlannedDose {
  private static let reason: JSONValue = ["text": "planned"]

  static func isPlanned(_ resource: FHIRResource) -> Bool { resource["statusReason"] == reason }

  /// Says whether an Immunization is planned; one that was planned and no longer is has been given.
  static func mark(_ resource: inout JSONObject, isPlanned: Bool) {
    if isPlanned {
      (resource["status"], resource["statusReason"]) = ("not-done", reason)
    } else if resource["statusReason"] == reason {
      (resource["status"], resource["statusReason"]) = ("completed", nil)
    }
  }
}
