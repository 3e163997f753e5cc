# Sourced by tools/bench: installs what the peers need, where it is missing and can be had, and builds their programs
# into .build/bench/peers. A peer that cannot be had is named, and left out.

peers=$PWD/.build/bench/peers
export DAYBOOK_BENCH_PEERS=$peers
mkdir -p "$peers"

install_peer_packages() {
  local missing=() package
  for package in g++ libsqlite3-dev sqlite3 librocksdb-dev libsimdjson-dev libzstd-dev libssl-dev python3-venv zstd; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  # Once a day is enough to ask for what may not be had.
  [ -z "$(find "$peers/asked" -mtime -1 2>/dev/null)" ] || return 0
  touch "$peers/asked"
  echo "installing: ${missing[*]}" >&2
  local root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  "${root[@]}" apt-get update -qq >&2 || true
  for package in "${missing[@]}"; do
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >&2 ||
      echo "tools/bench: no $package; what needs it is left out" >&2
  done
}
if command -v apt-get >/dev/null 2>&1; then install_peer_packages; fi

build_peer() { # name, libraries
  local name=$1
  shift
  if [ -n "$(find tools/bench-peers \( -name '*.hpp' -o -name "$name.cpp" \) -newer "$peers/$name" 2>/dev/null)" ] ||
    [ ! -x "$peers/$name" ]; then
    g++ -O3 -march=native -std=c++20 "tools/bench-peers/$name.cpp" -o "$peers/$name" "$@" 2>"$peers/$name.log" || {
      rm -f "$peers/$name"
      echo "tools/bench: $name does not build and is left out; see $peers/$name.log" >&2
    }
  fi
}
build_peer sqlite_peer -lsimdjson -lsqlite3
build_peer rocksdb_peer -lrocksdb
build_peer floor -lsimdjson -lzstd -lcrypto -lpthread
build_peer control
cp tools/bench-peers/duckdb_peer.py "$peers"

# DuckDB comes by pip.
if [ ! -x "$peers/python/bin/python" ] || ! "$peers/python/bin/python" -c 'import duckdb' 2>/dev/null; then
  if [ -z "$(find "$peers/asked-pip" -mtime -1 2>/dev/null)" ]; then
    touch "$peers/asked-pip"
    { python3 -m venv "$peers/python" && "$peers/python/bin/pip" install -q duckdb; } >&2 ||
      echo "tools/bench: no DuckDB by pip; it is left out" >&2
  fi
fi
export DAYBOOK_BENCH_PYTHON=$peers/python/bin/python
