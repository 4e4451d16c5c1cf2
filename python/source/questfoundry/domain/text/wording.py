"""Fill in texts and prompts from ``prompts/``, name languages, and join sentences."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from attrs import frozen

from questfoundry.domain.errors import PromptError


def phrase(wording: Mapping[str, Any], key: str, /, **values: object) -> str:
    """Return the text at the dotted ``key`` of ``wording``, with its ``{placeholders}`` filled in.

    A brace in a value stays a brace. Raise ``PromptError`` if the key or a value is missing.
    """
    found: Any = wording
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    if not isinstance(found, str):
        raise PromptError(
            f"The wording has no text {key!r}. Add the text to the YAML file of the wording."
        )
    try:
        return found.format_map({name: str(value) for name, value in values.items()})
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise PromptError(
            f"The text {key!r} does not render: {error}. The text may use "
            f"{', '.join(f'{{{name}}}' for name in values) or 'no placeholder'}; write a plain "
            "brace twice."
        ) from error


def as_json(value: Any) -> str:
    """Return ``value`` as JSON text in the style of models, with spaces after commas and colons."""
    return json.dumps(value, ensure_ascii=False, default=str)


_STOPS = tuple(".!?…:;。\uff01\uff1f")
_AFTER_STOP = " \n\"'”\u2019»\u203a)]*_」』"
"""Characters that may follow a sentence's stop: quotes, brackets, emphasis."""


def join_sentences(text: str | Iterable[str], more: Iterable[str] = ()) -> str:
    """Return the texts joined by spaces; add missing full stops and skip empty texts."""
    texts = (*([text] if isinstance(text, str) else text), *more)
    return " ".join(
        each if each.rstrip(_AFTER_STOP)[-1:] in _STOPS else f"{each.rstrip()}."
        for each in texts
        if each
    )


@frozen(kw_only=True)
class Prompt:
    """A prompt file with all variables filled in: the text of each section, by section name."""

    name: str
    sections: Mapping[str, str]
    source: str

    def __getitem__(self, section: str) -> str:
        try:
            return self.sections[section]
        except KeyError:
            raise PromptError(
                f"The prompt {self.name!r} ({self.source}) has no section {section!r}; it has "
                f"{', '.join(sorted(self.sections)) or 'none'}. Add the section to that file."
            ) from None


Value = TypeVar("Value")


@frozen(eq=False)
class IdentityKey(Generic[Value]):
    """A cache key for an object that cannot be hashed; equal only for the same object."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


_TABLE = """
aa Afar | ab Abkhazian | ae Avestan | af Afrikaans | ak Akan | am Amharic | an Aragonese |
ar Arabic | as Assamese | av Avaric | ay Aymara | az Azerbaijani | ba Bashkir | be Belarusian |
bg Bulgarian | bi Bislama | bm Bambara | bn Bengali | bo Tibetan | br Breton | bs Bosnian |
ca Catalan | ce Chechen | ch Chamorro | co Corsican | cr Cree | cs Czech | cu Church Slavonic |
cv Chuvash | cy Welsh | da Danish | de German | dv Dhivehi | dz Dzongkha | ee Ewe | el Greek |
en English | eo Esperanto | es Spanish | et Estonian | eu Basque | fa Persian | ff Fulah |
fi Finnish | fj Fijian | fo Faroese | fr French | fy Western Frisian | ga Irish |
gd Scottish Gaelic | gl Galician | gn Guarani | gu Gujarati | gv Manx | ha Hausa | he Hebrew |
hi Hindi | ho Hiri Motu | hr Croatian | ht Haitian Creole | hu Hungarian | hy Armenian |
hz Herero | ia Interlingua | id Indonesian | ie Interlingue | ig Igbo | ii Sichuan Yi |
ik Inupiaq | io Ido | is Icelandic | it Italian | iu Inuktitut | ja Japanese | jv Javanese |
ka Georgian | kg Kongo | ki Kikuyu | kj Kuanyama | kk Kazakh | kl Greenlandic | km Khmer |
kn Kannada | ko Korean | kr Kanuri | ks Kashmiri | ku Kurdish | kv Komi | kw Cornish |
ky Kyrgyz | la Latin | lb Luxembourgish | lg Ganda | li Limburgish | ln Lingala | lo Lao |
lt Lithuanian | lu Luba-Katanga | lv Latvian | mg Malagasy | mh Marshallese | mi Maori |
mk Macedonian | ml Malayalam | mn Mongolian | mr Marathi | ms Malay | mt Maltese | my Burmese |
na Nauru | nb Norwegian Bokmål | nd North Ndebele | ne Nepali | ng Ndonga | nl Dutch |
nn Norwegian Nynorsk | no Norwegian | nr South Ndebele | nv Navajo | ny Chichewa | oc Occitan |
oj Ojibwa | om Oromo | or Odia | os Ossetian | pa Punjabi | pi Pali | pl Polish | ps Pashto |
pt Portuguese | qu Quechua | rm Romansh | rn Rundi | ro Romanian | ru Russian | rw Kinyarwanda |
sa Sanskrit | sc Sardinian | sd Sindhi | se Northern Sami | sg Sango | si Sinhala | sk Slovak |
sl Slovenian | sm Samoan | sn Shona | so Somali | sq Albanian | sr Serbian | ss Swati |
st Southern Sotho | su Sundanese | sv Swedish | sw Swahili | ta Tamil | te Telugu | tg Tajik |
th Thai | ti Tigrinya | tk Turkmen | tl Tagalog | tn Tswana | to Tongan | tr Turkish | ts Tsonga |
tt Tatar | tw Twi | ty Tahitian | ug Uyghur | uk Ukrainian | ur Urdu | uz Uzbek | ve Venda |
vi Vietnamese | vo Volapük | wa Walloon | wo Wolof | xh Xhosa | yi Yiddish | yo Yoruba |
za Zhuang | zh Chinese | zu Zulu
"""

NAMES = MappingProxyType(
    {code: name for code, _, name in (each.strip().partition(" ") for each in _TABLE.split("|"))}
)
"""The English names by language code, in lower case."""


def format_language(tag: str) -> str:
    """Return the language tag with its English name, if known, such as ``Portuguese (pt-BR)``."""
    name = NAMES.get(tag.partition("-")[0].casefold())
    return f"{name} ({tag})" if name else tag
