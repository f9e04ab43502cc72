"""A model in this process, through `transformers`: a folder with weights and tokenizer, nothing fetched.

With `xgrammar` installed a reply is decoded under the schema; without it the schema is told, and a reply that does not
keep to it is asked for once more, as everywhere.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from suffice.errors import EngineError, ReplyError, UsageError
from suffice.extractors.models.chat import Reply, Request

__all__ = ["LocalModel"]


class LocalModel:
    """A causal language model in a folder.

    Args:
        folder: as `save_pretrained` writes it, with its tokenizer.

    Raises:
        EngineError: if `transformers` or `torch` is not installed.
        UsageError: if the folder holds no model.
    """

    def __init__(self, folder: Path | str) -> None:
        path = Path(folder)
        if not (path / "config.json").is_file():
            raise UsageError(
                "no model in this folder (`config.json` is missing)",
                file=str(folder),
                remedy="give a folder that `save_pretrained` wrote; nothing is fetched",
            )
        # Whatever is missing in the folder is an error, not a download.
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        try:
            import torch
            from transformers import AutoModelForCausalLM, AutoTokenizer
            from transformers.utils import logging
        except ImportError:
            raise EngineError(
                "models in this process need transformers and torch",
                remedy="pip install 'suffice[models]', or use a server (--base-url)",
            ) from None
        self._torch: Any = torch
        logging.disable_progress_bar()
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(path, local_files_only=True)
            self._model: Any = AutoModelForCausalLM.from_pretrained(path, local_files_only=True)
        except Exception as error:  # noqa: BLE001 - a damaged file may raise anything in the libraries that read it
            told = str(error).strip().splitlines()
            raise UsageError(
                f"the model cannot be loaded ({told[0] if told else type(error).__name__})",
                file=str(folder),
                remedy="give a folder with a causal language model and its tokenizer",
            ) from None
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model.to(self._device).eval()
        self._grammars: Any = self._grammar_compiler()
        self.name = f"local:{path.resolve().name}"
        self.origin = str(path.resolve())

    def complete(self, request: Request) -> Reply:
        """Generate one reply.

        Raises:
            ReplyError: if the conversation is longer than the model reads, or generation fails.
        """
        torch, since = self._torch, time.perf_counter()
        torch.manual_seed(request.seed)
        ids = self._encode(request)
        most = getattr(self._model.config.get_text_config(), "max_position_embeddings", None)
        count = int(ids.shape[1])
        if most is not None and count + request.max_tokens > most:
            raise ReplyError(
                f"{count} tokens and {request.max_tokens} for the reply are more than the model's {most}",
                remedy="use a model that reads longer texts",
            )
        settings: dict[str, Any] = {
            "max_new_tokens": request.max_tokens,
            "do_sample": request.temperature > 0,
        }
        if request.temperature > 0:
            settings["temperature"] = request.temperature
        if request.schema is not None and self._grammars is not None:
            import xgrammar

            grammar = self._grammars.compile_json_schema(json.dumps(request.schema), any_whitespace=False)
            settings["logits_processor"] = [xgrammar.contrib.hf.LogitsProcessor(grammar)]
        pad = self._tokenizer.pad_token_id
        settings["pad_token_id"] = pad if pad is not None else self._tokenizer.eos_token_id
        try:
            with torch.no_grad():
                made = self._model.generate(ids, attention_mask=torch.ones_like(ids), **settings)
        except (RuntimeError, ValueError) as error:
            raise ReplyError(f"the model failed ({error})", remedy="see whether memory suffices") from None
        new = made[0][count:]
        text = self._tokenizer.decode(new, skip_special_tokens=True)
        return Reply(text, count, len(new), time.perf_counter() - since)

    def _encode(self, request: Request) -> Any:  # noqa: ANN401 - a tensor of a library that may be absent
        from jinja2 import TemplateError

        messages = [{"role": one.role, "content": one.content} for one in request.messages]
        if request.schema is not None and self._grammars is None:
            messages[0]["content"] += f"\n\nReply with JSON under this schema: {json.dumps(request.schema)}"
        if self._tokenizer.chat_template:
            try:
                text = self._apply_template(messages)
            except TemplateError:
                # Some models know no system role: the instruction begins the user's first turn.
                text = self._apply_template(_without_system(messages))
        else:
            text = "\n\n".join([*(f"{one['role']}: {one['content']}" for one in messages), "assistant:"])
        ids = self._tokenizer(text, return_tensors="pt", add_special_tokens=not self._tokenizer.chat_template)
        return ids["input_ids"].to(self._device)

    def _apply_template(self, messages: Sequence[Mapping[str, str]]) -> str:
        told = [dict(one) for one in messages]
        return str(self._tokenizer.apply_chat_template(told, tokenize=False, add_generation_prompt=True))

    def _grammar_compiler(self) -> Any:  # noqa: ANN401 - likewise
        try:
            import xgrammar
        except ImportError:
            return None
        size = int(self._model.config.get_text_config().vocab_size)
        info = xgrammar.TokenizerInfo.from_huggingface(self._tokenizer, vocab_size=size)
        return xgrammar.GrammarCompiler(info)


def _without_system(messages: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The same conversation with what the system says at the head of the user's first turn.

    >>> _without_system([{"role": "system", "content": "Judge."}, {"role": "user", "content": "It rains."}])
    [{'role': 'user', 'content': 'Judge.\\n\\nIt rains.'}]
    """
    system = [one["content"] for one in messages if one["role"] == "system"]
    first, *rest = [dict(one) for one in messages if one["role"] != "system"]
    return [first | {"content": "\n\n".join([*system, first["content"]])}, *rest]
