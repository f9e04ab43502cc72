"""Models as readers: one protocol, whoever answers; cache, budget, recordings; a task each."""

from suffice.extractors.models.cache import CallCache
from suffice.extractors.models.chat import ChatModel, Message, Reply, Request
from suffice.extractors.models.model import Budget, Model, Usage, as_data
from suffice.extractors.models.recordings import Recording, write_recording
from suffice.extractors.models.server import Server, server_from_environment

__all__ = [
    "Budget",
    "CallCache",
    "ChatModel",
    "Message",
    "Model",
    "Recording",
    "Reply",
    "Request",
    "Server",
    "Usage",
    "as_data",
    "server_from_environment",
    "write_recording",
]
