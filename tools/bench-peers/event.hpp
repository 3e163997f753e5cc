// One line of the workload, as a peer takes it apart.
#pragma once
#include <simdjson.h>

#include "kinds.hpp"
#include "measure.hpp"

namespace workload {

using Parser = simdjson::ondemand::parser;

inline int digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

inline int decimal(const char* text, int width) {
  int value = 0;
  while (width--) value = value * 10 + *text++ - '0';
  return value;
}

struct Id {
  unsigned char bytes[16] = {};

  static Id of(std::string_view text) {
    Id id;
    size_t place = 0;
    for (size_t i = 0; i + 1 < text.size() && place < 16;) {
      if (text[i] == '-') { i++; continue; }
      id.bytes[place++] = digit(text[i]) << 4 | digit(text[i + 1]);
      i += 2;
    }
    return id;
  }
};

// Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS.mmm` (days from civil: Howard Hinnant, "chrono-Compatible
// Low-Level Date Algorithms").
inline int64_t milliseconds(const char* text) {
  int year = decimal(text, 4), month = decimal(text + 5, 2), day = decimal(text + 8, 2);
  year -= month <= 2;
  int era = year / 400;
  unsigned ofEra = year - era * 400;
  unsigned ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int64_t days = era * 146097LL + int(ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear) - 719468;
  return ((days * 24 + decimal(text + 11, 2)) * 60 + decimal(text + 14, 2)) * 60000 +
         decimal(text + 17, 2) * 1000 + decimal(text + 20, 3);
}

// A stamp in 63 bits that order as stamps do: milliseconds, eight bits of the counter, twelve of the replica.
inline int64_t packedStamp(const char* text) {
  int64_t counter = digit(text[27]) << 4 | digit(text[28]);
  int64_t replica = digit(text[30]) << 8 | digit(text[31]) << 4 | digit(text[32]);
  return milliseconds(text) << 20 | counter << 12 | replica;
}

// Every line begins with {"stamp":"
inline constexpr size_t stampOffset = 10;

struct Value {
  enum Type { text, flag, number } type;
  std::string_view string;
  double amount;
};

struct Event {
  int64_t stamp;
  std::string_view op, id, relation, target, reason;
  int kind;
  // A bit for each field that is written.
  unsigned fields;
  Value values[fieldCountMax];
};

inline Value valueOf(simdjson::ondemand::value value) {
  using simdjson::ondemand::json_type;
  json_type type = value.type();
  if (type == json_type::string) return {Value::text, std::string_view(value.get_string()), 0};
  if (type == json_type::boolean) return {Value::flag, {}, bool(value.get_bool()) ? 1.0 : 0.0};
  if (type == json_type::number) return {Value::number, {}, double(value.get_double())};
  return {Value::text, std::string_view(simdjson::to_json_string(value)), 0};
}

// `capacity` is what may be read from the line's first byte on.
inline void read(Parser& parser, std::string_view line, size_t capacity, Event& event) {
  simdjson::ondemand::document document;
  if (parser.iterate(line.data(), line.size(), capacity).get(document)) fail("a line that is no JSON");
  event.op = event.id = event.relation = event.target = event.reason = {};
  event.kind = -1;
  event.fields = 0;
  for (auto member : document.get_object()) {
    std::string_view key = member.unescaped_key();
    auto value = member.value();
    if (key == "stamp") event.stamp = packedStamp(std::string_view(value.get_string()).data());
    else if (key == "op") event.op = value.get_string();
    else if (key == "kind") event.kind = kindOf(value.get_string());
    else if (key == "id") event.id = value.get_string();
    else if (key == "rel") event.relation = value.get_string();
    else if (key == "to") event.target = value.get_string();
    else if (key == "why") event.reason = value.get_string();
    else if (key == "server") {
      event.fields |= 1u << serverField;
      event.values[serverField] = {Value::text, std::string_view(value.get_string()), 0};
    } else if (key == "set") {
      const auto& names = kinds[event.kind].fields;
      for (auto field : value.get_object()) {
        std::string_view name = field.unescaped_key();
        size_t place = 0;
        while (place < names.size() && names[place] != name) place++;
        if (place == names.size()) continue;
        event.fields |= 1u << place;
        event.values[place] = valueOf(field.value());
      }
    }
  }
  if (event.kind < 0) fail("a line without a kind");
}

}  // namespace workload
