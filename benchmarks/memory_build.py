"""Building a memory of synthetic debates of ORCHID's size with the offline annotator: time and memory.

    .venv/bin/python benchmarks/memory_build.py [--debates 1000] [--json]

Ten turns of about 1,200 Chinese characters each, as ORCHID has them, from a fixed seed; no two debates are the same. The
managed Neo4j of a temporary home runs beside. Told are wall time, CPU time and peak memory of this process and of the
server, the CPU time of the first and of the last tenth of the debates, and of one recall from the whole memory.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

import psutil

from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.config import Settings
from foam_graph.debate.memory.building import Builder, Plan
from foam_graph.debate.memory.remembering import Memory, keywords_of
from foam_graph.store.server import control as server
from foam_graph.store.store import Store

TURNS = 10
CHARACTERS = 1200
_THINGS = "城市 学校 医院 工厂 港口 图书馆 电车 公园 市场 河流 老人 孩子 工人 税收 预算 空气 噪音 房租 垃圾 路灯 网络 能源 农田 博物馆".split()  # noqa: SIM905
_SAYS = (
    "我们认为{a}应当优先于{b}，因为{a}关系到每一个人的尊严。",
    "例如，在{a}的问题上，另一座城市三年前已经关闭了{b}。",
    "研究表明，{a}增加百分之{n}，{b}就会随之减少。",
    "对方辩友说{a}不重要，但是没有说明{b}由谁来承担。",
    "如果只看{a}，就会导致{b}的严重问题。",
    "这就好比为了{a}而放弃{b}，没有人会这样做。",
    "改善{a}有利于{b}的发展，这是大家都看得到的。",
    "由于{a}的变化，{b}的情况也发生了变化。",
)


def debate(number: int) -> dict[str, object]:
    """One debate; the same number gives the same one."""
    chance = random.Random(number)  # noqa: S311 - no secret
    a, b = chance.sample(_THINGS, 2)
    turns = []
    for turn in range(TURNS):
        side = "PRO" if turn % 2 == 0 else "CON"
        text = ""
        while len(text) < CHARACTERS:
            one, other = chance.sample(_THINGS, 2)
            text += chance.choice(_SAYS).format(a=one, b=other, n=chance.randint(2, 60))
        turns.append({"stance": side, "debater": f"{side[0]}{turn // 2 + 1}", "utterance": text})
    return {"competition": "合成辩论", "match": f"第{number}场", "topic": f"{a}比{b}更重要", "debate": turns}


def most_memory(pid: int) -> int:
    """Most memory that a process ever held, MB; ``ru_maxrss`` would begin with that of the process it was forked from."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024)


class Meter:
    """CPU seconds of this process and of the server, at the beginning and after each debate."""

    def __init__(self, server_pid: int) -> None:
        self.pid = server_pid
        self._server = psutil.Process(server_pid)
        self._begun = time.monotonic()
        self.points = [self._now()]

    def _now(self) -> tuple[float, float, float]:
        return time.monotonic() - self._begun, time.process_time(), sum(self._server.cpu_times()[:2])

    def tick(self, path: Path) -> None:
        """Told of each debate that was taken."""
        del path
        self.points.append(self._now())

    def spent(self, start: int, end: int) -> tuple[float, float, float]:
        """Wall, own and server's seconds between two points."""
        wall, own, served = (late - early for late, early in zip(self.points[end], self.points[start], strict=True))
        return wall, own, served


def measured(settings: Settings, folder: Path, debates: int) -> dict[str, float | int]:
    """Builds a memory of the debates in a folder and recalls from it."""
    agent = OfflineAgent((), lambda _text: {}, 0)
    endpoint = server.endpoint(settings)
    if endpoint.pid is None:
        raise SystemExit("the server is not one of this machine: its figures cannot be read")
    with Store.open(endpoint, settings) as store:
        meter = Meter(endpoint.pid)
        built = Builder(store, settings, Plan("bench"), agent, meter.tick).build([folder])
        meter.tick(folder)
        wall, own, served = meter.spent(0, -1)
        tenth = max(1, debates // 10)
        first, last = meter.spent(0, tenth), meter.spent(debates - tenth, debates)
        peak, server_peak = most_memory(psutil.Process().pid), most_memory(endpoint.pid)
        begun = len(meter.points) - 1
        again = Builder(store, settings, Plan("bench"), agent).build([folder])
        meter.tick(folder)
        memory = Memory(store, settings, "bench")
        meter.tick(folder)
        motion = "港口比公园更重要"
        told = memory.recall(motion, [], "pro", keywords_of(agent, motion, [], "pro"))
        meter.tick(folder)
        unchanged, opened, recall = (meter.spent(begun + n, begun + n + 1) for n in range(3))
    if len(built.added) != debates or again.added or len(told.found) != 5:
        raise SystemExit(f"not as expected: {len(built.added)} added, {built.rejected[:2]}")
    return {
        "debates": debates,
        "utterances": built.utterances,
        "wall seconds": round(wall, 1),
        "CPU seconds of this process": round(own, 1),
        "CPU seconds of the server": round(served, 1),
        "CPU seconds a debate, both": round((own + served) / debates, 3),
        "the same, first tenth": round(sum(first[1:]) / tenth, 3),
        "the same, last tenth": round(sum(last[1:]) / tenth, 3),
        "peak MB of this process": peak,
        "peak MB of the server": server_peak,
        "CPU seconds of a build that finds nothing new": round(sum(unchanged[1:]), 1),
        "CPU seconds to open the memory": round(sum(opened[1:]), 1),
        "CPU seconds of a recall": round(sum(recall[1:]), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--debates", type=int, default=1000)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home) / "home")
        folder = Path(home) / "debates"
        folder.mkdir()
        for number in range(given.debates):
            text = json.dumps(debate(number), ensure_ascii=False)
            (folder / f"{number:05}.json").write_text(text, encoding="utf-8")
        server.up(settings)
        try:
            result = measured(settings, folder, given.debates)
        finally:
            server.down(settings)
    if given.json:
        print(json.dumps(result, indent=1, ensure_ascii=False))
        return
    for name, value in result.items():
        print(f"{name:48} {value}")


if __name__ == "__main__":
    main()
