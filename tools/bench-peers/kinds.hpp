// The kinds of the workload and the fields that it writes of each: what a peer's schema is made of.
#pragma once
#include <array>
#include <string_view>
#include <vector>

namespace workload {

struct Kind {
  std::string_view name;
  const char* table;
  std::vector<std::string_view> fields;
};

enum KindIndex { person, context, participation, evidence, insight, message, conversation, note, kindCount };

inline const std::array<Kind, kindCount> kinds = {{
    {"sam.person", "person", {"displayNameCache", "emailCache", "contactIdentifier", "roleBadges", "responsibilityNotes"}},
    {"sam.context", "context", {"name", "kind"}},
    {"sam.contextParticipation", "participation", {"person", "context", "note", "isPrimary"}},
    {"sam.evidenceItem", "evidence", {"title", "snippet", "occurredAt", "source", "state"}},
    {"sam.insight", "insight", {"kind", "message", "confidence"}},
    {"chat.message", "message", {"conversationID", "senderID", "text", "createdAt", "server"}},
    {"chat.conversation", "conversation", {"isMuted", "isPinned"}},
    {"planner.note", "note", {"title", "plainText"}},
}};

inline constexpr size_t fieldCountMax = 5;
// Which of a message's fields no `set` holds.
inline constexpr int serverField = 4;

inline int kindOf(std::string_view name) {
  for (int index = 0; index < kindCount; index++)
    if (kinds[index].name == name) return index;
  return -1;
}

}  // namespace workload
