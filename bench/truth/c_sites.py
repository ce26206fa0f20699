"""Group c: blogs, news, wikis of tickets and collections."""
from reading import (
    ATTRIBUTE,
    COUNTED,
    LIST,
    PART,
    TEXT,
    absolute,
    all_at,
    collapsed,
    first_at,
    following,
    has_class,
    is_element,
    link,
    link_at,
    match_in,
    need,
    needed_at,
    register,
    text,
    text_at,
    texts_at,
)

template = register("c")


# ---- News.


@template(
    "cleanportaleval",
    "msnbc-tv",
    fields=dict(
        title=COUNTED,
        author=COUNTED,
        author_url=ATTRIBUTE,
        published=COUNTED,
        caption=COUNTED,
        categories=LIST,
        body=TEXT,
    ),
    records=dict(related=["title", "url", "author", "show"]),
)
def msnbc_article(page, url):
    content = needed_at(page, "//div[@id='content']")
    info = needed_at(content, "./div[@class='post-info'] | ./div[@class='single-voice']/div[@class='post-info']")
    authors = all_at(info, ".//a[@rel='author']")
    need(len(authors) == 1, f"{len(authors)} authors")
    bodies = all_at(content, f".//div[{has_class('entry-content')}]")
    need(len(bodies) == 1, f"{len(bodies)} bodies")
    related = [
        dict(
            title=text_at(story, "./h4/a"),
            url=link_at(url, story, "./h4/a/@href"),
            author=text_at(story, ".//a[@rel='author']"),
            show=text_at(story, f"./div[{has_class('byline')}]/a[{has_class('light-blue')}]"),
        )
        for story in all_at(
            content, "./div[@class='related-content']/div[@class='related-stories']/div[contains(@class, 'relat')]"
        )
    ]
    fields = dict(
        title=text_at(content, f"./h1[{has_class('entry-title')}]"),
        author=text(authors[0]),
        author_url=link(url, authors[0]),
        published=text_at(info, f".//div[{has_class('date')}]"),
        caption=text_at(content, f"./div[{has_class('nbc-video-wrap')}]//p[{has_class('embedded-caption')}]"),
        categories=texts_at(content, ".//div[@class='post-meta']//span[@class='categories']/a"),
        body=text(bodies[0], without=lambda element: element.get("id") == "jp-post-flair"),
    )
    return fields, dict(related=related)


@template(
    "cleanportaleval",
    "wsj-blog",
    fields=dict(
        title=COUNTED,
        published=COUNTED,
        author=PART,
        blog=COUNTED,
        prev_title=COUNTED,
        prev_url=ATTRIBUTE,
        tags=LIST,
        body=TEXT,
    ),
)
def wsj_post(page, url):
    headline = needed_at(page, f"//div[{has_class('articleHeadlineBox')}]")
    article = needed_at(page, "//div[@class='article story']/div[@class='articlePage']")
    previous = first_at(page, f"//li[{has_class('blognav_prev')}]/a")

    def is_byline(element):
        return element.tag == "h3" and "byline" in element.get("class", "")

    fields = dict(
        title=text_at(headline, "./h1"),
        published=text_at(headline, f".//li[{has_class('dateStamp')}]"),
        author=match_in(r"^By (.*)$", text_at(article, f"./h3[{has_class('byline')}]")),
        blog=text_at(page, f"//h5[{has_class('blogtitle')}]"),
        prev_title=match_in(r"Previous (.*)$", text(previous)),
        prev_url=link(url, previous),
        tags=texts_at(page, "//div[@class='postcats']//a"),
        body=text(article, without=is_byline),
    )
    return fields, {}


# ---- Drupal 6.


@template(
    "drupal6-aegir",
    "node-event",
    fields=dict(
        title=COUNTED,
        author=COUNTED,
        author_url=ATTRIBUTE,
        submitted=COUNTED,
        event_date=COUNTED,
        tags=LIST,
        picture=ATTRIBUTE,
        body=TEXT,
    ),
)
def aegir_event(page, url):
    node = needed_at(page, f"//div[{has_class('node-event')}]")
    author = first_at(node, ".//div[@class='byline']/a")
    dates = all_at(node, f".//div[{has_class('field-field-date')}]//div[{has_class('field-item')}]")
    need(len(dates) <= 1, f"{len(dates)} dates")

    def is_label(element):
        return "field-label-inline-first" in element.get("class", "")

    def is_field(element):
        return "field" in element.get("class", "").split()

    fields = dict(
        title=text_at(node, f".//h2[{has_class('node-title')}]"),
        author=text(author),
        author_url=link(url, author),
        submitted=text_at(node, ".//div[@class='date']"),
        event_date=text(dates[0], without=is_label) if dates else "",
        tags=texts_at(node, f".//div[{has_class('terms')}]//li"),
        picture=link_at(url, node, ".//div[@class='picture']//img/@src"),
        body=text(first_at(node, f"./div[{has_class('node-content')}]"), without=is_field),
    )
    return fields, {}


@template(
    "drupal6-aegir",
    "revision-list",
    fields=dict(title=COUNTED, node_url=ATTRIBUTE, current_date=COUNTED, current_author=COUNTED),
    records=dict(revisions=["date", "author", "author_url", "log"]),
)
def aegir_revisions(page, url):
    breadcrumbs = all_at(page, "//div[@class='breadcrumb']//a")
    need(len(breadcrumbs) >= 2, "no breadcrumbs")
    form = needed_at(page, "//form[@id='diff-node-revisions']")
    revisions = []
    for cell in all_at(form, ".//table/tbody/tr/td[1]"):
        links = all_at(cell, "./a")
        need(len(links) == 2, f"{len(links)} links in a row, not a date and an author")
        need(match_in(r"^(\d\d/\d\d/\d{4}) - ", text(links[0])), "a row without a date")
        revisions.append(
            dict(
                date=text(links[0]),
                author=text(links[1]),
                author_url=link(url, links[1]),
                log=text_at(cell, "./p[@class='revision-log']"),
            )
        )
    need(revisions, "no revisions")
    fields = dict(
        title=text(breadcrumbs[-1]),
        node_url=link(url, breadcrumbs[-1]),
        current_date=revisions[0]["date"],
        current_author=revisions[0]["author"],
    )
    return fields, dict(revisions=revisions)


# ---- Hexo.


@template(
    "hexo-butterfly",
    "post",
    fields=dict(
        title=COUNTED,
        created=COUNTED,
        updated=ATTRIBUTE,
        categories=LIST,
        tags=LIST,
        prev_title=COUNTED,
        prev_url=ATTRIBUTE,
        body=TEXT,
    ),
    records=dict(toc=["number", "text"]),
)
def butterfly_post(page, url):
    post = needed_at(page, "//*[@id='post']")
    previous = first_at(page, f"//*[@id='pagination']//div[{has_class('prev-post')}]/a")
    toc = [
        dict(
            number=text_at(entry, f"./span[{has_class('toc-number')}]"),
            text=text_at(entry, f"./span[{has_class('toc-text')}]"),
        )
        for entry in all_at(page, f"//*[@id='card-toc']//a[{has_class('toc-link')}]")
    ]
    fields = dict(
        title=text_at(post, f".//h1[{has_class('post-title')}]"),
        created=text_at(post, f".//time[{has_class('post-meta-date-created')}]"),
        updated=first_at(post, f".//time[{has_class('post-meta-date-updated')}]/@datetime"),
        categories=texts_at(post, f".//*[@id='post-meta']//a[{has_class('post-meta-categories')}]"),
        tags=texts_at(post, f".//a[{has_class('post-meta__tags')}]"),
        prev_title=text_at(previous, f".//*[{has_class('prev_info')}]"),
        prev_url=link(url, previous),
        body=text_at(post, "./article[@id='article-container']"),
    )
    return fields, dict(toc=toc)


@template(
    "hexo-next",
    "post",
    fields=dict(
        title=COUNTED, date=COUNTED, published=ATTRIBUTE, tags=LIST, prev_title=COUNTED, next_url=ATTRIBUTE, body=TEXT
    ),
    records=dict(toc=["number", "text", "url"]),
)
def next_post(page, url):
    post = needed_at(page, f"//article[{has_class('post-content')}]")
    created = needed_at(post, f".//div[{has_class('post-meta')}]//time")
    need("dateCreated" in created.get("itemprop", ""), "the first time is not that of the making")
    navigation = f".//div[{has_class('post-nav')}]"
    toc = [
        dict(
            number=text_at(entry, f"./span[{has_class('nav-number')}]"),
            text=text_at(entry, f"./span[{has_class('nav-text')}]"),
            url=link(url, entry),
        )
        for entry in all_at(page, f"//div[{has_class('post-toc')}]//a[{has_class('nav-link')}]")
    ]
    fields = dict(
        title=text_at(post, f".//h1[{has_class('post-title')}]"),
        date=text(created),
        published=created.get("datetime"),
        tags=texts_at(post, f".//div[{has_class('post-tags')}]/a"),
        prev_title=text_at(post, f"{navigation}//a[@rel='prev']"),
        next_url=link_at(url, post, f"{navigation}//a[@rel='next']/@href"),
        body=text_at(post, f"./div[{has_class('post-body')}]"),
    )
    return fields, dict(toc=toc)


@template(
    "hexo-next",
    "archive",
    fields=dict(total=PART, year=COUNTED, current_page=COUNTED, prev_url=ATTRIBUTE, next_url=ATTRIBUTE),
    records=dict(posts=["date", "iso", "title", "url"]),
)
def next_archive(page, url):
    archive = needed_at(page, f"//div[{has_class('archive')}]")
    total = match_in(r"(\d+) 篇", text_at(archive, f".//div[{has_class('collection-title')}]"))
    need(total, "no total")
    years = texts_at(archive, f".//div[{has_class('collection-year')}]")
    need(len(years) == 1, f"{len(years)} years")
    posts = [
        dict(
            date=text_at(post, ".//time"),
            iso=first_at(post, ".//time/@datetime"),
            title=text_at(post, f".//a[{has_class('post-title-link')}]"),
            url=link_at(url, post, f".//a[{has_class('post-title-link')}]/@href"),
        )
        for post in all_at(archive, ".//article")
    ]
    pager = "//nav[@class='pagination']"
    fields = dict(
        total=total,
        year=years[0],
        current_page=text_at(page, f"{pager}//span[{has_class('current')}]"),
        prev_url=link_at(url, page, f"{pager}//a[@rel='prev']/@href"),
        next_url=link_at(url, page, f"{pager}//a[@rel='next']/@href"),
    )
    return fields, dict(posts=posts)


# ---- Hugo.


@template(
    "hugo-ananke-7rocky",
    "htb-single",
    fields=dict(
        title=COUNTED,
        published=ATTRIBUTE,
        reading_minutes=PART,
        os=PART,
        ip=PART,
        image=ATTRIBUTE,
        description=COUNTED,
        tags=LIST,
    ),
    records=dict(toc=["text", "url"]),
)
def ananke_machine(page, url):
    article = needed_at(page, "//main/article")
    bodies = all_at(article, f"./div[{has_class('nested-copy-line-height')}]")
    need(len(bodies) == 1, f"{len(bodies)} bodies")
    header = needed_at(article, "./header")
    labelled = {
        text(item[0]): match_in(r"^[^:]+: ?(.*)$", text(item)) for item in all_at(bodies[0], "./ul[1]/li[strong]")
    }

    def value_of(*labels):
        return next((labelled[label] for label in labels if labelled.get(label)), "")

    toc = [
        dict(text=text(entry), url=link(url, entry))
        for entry in all_at(article, f"./aside[{has_class('aside-desktop')}]//nav[@id='TableOfContents']//a")
    ]
    fields = dict(
        title=text_at(header, "./h1"),
        published=first_at(header, "./time/@datetime"),
        reading_minutes=match_in(r"^(\d+) min", text_at(header, f"./p[{has_class('tracked')}]")),
        os=value_of("SO", "OS"),
        ip=value_of("Dirección IP", "IP Address", "IP address"),
        image=link_at(url, article, f".//div[{has_class('htb-image')}]/img/@src"),
        description=text_at(article, f".//div[{has_class('htb-description')}]"),
        tags=texts_at(article, f"./ul[{has_class('tags')}]/li"),
    )
    return fields, dict(toc=toc)


@template(
    "hugo-symphonious",
    "post",
    fields=dict(title=COUNTED, date=COUNTED, published=ATTRIBUTE, author=PART, links=LIST, body=TEXT),
)
def symphonious_post(page, url):
    article = needed_at(page, "//main/article")
    header = needed_at(article, "./header")
    body = needed_at(article, f"./div[{has_class('nested-copy-line-height')}]")
    ends = all_at(body, "./ul[@class='pa0']")  # the tags; what follows is no part of the text
    need(len(ends) == 1, f"{len(ends)} ends of the body")
    after = {ends[0], *ends[0].itersiblings()}
    links = [
        link(url, anchor)
        for anchor in all_at(body, ".//a[@href]")
        if anchor not in after and not any(above in after for above in anchor.iterancestors())
    ]
    fields = dict(
        title=text_at(header, "./h1"),
        date=text_at(header, "./time"),
        published=first_at(header, "./time/@datetime"),
        author=match_in(r"^By (.*)$", text_at(header, "./p")),
        links=links,
        body=text(body, without=lambda element: element in after),
    )
    return fields, {}


@template(
    "hugo-symphonious",
    "post-list",
    fields=dict(latest_date=COUNTED, next_url=ATTRIBUTE, current_page=COUNTED),
    records=dict(posts=["date", "title", "url", "summary"]),
)
def symphonious_list(page, url):
    article = needed_at(page, "//main/article")
    posts = [
        dict(
            date=text_at(card, f"./div[{has_class('f6')}]"),
            title=text_at(card, "./h1"),
            url=link_at(url, card, "./h1/a/@href"),
            summary=text(needed_at(card, f"./div[{has_class('nested-links')}]")),
        )
        for card in all_at(article, f".//div[{has_class('overflow-hidden')}]")
    ]
    need(posts, "no posts")
    pager = f"//main//ul[{has_class('pagination')}]//li"
    fields = dict(
        latest_date=posts[0]["date"],
        next_url=link_at(url, page, f"{pager}/a[@aria-label='Next' and @href]/@href"),
        current_page=text_at(page, f"{pager}[{has_class('active')}]"),
    )
    return fields, dict(posts=posts)


@template(
    "hugo-tailwind",
    "exhibitions/single.html",
    fields=dict(title=COUNTED, start=PART, end=PART, tickets_url=ATTRIBUTE, topics=LIST, body=TEXT),
    records=dict(rooms=["name", "text"]),
)
def tailwind_exhibition(page, url):
    main = needed_at(page, "//main")
    hero = needed_at(main, "./section[.//h1]")
    dates = [line for line in texts_at(hero, ".//p") if match_in(r"^(\d{4}-)", line)]
    need(len(dates) <= 1, f"{len(dates)} lines with dates")
    period = dates[0] if dates else ""
    rooms = []
    room = following(next((heading for heading in all_at(main, "./h2") if text(heading) == "Rooms"), None))
    while room is not None and room.tag == "section":
        rooms.append(dict(name=text_at(room, ".//h3"), text=text_at(room, ".//p")))
        room = room.getnext()
    fields = dict(
        title=text_at(hero, ".//h1"),
        start=match_in(r"^(\d{4}-\d\d-\d\d)", period),
        end=match_in(r"– (\d{4}-\d\d-\d\d)", period),
        tickets_url=link_at(url, hero, ".//a[contains(@href, 'ticket')]/@href"),
        topics=texts_at(main, "./ul/li"),
        body=text_at(main, f".//div[{has_class('prose')}]"),
    )
    return fields, dict(rooms=rooms)


@template(
    "hugo-tailwind",
    "objects/single.html",
    fields=dict(
        title=COUNTED,
        badge=COUNTED,
        image=ATTRIBUTE,
        material=COUNTED,
        maker=COUNTED,
        maker_url=ATTRIBUTE,
        tags=LIST,
        body=TEXT,
    ),
    records=dict(specs=["label", "value"], related=["title", "url"]),
)
def tailwind_object(page, url):
    main = needed_at(page, "//main")
    specs = []
    for label in all_at(main, ".//aside/dl/dt"):
        need(label.getnext().tag == "dd", "a label without a value")
        specs.append(dict(label=text(label), value=text(label.getnext())))
    makers = [line for line in all_at(main, ".//aside/p") if text(line).startswith("Maker")]
    need(len(makers) <= 1, f"{len(makers)} makers")
    maker = first_at(makers[0], "./a") if makers else None
    need(not makers or text(makers[0]) == "Maker: " + text(maker), "the maker is no link")
    heading = next((heading for heading in all_at(main, "./h2") if text(heading) == "Related"), None)
    related = [
        dict(title=text_at(card, ".//h3"), url=link_at(url, card, ".//h3/a/@href"))
        for card in all_at(following(heading), "./article")
    ]
    fields = dict(
        title=collapsed(needed_at(main, ".//h1").text),
        badge=text_at(main, ".//h1/span"),
        image=link_at(url, main, ".//figure/img/@src"),
        material=next((spec["value"] for spec in specs if spec["label"] == "material"), ""),
        maker=text(maker),
        maker_url=link(url, maker),
        tags=texts_at(main, "./div/a[starts-with(@href, '/tags/')]"),
        body=text_at(main, f".//div[{has_class('prose')}]"),
    )
    return fields, dict(specs=specs, related=related)


# ---- Omeka.


def is_bare(element, tags):
    """Whether it is one of these elements, or an empty span, with no text behind it."""
    is_allowed = not is_element(element) or element.tag in tags or (element.tag == "span" and not text(element))
    return is_allowed and not collapsed(element.tail)


@template(
    "omeka-dospassos",
    "item",
    fields=dict(
        title=COUNTED,
        newsreel=COUNTED,
        newsreel_url=ATTRIBUTE,
        item_number=PART,
        image=ATTRIBUTE,
        commentary=TEXT,
        sources=TEXT,
        thumbnails=LIST,
    ),
    records=dict(files=["name", "url"]),
)
def dospassos_item(page, url):
    content = needed_at(page, "//div[@id='content']")
    sidebar = needed_at(content, "./div[@id='sidebar']")
    newsreel = first_at(sidebar, "./div[@id='collection']//a")
    metadata = needed_at(content, ".//div[@id='item-metadata']")
    # The commentary, the heading of the sources, the sources; all are h3, and no text may stand between them.
    headings = all_at(metadata, "./h3")
    need(len(headings) == 3 and text(headings[1]) == "Source(s)", "other headings than those of commentary and sources")
    commentary, label, sources = headings
    children = list(metadata)
    between = children[children.index(commentary) + 1 : children.index(label)]
    need(all(child.tag == "br" and is_bare(child, {"br"}) for child in between), "text after the commentary")
    need(not collapsed(commentary.tail), "text after the commentary")
    after = children[children.index(sources) + 1 :]
    need(all(is_bare(child, {"br", "div"}) for child in after), "text after the sources")
    need(not collapsed(sources.tail), "text after the sources")
    need(len(all_at(metadata, "./h2")) == 1, "several titles")
    files = [
        dict(name=text(anchor), url=link(url, anchor)) for anchor in all_at(sidebar, "./div[@id='itemfiles']//a")
    ]
    image = ".//div[starts-with(@id, 'item-image')]/a/img[contains(@class, 'full')]/@src"
    fields = dict(
        title=text_at(content, "./h1"),
        newsreel=text(newsreel),
        newsreel_url=link(url, newsreel),
        item_number=match_in(r"Item #(\d+)", text_at(sidebar, "./div[@id='item-citation']/div")),
        image=link_at(url, metadata, image),
        commentary=text(commentary),
        sources=text(sources),
        thumbnails=[
            absolute(url, source)
            for source in all_at(metadata, ".//div[contains(@class, 'square_thumbnail')]//img/@src")
        ],
    )
    return fields, dict(files=files)


# ---- Trac.


@template(
    "trac-ckan",
    "ticket",
    fields=dict(
        number=PART,
        resolution=PART,
        summary=COUNTED,
        reporter=COUNTED,
        owner=COUNTED,
        priority=COUNTED,
        milestone=COUNTED,
        description=TEXT,
    ),
    records=dict(changes=["id", "author", "text"]),
)
def trac_ticket(page, _):
    content = needed_at(page, "//div[@id='content']")
    heading = first_at(content, "./h1")
    status = text_at(heading, "./span[@class='status']")
    need(status, "no status")
    number = match_in(r"^Ticket #(\d+)$", text_at(heading, "./a"))
    need(number, "no number")

    def property_of(name):
        return text_at(content, f".//th[@id='h_{name}']/following-sibling::td[1]")

    changes = []
    for change in all_at(content, f".//div[@id='changelog']/div[{has_class('change')}]"):
        author = match_in(r" ago by (.*)$", text_at(change, "./h3"))
        need(author, "a change without an author")
        number_of_change = text_at(change, "./h3//span[contains(@class, 'cnum')]/a")
        comment = text_at(change, f"./div[{has_class('comment')}]")
        changes.append(dict(id=number_of_change, author=author, text=comment))
    description = ".//div[@id='ticket']/div[@class='description']/div[contains(@class, 'searchable')]"
    fields = dict(
        number=number,
        resolution=match_in(r": (\w+)\)$", status),
        summary=text_at(content, f".//h2[{has_class('summary')}]"),
        reporter=property_of("reporter"),
        owner=property_of("owner"),
        priority=property_of("priority"),
        milestone=property_of("milestone"),
        description=text_at(content, description),
    )
    return fields, dict(changes=changes)


@template(
    "trac-ckan",
    "milestone",
    fields=dict(
        name=PART, date=PART, percent=COUNTED, closed=COUNTED, total=COUNTED, total_url=ATTRIBUTE, description=TEXT
    ),
    records=dict(groups=["name", "ratio"]),
)
def trac_milestone(page, url):
    content = needed_at(page, "//div[@id='content']")
    name = match_in(r"^Milestone (.+)$", text_at(content, "./h1"))
    need(name, "no name")
    info = "./div[@class='info']"
    totals = {text(label): label.getnext() for label in all_at(first_at(content, f"{info}/dl"), "./dt")}
    groups = [
        dict(name=text_at(row, "./th"), ratio=text_at(row, "./td/p[@class='percent']"))
        for row in all_at(content, ".//form[@id='stats']//fieldset/table/tbody/tr")
    ]
    fields = dict(
        name=name,
        date=match_in(r"\((\d\d/\d\d/\d\d [\d:]+)\)", text_at(content, f"{info}/p[@class='date']")),
        percent=text_at(content, f"{info}/p[@class='percent']"),
        closed=text(totals.get("closed:")),
        total=text(totals.get("Total:")),
        total_url=link_at(url, totals.get("Total:"), "./a/@href"),
        description=text_at(content, "./div[contains(@class, 'description')]"),
    )
    return fields, dict(groups=groups)
