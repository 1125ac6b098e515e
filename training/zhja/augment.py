"""More sentences from few: names swapped, frames filled, letters in other case. Everything comes from one seeded generator."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from training.zhja.corpora import Sentence, Span

FOLDER = Path(__file__).parent
TABLES = FOLDER.parents[1] / "pipeline" / "languages" / "tables"
UNINFLECTED = ("en", "fr", "es", "id", "de", "pt", "it", "nl", "da", "sv", "nb", "vi", "ms", "zh", "zh-Hant", "ja", "ko", "ar")
"""Languages whose names stay as they are inside a sentence, or nearly: only there can one name stand for another."""
HAN = ("zh", "zh-Hant", "ja", "ko")
_ONSETS = (
    "b",
    "br",
    "c",
    "cl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "qu",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "x",
    "y",
    "z",
    "",
)
_NUCLEI = ("a", "e", "i", "o", "u", "ai", "ea", "io", "oo", "y")
_CODAS = ("", "", "", "n", "r", "l", "x", "s", "t", "nd", "m", "k")
HAN_SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧蔣餘葉蘇呂盧鍾譚陸賈韋鄒閆龍賀顧龔萬錢嚴湯"
_HAN_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂文博宇轩欣怡梓涵浩然子俊佳琪思雨晨曦嘉诚志国建华海燕晓东雪梅云飞鹏程振宁若安一凡泽凯睿哲彦霖启航可儿书瑶天佑永康新民立群守义光远德清"
TRANSCRIPTION = "阿埃艾安奥巴贝本比伯博布查达戴德邓迪丁杜多恩尔法范菲费芬弗福盖戈格古哈海汉赫亨胡霍基吉加贾杰金卡凯坎康考科克肯库拉莱兰朗劳勒雷里利莉林琳卢鲁路伦罗洛马玛迈麦曼梅蒙米姆莫默穆娜纳奈内尼涅诺努帕潘佩彭皮平普奇恰乔切琼萨塞桑森莎什施史斯苏索塔泰坦汤特蒂廷图托瓦万威韦维温沃乌西希夏肖谢辛休雅亚扬耶叶伊因英尤约扎泽詹朱兹佐奧貝達鄧爾範費蓋漢賈傑凱庫萊蘭勞盧魯倫羅馬瑪邁麥納內諾喬瓊薩蘇湯圖萬韋維溫烏謝亞揚葉約澤茲"
"""Characters that foreign names are written with in Chinese (the tables of transcription of Xinhua)."""
_MORAE = (
    "ア",
    "イ",
    "ウ",
    "エ",
    "オ",
    "カ",
    "キ",
    "ク",
    "ケ",
    "コ",
    "サ",
    "シ",
    "ス",
    "セ",
    "ソ",
    "タ",
    "チ",
    "ツ",
    "テ",
    "ト",
    "ナ",
    "ニ",
    "ネ",
    "ノ",
    "ハ",
    "ヒ",
    "フ",
    "ヘ",
    "ホ",
    "マ",
    "ミ",
    "ム",
    "メ",
    "モ",
    "ヤ",
    "ユ",
    "ヨ",
    "ラ",
    "リ",
    "ル",
    "レ",
    "ロ",
    "ワ",
    "ガ",
    "グ",
    "ゲ",
    "ゴ",
    "ザ",
    "ジ",
    "ズ",
    "ダ",
    "デ",
    "ド",
    "バ",
    "ビ",
    "ブ",
    "ベ",
    "ボ",
    "パ",
    "ピ",
    "プ",
    "ペ",
    "ポ",
    "ヴァ",
    "ヴィ",
    "フィ",
    "ファ",
    "ジェ",
    "シェ",
    "ティ",
    "ディ",
    "チャ",
    "ジョ",
    "リー",
    "ラー",
    "ルー",
    "マー",
    "ソン",
    "トン",
    "マン",
    "スキー",
    "ーニ",
    "ック",
    "ット",
    "ッド",
    "リッ",
    "アン",
    "ウィ",
    "ウェ",
)
_JA_SURNAMES = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 藤本 小山 平野 河野 上野 野口 武田 松井 千葉 菅原 岩崎 久保 木下 佐野 野村 松尾 市川 菊地".split()
_JA_GIVEN = "太郎 健太 翔太 大輔 拓也 直樹 誠 浩 隆 修 豊 剛 学 亮 健 翼 蓮 悠斗 陽翔 湊 樹 大和 颯太 健一 浩二 和夫 正雄 一郎 清 茂 進 実 明 恵子 幸子 和子 洋子 裕子 真由美 久美子 智子 明美 由美子 美咲 葵 陽菜 結衣 さくら 凛 結菜 莉子 美羽 彩 愛 舞 麻衣 香織 恵 真理 直子 裕美 あゆみ めぐみ 千尋 遥 優子 理恵 奈々".split()
_HAN_BRAND = "云星海智深远博创维科联讯图灵腾达华峰鼎新源启元阶跃光芒极智方舟知微山石火天问"
_KATAKANA = (
    "アル",
    "ベリ",
    "コア",
    "デル",
    "エク",
    "フォ",
    "ガル",
    "ハイ",
    "イノ",
    "カル",
    "リン",
    "マグ",
    "ノバ",
    "オル",
    "プロ",
    "リク",
    "サン",
    "テク",
    "ヴェ",
    "ゼン",
)


class Names:
    """A maker of names: pieces of names seen in the training sentences, put together anew, beside names that are coined."""

    def __init__(self, sentences: Iterable[Sentence], random: Random) -> None:
        self.random = random
        self.given: dict[str, list[str]] = defaultdict(list)
        self.surnames: dict[str, list[str]] = defaultdict(list)
        self.whole: dict[tuple[str, str], list[str]] = defaultdict(list)
        for sentence in sentences:
            for start, end, label in sentence.spans:
                name = sentence.text[start:end]
                self.whole[label, sentence.language].append(name)
                parts = name.split()
                if label == "PER" and 2 <= len(parts) <= 4 and all(part[0].isupper() for part in parts):
                    self.given[sentence.language].append(parts[0])
                    self.surnames[sentence.language].append(parts[-1])
        self.pinyin_surnames = _table("chinese_surnames_pinyin.txt")
        self.syllables = _table("pinyin_syllables.txt")
        self.forms = tomllib.loads((FOLDER / "frames.toml").read_text(encoding="utf-8"))
        self.latin = [code for code in sorted(self.given) if len(self.given[code]) > 200 and code not in (*HAN, "ru", "ar", "uk", "bg", "el")]

    def word(self) -> str:
        """A coined word: 'Trevox'."""
        r = self.random
        return "".join(r.choice(_ONSETS) + r.choice(_NUCLEI) + r.choice(_CODAS) for _ in range(r.choice((1, 2, 2, 2, 3)))).capitalize()

    def acronym(self) -> str:
        """Three or four capitals."""
        return "".join(self.random.choice("ABCDEFGHIKLMNOPRSTUVW") for _ in range(self.random.choice((3, 3, 4))))

    def product(self) -> str:
        """The name of a model, a method or an application: 'Trevox 2.5', 'KV-3', 'MoRA', 'Dami K2'."""
        r = self.random
        word = self.word() if r.random() < 0.75 else "".join(r.sample(self.syllables, 2)).capitalize()
        number = r.choice((str(r.randint(1, 9)), f"{r.randint(1, 9)}.{r.randint(0, 9)}", f"{r.randint(2, 900)}B", f"v{r.randint(1, 6)}"))
        letter = r.choice("KRVGLMQXTS")
        return r.choice((
            word, word, word, f"{word} {number}", f"{word}-{number}", f"{word} {letter}{number}", f"{letter}{r.randint(1, 9)}", f"{letter}{r.randint(1, 9)}.{r.randint(1, 9)}",
            f"{self.acronym()}-{number}", f"{word[:2]}{self.acronym()[:2]}", f"{word} {r.choice(('Pro', 'Mini', 'Code', 'Chat', 'Large', 'Linear', 'Audio', 'Vision', 'Bench', 'Researcher'))}",
            f"{word}{self.word()}", self.acronym(), f"{word}{r.choice(('Net', 'GPT', 'BERT', 'Former', 'Bench', 'Attention', 'LM'))}",
        ))  # fmt: skip

    def pinyin_person(self) -> str:
        """A Chinese name in Latin letters, in any of the ways in which it is written."""
        r = self.random
        surname = r.choice(self.pinyin_surnames).capitalize()
        one, two = r.choice(self.syllables), r.choice(self.syllables)
        both = r.choice((one + two, one + two, one + two, one))
        if both == one:
            given = one.capitalize()
        else:
            given = r.choice((both.capitalize(),) * 5 + (f"{one} {two}".title(), f"{one}-{two}".title(), f"{one}-{two}".capitalize()))
        western = r.choice(self.given["en"]) if self.given["en"] else given
        return r.choice(
            (f"{surname} {given}",) * 4
            + (f"{given} {surname}",) * 3
            + (f"{western} {surname}", f"{given[0]}. {surname}", f"{surname.upper()} {given}", f"{surname} {given[0]}.")
        )

    def transcribed(self, dot: str, pool: Sequence[str], lengths: Sequence[int]) -> str:
        """A foreign name as Chinese or Japanese writes it: a surname, or several parts with a dot between them."""
        r = self.random
        parts = [
            "".join(r.choice(pool) for _ in range(r.choice(lengths))).lstrip("ーッ") or r.choice(pool) for _ in range(r.choice((1, 1, 2, 2, 2, 3)))
        ]
        return r.choice((dot,) * 6 + (" ", "-" if dot == "·" else "＝")).join(parts)

    def person(self, language: str) -> str:
        """A person's name that can stand in a text of this language."""
        r = self.random
        if language in ("zh", "zh-Hant"):
            roll = r.random()
            if roll < 0.4:
                return r.choice(HAN_SURNAMES) + "".join(r.choice(_HAN_GIVEN) for _ in range(r.choice((1, 2, 2))))
            if roll < 0.75:
                return self.transcribed("·", TRANSCRIPTION, (2, 2, 3, 3, 4))
            return r.choice(self.whole["PER", language] or self.whole["PER", "zh"]) if roll < 0.92 else self.pinyin_person()
        if language == "ja":
            roll = r.random()
            if roll < 0.3:
                return r.choice(_JA_SURNAMES) + r.choice((r.choice(_JA_GIVEN),) * 4 + ("",))
            if roll < 0.65:
                return self.transcribed("・", _MORAE, (2, 2, 3, 3))
            return r.choice(self.whole["PER", "ja"]) if roll < 0.9 else r.choice((self.pinyin_person(), self.person("zh")))
        if language in ("ja", "ko", "ar"):
            return r.choice(self.whole["PER", language]) if self.whole["PER", language] and r.random() < 0.9 else self.pinyin_person()
        if language == "ru":
            return f"{r.choice(self.given['ru'])} {r.choice(self.surnames['ru'])}" if self.given["ru"] and r.random() < 0.8 else self.pinyin_person()
        if r.random() < 0.4:
            return self.pinyin_person()
        own = language if language in self.latin and r.random() < 0.5 else r.choice(self.latin)
        given, surname = r.choice(self.given[own]), r.choice(self.surnames[own])
        return r.choice(
            (f"{given} {surname}",) * 7
            + (
                f"{given} {r.choice(self.given[own])} {surname}",
                f"{given} {given[0]}. {surname}",
                f"{given[0]}. {surname}",
                f"{given} {surname}-{r.choice(self.surnames[own])}",
            )
        )

    def last(self, language: str) -> str:
        """A surname alone."""
        if language in (*HAN, "ru", "ar"):
            return self.person(language)
        return (
            self.random.choice(self.pinyin_surnames).capitalize()
            if self.random.random() < 0.4
            else self.random.choice(self.surnames[self.random.choice(self.latin)])
        )

    def place(self, language: str) -> str:
        """A place seen in a text of this language, of at most two words."""
        seen = [name for name in self.whole["LOC", language][:4000] if 1 <= len(name.split()) <= 2 and len(name) > 1]
        return self.random.choice(seen) if seen else self.word()

    def organization(self, language: str, table: str = "organization_forms") -> str:
        """A coined organization in a form of this language, or one seen."""
        r = self.random
        forms = self.forms[table].get(language) or self.forms[table]["en"]
        seen = self.whole["ORG", language]
        if table == "organization_forms" and seen and r.random() < 0.45:
            return r.choice(seen)
        form = r.choice(forms)
        makers = {
            "W": self.word, "L": lambda: self.place(language), "S": lambda: self.last(language), "A": self.acronym, "H": lambda: r.choice(_HAN_BRAND),
            "K": lambda: "".join(r.choice(_KATAKANA) for _ in range(r.choice((2, 3)))),
        }  # fmt: skip
        return re.sub(r"\{(\w)\}", lambda match: makers[match.group(1)](), form)


def _table(name: str) -> list[str]:
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return sorted({word for line in lines if not line.startswith("#") for word in line.split()})


def fill(pieces: Sequence[tuple[str, str]], language: str, source: str) -> Sentence:
    """A sentence from (text, label) pieces; no label, no name."""
    text, spans = "", list[Span]()
    for piece, label in pieces:
        if label:
            spans.append((len(text), len(text) + len(piece), label))
        text += piece
    return Sentence(text, tuple(spans), language, source)


def swapped(sentence: Sentence, names: Names) -> Sentence | None:
    """The sentence with other people and other organizations, or None where its language does not allow it or it has none."""
    if sentence.language not in UNINFLECTED or not any(label in ("PER", "ORG") for *_, label in sentence.spans):
        return None
    pieces, position = list[tuple[str, str]](), 0
    for start, end, label in sentence.spans:
        name = sentence.text[start:end]
        one_word = " " not in name and len(name) < 14
        if label == "PER":
            inside = sentence.language in HAN or not one_word
            name = names.person(sentence.language) if inside else names.last(sentence.language)
        elif label == "ORG" and names.random.random() < 0.7:
            name = names.organization(sentence.language)
        elif label == "MISC" and names.random.random() < 0.4:
            name = names.product()
        pieces += [(sentence.text[position:start], ""), (name, label)]
        position = end
    pieces.append((sentence.text[position:], ""))
    return fill(pieces, sentence.language, "swapped")


def framed(names: Names, language: str, count: int) -> Iterator[Sentence]:
    """`count` frames of this language, filled."""
    makers = {
        "PER": lambda: names.person(language), "LAST": lambda: names.last(language), "ORG": lambda: names.organization(language),
        "UNI": lambda: names.organization(language, "university_forms"), "PRODUCT": names.product, "LOC": lambda: names.place(language),
    }  # fmt: skip
    labels = {"PER": "PER", "LAST": "PER", "ORG": "ORG", "UNI": "ORG", "PRODUCT": "MISC", "LOC": "LOC"}
    for _ in range(count):
        # Some names come twice in a sentence, as they do in articles.
        pieces = list[tuple[str, str]]()
        for piece in re.split(r"(\{[A-Z]+\})", names.random.choice(names.forms[language])):
            gap = piece.strip("{}")
            if piece.startswith("{"):
                name = makers[gap]()
                if gap == "UNI" and (article := re.match(r"(?:the|la|el|il) |l'", name)):
                    pieces.append((article.group(), ""))
                    name = name[article.end() :]
                pieces.append((name, labels[gap]))
            else:
                pieces.append((piece, ""))
        yield fill(pieces, language, "frames")


def recased(sentence: Sentence, random: Random) -> Sentence:
    """The sentence in capitals, or as a headline, once in a while; offsets stay true."""
    roll = random.random()
    if roll < 0.03:
        text = sentence.text.upper()
    elif roll < 0.06:
        text = re.sub(r"(?<!\w)[^\W\d_]", lambda match: match.group().upper(), sentence.text)
    else:
        return sentence
    return Sentence(text, sentence.spans, sentence.language, sentence.source) if len(text) == len(sentence.text) else sentence
