extension Event: Codable {
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(JSONObject(from: decoder))
    } catch let error as EventFormError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Mutation: Codable {
  public init(from decoder: any Decoder) throws {
    do {
      try self.init(JSONObject(from: decoder))
    } catch let error as EventFormError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
