"""Group a: sites of content systems, and wikis."""
import re

from reading import (
    ATTRIBUTE,
    COUNTED,
    LIST,
    PART,
    TEXT,
    absolute,
    all_at,
    first_at,
    has_class,
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

template = register("a")


def only(texts, what):
    """The one text, or an empty one."""
    need(len(texts) <= 1, f"{len(texts)} texts of {what}")
    return texts[0] if texts else ""


# ---- Drupal 7.

BODY = f"//article//div[{has_class('field-body')}]"
IMAGE = f"//*[@id='main']//div[contains(@class, 'view-bfi-content-image-thumbs')]//a[{has_class('colorbox')}]/@href"


def labelled_paragraph(body, label):
    """What a paragraph says behind its bold label (LOCATION: Italy)."""
    paragraphs = [
        paragraph
        for paragraph in all_at(body, ".//p[strong]")
        if re.match(rf"{label}\b.*:", text(first_at(paragraph, "./strong")))
    ]
    if not paragraphs:
        return ""
    need(len(paragraphs) == 1, f"{len(paragraphs)} paragraphs {label}")
    whole, bold = text(paragraphs[0]), text(first_at(paragraphs[0], "./strong"))
    need(whole.startswith(bold) and paragraphs[0][0].tag == "strong", f"{label} is not where its paragraph begins")
    return whole[len(bold) :].strip(" :")


@template(
    "drupal7-bfi",
    "idea",
    fields=dict(
        title=COUNTED,
        website=ATTRIBUTE,
        status=COUNTED,
        continent=COUNTED,
        categories=LIST,
        location=COUNTED,
        organization=COUNTED,
        body=TEXT,
    ),
)
def bfi_idea(page, url):
    body = needed_at(page, BODY)

    def terms_of(field):
        return texts_at(page, f"//div[{has_class(field)}]//li/a")

    website = f"//span[{has_class('views-label-nothing')}]/following-sibling::span/a/@href"
    fields = dict(
        title=text(needed_at(page, "//h2[@id='page-title']")),
        website=link_at(url, page, website),
        status=only(terms_of("field-project-status"), "status"),
        continent=only(terms_of("field-continent"), "continent"),
        categories=terms_of("field-idea-categories"),
        location=labelled_paragraph(body, "LOCATION"),
        organization=labelled_paragraph(body, "ORGANIZATION NAME"),
        body=text(body),
    )
    return fields, {}


@template(
    "drupal7-bfi", "blog-post", fields=dict(title=COUNTED, date=COUNTED, credit=COUNTED, body=TEXT, image=ATTRIBUTE)
)
def bfi_post(page, url):
    fields = dict(
        title=text(needed_at(page, "//h2[@id='page-title']")),
        date=text(needed_at(page, f"//div[{has_class('post-date')}]")),
        credit=text_at(page, "//*[@id='main']//div[@class='attribution']"),
        body=text(needed_at(page, BODY)),
        image=link_at(url, page, IMAGE),
    )
    return fields, {}


@template("drupal7-bfi", "person", fields=dict(name=COUNTED, website=ATTRIBUTE, bio=TEXT, photo=ATTRIBUTE))
def bfi_person(page, url):
    fields = dict(
        name=text(needed_at(page, f"//div[{has_class('field-title-field')}]")),
        website=link_at(url, page, f"//*[@id='main']//h2[{has_class('page-title')}]/a/@href"),
        bio=text_at(page, BODY),
        photo=link_at(url, page, IMAGE),
    )
    return fields, {}


# ---- Omeka.


@template(
    "omeka2-rrchnm20",
    "item",
    fields=dict(
        title=COUNTED,
        type=PART,
        description=TEXT,
        positions=LIST,
        began=COUNTED,
        left=COUNTED,
        date=COUNTED,
        collection=COUNTED,
        images=LIST,
        citation_author=PART,
    ),
    records=dict(relations=["item", "url", "relation"]),
)
def rrchnm_item(page, url):
    def element_called(name):
        path = f"//div[{has_class('element')}][h3='{name}'][not(@id='item-citation')]"
        return texts_at(page, f"{path}/div[{has_class('element-text')}]")

    types = [
        match_in(r"^(.*) Item Type Metadata$", heading)
        for heading in texts_at(page, "//div[@class='element-set']/h2")
        if "Item Type" in heading
    ]
    relations = [
        dict(
            item=text_at(row, ".//a"),
            url=link_at(url, row, "(.//a)[1]/@href"),
            relation=text(needed_at(row, "./td[2]")),
        )
        for row in all_at(page, "//*[@id='item-relations-display-item-relations']//tr")
    ]
    citation = text(needed_at(page, "//*[@id='item-citation']/div"))
    fields = dict(
        title=text(needed_at(page, "//div[@id='primary']/h1")),
        type=types[:1],
        description=" ".join(element_called("Description")),
        positions=element_called("Position(s) at CHNM"),
        began=only(element_called("Began at CHNM"), "Began"),
        left=only(element_called("Left CHNM"), "Left"),
        date=only(element_called("Date"), "Date"),
        collection=only(texts_at(page, "//div[@id='collection']//div[@class='element-text']"), "collection"),
        images=[
            link(url, anchor) for anchor in all_at(page, "//div[@id='item-images']//a[@class='download-file'][img]")
        ],
        citation_author=match_in(r"^(.+?), “", citation),
    )
    return fields, dict(relations=relations)


@template(
    "omeka2-rrchnm20",
    "item-browse",
    fields=dict(total=PART, pages=PART, next=ATTRIBUTE),
    records=dict(items=["title", "url", "image", "description"]),
)
def rrchnm_items(page, url):
    items = []
    for item in all_at(page, "//div[@class='item hentry']"):
        title = needed_at(item, "./h3/a")
        items.append(
            dict(
                title=text(title),
                url=link(url, title),
                image=link_at(url, item, "(.//div[@class='item-img']//img)[1]/@src"),
                description=text_at(item, ".//div[@class='item-description']"),
            )
        )
    total = match_in(r"^Browse Items \((\d+) total\)", text_at(page, "//div[@id='content']/h1"))
    need(total, "no total")
    fields = dict(
        total=total,
        pages=match_in(r"of (\d+)$", text_at(page, "//li[@class='page-input']")),
        next=link_at(url, page, "//li[@class='pagination_next']/a/@href"),
    )
    return fields, dict(items=items)


# ---- WordPress.


@template(
    "wordpress-twentytwentyone",
    "single.php",
    fields=dict(
        title=COUNTED,
        datetime=ATTRIBUTE,
        author=PART,
        categories=LIST,
        tags=LIST,
        image=ATTRIBUTE,
        comments_total=PART,
        body=TEXT,
        previous=COUNTED,
        next=COUNTED,
    ),
    records=dict(comments=["author", "date", "text"]),
)
def wordpress_post(page, url):
    article = needed_at(page, "//main/article")
    byline = first_at(article, ".//footer//span[@class='byline']/a")
    biography = text_at(article, ".//h2[@class='author-title']")
    comments = [
        dict(
            author=text(needed_at(comment, ".//b[@class='fn']")),
            date=text(needed_at(comment, ".//time")),
            text=text(needed_at(comment, "./div[@class='comment-content']")),
        )
        for comment in all_at(page, "//ol[@class='comment-list']//article[@class='comment-body']")
    ]
    fields = dict(
        title=text(needed_at(article, "./header/h1")),
        datetime=first_at(article, ".//span[@class='posted-on']/time/@datetime"),
        author=text(byline) if byline is not None else re.sub("^By ", "", biography),
        categories=texts_at(article, ".//span[@class='cat-links']/a"),
        tags=texts_at(article, ".//span[@class='tags-links']/a"),
        image=link_at(url, article, "./header//figure[@class='post-thumbnail']//img/@src"),
        comments_total=match_in(r"^(\d+) comments?$", text_at(page, "//h2[@class='comments-title']")),
        body=text(
            needed_at(article, "./div[@class='entry-content']"),
            without=lambda element: "page-links" in element.get("class", ""),
        ),
        previous=text_at(page, "//div[@class='nav-previous']/a/p[@class='post-title']"),
        next=text_at(page, "//div[@class='nav-next']/a/p[@class='post-title']"),
    )
    return fields, dict(comments=comments)


@template(
    "wordpress-twentytwentyone",
    "archive.php",
    fields=dict(kind=PART, term=COUNTED, description=TEXT, titles=LIST, older=ATTRIBUTE),
    records=dict(posts=["title", "url", "date", "categories"]),
)
def wordpress_archive(page, url):
    heading = needed_at(page, "//h1[@class='page-title']")
    posts = []
    for article in all_at(page, "//main/article"):
        title = first_at(article, "./header//*[contains(@class, 'entry-title')]/a")
        categories = text_at(article, ".//span[@class='cat-links']")
        posts.append(
            dict(
                title=text(title),
                url=link(url, title),
                date=text_at(article, ".//span[@class='posted-on']/time"),
                categories=re.sub("^Categorized as ", "", categories),
            )
        )
    fields = dict(
        kind=text(heading).split(":")[0],
        term=text_at(heading, "./span"),
        description=text_at(page, "//div[@class='archive-description']"),
        titles=[post["title"] for post in posts],
        older=link_at(url, page, "//div[@class='nav-links']/a[contains(@class, 'next')]/@href"),
    )
    return fields, dict(posts=posts)


# ---- DokuWiki.


def dokuwiki_page(page):
    """The fields that are on every page of the wiki; a page that was never saved is left out."""
    info = needed_at(page, "//div[@class='docInfo']")
    said = text(info)
    return dict(
        page_id=text(needed_at(page, "//div[@class='pageId']/span")),
        file=text(needed_at(info, "./bdi | ./bdo")),
        modified=match_in(r"Last modified: (\d{4}/\d\d/\d\d \d\d:\d\d)", said),
        editor=match_in(r" by (.*)$", said),
    )


def edit_summary(element):
    return re.sub(r"^–\s*", "", text_at(element, ".//span[@class='sum']"))


@template(
    "dokuwiki",
    "revisions",
    fields=dict(page_id=COUNTED, file=COUNTED, modified=PART, editor=COUNTED),
    records=dict(revisions=["date", "user", "summary", "size"]),
)
def dokuwiki_revisions(page, _):
    revisions = [
        dict(
            date=text_at(item, ".//span[@class='date']"),
            user=text_at(item, ".//span[@class='user']"),
            summary=edit_summary(item),
            size=text_at(item, ".//span[contains(@class, 'sizechange')]"),
        )
        for item in all_at(page, "//form[@id='page__revisions']//ul/li")
    ]
    return dokuwiki_page(page), dict(revisions=revisions)


@template(
    "dokuwiki",
    "recent",
    fields=dict(page_id=COUNTED, file=COUNTED, modified=PART, editor=COUNTED),
    records=dict(changes=["date", "name", "url", "user", "summary"]),
)
def dokuwiki_recent(page, url):
    changes = []
    for item in all_at(page, "//form[@id='dw__recent']//ul/li"):
        name = needed_at(item, ".//a[contains(@class, 'wikilink')]")
        changes.append(
            dict(
                date=text_at(item, ".//span[@class='date']"),
                name=text(name),
                url=link(url, name),
                user=text_at(item, ".//span[@class='user']"),
                summary=edit_summary(item),
            )
        )
    return dokuwiki_page(page), dict(changes=changes)


@template(
    "dokuwiki",
    "diff",
    fields=dict(
        page_id=COUNTED,
        old_date=PART,
        new_date=PART,
        old_summary=PART,
        new_summary=PART,
        old_user=COUNTED,
        new_user=COUNTED,
        modified=PART,
        added=LIST,
    ),
)
def dokuwiki_diff(page, _):
    table = needed_at(page, "//table[contains(@class, 'diff_')]")
    heads = all_at(table, "./tr/th | ./tbody/tr/th")
    need(len(heads) == 2, f"{len(heads)} versions")
    about = dokuwiki_page(page)
    fields = dict(
        page_id=about["page_id"],
        modified=about["modified"],
        added=texts_at(table, ".//td[contains(@class, 'diff-addedline')]"),
    )
    for age, head in zip(("old", "new"), heads):
        fields[f"{age}_date"] = match_in(r"\[(\d{4}/\d\d/\d\d \d\d:\d\d)\]", text(head))
        need(fields[f"{age}_date"], "a version without a date")
        fields[f"{age}_summary"] = edit_summary(head)
        fields[f"{age}_user"] = text_at(head, ".//span[@class='user']")
    return fields, {}


# ---- Plone.

PLONE_BODY = "//*[@id='parent-fieldname-text']"


def plone_page(page):
    return dict(
        title=text(needed_at(page, "//h1[@id='parent-fieldname-title']")),
        description=text_at(page, "//*[@id='parent-fieldname-description']"),
        body=text_at(page, PLONE_BODY),
    )


@template(
    "plone4-pyconjp2011",
    "newsitem-view",
    fields=dict(title=COUNTED, description=COUNTED, body=TEXT, links=LIST, image=ATTRIBUTE),
)
def plone_news(page, url):
    fields = dict(
        links=[absolute(url, address) for address in all_at(page, f"{PLONE_BODY}//a/@href")],
        image=link_at(url, page, "//div[contains(@class, 'newsImageContainer')]//img/@src"),
        **plone_page(page),
    )
    return fields, {}


@template(
    "plone4-pyconjp2011",
    "document-view",
    fields=dict(title=COUNTED, description=COUNTED, body=TEXT, breadcrumbs=LIST, headings=LIST),
)
def plone_document(page, _):
    fields = dict(
        breadcrumbs=texts_at(page, "//div[@id='portal-breadcrumbs']//a"),
        headings=texts_at(first_at(page, PLONE_BODY), ".//h3"),
        **plone_page(page),
    )
    return fields, {}
