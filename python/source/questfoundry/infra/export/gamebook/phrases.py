"""What a gamebook says itself, by language; every other language gets English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen


@frozen(kw_only=True)
class Phrases:
    """Words of a gamebook; ``{}`` stands for a codeword or a number."""

    language: str
    sections: str
    contents: str
    rules: str
    begin: str
    codewords: str
    content_notes: str
    condition: str
    has: str
    lacks: str
    both: str
    write: str
    turn: str
    end: str


ENGLISH = Phrases(
    language="en",
    sections="Sections {}",
    contents="Contents",
    rules="How to read this book",
    begin=(
        "Do not read the sections in order. Begin with section 1; at the end of each section, "
        "choose what to do and turn to the number that stands there."
    ),
    codewords=(
        "When you are told to write down a codeword, keep it on a piece of paper. Later sections "
        "ask which codewords you have. Begin anew with none."
    ),
    content_notes="Content notes",
    condition="if",
    has="you have the codeword {}",
    lacks="you do not have the codeword {}",
    both="and",
    write="write down the codeword {}",
    turn="turn to {}",
    end="The end:",
)

_PHRASES: Mapping[str, Phrases] = MappingProxyType(
    {
        "en": ENGLISH,
        "de": Phrases(
            language="de",
            sections="Abschnitte {}",
            contents="Inhalt",
            rules="Wie man dieses Buch liest",
            begin=(
                "Lies die Abschnitte nicht der Reihe nach. Beginne mit Abschnitt 1; entscheide "
                "dich am Ende jedes Abschnitts und lies bei der Zahl weiter, die dort steht."
            ),
            codewords=(
                "Wenn du ein Codewort notieren sollst, schreib es auf einen Zettel. Spätere "
                "Abschnitte fragen danach. Beginne jedes Mal ohne Codewörter."
            ),
            content_notes="Hinweise zum Inhalt",
            condition="wenn",
            has="du das Codewort {} hast",
            lacks="du das Codewort {} nicht hast",
            both="und",
            write="notiere das Codewort {}",
            turn="lies weiter bei {}",
            end="Ende:",
        ),
        "fr": Phrases(
            language="fr",
            sections="Paragraphes {}",
            contents="Sommaire",
            rules="Comment lire ce livre",
            begin=(
                "Ne lisez pas les paragraphes dans l'ordre. Commencez au 1 ; à la fin de chaque "
                "paragraphe, faites un choix et rendez-vous au numéro indiqué."
            ),
            codewords=(
                "Quand on vous dit de noter un mot de code, gardez-le sur une feuille. D'autres "
                "paragraphes vous le demanderont. Recommencez toujours sans mot de code."
            ),
            content_notes="Avertissements sur le contenu",
            condition="si",
            has="vous avez le mot de code {}",
            lacks="vous n'avez pas le mot de code {}",
            both="et",
            write="notez le mot de code {}",
            turn="rendez-vous au {}",
            end="Fin :",
        ),
        "es": Phrases(
            language="es",
            sections="Secciones {}",
            contents="Índice",
            rules="Cómo leer este libro",
            begin=(
                "No leas las secciones en orden. Empieza por la sección 1; al final de cada "
                "sección, elige qué hacer y ve al número que se indica."
            ),
            codewords=(
                "Cuando se te pida anotar una palabra clave, guárdala en un papel. Otras secciones "
                "preguntarán por ella. Empieza cada vez sin ninguna."
            ),
            content_notes="Avisos sobre el contenido",
            condition="si",
            has="tienes la palabra clave {}",
            lacks="no tienes la palabra clave {}",
            both="y",
            write="anota la palabra clave {}",
            turn="ve al {}",
            end="Fin:",
        ),
    }
)


def phrases_for(language: str) -> Phrases:
    """The phrases for a BCP 47 tag."""
    return _PHRASES.get(language.casefold().split("-")[0], ENGLISH)
