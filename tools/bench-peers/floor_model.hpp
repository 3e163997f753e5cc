// The floor's read model: an open hash of entities, each field the value with the latest stamp, and one of links.
// Values stay where they were decoded until `gather` puts what is alive together.
#pragma once
#include <memory>

#include "event.hpp"

namespace floor_model {

struct Id {
  uint64_t high = 0, low = 0;
  bool operator==(const Id& other) const { return high == other.high && low == other.low; }

  // `text` points behind the opening quote.
  static Id of(const char* text) {
    uint64_t words[2] = {0, 0};
    for (int place = 0, digits = 0; digits < 32; place++)
      if (text[place] != '-') {
        words[digits >> 4] = words[digits >> 4] << 4 | workload::digit(text[place]);
        digits++;
      }
    return {words[0], words[1]};
  }
};

inline constexpr int deleted = workload::fieldCountMax, dismissed = deleted + 1, cellCount = dismissed + 1;

// What an event writes: a cell of an entity, or a link.
struct Write {
  Id id;
  int64_t stamp;
  const char* bytes;
  uint32_t size;
  uint8_t kind, cell;
};

struct LinkWrite {
  Id id, target;
  int64_t stamp;
  bool isPresent;
  uint8_t relation;
};

struct Cell {
  int64_t stamp = 0;
  const char* bytes = nullptr;
  uint32_t size = 0;
};

struct Entity {
  Id id;
  uint8_t kind = 0;
  Cell cells[cellCount];
};

struct Link {
  Id id, target;
  uint8_t relation = 0;
  int64_t stamp = 0;
  bool isPresent = false;
};

inline uint64_t mixed(const Entity& entity) { return (entity.id.high * 0x9e3779b97f4a7c15u) >> 20; }
inline bool same(const Entity& a, const Entity& b) { return a.id == b.id; }
inline uint64_t mixed(const Link& link) {
  return ((link.id.high * 0x9e3779b97f4a7c15u ^ link.target.high * 0xc2b2ae3d27d4eb4fu) >> 20) + link.relation;
}
inline bool same(const Link& a, const Link& b) {
  return a.id == b.id && a.target == b.target && a.relation == b.relation;
}

// Rows in the order in which they came, found by linear probing.
template <class Row>
struct Table {
  std::vector<Row> rows;
  std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 12, 0);

  Row& at(const Row& wanted) {
    if (rows.size() * 2 >= slots.size()) grow();
    size_t mask = slots.size() - 1, slot = mixed(wanted) & mask;
    for (; slots[slot]; slot = (slot + 1) & mask)
      if (same(rows[slots[slot] - 1], wanted)) return rows[slots[slot] - 1];
    rows.push_back(wanted);
    slots[slot] = rows.size();
    return rows.back();
  }

 private:
  void grow() {
    std::vector<uint32_t> wider(slots.size() * 4, 0);
    size_t mask = wider.size() - 1;
    for (size_t row = 0; row < rows.size(); row++) {
      size_t slot = mixed(rows[row]) & mask;
      while (wider[slot]) slot = (slot + 1) & mask;
      wider[slot] = row + 1;
    }
    slots.swap(wider);
  }
};

// Entities whose ids belong to one thread.
struct Shard {
  Table<Entity> entities;
  Table<Link> links;
  std::unique_ptr<char[]> live;
  size_t liveSize = 0;

  void apply(const Write& write) {
    Entity wanted;
    wanted.id = write.id;
    wanted.kind = write.kind;
    Cell& cell = entities.at(wanted).cells[write.cell];
    if (write.stamp > cell.stamp) cell = {write.stamp, write.bytes, write.size};
  }

  void apply(const LinkWrite& write) {
    Link& link = links.at({write.id, write.target, write.relation});
    if (write.stamp > link.stamp) { link.stamp = write.stamp; link.isPresent = write.isPresent; }
  }

  void gather() {
    for (auto& entity : entities.rows)
      for (auto& cell : entity.cells) liveSize += cell.size;
    live.reset(new char[liveSize]);
    char* next = live.get();
    for (auto& entity : entities.rows)
      for (auto& cell : entity.cells)
        if (cell.bytes) {
          memcpy(next, cell.bytes, cell.size);
          cell.bytes = next;
          next += cell.size;
        }
  }
};

}  // namespace floor_model
