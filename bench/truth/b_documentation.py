"""Group b: pages of documentation that a program made from sources."""
import re

from reading import (
    ATTRIBUTE,
    COUNTED,
    LIST,
    PART,
    TEXT,
    all_at,
    collapsed,
    first_at,
    following,
    has_class,
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


# ---- Doxygen.


def declared_members(page, section):
    """[(left cell, right cell)] of the own members of a section; inherited ones are folded away."""
    anchor = first_at(page, f"//table[contains(@class, 'memberdecls')]//h2/a[@name='{section}']")
    members = []
    for row in all_at(first_at(anchor, "ancestor::table[1]"), ".//tr[starts-with(@class, 'memitem:')]"):
        right = first_at(row, "./td[contains(@class, 'emItemRight') or @class='memTemplItemRight']")
        if "inherit" not in row.get("class").split() and right is not None:
            members.append((first_at(row, "./td[@class='memItemLeft' or @class='memTemplItemLeft']"), right))
    return members


@template(
    "doxygen-v8",
    "class",
    fields=dict(
        name=PART, breadcrumb=LIST, diagram=ATTRIBUTE, description=TEXT, friends=LIST, members_url=ATTRIBUTE
    ),
    records=dict(documented=["signature", "doc"], public=["type", "signature"]),
)
def v8_class(page, url):
    title = text_at(page, "//div[@class='title']")
    need(title != "Class Index", "the index of all classes")
    heading = "//h2[normalize-space()='Detailed Description']"
    documented = [
        dict(
            signature=text_at(member, ".//table[@class='memname']//td[@class='memname']"),
            doc=text_at(member, "./div[@class='memdoc']"),
        )
        for member in all_at(page, "//div[@class='memitem']")
    ]
    public = [dict(type=text(left), signature=text(right)) for left, right in declared_members(page, "pub-methods")]
    fields = dict(
        name=match_in(r"^(.*?) (?:Class|Struct|Union)(?: Template)? Reference(?:abstract)?$", title),
        breadcrumb=texts_at(page, "//li[@class='navelem']"),
        diagram=link_at(url, page, "//div[@class='dyncontent']//img/@src"),
        description=text_at(page, f"{heading}/following-sibling::*[1][@class='textblock']"),
        friends=[text_at(right, "./b | ./a[1]") for _, right in declared_members(page, "friends")],
        members_url=link_at(url, page, "//div[@class='summary']//a[contains(@href, '-members.html')]/@href"),
    )
    return fields, dict(documented=documented, public=public)


# ---- Epydoc.


@template(
    "epydoc-ivs",
    "module",
    fields=dict(name=PART, full_name=COUNTED, breadcrumb=LIST, source_url=ATTRIBUTE, summary=COUNTED),
    records=dict(functions=["type", "name", "summary"], variables=["name", "value"]),
)
def ivs_module(page, url):
    def table_of(section):
        return first_at(page, f"//a[@name='section-{section}']/following::table[1]")

    functions = [
        dict(
            type=text_at(signature, "ancestor::table[1]/ancestor::tr[1]/td[1]/span[@class='summary-type']"),
            name=text_at(signature, "./*[contains(@class, 'summary-sig-name')]"),
            summary=raw_text_after(signature),
        )
        for signature in all_at(table_of("Functions"), ".//span[@class='summary-sig']")
    ]
    variables = [
        dict(name=text(name), value=text_at(name, "./following-sibling::*[1][self::code]"))
        for name in all_at(table_of("Variables"), ".//span[@class='summary-name']")
    ]
    heading = needed_at(page, "//p[@class='nomargin-top']")
    fields = dict(
        name=match_in(r"^(?:Module|Package|Script) (\S+)$", text_at(page, "//h1")),
        full_name=needed_at(page, "//head/title").text,
        breadcrumb=text_at(page, "//span[@class='breadcrumbs']").split("::"),
        source_url=link_at(url, heading, ".//a/@href"),
        summary=text_at(heading, "./following-sibling::*[1][self::p]"),
    )
    return fields, dict(functions=functions, variables=variables)


# ---- The manual of PHP.


@template(
    "php-manual",
    "refentry",
    fields=dict(name=COUNTED, purpose=COUNTED, path=LIST, return_type=COUNTED, returns=TEXT, see_also=LIST),
    records=dict(parameters=["name", "description"], changes=["version", "description"]),
)
def php_function(page, _):
    entry = needed_at(page, "//div[@class='refentry']")
    synopses = all_at(entry, ".//div[contains(@class, 'methodsynopsis')]")
    need(len(synopses) <= 1, f"{len(synopses)} synopses")
    parameters = []
    section = first_at(entry, f".//div[{has_class('parameters')}]")
    for one in all_at(section, ".//dl[not(ancestor::dl)]"):
        names, descriptions = texts_at(one, "./dt"), texts_at(one, "./dd")
        need(len(names) == len(descriptions), "parameters that share a description")
        parameters += [dict(name=name, description=about) for name, about in zip(names, descriptions)]
    changes = [
        dict(version=text_at(row, "./td[1]"), description=text_at(row, "./td[2]"))
        for row in all_at(first_at(entry, f".//div[{has_class('changelog')}]"), ".//tbody/tr")
    ]
    purpose = "(.//p[@class='refpurpose'])[1]"
    returned = first_at(entry, ".//div[contains(@class, 'returnvalues')]")
    see_also = all_at(first_at(entry, f".//div[{has_class('seealso')}]"), ".//li")
    fields = dict(
        name=text_at(entry, ".//h1"),
        purpose=text_at(entry, f"{purpose}/span[@class='dc-title']") or text_at(entry, purpose),
        path=texts_at(page, "//ul[@class='toc']/li[contains(@class, 'up')]/a"),
        return_type=text_at(synopses[0], "./span[@class='type']") if synopses else "",
        returns=text(returned, without=lambda element: element.tag == "h3"),
        see_also=[text_at(item, "./*[1]") for item in see_also],
    )
    return fields, dict(parameters=parameters, changes=changes)


# ---- Sandcastle.


def namespace_of(page):
    labels = all_at(page, "//div[@id='TopicContent']//strong")
    return text(following(next((label for label in labels if text(label) == "Namespace:"), None)))


def region(page, title):
    """The part that folds below a title, or None."""
    titles = all_at(page, "//div[@class='collapsibleAreaRegion']")
    return following(next((one for one in titles if text(one) == title), None))


def csharp_syntax(page):
    return text_at(page, "//div[contains(@id, '_code_Div1')]//pre")


@template(
    "sandcastle-hangfire",
    "type",
    fields=dict(name=PART, namespace=COUNTED, version=PART, csharp=COUNTED),
    records=dict(members=["kind", "name", "url", "description"]),
)
def hangfire_type(page, url):
    labels = all_at(page, "//div[@id='TopicContent']//strong")
    assembly = next((label for label in labels if text(label) == "Assembly:"), None)
    need(assembly is not None, "no assembly")
    members = []
    for row in all_at(page, "//table[@id='memberList' or contains(@class, 'members')]//tr[td]"):
        cells = all_at(row, "./td")
        need(len(cells) == 3, f"{len(cells)} cells in a row")
        members.append(
            dict(
                kind=first_at(cells[0], ".//img[1]/@title"),
                name=text(cells[1]),
                url=link_at(url, cells[1], ".//a/@href"),
                description=text(cells[2]),
            )
        )
    title = text_at(page, "//td[@class='titleColumn']")
    fields = dict(
        name=match_in(r"^(.*) (?:Class|Interface|Enumeration|Delegate|Structure)$", title),
        namespace=namespace_of(page),
        version=match_in(r"Version: (\S+)", collapsed(assembly.tail)),
        csharp=csharp_syntax(page),
    )
    return fields, dict(members=members)


def has_script(element):
    """Whether a script writes a part of the text: the full stop or brackets of each language."""
    return first_at(element, "descendant-or-self::*[self::script or starts-with(@id, 'LST')]") is not None


def type_after(heading):
    """What stands behind `Type:`, up to the next block."""
    parts = [heading.tail or ""]
    element = following(heading)
    while element is not None and element.tag not in ("br", "h4", "div", "dl"):
        need(not has_script(element), "a script writes a part of the type")
        parts.append(raw_text(element) + (element.tail or ""))
        element = element.getnext()
    return re.sub(r"^\s*Type:", "", "".join(parts))


@template(
    "sandcastle-hangfire",
    "member",
    fields=dict(
        declaring_type=COUNTED, namespace=COUNTED, returns=COUNTED, csharp=COUNTED, see_also=LIST, type_url=ATTRIBUTE
    ),
    records=dict(parameters=["name", "url"]),
)
def hangfire_member(page, url):
    parameters, returns = [], ""
    for heading in all_at(page, "//h4"):
        if text(heading) == "Parameters":
            element = following(heading)
            while element is not None and element.tag == "dl":
                for term in all_at(element, "./dt"):
                    name = text_at(term, ".//span[@class='parameter']") or text(term)
                    parameters.append(dict(name=name, url=link_at(url, following(term), ".//a/@href")))
                element = element.getnext()
        elif text(heading) in ("Return Value", "Property Value", "Field Value"):
            returns = type_after(heading)
    see_also = region(page, "See Also")
    fields = dict(
        declaring_type=needed_at(page, "//td[@class='titleColumn']").text,
        namespace=namespace_of(page),
        returns=returns,
        csharp=csharp_syntax(page),
        see_also=texts_at(see_also, ".//a"),
        type_url=link_at(url, see_also, ".//a[contains(@href, 'T_')]/@href"),
    )
    return fields, dict(parameters=parameters)
