"""The forms in which servers leave a model's thoughts and end marks in the text of an answer."""

THOUGHT = "Keep the QUUX short."
"""The thought in all forms, which no file of a project may contain."""

_CHANNELS = "<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant"

THOUGHT_FORMS = {
    "think": "<think>{thought}</think>\n\n{text}",
    "nothing thought": "\n<think></think>{text}",
    "thinking": "<thinking>{thought}</thinking>{text}",
    "thought": "<thought>{thought}</thought>{text}",
    "mistral": "[THINK]{thought}[/THINK]{text}",
    "seed": "<seed:think>{thought}</seed:think>\n{text}",
    "reasoning": "<reasoning>{thought}</reasoning>{text}",
    "reflection": "<reflection>{thought}</reflection>{text}",
    "kimi": "◁think▷{thought}◁/think▷{text}",
    "openthinker": "<|begin_of_thought|>{thought}<|end_of_thought|>"
    "<|begin_of_solution|>{text}<|end_of_solution|>",
    "cohere": "<|START_THINKING|>{thought}<|END_THINKING|><|START_RESPONSE|>{text}<|END_RESPONSE|>",
    "gemma thoughts": "<|channel>thought\n{thought}<channel|>{text}",
    "granite": "<think>{thought}</think><response>{text}</response>",
    "qwen tag": "<|think|>{thought}<|/think|>{text}",
    "anthropic": "<thinking>{thought}</thinking>\n\n{text}",
    "hunyuan": "<think>\n{thought}\n</think>\n<answer>\n{text}\n</answer>",
    "twice": "<think>{thought}</think><think>{thought}</think>{text}",
    "nested": "<think>{thought} <think>{thought}</think></think>{text}",
    "attribute": '<think time="2">{thought}</think>{text}',
    "closed alone": "{thought}\n</think>\n\n{text}",
    "closed mistral": "{thought} [/THINK]{text}",
    "channels": _CHANNELS + "<|channel|>final<|message|>{text}<|return|>",
    "channel alone": "<|channel|>final<|message|>{text}",
    "channel with a format": _CHANNELS + "<|channel|>final <|constrain|>json<|message|>{text}",
    "channels without marks": "analysis{thought}assistantfinal{text}",
    "commentary without marks": "analysis{thought}assistantcommentary{thought}assistantfinal{text}",
    "chatml": "{text}<|im_end|>",
    "llama": "{text}<|eot_id|>",
    "sentence end": "{text}</s>\n",
    "deepseek": "{text}<\uff5cend▁of▁sentence\uff5c>",
    "glm": "{text}<|endoftext|>",
    "glm user": "{text}<|user|>",
    "glm box": "<|begin_of_box|>{text}<|end_of_box|>",
    "gemma": "{text}<end_of_turn>",
    "minimax": "<think>{thought}</think>{text}[e~[",
    "runs on": "{text}<|im_end|>\n<|im_start|>user\n{thought}",
    "header": "<|start_header_id|>assistant<|end_header_id|>\n\n{text}<|eot_id|>",
    "chatml header": "<|im_start|>assistant\n{text}<|im_end|>",
}
"""A template for each form, with places for a thought and for the answer's text."""


def put_in_form(form: str, text: str) -> str:
    """Return ``text`` in ``form``, one of ``THOUGHT_FORMS``."""
    return THOUGHT_FORMS[form].replace("{thought}", THOUGHT).replace("{text}", text)
