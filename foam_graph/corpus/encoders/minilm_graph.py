"""A BERT sentence encoder as an ONNX graph, built from its published weights without torch.

The network is BERT (Devlin et al., 2019, section 3) as sentence-transformers/all-MiniLM-L6-v2 uses it: 6 layers, mean
pooling over the tokens that are not padding, and vectors of length one (Reimers and Gurevych, 2019, section 3).
Needs the optional extra ``dense`` (numpy, onnx, safetensors).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors import SafetensorError
from safetensors.numpy import load

from foam_graph.errors import EnvironmentFault

OPSET = 20
"""The first ONNX opset with Gelu as one operator."""


@dataclass(frozen=True)
class BertShape:
    """What the graph needs to know besides the weights; the fields of ``config.json``.

    Attributes:
        layers: Number of layers.
        heads: Attention heads of a layer.
        width: Length of a token's vector.
        epsilon: Added to the variance before layers are normed.
    """

    layers: int
    heads: int
    width: int
    epsilon: float

    @classmethod
    def of(cls, config: bytes) -> BertShape:
        """Reads ``config.json``.

        Raises:
            EnvironmentFault: It is no configuration of a BERT model.
        """
        try:
            read = json.loads(config)
            shape = cls(
                int(read["num_hidden_layers"]),
                int(read["num_attention_heads"]),
                int(read["hidden_size"]),
                float(read["layer_norm_eps"]),
            )
        except (ValueError, TypeError, KeyError) as fault:
            raise _unusable(f"its config.json cannot be read: {fault}") from None
        if read.get("model_type") != "bert" or read.get("hidden_act") != "gelu" or shape.width % shape.heads:
            raise _unusable("its config.json is not that of a BERT model with GELU")
        return shape


def read_safetensors(content: bytes) -> dict[str, np.ndarray[Any, Any]]:
    """The tensors of a safetensors file.

    Raises:
        EnvironmentFault: The file is cut off, or its header and its numbers do not agree.
    """
    try:
        return dict(load(content))
    except (SafetensorError, ValueError, TypeError, KeyError) as fault:
        raise _unusable(f"its weights cannot be read: {fault}") from None


def build_graph(weights: Mapping[str, np.ndarray[Any, Any]], shape: BertShape) -> bytes:
    """The encoder as a serialised ONNX model.

    Args:
        weights: Tensors by their names in the published model.
        shape: Its configuration.

    Returns:
        A model with inputs ``ids`` and ``mask`` (int64, batch x tokens) and output ``vectors`` (float32, batch x width).

    Raises:
        EnvironmentFault: A tensor is missing or has another shape.
    """
    try:
        model = _Graph(weights, shape).model()
        onnx.checker.check_model(model, full_check=True)
    except KeyError as fault:
        raise _unusable(f"it has no weights named {fault}") from None
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError, ValueError) as fault:
        raise _unusable(f"its weights do not fit its configuration: {str(fault)[:200]}") from None
    return bytes(model.SerializeToString())


class _Graph:
    """Nodes and constants of one encoder, in order."""

    def __init__(self, weights: Mapping[str, np.ndarray[Any, Any]], shape: BertShape) -> None:
        self._weights = weights
        self._shape = shape
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def model(self) -> Any:
        """The whole model."""
        x, penalty = self._embed(), self._mask()
        for layer in range(self._shape.layers):
            x = self._layer(x, penalty, f"encoder.layer.{layer}.")
        self._pool(x)
        ids = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "tokens"]) for n in ("ids", "mask")]
        out = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", self._shape.width])
        graph = helper.make_graph(self._nodes, "encoder", ids, [out], list(self._constants.values()))
        # The lowest intermediate representation that opset 20 allows: older runtimes can read it.
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)

    def _do(self, operator: str, *inputs: str, out: str = "", **settings: Any) -> str:
        name = out or f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, list(inputs), [name], **settings))
        return name

    def _constant(self, name: str, value: Any, kind: Any = np.float32) -> str:
        array = np.ascontiguousarray(np.asarray(value, dtype=kind))
        self._constants.setdefault(name, numpy_helper.from_array(array, name))
        return name

    def _weight(self, name: str, *, turned: bool = False) -> str:
        value = self._weights[name]
        return self._constant(name, value.T if turned else value)

    def _norm(self, x: str, name: str) -> str:
        gain, shift = self._weight(f"{name}.weight"), self._weight(f"{name}.bias")
        return self._do("LayerNormalization", x, gain, shift, axis=-1, epsilon=self._shape.epsilon)

    def _dense(self, x: str, name: str) -> str:
        product = self._do("MatMul", x, self._weight(f"{name}.weight", turned=True))
        return self._do("Add", product, self._weight(f"{name}.bias"))

    def _embed(self) -> str:
        words = self._do("Gather", self._weight("embeddings.word_embeddings.weight"), "ids")
        # All tokens are of the first segment, so that its vector can be added to every position's.
        places = self._weights["embeddings.position_embeddings.weight"]
        kinds = self._weights["embeddings.token_type_embeddings.weight"]
        length = self._do("Slice", self._do("Shape", "ids"), *self._integers("second", [1], [2], [0]))
        table = self._constant("places", places + kinds[0])
        zero, first = self._constant("zero", [0], np.int64), self._constant("axis0", [0], np.int64)
        place = self._do("Slice", table, zero, length, first)
        return self._norm(self._do("Add", words, place), "embeddings.LayerNorm")

    def _integers(self, name: str, *values: list[int]) -> list[str]:
        return [self._constant(f"{name}{n}", value, np.int64) for n, value in enumerate(values)]

    def _mask(self) -> str:
        """What is added to attention scores: 0 for tokens, a very small number for padding; batch x 1 x 1 x tokens."""
        kept = self._do("Unsqueeze", self._do("Cast", "mask", to=TensorProto.FLOAT), *self._integers("outer", [1, 2]))
        missing = self._do("Sub", self._constant("one", 1.0), kept)
        return self._do("Mul", missing, self._constant("never", np.finfo(np.float32).min))

    def _layer(self, x: str, penalty: str, name: str) -> str:
        shape = self._shape
        size = shape.width // shape.heads
        split = self._constant("split", [0, 0, shape.heads, size], np.int64)

        def heads(which: str, order: list[int]) -> str:
            flat = self._dense(x, f"{name}attention.self.{which}")
            return self._do("Transpose", self._do("Reshape", flat, split), perm=order)

        query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
        scaled = self._do("Mul", self._do("MatMul", query, key), self._constant("scale", 1.0 / math.sqrt(size)))
        weight = self._do("Softmax", self._do("Add", scaled, penalty), axis=-1)
        mixed = self._do("Transpose", self._do("MatMul", weight, value), perm=[0, 2, 1, 3])
        joined = self._do("Reshape", mixed, self._constant("joined", [0, 0, shape.width], np.int64))
        attended = self._dense(joined, f"{name}attention.output.dense")
        x = self._norm(self._do("Add", attended, x), f"{name}attention.output.LayerNorm")
        inner = self._do("Gelu", self._dense(x, f"{name}intermediate.dense"))
        return self._norm(self._do("Add", self._dense(inner, f"{name}output.dense"), x), f"{name}output.LayerNorm")

    def _pool(self, x: str) -> None:
        kept = self._do("Unsqueeze", self._do("Cast", "mask", to=TensorProto.FLOAT), *self._integers("last", [2]))
        axis = self._constant("axis1", [1], np.int64)
        total = self._do("ReduceSum", self._do("Mul", x, kept), axis, keepdims=0)
        count = self._do("ReduceSum", kept, axis, keepdims=0)
        mean = self._do("Div", total, self._do("Max", count, self._constant("least", 1e-9)))
        length = self._do("ReduceL2", mean, axis, keepdims=1)
        self._do("Div", mean, self._do("Max", length, self._constant("tiny", 1e-12)), out="vectors")


def _unusable(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the encoder model cannot be used: {why}", "Delete the folder `encoders` in the data folder and try again."
    )
