package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  package var url: String
  package var headers: [String: String]
  package var body: [UInt8]

  package init(_ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}
