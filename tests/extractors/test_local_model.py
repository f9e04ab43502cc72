"""A model in this process: a tiny one with random weights, whose replies keep to the schema all the same."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ValidationError

from suffice.errors import ModelError, UsageError
from suffice.extractors.models import Message, Reply, Request
from suffice.extractors.models.link import _Verify
from suffice.extractors.models.local import LocalModel
from suffice.extractors.models.opening import open_model
from suffice.extractors.models.plan import Plan

WHY = "models in this process need `pip install 'suffice[models]'`"
torch: Any = pytest.importorskip("torch", reason=WHY)
transformers: Any = pytest.importorskip("transformers", reason=WHY)
tokenizers: Any = pytest.importorskip("tokenizers", reason=WHY)

REFUSES_SYSTEM = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama of two layers over bytes, as `save_pretrained` writes it."""
    place = tmp_path_factory.mktemp("tiny")
    bytes_of = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain = tokenizers.Tokenizer(tokenizers.models.BPE())
    plain.pre_tokenizer, plain.decoder = bytes_of, tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300,
        initial_alphabet=bytes_of.alphabet(),
        special_tokens=["<pad>", "<eos>"],
        show_progress=False,
    )
    plain.train_from_iterator(['{"id": "a"}'] * 10, trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, eos_token="<eos>", pad_token="<pad>"
    )
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=4096,
        eos_token_id=1,
        pad_token_id=0,
        bos_token_id=1,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(place)
    tokenizer.save_pretrained(place)
    return place


@pytest.fixture(scope="module")
def model(folder: Path) -> LocalModel:
    return LocalModel(folder)


def ask(
    model: LocalModel, shape: type[BaseModel] | None, seed: int = 0, heat: float = 0.0, most: int = 400
) -> Reply:
    schema = shape.model_json_schema() if shape else None
    messages = Message("system", "Judge."), Message("user", '{"passage": "It rains."}')
    return model.complete(Request(model.name, messages, schema, "reply", seed, heat, most))


class _Judgement(BaseModel):
    """Bounded all through: whatever a model likes to say, it comes to an end."""

    verdict: Literal["stated", "not stated"]
    sureness: Literal[0, 50, 100]


@pytest.mark.parametrize("shape", [_Verify, _Judgement])
@pytest.mark.parametrize("heat", [0.0, 1.0])
def test_replies_keep_to_the_schema(model: LocalModel, shape: type[BaseModel], heat: float) -> None:
    pytest.importorskip("xgrammar", reason=WHY)
    reply = ask(model, shape, heat=heat)
    shape.model_validate_json(reply.text)
    assert 0 < reply.output_tokens < 400
    assert reply.input_tokens > 20


def test_a_plan_keeps_to_its_schema_as_far_as_it_goes(model: LocalModel) -> None:
    """Texts may go on for long in a model that knows no words, so a plan may be cut off: never malformed before."""
    xgrammar = pytest.importorskip("xgrammar", reason=WHY)
    reply = ask(model, Plan, most=300)
    assert reply.text.startswith('{"lookups": [{"id": "')
    try:
        Plan.model_validate_json(reply.text)
    except ValidationError:
        assert reply.output_tokens == 300
        # What is there is the beginning of a plan.
        info = xgrammar.TokenizerInfo([chr(byte).encode("latin-1") for byte in range(256)], vocab_size=256)
        compiled = xgrammar.GrammarCompiler(info).compile_json_schema(
            json.dumps(Plan.model_json_schema()), any_whitespace=False
        )
        assert xgrammar.GrammarMatcher(compiled).accept_string(reply.text)


def test_a_reply_is_determined_by_its_request(folder: Path, model: LocalModel) -> None:
    sampled = [ask(model, None, seed, 1.0, 20).text for seed in (1, 1, 2)]
    assert sampled[0] == sampled[1] != sampled[2]
    likeliest = [ask(one, None, seed, most=20).text for one, seed in ((model, 1), (LocalModel(folder), 2))]
    assert likeliest[0] == likeliest[1]


def test_it_is_a_model_like_any_other(folder: Path) -> None:
    pytest.importorskip("xgrammar", reason=WHY)
    model = open_model(f"local:{folder}")
    assert model.name == f"local:{folder.name}"
    first = model.ask("Judge.", "It rains.", _Verify, max_tokens=100)
    assert first.verdict in ("stated", "other subject", "not stated")
    assert (model.usage.calls, model.usage.errors) == (1, 0)


def test_without_xgrammar_the_schema_is_told(model: LocalModel, monkeypatch: pytest.MonkeyPatch) -> None:
    constrained = ask(model, _Verify, most=100)
    monkeypatch.setattr(model, "_grammars", None)
    told = ask(model, _Verify, most=100)
    assert told.input_tokens > constrained.input_tokens + 50
    with pytest.raises(ValidationError):
        _Verify.model_validate_json(told.text)


def test_a_conversation_longer_than_the_model_is_an_error(model: LocalModel) -> None:
    request = Request(model.name, (Message("user", "word " * 3000),), max_tokens=500)
    with pytest.raises(ModelError, match="more than the model's 4096"):
        model.complete(request)


def test_a_template_that_knows_no_system_role_is_given_one_turn(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "strict"
    shutil.copytree(folder, place)
    (place / "chat_template.jinja").write_text(REFUSES_SYSTEM)
    assert ask(LocalModel(place), _Verify, most=100).input_tokens > 20


def _empty(place: Path) -> None:
    for file in place.iterdir():
        file.unlink()


def _no_tokenizer(place: Path) -> None:
    for file in place.glob("*token*"):
        file.unlink()


def _garbage(place: Path) -> None:
    (place / "model.safetensors").write_bytes(b"\xff" * 999)


def _no_weights(place: Path) -> None:
    (place / "model.safetensors").unlink()


def _no_config(place: Path) -> None:
    (place / "config.json").write_text("[]")


def _unknown(place: Path) -> None:
    (place / "config.json").write_text('{"model_type": "nothing-like-it"}')


def _of_another_size(place: Path) -> None:
    config = json.loads((place / "config.json").read_text())
    (place / "config.json").write_text(json.dumps(config | {"hidden_size": 64}))


@pytest.mark.parametrize(
    "spoil", [_empty, _no_tokenizer, _garbage, _no_weights, _no_config, _unknown, _of_another_size]
)
def test_a_folder_without_a_model_is_bad_input(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "spoilt"
    shutil.copytree(folder, place)
    spoil(place)

    def refuse(*args: object, **more: object) -> None:
        raise AssertionError("something is fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(UsageError) as caught:
        LocalModel(place)
    assert str(place) in str(caught.value)
