"""Group b: blogs, news, a forum and editions of diaries."""
import re

from reading import (
    ATTRIBUTE,
    BLOCKS,
    COUNTED,
    LIST,
    PART,
    TEXT,
    absolute,
    all_at,
    collapsed,
    first_at,
    following,
    is_element,
    link,
    link_at,
    match_in,
    need,
    needed_at,
    raw_text,
    raw_text_after,
    register,
    text,
    text_at,
    texts_at,
)

template = register("b")


# ---- Frontier.


def lines_of(element):
    """The lines of an element as its reader sees them; blocks and line breaks end a line."""

    def parts(element):
        yield re.sub(r"\s+", " ", element.text or "")
        for child in element:
            if is_element(child):
                edge = "\n" if child.tag in BLOCKS else ""
                yield edge
                yield from parts(child)
                yield edge
            yield re.sub(r"\s+", " ", child.tail or "")

    return [line for line in map(collapsed, "".join(parts(element)).split("\n")) if line]


YEAR = r"^((?:c\. ?|ca\. ?)?(?:[A-Z][a-z]+ (?:\d+, )?)?1[789]\d\d(?: ?- ?\d+)?)$"


@template(
    "frontier-dohistory",
    "archive-page",
    fields=dict(
        title=COUNTED,
        publisher=PART,
        year=COUNTED,
        location=PART,
        page_count=PART,
        page_label=COUNTED,
        thumbs_url=ATTRIBUTE,
        next_url=ATTRIBUTE,
        see=LIST,
    ),
)
def dohistory_document(page, url):
    thumbs = needed_at(page, "//a[@href='thumbindex.html']")
    cell = needed_at(thumbs, "ancestor::td[1]")
    lines = lines_of(cell)

    def first_match(pattern):
        return next(filter(None, (match_in(pattern, line) for line in lines)), "")

    years = [line for line in lines if match_in(YEAR, line)]
    need(len(years) <= 1, f"{len(years)} years")
    pager = "//td[a/img[contains(@src, 'archive_prev_pg') or contains(@src, 'archive_next_pg')]]"
    fields = dict(
        title=text(needed_at(cell, ".//b/i")),
        publisher=first_match(r"^Published by (.*)$"),
        year=years,
        location=first_match(r"^Location of original: (.*)$"),
        page_count=first_match(r"^View thumbnails.*the (\d+) page"),
        page_label=text_at(page, f"{pager}/../td[.//p]//b"),
        thumbs_url=link(url, thumbs),
        next_url=link_at(url, page, "(//a[img[contains(@src, 'archive_next_pg')]])[1]/@href"),
        see=[collapsed(option.text) for option in all_at(page, "//select[@name='SelectMenu']/option")[1:]],
    )
    return fields, {}


@template(
    "frontier-dohistory",
    "diary-txt",
    fields=dict(
        dates=COUNTED, prev_url=ATTRIBUTE, next_url=ATTRIBUTE, size=PART, related=TEXT, print_url=ATTRIBUTE
    ),
    records=dict(days=["day", "weekday", "margin", "text", "summary"]),
)
def dohistory_diary(page, url):
    size = needed_at(page, "//a[contains(normalize-space(), 'View Image')]/following-sibling::font[1]")
    days = []
    for head in all_at(page, "//td[@width='80' and table]"):
        cells = all_at(head.getparent(), "./td")
        need(len(cells) == 3, f"{len(cells)} cells in a row")
        date = texts_at(head, "./table//td")
        need(len(date) == 2, "a day that is not number and weekday")
        days.append(
            dict(
                day=date[0],
                weekday=date[1],
                margin=" ".join(texts_at(head, "./p")),
                text=text(cells[1]),
                summary=text(cells[2]),
            )
        )
    label = "Related Links:"
    related = [
        text_at(bold, "ancestor::td[1]").split(label, 1)[1] for bold in all_at(page, "//b") if text(bold) == label
    ]
    fields = dict(
        dates=text_at(page, "(//center/nobr)[1]"),
        prev_url=link_at(url, page, "(//a[img[contains(@src, 'prev.gif')]])[1]/@href"),
        next_url=link_at(url, page, "(//a[img[contains(@src, 'next.gif')]])[1]/@href"),
        size=match_in(r"\((.*)\)", text(size)),
        related=related[-1:],
        print_url=link_at(url, page, "//a[contains(@href, '_print')]/@href"),
    )
    return fields, dict(days=days)


# ---- A party's news, in three designs.


@template(
    "multiera-golkar",
    "php-article",
    fields=dict(title=COUNTED, date=COUNTED, province=PART, body=TEXT),
    records=dict(other=["date", "title", "url"]),
)
def golkar_article(page, url):
    block = needed_at(page, "//div[contains(@class, 'padbot')]")
    date = match_in(r"^\s*(\d\d/\d\d/\d{4})\s*$", block.text)
    need(date, "no date")
    title = first_at(block, "./span[@class='h4']")
    if title is None:
        title = needed_at(block, "./following-sibling::div[@class='artikelbrt'][1]/span[@class='h4']")
    body = collapsed(raw_text_after(title))
    need(body, "no body")
    other = []
    newest = first_at(page, "//div[@id='berita_terkini']")
    if newest is not None:
        before = newest.text  # the date stands before the link
        for element in newest:
            if element.tag == "a":
                other.append(
                    dict(date=match_in(r"(\d\d/\d\d/\d{4})", before), title=text(element), url=link(url, element))
                )
            before = element.tail
    province = match_in(r"Propinsi (.*)$", text_at(page, "//div[@class='propinsi']"))
    return dict(title=text(title), date=date, province=province, body=body), dict(other=other)


def raw_text_between(start, stop):
    """The raw text from the end of one element to the beginning of another one, which stands later on the page."""
    parts = []

    def read(element):
        """Whether `stop` was not met."""
        if element is stop:
            return False
        if not is_element(element):
            return True
        edge = " " if element.tag in BLOCKS else ""
        parts.append(edge + (element.text or ""))
        for child in element:
            if not read(child):
                return False
            parts.append(child.tail or "")
        parts.append(edge)
        return True

    parts.append(start.tail or "")
    for element in start.itersiblings():
        if not read(element):
            break
        parts.append(element.tail or "")
    return "".join(parts)


@template("multiera-golkar", "htm-daily", fields=dict(headline=TEXT, image=ATTRIBUTE, body=TEXT))
def golkar_daily(page, url):
    headlines = all_at(page, "//body/center[not(.//table)]")
    need(len(headlines) == 1, f"{len(headlines)} headlines")
    needed_at(headlines[0], ".//b")
    back = needed_at(page, "//a[contains(normalize-space(), 'Kembali ke Berita Harian')]")
    body = collapsed(raw_text_between(headlines[0], back))
    need(body, "no body")
    images = [source for source in all_at(page, "//img/@src") if "sublogo" not in source]
    need(len(images) <= 1, f"{len(images)} images")
    return dict(headline=text(headlines[0]), image=[absolute(url, source) for source in images], body=body), {}


@template(
    "multiera-golkar", "drupal-member", fields=dict(name=COUNTED, position=COUNTED, board=COUNTED, photo=ATTRIBUTE)
)
def golkar_member(page, url):
    info = needed_at(page, "//p[@class='cv-detail-info']")
    name = first_at(info, "./strong")
    line_break = following(name)
    is_break = line_break is not None and line_break.tag == "br"
    fields = dict(
        name=text(name),
        position=collapsed(line_break.tail) if is_break else "",
        board=text_at(page, "//h3[@class='block_title']"),
        photo=link_at(url, info, "./img/@src"),
    )
    return fields, {}


# ---- Hexo.


@template(
    "hexo-icarus-ljq",
    "post",
    fields=dict(
        title=COUNTED,
        posted=ATTRIBUTE,
        updated=COUNTED,
        categories=LIST,
        reading_time=PART,
        words=PART,
        tags=LIST,
        image=ATTRIBUTE,
        next_title=COUNTED,
    ),
    records=dict(toc=["number", "heading"], recents=["title", "url", "date"]),
)
def icarus_post(page, url):
    article = needed_at(page, "//article[contains(@class, 'article')]")
    meta = needed_at(article, ".//div[contains(@class, 'article-meta')]")
    items = all_at(meta, ".//span[contains(@class, 'level-item')]")
    reading_item = next((text(item) for item in items if "read (About" in text(item)), "")
    updated = next((item for item in items if text(item).startswith("Updated")), None)
    toc = [
        dict(number=text_at(entry, "(./span/span)[1]"), heading=text_at(entry, "(./span/span)[2]"))
        for entry in all_at(first_at(page, "//*[@id='toc']"), ".//a")
    ]
    recents = [
        dict(
            title=text_at(post, ".//p[contains(@class, 'title')]"),
            url=link_at(url, post, ".//p[contains(@class, 'title')]/a/@href"),
            date=text_at(post, ".//time"),
        )
        for widget in all_at(page, "//div[contains(@class, 'card') and contains(@class, 'widget')]")
        if text_at(widget, ".//h3") == "Recents"
        for post in all_at(widget, ".//article")
    ]
    image = "(//div[contains(@class, 'column-main')]//div[contains(@class, 'card-image')])[1]//img/@src"
    fields = dict(
        title=text_at(article, "./h1"),
        posted=first_at(meta, ".//time/@datetime"),
        updated=text_at(updated, ".//time"),
        categories=texts_at(meta, ".//a[contains(@href, '/categories/')]"),
        reading_time=match_in(r"^(.*?) read \(", reading_item),
        words=match_in(r"About (\d+) words", reading_item),
        tags=texts_at(page, "//div[contains(@class, 'article-tags')]//a"),
        image=link_at(url, page, image),
        next_title=text_at(page, "//a[contains(@class, 'article-nav-next')]/span"),
    )
    return fields, dict(toc=toc, recents=recents)


# ---- SPIP.


@template(
    "spip-wechange",
    "article",
    fields=dict(
        title=COUNTED, date=PART, author=PART, sections=LIST, logo=ATTRIBUTE, print_url=ATTRIBUTE, body=TEXT
    ),
    records=dict(related=["title", "url"]),
)
def wechange_article(page, url):
    navigation = needed_at(page, "//p[@class='content-nav']")
    title = needed_at(page, "//a[@class='title1']")
    print_link = needed_at(page, "//a[contains(@href, 'page=print')]")
    line = print_link.getparent()  # DATE - AUTHOR - print
    parts = [collapsed(part) for part in re.split(r"\s-(?=\s|$)", (line.text or "") + " ")]
    need(len(line) == 1 and len(parts) == 3, "the line below the title is not date, author and link")
    body = []
    for block in line.itersiblings():
        if text(block).startswith("ارسال به"):  # "send to", the links behind the text
            break
        body.append(raw_text(block) + " " + (block.tail or ""))
    else:
        need(False, "no end of the body")
    related = []
    for bullet in all_at(page, "//img[contains(@src, 'buldsgb')]"):
        anchor = following(bullet)
        need(anchor is not None and anchor.tag == "a", "a related article without a link")
        related.append(dict(title=text(anchor), url=link(url, anchor)))
    fields = dict(
        title=text(title),
        date=parts[0],
        author=parts[1],
        sections=texts_at(navigation, "./a")[1:],
        logo=link_at(url, page, "//img[contains(@class, 'spip_logos')]/@src"),
        print_url=link(url, print_link),
        body=" ".join(body),
    )
    return fields, dict(related=related)


# ---- Spirit.


@template(
    "spirit-forum",
    "spirit/topic/detail.html",
    name="topic",
    fields=dict(
        title=COUNTED, categories=LIST, pages=PART, starter=COUNTED, started=ATTRIBUTE, login_url=ATTRIBUTE
    ),
    records=dict(comments=["author", "url", "date", "text"]),
)
def spirit_topic(page, url):
    date = ".//ul[contains(@class, 'comment__info__date')]/li"
    comments = all_at(page, "//div[contains(@class, 'comments_list__comment') and contains(@class, 'js-comment')]")
    need(comments, "no comments")
    rows = []
    for comment in comments:
        author = needed_at(comment, ".//a[contains(@class, 'comment__info__username__link')]")
        body = text_at(comment, ".//div[contains(@class, 'comment__text')]")
        rows.append(dict(author=text(author), url=link(url, author), date=text_at(comment, f"{date}[1]"), text=body))
    fields = dict(
        title=text_at(page, "//h1"),
        categories=texts_at(page, "//ul[@class='breadcrumb_nav']//a")[1:],
        pages=match_in(r"of (\d+)", text_at(page, "//*[contains(@class, 'paginator__pages')]")),
        starter=rows[0]["author"],
        started=first_at(comments[0], f"{date}/@title"),
        login_url=link_at(url, page, "//a[contains(@class, 'header__login')]/@href"),
    )
    return fields, dict(comments=rows)


# ---- A diary in TEI.


@template(
    "tei-schnitzler",
    "diary-entry",
    fields=dict(title=COUNTED, weekday=PART, body=TEXT, prev_url=ATTRIBUTE, next_url=ATTRIBUTE, xml_url=ATTRIBUTE),
    records=dict(entities=["name", "url", "geonames"]),
)
def schnitzler_entry(page, url):
    title = text_at(page, "//div[@class='col-md-8']/h1")
    header = needed_at(page, "//div[@class='card-header']")
    entities = [
        dict(
            name=text_at(entity, ".//h5[@class='modal-title']"),
            url=link_at(url, entity, ".//h5[@class='modal-title']/a/@href"),
            geonames=text_at(entity, ".//a[contains(@href, 'geonames.org')]"),
        )
        for entity in all_at(page, "//div[@class='modal-content']")
    ]
    fields = dict(
        title=title,
        weekday=match_in(r"^(\S+),", title),
        body=text(following(header)),
        prev_url=link_at(url, header, ".//a[i[@title='prev']]/@href"),
        next_url=link_at(url, header, ".//a[i[@title='next']]/@href"),
        xml_url=link_at(url, header, ".//a[i[contains(@title, 'TEI')]]/@href"),
    )
    return fields, dict(entities=entities)


@template(
    "tei-schnitzler",
    "person",
    fields=dict(name=COUNTED, first_name=PART, last_name=PART, born=PART, died=PART),
)
def schnitzler_person(page, _):
    values = {}
    for label in all_at(needed_at(page, "//div[@class='card-body']"), "./small"):
        behind = collapsed(label.tail)
        need(behind.startswith(":"), "a label without a colon")
        values[text(label)] = behind[1:]
    fields = dict(
        name=text_at(page, "//h1"),
        first_name=values.get("Vorname", ""),
        last_name=values.get("Nachname", ""),
        born=values.get("geboren", ""),
        died=values.get("gestorben", ""),
    )
    return fields, {}


@template(
    "tei-schnitzler",
    "place",
    fields=dict(name=COUNTED, variants=LIST, geonames=COUNTED, coordinates=COUNTED, latitude=PART),
)
def schnitzler_place(page, _):
    card = needed_at(page, "//div[@class='card']/div[@class='card-body']")

    def labels_saying(label):
        return [element for element in all_at(card, ".//small") if text(element) == label]

    places = labels_saying("Koordinaten:")
    coordinates = collapsed(places[0].tail) if places else ""
    need(not coordinates or re.match(r"-?[\d.]+ -?[\d.]+$", coordinates), "coordinates that are not two numbers")
    geonames = labels_saying("geonames:")
    need(len(geonames) <= 1, f"{len(geonames)} links to geonames")
    variants = labels_saying("Namensvarianten:")
    fields = dict(
        name=text_at(page, "//h1"),
        variants=texts_at(following(variants[0]), "./li") if variants else [],
        geonames=text(following(geonames[0])) if geonames else "",
        coordinates=coordinates,
        latitude=coordinates.split(" ")[0],
    )
    return fields, {}
