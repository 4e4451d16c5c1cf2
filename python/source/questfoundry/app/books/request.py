"""Build a book chat request from the system prompt and the newest messages of the conversation."""

from collections.abc import Sequence

from questfoundry.app.books.horizon import hide_later_pages
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import ChatMessage, Conversation
from questfoundry.domain.library.book import Book, Reading
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols import (
    ConversationContextStrategy,
    PromptRepository,
    RetrievalStrategy,
)

SYSTEM_PROMPT = "conversation_system_prompt"
_TEMPERATURE = 0.3


def build_book_request(
    book: Book,
    conversation: Conversation,
    messages: Sequence[ChatMessage],
    *,
    retrieval: RetrievalStrategy,
    context: ConversationContextStrategy,
    prompts: PromptRepository,
    traits: ModelTraits,
) -> ChatRequest:
    """Return the request for the model's next answer in a book chat, without tools.

    Content after the last page that may be revealed is removed, even if an earlier turn found it.
    """
    reading = Reading(book=book.id, horizon=conversation.horizon)
    prompt = prompts.render(
        SYSTEM_PROMPT,
        {
            "title": book.title,
            "author": book.author,
            "pages": book.pages,
            "horizon": conversation.horizon,
            "searches": bool(retrieval.tools(lambda: reading)),
        },
        traits.profile.prompt_style,
    )
    built = context.build_context(messages, prompt["system"])
    # Answers are short and excerpts long, so the answer gets at most a quarter of the window.
    room = max(1, traits.capabilities.context_window // 4)
    return ChatRequest(
        messages=tuple(retrieval.arrange(list(hide_later_pages(conversation.horizon, built)))),
        temperature=_TEMPERATURE,
        max_tokens=min(max_tokens_of(Phase.DISCUSS, traits), room),
    )
