// How a medicine is taken, in words: dose, times, route, conditions, and the prescriber's own words.

struct CCDADosage {
  let text: CCDAText

  /// - Parameter name: of the medicine, which some documents repeat where the words for its use should be.
  func text(of node: XMLNode, name: String?) -> String? {
    let times = CCDAText.times(node).compactMap(time)
    let doses = [
      dose(node),
      text.value(node.first("rateQuantity")).map { "at a rate of \($0)" },
    ]
    let conditions = node.all("precondition").compactMap(condition)
    let parts =
      doses + times + conditions + [text.code(node.first("routeCode"))]
      + node.all("approachSiteCode").map { text.code($0).map { "at \($0)" } } + [limit(node)]
    var told = FHIRText.joined(parts, ", ")
    for words in self.words(node) where !Self.has(name, words) && !Self.has(told, words) {
      told = FHIRText.joined([told, words], "; ")
    }
    return told
  }

  /// `1 tablet`, where the form is said beside a dose without a unit.
  private func dose(_ node: XMLNode) -> String? {
    let dose = node.first("doseQuantity")
    let hasUnit = [dose, dose?.first("low"), dose?.first("high")].contains {
      $0?["unit"].map { $0 != "1" } == true
    }
    return FHIRText.joined(
      [text.value(dose), hasUnit ? nil : text.code(node.first("administrationUnitCode"))], " ")
  }

  private static func has(_ whole: String?, _ part: String) -> Bool {
    whole?.lowercased().contains(part.lowercased()) == true
  }

  // MARK: Times

  private func time(_ node: XMLNode) -> String? {
    if let event = node.first("event")?["code"] {
      return FHIRText.joined([offset(node.first("offset")), ClinicalTiming.event(event)], " ")
    }
    guard let period = node.first("period") else {
      let isOneMoment = node.first("low") == nil && node.first("high") == nil
      return isOneMoment ? text.quantity(node.first("width")).map { "for \($0)" } : nil
    }
    let (low, high) = (period.first("low"), period.first("high"))
    let unit = (period["unit"] ?? low?["unit"] ?? high?["unit"]) ?? ""
    let rate = ClinicalTiming.rate(
      nil, to: nil, per: period["value"] ?? low?["value"] ?? high?["value"],
      to: low?["value"] == nil ? nil : high?["value"], unit)
    return rate.isEmpty ? nil : rate
  }

  private func offset(_ node: XMLNode?) -> String? {
    text.quantity(node) ?? text.quantity(node?.first("low"))
  }

  // MARK: Conditions and words

  private func condition(_ node: XMLNode) -> String? {
    let criterion = node.first("criterion")
    let value = criterion.flatMap { text.value($0.first("value")) ?? text.words($0.first("text")) }
    return value.map { "as needed for \($0)" } ?? (criterion == nil ? nil : "as needed")
  }

  private func limit(_ node: XMLNode) -> String? {
    let limit = node.first("maxDoseQuantity")
    return FHIRText.joined(
      [text.quantity(limit?.first("numerator")), text.quantity(limit?.first("denominator"))], " in "
    ).map { "at most \($0)" }
  }

  /// LOINC: instructions for a medicine; SNOMED CT: what patients are taught, instructions, those for the pharmacy.
  private static let instructions: Set<String> = ["76662-6", "311401005", "422037009", "409073007"]

  private func words(_ node: XMLNode) -> [String] {
    var words = [text.words(node.first("text")), text.words(node.first("patientInstruction"))]
    let relations = node.all("entryRelationship")
    // The pharmacy's instructions stand in what it is to supply.
    let supplied = relations.flatMap { $0.all("supply") }.flatMap { $0.all("entryRelationship") }
    for relation in relations + supplied {
      for act in relation.children
      where ["act", "substanceAdministration", "observation"].contains(act.name) {
        let isInstruction =
          Self.instructions.contains(act.first("code")?["code"] ?? "")
          || act.all("templateId").contains { $0["root"] == "2.16.840.1.113883.10.20.22.4.20" }
        if isInstruction { words.append(text.words(act.first("text")) ?? text.value(act.first("value"))) }
      }
    }
    let material = node.first("consumable", "manufacturedProduct", "manufacturedMaterial")
    let code = material?.first("code")
    let places = [node.first("text"), code?.first("originalText"), material?.first("name")]
    words.append(
      text.directions(at: places + (code?.all("translation").map { $0.first("originalText") } ?? [])))
    return words.compactMap { $0 }
  }
}
