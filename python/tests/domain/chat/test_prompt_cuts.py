"""Tests of recognising a prompt that a server has cut without saying so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    FinishReason,
    PromptCut,
    find_prompt_cut,
)
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.chat.usage import Usage
from tests.support.examples import examples

# Texts with their tokens in o200k, which of the common tokenisers needs the fewest tokens.
MEASURED = [
    ("The tide rises over the old quarter, and nobody's left to tell the truth about it. ", 19),
    ("I'll say we've don't can't they're you'd it's that's I'm we'll ", 11),
    ("潮水在旧城区上涨，侦探走过被淹没的街道，必须在涨潮之前决定相信谁。", 29),  # noqa: RUF001
    ("中华人民共和国国家发展和改革委员会关于进一步加强企业管理的通知。", 14),
    ("天天中彩票大发时时彩怎么样北京赛车开奖视频免费观看在线播放高清无码", 8),
    ("ありがとうございます。よろしくお願いいたします。", 8),
    ("조수가 오래된 도시로 밀려온다. 탐정은 물에 잠긴 거리를 걸으며 결정해야 한다. ", 26),
    ("Прилив поднимается над старым кварталом, и детектив идёт по затопленному городу. ", 24),
    ("Die Bundesregierung und das Bundesverfassungsgericht haben geprüft. ", 12),
    ("ज्वार पुराने मोहल्ले पर चढ़ रहा है और जासूस को तय करना है कि किस पर विश्वास करे। ", 26),
    ("น้ำขึ้นท่วมย่านเก่า นักสืบต้องตัดสินใจว่าจะเชื่อใคร ", 22),
    ("يرتفع المد فوق الحي القديم ويجب على المحقق أن يقرر من يصدق. ", 19),
    ("        if value is None:\n            return\n", 9),
    ('{"id":"vault","isHidden":true,"toStr":null},', 14),
    ("bmV2ZXIgZ29ubmEgZ2l2ZSB5b3UgdXA=", 23),
    ("getUserName setUserName toString XMLHttpRequest innerHTML addEventListener ", 15),
    ("哈哈哈哈哈哈哈哈================", 5),
]


def asked(text: str, *more: str) -> ChatRequest:
    return ChatRequest(messages=(system(text), *map(user, more)))


def said(
    read: int, wrote: int = 100, *, estimated: bool = False, cut: bool = False
) -> ChatResponse:
    reason = FinishReason.LENGTH if cut else FinishReason.STOP
    usage = Usage(input_tokens=read, output_tokens=wrote, estimated=estimated)
    return ChatResponse(text="Words.", usage=usage, finish_reason=reason)


@pytest.mark.parametrize(("text", "tokens"), MEASURED)
@pytest.mark.parametrize("times", [1, 40, 400])
def test_no_language_raises_a_false_alarm(text: str, tokens: int, times: int) -> None:
    """An alarm about a prompt that was read stops a run for no reason."""
    request = asked(text * times)
    assert find_prompt_cut(request, said(tokens * times)) is None


PIECES = st.sampled_from([*(text for text, _ in MEASURED), "\n\n", "=" * 60, "    ", "🌊", "a1b2"])


def generous_count(text: str) -> int:
    """Return the tokens of a tokeniser with one token for each word and every four characters."""
    words = text.replace("\n", " ").split()
    return sum(max(1, sum(ord(each) > 0x2FFF for each in word) // 4) for word in words)


@given(st.lists(PIECES, min_size=1, max_size=60), st.integers(1, 60), st.integers(1, 5000))
@examples(150)
def test_a_prompt_that_was_read_is_never_cut(pieces: list[str], times: int, wrote: int) -> None:
    """Even with a token for each word, more than all tokenisers have, nothing is suspected."""
    text = " ".join(pieces * times)
    read = max(1, generous_count(text))
    cut = find_prompt_cut(asked(text), said(read, wrote))
    assert cut is None or cut.window is not None
    assert find_prompt_cut(asked(text), said(2 * read, wrote)) is None


PROSE = "The tide rises over the old quarter. " * 900  # 6,300 words


@pytest.mark.parametrize(
    ("read", "wrote", "window"),
    [
        (2050, 100, 4096),
        (4096, 100, 4096),
        (4095, 100, 4096),
        (1026, 100, 2048),
        (96, 4000, 4096),
        (3072, 9, 3072),
        (2048, 1, 2048),
    ],
)
def test_a_filled_window_is_a_cut(read: int, wrote: int, window: int) -> None:
    """Servers cut a prompt to their window, or to half of it, and answer as if it were whole."""
    found = find_prompt_cut(asked(PROSE), said(read, wrote, cut=wrote == 4000))
    assert found == PromptCut(read, 6300, window)


def test_another_window_of_the_model_counts_too() -> None:
    """A window that the author has set can be any number."""
    assert find_prompt_cut(asked(PROSE), said(5000), 5000) == PromptCut(5000, 6300, 5000)
    assert find_prompt_cut(asked(PROSE), said(5000)) is None


def test_chinese_is_recognised() -> None:
    """Chinese has no spaces, but its characters are counted."""
    found = find_prompt_cut(asked(MEASURED[2][0] * 400), said(2050))
    assert found is not None
    assert found.window == 4096


def test_a_far_smaller_count_is_suspicious() -> None:
    """Some servers drop whole messages, so the count fits no window."""
    assert find_prompt_cut(asked(PROSE), said(1500)) == PromptCut(1500, 6300)
    assert find_prompt_cut(asked("The tide rises. " * 100), said(9)) is None


@pytest.mark.parametrize("response", [said(0), said(2050, estimated=True), said(9000)])
def test_an_unknown_count_says_nothing(response: ChatResponse) -> None:
    """Servers may report no tokens, and the program's own estimate proves nothing."""
    assert find_prompt_cut(asked(PROSE), response) is None


def test_two_requests_may_read_alike() -> None:
    """Among hundreds of calls, two have the same count by chance, and it may fill a window."""
    for words in (1_000, 1_040):
        request = asked("The tide rises, and falls. " * (words // 5))
        assert find_prompt_cut(request, said(1282), 16_384) is None
