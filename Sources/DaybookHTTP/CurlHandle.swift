import CCurl

/// An easy handle of libcurl, with the connections that it keeps open.
// Sound: HTTPClient lends a handle to one transfer at a time, and libcurl's handles may move between threads.
final class CurlHandle: @unchecked Sendable {
  /// Nil without memory for one.
  let pointer = curl_easy_init()

  deinit { curl_easy_cleanup(pointer) }
}
