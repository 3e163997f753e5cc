// Looking for the end of a JSON string sixteen bytes at a time.
#ifndef DAYBOOK_SCAN_H
#define DAYBOOK_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// How many bytes from `text` on stand for themselves in a JSON string: ASCII, and neither a quote, a backslash nor a
/// control character. One that does not must follow, and sixteen readable bytes from it on.
static inline __attribute__((always_inline)) size_t daybook_plain(const uint8_t *text) {
#if defined(__SSE2__)
  for (size_t place = 0;; place += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + place));
    // Compared as signed numbers, what is not ASCII is less than a space, too.
    __m128i found = _mm_or_si128(
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    unsigned marks = (unsigned)_mm_movemask_epi8(found);
    if (marks) return place + (size_t)__builtin_ctz(marks);
  }
#else
  size_t place = 0;
  while (text[place] >= ' ' && text[place] < 0x80 && text[place] != '"' && text[place] != '\\') place++;
  return place;
#endif
}

#endif
