"""The letters of languages beyond ASCII, with the encodings they are written in; where some suit equally, the first."""

from __future__ import annotations

from dataclasses import dataclass

WESTERN = "cp1252"


@dataclass(frozen=True, slots=True)
class Letters:
    """An encoding, the small letters of a language, and for a script of its own the most frequent third of them."""

    codec: str
    small: str
    frequent: str = ""


_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўљњјџђћѓќѕ"
_OFTEN = "оаеинтрсвлі"
_POLISH, _CZECH, _HUNGARIAN = "ąćęłńóśźż", "áčďéěíňóřšťúůýžľĺŕäôö", "áéíóöőúüű"
LETTERS = (
    Letters(WESTERN, "äöüß"),
    Letters(WESTERN, "éèêëàâçùûüîïôœæÿ"),
    Letters(WESTERN, "áéíóúüñçàòèï"),
    Letters(WESTERN, "àèéìíîòóùú"),
    Letters(WESTERN, "ãáàâçéêíóôõúü"),
    Letters(WESTERN, "åäöæøéüà"),
    Letters(WESTERN, "ëéèïöüóáíêôûäñ"),
    Letters(WESTERN, "áðéíóúýþæö"),
    Letters("cp1250", _POLISH),
    Letters("cp1250", _CZECH),
    Letters("cp1250", _HUNGARIAN),
    Letters("cp1250", "ăâîşţ"),
    Letters("cp1250", "čćđšž"),
    Letters("iso8859-2", _POLISH),
    Letters("iso8859-2", _CZECH),
    Letters("cp1254", "çğıöşüâîûİ"),
    Letters("cp1257", "āčēģīķļņōŗšūž"),
    Letters("cp1257", "ąčęėįšųūž"),
    Letters("cp1257", "õäöüšž"),
    Letters("cp1250", _POLISH + _CZECH + _HUNGARIAN),
    Letters("cp1251", _CYRILLIC, _OFTEN),
    Letters("koi8-r", _CYRILLIC, _OFTEN),
    Letters("cp866", _CYRILLIC, _OFTEN),
    Letters("iso8859-5", _CYRILLIC, _OFTEN),
    Letters("cp1253", "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ", "αοιετσνης"),
    Letters("cp1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "יוהלאתמר"),
    Letters("cp1256", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ", "الينمتربو"),
    Letters("cp874", "".join(map(chr, range(0x0E01, 0x0E5C))), "านรอกเงมยลวดท่ัี"),
)
