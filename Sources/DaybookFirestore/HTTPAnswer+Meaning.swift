import DaybookHTTP
import DaybookModel
import Messaging

/// The meaning of a status; Firestore repeats it as a word in the body.
enum HTTPMeaning: Equatable {
  case done
  case notPermitted
  case notFound
  case alreadyThere
  case preconditionFailed
  case failed(RemoteStoreError)
}

extension HTTPAnswer {
  /// The maximum, whatever a server asks for.
  private static let retryAfterMax = 3600.0

  var meaning: HTTPMeaning {
    switch status {
    case 200..<300: .done
    case 401:
      .failed(
        .refused(
          "the server does not accept the token; check the one in $\(FirestoreRemoteStore.tokenVariable)"))
    case 403: .notPermitted
    case 404: .notFound
    case 409: word == "ALREADY_EXISTS" ? .alreadyThere : .failed(later)
    case 412: .preconditionFailed
    case 400:
      word == "FAILED_PRECONDITION" ? .preconditionFailed : .failed(.invalid("the server finds it invalid"))
    case 408, 429, 500...599: .failed(later)
    default: .failed(.invalid("the server answers with status \(status); check its URL"))
    }
  }

  /// `{"error":{"status":"ALREADY_EXISTS", …}}`, in a list for methods that answer with one.
  private var word: String? {
    let body = json
    let object = body?.object ?? body?.array?.first?.object
    return object?["error"]?.object?["status"]?.string
  }

  private var later: RemoteStoreError {
    let pause = retryAfter.map { Duration.seconds($0.isFinite ? min(max($0, 0), Self.retryAfterMax) : 1) }
    return .unreachable("the server answers with status \(status)", retryAfter: pause)
  }
}

extension RemoteStoreError {
  /// The message is the same whether or not the document exists.
  static let notPermitted = RemoteStoreError.refused("the server does not permit it to this user")
  /// Any such error may be temporary.
  static let nonsense = RemoteStoreError.unreachable("the server's answer makes no sense")
}
