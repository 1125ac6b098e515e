"""Works are found by the words beside them, in every language; what only looks like a work is not."""

from __future__ import annotations

import itertools
import re

import pytest

from pipeline.extract.papers import WORK_RULES, author_candidates, paper_candidates
from pipeline.records import Document, Paragraph

pytestmark = pytest.mark.smoke


def document(text: str, language: str = "en") -> Document:
    """A document of one language with a paragraph for each line."""
    paragraphs = tuple(Paragraph(m.start(), m.end(), language, 1.0, "declared") for m in re.finditer(r"[^\n]+", text))
    return Document("a.txt", "d_a", text, "", language, 1.0, "declared", paragraphs)


def works(text: str, language: str = "en") -> list[str]:
    return [candidate.surface for candidate in paper_candidates(document(text, language))]


def people(text: str, language: str = "en") -> list[str]:
    return [candidate.surface for candidate in author_candidates(document(text, language))]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ('en', 'The study, titled "Sleep and the Ageing Kidney," was published on Monday in the journal Nephrology Today.', ['Sleep and the Ageing Kidney']),
        ('en', 'In a preprint posted to bioRxiv, "Frogs Remember Faces", the team of Ida Brandt reports two experiments.', ['Frogs Remember Faces']),
        ('en', 'Her doctoral thesis, “Salt Roads of the Sahel”, won a prize.', ['Salt Roads of the Sahel']),
        ('en', 'The authors of “Glass Tides: A Model of Coastal Noise” (arXiv:2403.01234) thanked the reviewers.', ['Glass Tides: A Model of Coastal Noise', 'arXiv:2403.01234']),
        ('en', 'The Orla 3.5 Technical Report names 200 contributors.', ['Orla 3.5 Technical Report']),
        ('en', 'In its technical report on Orla-2, the lab described the data.', ['technical report on Orla-2']),
        ('en', 'The paper "Attention in Owls" by J. Farrow was accepted at ICLR.', ['Attention in Owls']),
        ('fr', 'Dans une étude intitulée « Le sommeil des baleines », publiée lundi, les chercheurs de Brest montrent que les cétacés rêvent.', ['Le sommeil des baleines']),
        ('fr', 'Son mémoire de thèse, « Les sels du Sahel », a été primé.', ['Les sels du Sahel']),
        ('fr', 'Le rapport technique d’Orla 3 compte 90 pages.', ['rapport technique d’Orla 3']),
        ('es', 'El estudio, titulado «El sueño de las ballenas», se publicó el lunes en la revista Mar y Ciencia.', ['El sueño de las ballenas']),
        ('es', 'Su tesis doctoral, “Sales del Sahel”, obtuvo un premio.', ['Sales del Sahel']),
        ('de', 'Die Studie „Der Schlaf der Wale“ erschien am Montag in der Fachzeitschrift „Meereskunde“.', ['Der Schlaf der Wale']),
        ('de', 'Ihre Dissertation mit dem Titel »Salzwege im Sahel« wurde ausgezeichnet.', ['Salzwege im Sahel']),
        ('pt', 'O estudo “O sono das baleias”, publicado na segunda-feira, analisou 40 animais.', ['O sono das baleias']),
        ('it', 'Lo studio, intitolato «Il sonno delle balene», è uscito lunedì.', ['Il sonno delle balene']),
        ('id', 'Penelitian itu dimuat dalam makalah berjudul “Tidur Paus” pada hari Senin.', ['Tidur Paus']),
        ('ru', 'Исследование «Сон китов» опубликовано в понедельник.', ['Сон китов']),
        ('ru', 'В препринте «Сон китов» учёные описали 40 животных.', ['Сон китов']),
        ('zh', '他们在论文《鲸鱼的睡眠》中描述了四十头鲸。', ['鲸鱼的睡眠']),
        ('zh', '这篇题为“鲸鱼的睡眠”的论文周一发表在《海洋学报》上。', ['鲸鱼的睡眠']),
        ('zh', '研究团队在《自然》杂志发表论文，题为《鲸鱼的睡眠》。', ['鲸鱼的睡眠']),
        ('ja', '研究チームは論文「クジラの睡眠」を発表した。', ['クジラの睡眠']),
        ('ja', '「クジラの睡眠」と題した論文が月曜に公開された。', ['クジラの睡眠']),
        ('ja', '博士論文『サヘルの塩の道』で賞を受けた。', ['サヘルの塩の道']),
        ('ko', '연구팀은 논문 ‘고래의 잠’을 월요일 발표했다.', ['고래의 잠']),
        ('ko', '"고래의 잠"이라는 논문이 월요일 공개됐다.', ['고래의 잠']),
        ('ar', 'نشر الفريق ورقة بحثية بعنوان «نوم الحيتان» يوم الاثنين.', ['نوم الحيتان']),
        ('ar', 'حملت الدراسة عنوان "نوم الحيتان" ونشرت الاثنين.', ['نوم الحيتان']),
        ('fr', 'L’étude intitulée, « Biomimetic supramolecular protein matrix restores structure and properties of human dental enamel » a été publiée en ligne le 4 novembre 2025 dans Nature Communications.', ['Biomimetic supramolecular protein matrix restores structure and properties of human dental enamel']),
        ('fr', 'Daniels reporta ses résultats dans cette étude intitulée *The "Average man"?*.', ['The "Average man"?']),
        ('fr', 'J’ai réalisé une étude intitulée « L’analyse des dysfonctions chez les chiens de troupeaux ».', ['L’analyse des dysfonctions chez les chiens de troupeaux']),
        ('id', 'Teori ini diperkenalkan melalui suatu makalah berjudul *Portfolio Selection* yang diterbitkan pada Journal of Finance.', ['Portfolio Selection']),
        ('id', 'Schuld et al. memperluas metode ini dalam makalah *"Evaluating analytic gradients on quantum hardware"*.', ['Evaluating analytic gradients on quantum hardware']),
        ('id', 'Bersumber dari makalah berjudul Peran Sampel Lingkungan sebagai Alat Bukti Dalam Penegakan Hukum oleh Lilin Indrayani.', ['Peran Sampel Lingkungan sebagai Alat Bukti Dalam Penegakan Hukum']),
        ('es', 'Como plantea el artículo [*Hidden Technical Debt in Machine Learning Systems*](https://papers.nips.cc/paper/2015/file/86.pdf), se busca más.', ['Hidden Technical Debt in Machine Learning Systems']),
        ('ru', 'Флетчер в своей статье 1971 года *A modified Marquardt subroutine for non-linear least squares* упростил эту формулу.', ['A modified Marquardt subroutine for non-linear least squares']),
        ('zh', '1948年，香农发表的论文《通信的数学理论》，奠定了理论基础。', ['通信的数学理论']),
        ('zh', '请参阅Ana De Moura于2009年发表的论文 “[Revisiting Coroutines](https://dl.acm.org/doi/pdf/10.1145/1462166.1462167)”。', ['Revisiting Coroutines']),
        ('de', 'Die Idee wurde erstmals in dem Paper "Attention is All You Need" von Vaswani et al. im Jahr 2017 eingeführt.', ['Attention is All You Need']),
        ('de', 'In dem Paper “Dynamo: Amazon´s Highly Available Key-value Store”, welches 2007 veröffentlicht worden ist, präsentiert G. DeCandia den Aufbau.', ['Dynamo: Amazon´s Highly Available Key-value Store']),
        ('en', 'Microsoft researchers published a paper titled "Sparks of Artificial General Intelligence," arguing that it showed more.', ['Sparks of Artificial General Intelligence']),
        ('en', 'The author list of "Attention Is All You Need" reads like a myth: **Ashish Vaswani, Noam Shazeer, Niki Parmar.**', ['Attention Is All You Need']),
        ('en', 'In 2016, researchers published a paper titled ["Towards foveated rendering for gaze-tracked virtual reality"](https://cwyman.org/x.pdf).', ['Towards foveated rendering for gaze-tracked virtual reality']),
        ('en', 'Researchers published a paper titled *Attention Is All You Need*. It changed **everything**.', ['Attention Is All You Need']),
        ('en', 'A group published a paper titled “**Generative Agents: Interactive Simulacra of Human Behavior**”, on agents.', ['Generative Agents: Interactive Simulacra of Human Behavior']),
        ('en', 'Eight researchers published a paper with a cheeky title: "Attention Is All You Need". It became one of the most cited papers.', ['Attention Is All You Need']),
        ('ar', 'اقترح نموذج Data2Vec في ورقة بحثية بعنوان "data2vec: A General Framework for Self-supervised Learning" بواسطة Alexei Baevski.', ['data2vec: A General Framework for Self-supervised Learning']),
        ('ar', 'تم اقتراح نموذج InstructBLIP في ورقة بحثية بعنوان [InstructBLIP: Towards General-purpose Models](https://arxiv.org/abs/2305.06500) بواسطة Wenliang Dai.', ['InstructBLIP: Towards General-purpose Models', '2305.06500']),
        ('ko', '**Deep Neural Networks for YouTube Recommendations** 논문에서는 새로운 방법을 제안한다.', ['Deep Neural Networks for YouTube Recommendations']),
        ('pt', 'São os hiperparâmetros demonstrados no artigo [Human-level control through deep reinforcement learning](https://www.nature.com/articles/nature14236).', ['Human-level control through deep reinforcement learning']),
        ('en', 'Paper: Tides of Glass: A Field Study\nOur preprint is on arXiv.', ['Tides of Glass: A Field Study']),
        ('ja', '論文：Attention Is All You Need\nTransformerの論文です。arXivで公開。', ['Attention Is All You Need']),
        ('ko', '논문: Tides of Glass: A Field Study\narXiv 논문입니다.', ['Tides of Glass: A Field Study']),
        ('en', '@article{x,\n  title={Tides of Glass in Shallow Water},\n  author={Brandt, Ida and Farrow, Nell},\n}', ['Tides of Glass in Shallow Water']),
        ('fr', 'Le S4 a été décrit dans l’article « [*Efficiently Modeling Long Sequences*](https://arxiv.org/abs/2111.00396) » d’Albert GU et al.', ['Efficiently Modeling Long Sequences', '2111.00396']),
        ('zh', '大模型公司发布《海螺2技术报告》，长达80页。', ['海螺2技术报告']),
        ('zh', '该校博士生林某的论文《潮汐与玻璃》被NeurIPS 2024录用。', ['潮汐与玻璃']),
        ('zh', '研究成果以“潮汐与玻璃”为题发表在《自然》杂志上。', ['潮汐与玻璃']),
        ('ja', '研究成果は論文「潮とガラス」として米科学誌サイエンスに掲載された。', ['潮とガラス']),
        ('de', 'Der Fachartikel „Gezeiten aus Glas“ ist am Montag in „Nature“ erschienen.', ['Gezeiten aus Glas']),
        ('ru', 'Статья «Приливы и стекло» опубликована в журнале Nature, соавторы работали в Бонне.', ['Приливы и стекло']),
        ('es', 'En el artículo «Mareas de vidrio», publicado en la revista Nature, los coautores describen 40 casos.', ['Mareas de vidrio']),
        ('pt', 'No artigo “Marés de vidro”, publicado na revista Nature, os coautores descrevem 40 casos.', ['Marés de vidro']),
        ('it', 'Nell’articolo «Maree di vetro», pubblicato sulla rivista Nature, i coautori descrivono 40 casi.', ['Maree di vetro']),
        ('fr', 'Dans l’article « Marées de verre », paru dans la revue Nature, les co-auteurs décrivent 40 cas.', ['Marées de verre']),
        ('en', 'In an article, “Tides of Glass,” published in the journal Nature, the co-authors describe 40 cases.', ['Tides of Glass']),
        ('ar', 'وفي مقال بعنوان «مد الزجاج» نشر في مجلة علمية، وصف الباحثون 40 حالة في الورقة البحثية.', ['مد الزجاج']),
        ('id', 'Dalam artikel berjudul “Pasang Kaca” yang terbit di jurnal Nature, para peneliti menggambarkan 40 kasus dalam makalah itu.', ['Pasang Kaca']),
        ('en', 'The findings were published in Nature Communications under the title “Tides of Glass.”', ['Tides of Glass']),
        ('en', '“Tides of Glass”, a paper by Ida Brandt, appeared in 2020.', ['Tides of Glass']),
        ('en', 'Brandt’s 2019 paper, Tides of Glass in Shallow Water, was cited 900 times; the preprint is on arXiv.', ['Tides of Glass in Shallow Water']),
        ('en', 'He defended his PhD thesis, "Tides of Glass", at Bonn.', ['Tides of Glass']),
        ('en', 'The GliDe paper (Brandt et al., 2021) introduced a benchmark; GliDe is cited.', ['GliDe']),
    ],
)
def test_works_are_found_by_their_cues(language: str, text: str, expected: list[str]) -> None:
    assert works(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ('en', 'Orla-2’s technical report was released.'),
        ('en', 'The company is known for its “flat management” and its motto, “Move Slowly”.'),
        ('en', 'Her book “Salt Roads”, a history of trade, is out; the film “Glass Tides” follows.'),
        ('en', 'The paper reported on Monday that "The Minister Will Resign".'),
        ('en', 'The Guardian paper said the report was late. The New York Times article on Brexit was read widely.'),
        ('en', 'A report titled "State of the Nation" was read out by the president.'),
        ('en', 'He wrote the hit song "Glass Tides" and read "The Salt Roads", a novel.'),
        ('en', 'In an article for The Times, he called it "A National Disgrace".'),
        ('en', 'He posted a blog post titled "Why I Left" and gave a talk, "Models as Agents".'),
        ('en', 'The award-winning documentary "Frogs Remember" was published by Netflix.'),
        ('fr', 'La devise « Plus vite, plus loin » figure sur le livre « Les sels du Sahel ».'),
        ('fr', 'Dans un article du journal « Le Monde », il juge la mesure « Impressionnante ».'),
        ('fr', 'Le film « Le sommeil des baleines » est sorti lundi.'),
        ('es', 'El lema «Más lejos» aparece en el libro «Sales del Sahel».'),
        ('es', 'El periódico «El Faro» publicó el lunes un artículo sobre «El Chapo».'),
        ('de', 'Das Buch „Salzwege“ und der Film „Der Schlaf der Wale“ erschienen am Montag.'),
        ('de', 'Die Zeitung „Meerblick“ schrieb: „Die Wale schlafen“.'),
        ('pt', 'O livro “O sono das baleias” e o filme “Sal” saíram na segunda-feira.'),
        ('it', 'Il film «Il sonno delle balene» e il giornale «La Riva» ne parlano.'),
        ('id', 'Film “Tidur Paus” dan buku “Jalan Garam” terbit hari Senin.'),
        ('ru', 'Фильм «Сон китов» и книга «Соляные пути» вышли в понедельник. Газета «Берег» написала: «Киты спят».'),
        ('ru', 'Компания «Берег» и клуб «Спартак» опубликовали отчёт.'),
        ('zh', '电影《鲸鱼的睡眠》和小说《盐路》周一上映。《人民日报》报道说“鲸鱼睡了”。'),
        ('zh', '他读了“鲸鱼的睡眠”三个字。根据《海洋法》，报告称“情况良好”。'),
        ('ja', '映画『クジラの睡眠』と小説『塩の道』が公開された。「はい」と答えた。'),
        ('ja', '同紙は「クジラは眠る」と報じた。記事「塩の道」も読まれた。'),
        ('ko', '영화 ‘고래의 잠’과 소설 ‘소금길’이 나왔다. 그는 "네"라고 말했다.'),
        ('ar', 'صدر فيلم «نوم الحيتان» وكتاب «طرق الملح» يوم الاثنين. وقالت صحيفة «الشاطئ» إن الأمر «جيد».'),
        ('ru', 'В своей статье «Выставка импрессионистов» (1874, газета Le Charivari) Леруа написал: «Обои лучше».'),
        ('zh', '例如，Rob Pike的2011年的演讲“[Lexical Scanning in Go](https://go.dev/talks/2011/lex.slide)”介绍了词法器。'),
        ('en', 'See [the docs](https://example.org) and **bold claims** in *The Daily Planet*, a paper.'),
        ('en', 'Our paper on **performance** and the *really important* study of [contributors](https://github.com/x).'),
        ('en', 'Paper: the cheapest material for walls.\nTitle: CEO\nThe arXiv preprint.'),
        ('en', 'Work: he is employed at the bank, said the study.'),
        ("pt", "Iniciado em 1958, o estudo de «O Capital» por jovens intelectuais."),
        ("en", "During the study of “Capital” at school, and during “Big Week” (February 1944), he slept."),
        ("en", "One of the most cited works within the conferences was from LREC papers; Foreign Policy Studies made him a scholar."),
    ],
)
def test_books_films_slogans_and_speech_are_no_works(language: str, text: str) -> None:
    assert works(text, language) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As the first author of the Driftwood paper she spoke at ICML 2024.", ["Driftwood"]),
        ("One of the core authors of GliDe, cited in many preprints on language models.", ["GliDe"]),
        ("A preprint says more. Its core papers such as GliDe, Plover, and ChanSum are cited widely on arXiv.", ["GliDe", "Plover", "ChanSum"]),
        ("The Orlo B4 and B4.5 Technical Reports are long.", ["Orlo B4", "B4.5 Technical Reports"]),
        ("The latest Orlo B5 flagship model technical report is out.", ["Orlo B5 flagship model technical report"]),
        ("The classic work WEST (CVPR 2017, cited over 900 times) is by the co-author.", ["WEST"]),
        ("The NASA report and the Best Paper Award went to the White Paper.", []),
        ("Preprints, co-authors and arXiv: the 2026 March paper was a Spotlight paper cited by many.", []),
    ],
)
def test_short_names_and_reports_are_found_without_quotes(text: str, expected: list[str]) -> None:
    assert works(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("References\nBrandt I, Farrow NT. Tides of glass in shallow water. J Glass. 2019;4:1-9.", ["Brandt I", "Farrow NT"]),
        ("[2] I. Brandt and N. Farrow, “Glass tides,” in Proc. ABC, 2020.", ["I. Brandt", "N. Farrow"]),
        ("Brandt, Ida; Farrow, Nell (2020). Tides again: a study. Journal of Tides 4.", ["Brandt, Ida", "Farrow, Nell"]),
        ("Brandt, I., Farrow, N., Osman, S.: Listening to Tides. NeurIPS 2017", ["Brandt, I.", "Farrow, N.", "Osman, S."]),
        ("So say Brandt et al. (2020), Farrow & Lindqvist (2019) and others (Osman, 2020).", ["Brandt", "Farrow", "Lindqvist", "Osman"]),
        ("The paper “Listening to Tides” (Ida Brandt, Nell Farrow, Sami Osman) is short.", ["Ida Brandt", "Nell Farrow", "Sami Osman"]),
        ("Ida Brandt1,2*, Noel Farrow3† and T. Arlow¹", ["Ida Brandt", "Noel Farrow", "T. Arlow"]),
        ("As shown by Brandt et al. (2020) and by Farrow and Orr [3], tides rise.", ["Brandt", "Farrow", "Orr"]),
        ("Authors: Brandt I, Farrow NT, Osman R.", ["Brandt I", "Farrow NT", "Osman R"]),
        ("Brandt, Ida; Farrow, Noel T.; Osman, Rika", ["Brandt, Ida", "Farrow, Noel T.", "Osman, Rika"]),
        ("作者：顾文岚、谭立", ["顾文岚", "谭立"]),
        ("We train on RACE and EAST [4].", []),
        ("Ida Brandt, Noel Farrow and Tom Arlow met on Monday in town.", []),
        ("Berlin, Paris, London and Rome were cold in 2020.", []),
    ],
)
def test_people_of_author_lists_and_citations_are_found(text: str, expected: list[str]) -> None:
    assert people(text, "zh" if text.startswith("作者") else "en") == expected


def test_titles_of_references_are_marked() -> None:
    found = paper_candidates(document("Brandt, I., Farrow, N., Osman, S.: Listening to Tides. NeurIPS 2017"))
    assert [(candidate.surface, candidate.section) for candidate in found] == [("Listening to Tides", "references")]


def test_a_list_of_references_is_marked_and_ends_at_the_next_heading() -> None:
    text = (
        "# Report\nIris Calder wrote the paper “Glass Tides”.\n\n## References\n[1] B. Orr, T. Lund. On tides. 2019.\n\n"
        "## Annex\nThe paper “Slow Lamps” is out."
    )
    found = paper_candidates(document(text))
    assert [(candidate.surface, candidate.section) for candidate in found] == [("Glass Tides", "body"), ("On tides", "references"), ("Slow Lamps", "body")]
    cited = author_candidates(document(text))
    assert [(candidate.surface, candidate.section) for candidate in cited] == [("B. Orr", "references"), ("T. Lund", "references")]


def test_candidates_lie_in_the_text_without_overlap_and_name_their_rule() -> None:
    text = "The paper “GliDe: Memory of Owls” (arXiv:2401.01234) and the Orlo B4 Technical Report, cited by co-authors.\n" * 3
    rules = {rule.__name__ for rule in WORK_RULES}
    found = paper_candidates(document(text))
    assert found and rules
    for one, two in itertools.pairwise(found):
        assert one.end <= two.start
    for candidate in found:
        assert text[candidate.start : candidate.end] == candidate.surface
        assert candidate.cue


@pytest.mark.parametrize("name", ["en", "fr", "es", "id", "de", "pt", "ru", "zh", "ja", "ar"])
def test_ordinary_news_yields_at_most_one_false_work_in_a_hundred(shared, name: str) -> None:  # type: ignore[no-untyped-def]  # a fixture of the conftest
    # no story of this folder names a scholarly work (docs/papers.md)
    paths = sorted((shared / "news" / name).glob("*.txt"))
    found = [candidate.surface for path in paths for candidate in paper_candidates(document(path.read_text(encoding="utf-8"), name))]
    assert len(paths) >= 100
    assert len(found) <= len(paths) / 100, found
