"""Encodings beyond western Europe are proposed right, and what a few signs leave open is taken for the western one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.encodings import guess

TEXTS = {
    "cp1252": [
        "Müller Straße Köln", "Île-de-France, Côte d’Azur; département", "Málaga, León, España; niño",
        "São Paulo, ação",
        "Malmö, Ängelholm, Åre, Tromsø, Ærø", "Über 3 m² – „ja“ 20 °C", "città, perché, più, è", "5 €", "ÖSTERREICH",
    ],
    "cp1250": [
        "Łódź, Kraków, Częstochowa, Świętokrzyskie, mężczyzna", "České Budějovice, Hradec Králové, žena, muž",
        "Győr-Moson-Sopron, nő, férfi, gyűjtő", "Bucureşti, Iaşi", "Šibenik, Čakovec, Đakovo, žena", "Zürich; Łódź",
    ],
    "iso8859-2": ["Łódź, Gdańsk, Świętokrzyskie, śląskie"],
    "cp1251": ["Москва, Санкт-Петербург, мужчина, женщина", "Київ, Львів, жінка", "София, Пловдив, мъж"],
    "koi8-r": ["Москва, Санкт-Петербург, мужчина, женщина"],
    "cp866": ["Москва, Санкт-Петербург, мужчина, женщина"],
    "cp1253": ["Αθήνα, Θεσσαλονίκη, άνδρας, γυναίκα"],
    "cp1254": ["İstanbul, Diyarbakır, Muğla, kadın, Çankırı, Şırnak"],
    "cp1255": ["תל אביב, ירושלים, זכר, נקבה"],
    "cp1256": ["القاهرة، الإسكندرية، ذكر، أنثى"],
    "cp1257": ["Vilnius, Šiauliai, Panevėžys, moteris, vyras"],
    "cp874": ["กรุงเทพมหานคร, เชียงใหม่, ชาย, หญิง"],
    "cp932": ["東京都の人口はどのくらいですか", "千葉県,埼玉県,愛知県,福岡県,兵庫県,静岡県,茨城県,広島県,京都府"],
    "euc_jp": ["東京都の人口はどのくらいですか"],
    "cp949": ["서울특별시,부산광역시,남자,여자"],
    "gb18030": ["北京市,上海市,广东省,男,女"],
    "big5": ["臺北市,高雄市,男,女,新北市"],
}  # fmt: skip


CASES = [(code, text, 1) for code, texts in TEXTS.items() for text in texts]
LONG = [(code, texts[0], 60_000) for code, texts in TEXTS.items()]


@pytest.mark.parametrize(("encoding", "text", "times"), [*CASES, *LONG])
def test_the_text_is_read_as_it_was_written(tmp_path: Path, encoding: str, text: str, times: int) -> None:
    """Once, and in a file of which only pieces are looked at."""
    path = tmp_path / "people.csv"
    path.write_bytes("name,place,sex\n".encode(encoding) + f"{text}\n".encode(encoding) * times)
    found = guess(path)
    assert path.read_bytes().decode(found) == path.read_bytes().decode(encoding)


def test_the_format_of_a_file_is_proposed_with_it(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    rows = "".join(f"{name};{at}\n" for at, name in enumerate(["Łódź", "Częstochowa", "Kraków"] * 9))
    path.write_bytes(f"miasto;wiek\n{rows}".encode("cp1250"))
    assert sniff(path).format.encoding == "cp1250"


def test_bytes_that_are_no_text_are_decoded_somehow(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    for content in (b"a,b\n\x81\x8d,\x90\x9d\n", bytes(range(1, 256)), b"x\xff" * 9, b"\x81"):
        path.write_bytes(content * 9)
        path.read_bytes().decode(guess(path))
