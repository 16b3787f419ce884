"""A bot whose moves come from a language model behind any endpoint that speaks the common chat-completions form.

    UVI_CHAT_KEY=… arbiter play chess 'bot:python3 -m uvi.chat --url https://host/v1 --model NAME' bot:search --info all

`python3 -m uvi.chat --help` lists what can be set.
"""

from .bot import Chat, Manner, bot
from .endpoint import EchoedKeyError, Endpoint, EndpointError, Model, Reply

__all__ = ["Chat", "EchoedKeyError", "Endpoint", "EndpointError", "Manner", "Model", "Reply", "bot"]
