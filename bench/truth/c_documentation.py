"""Group c: pages of documentation that a program made from sources."""
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


# ---- Javadoc.


def definition(lists, label):
    """The dd after the dt that says `label`, in one of the lists; or None."""
    labels = [term for one in lists for term in all_at(one, "./dt") if text(term) == label]
    return following(labels[0]) if labels else None


def summary_table(table):
    """(texts of the header, other cells) of a table that is made of div elements."""
    is_header = ["table-header" in cell.get("class", "") for cell in table]
    header = [text(cell) for cell, heads in zip(table, is_header) if heads]
    return header, [cell for cell, heads in zip(table, is_header) if not heads]


def rows_of(cells, width):
    need(len(cells) % width == 0, "a row with too few cells")
    return [cells[first : first + width] for first in range(0, len(cells), width)]


@template(
    "javadoc17-jdk",
    "class",
    fields=dict(
        module=COUNTED,
        package=COUNTED,
        package_url=ATTRIBUTE,
        name=PART,
        modifiers=COUNTED,
        since=COUNTED,
        see_also=LIST,
        description=TEXT,
    ),
    records=dict(methods=["type", "method", "description"]),
)
def javadoc17_class(page, url):
    header = needed_at(page, "//main/div[@class='header']")
    subtitles = all_at(header, "./div[@class='sub-title']")
    need(len(subtitles) == 2, f"{len(subtitles)} lines above the title")
    kinds = "Class|Interface|Enum Class|Enum|Record Class|Record|Annotation Interface"
    name = match_in(rf"^(?:{kinds}) (.+)$", text_at(header, "./h1"))
    need(name, "no name")
    description = needed_at(page, "//section[@id='class-description']")
    notes = all_at(description, "./dl[@class='notes']")
    methods = []
    for table in all_at(page, f"//section[@id='method-summary']//div[{has_class('summary-table')}]"):
        _, cells = summary_table(table)
        columns = [cell.get("class").split()[0] for cell in cells[:3]]
        need(columns == ["col-first", "col-second", "col-last"], f"columns {columns}")
        for type_, method, about in rows_of(cells, 3):
            methods.append(
                dict(
                    type=text(type_),
                    method=text_at(method, "./code"),
                    description=text_at(about, "./div[@class='block']"),
                )
            )
    module, package = subtitles
    fields = dict(
        module=text_at(module, "./a"),
        package=text_at(package, "./a"),
        package_url=link_at(url, package, "./a/@href"),
        name=name,
        modifiers=text_at(description, "./div[@class='type-signature']/span[@class='modifiers']"),
        since=text(definition(notes, "Since:")),
        see_also=texts_at(definition(notes, "See Also:"), "./ul/li"),
        description=text_at(description, "./div[@class='block']"),
    )
    return fields, dict(methods=methods)


@template(
    "javadoc17-jdk",
    "module-summary",
    fields=dict(name=PART, signature=COUNTED, graph=ATTRIBUTE, tool_guides=LIST, since=COUNTED, description=TEXT),
    records=dict(exports=["package", "url", "description"], requires=["modifier", "module", "description"]),
)
def javadoc17_module(page, url):
    name = match_in(r"^Module (\S+)$", text_at(page, "//main/div[@class='header']/h1"))
    need(name, "no name")
    section = needed_at(page, "//section[@id='module-description']")
    notes = all_at(section, "./dl[@class='notes']")
    block = "./div[@class='block']"
    exports = []
    for table in all_at(page, f"//div[@id='package-summary-table']//div[{has_class('summary-table')}]"):
        header, cells = summary_table(table)
        need(header == ["Package", "Description"] or len(header) == 3, f"columns {header}")
        for row in rows_of(cells, len(header)):
            exports.append(
                dict(package=text(row[0]), url=link_at(url, row[0], "./a/@href"), description=text_at(row[-1], block))
            )
    requires = []
    for caption in all_at(page, "//section[@id='modules-summary']//div[@class='caption']"):
        if text(caption) == "Requires":
            header, cells = summary_table(caption.getnext())
            need(header == ["Modifier", "Module", "Description"], f"columns {header}")
            for modifier, module, about in rows_of(cells, 3):
                requires.append(
                    dict(modifier=text(modifier), module=text(module), description=text_at(about, block))
                )
    fields = dict(
        name=name,
        signature=text_at(page, "//main/div[@class='module-signature']"),
        graph=link_at(url, definition(notes, "Module Graph:"), ".//a/@href"),
        tool_guides=texts_at(definition(notes, "Tool Guides:"), ".//a"),
        since=text(definition(notes, "Since:")),
        description=text_at(section, block),
    )
    return fields, dict(exports=exports, requires=requires)


@template(
    "javadoc8-jdk",
    "class",
    fields=dict(
        name=PART,
        package=COUNTED,
        profiles=COUNTED,
        signature=COUNTED,
        since=COUNTED,
        implements=LIST,
        description=TEXT,
    ),
    records=dict(methods=["type", "method", "url", "description"]),
)
def javadoc8_class(page, url):
    header = needed_at(page, "//div[@class='header']")
    subtitles = texts_at(header, "./div[@class='subTitle']")
    need(len(subtitles) in (1, 2), f"{len(subtitles)} lines above the title")
    name = match_in(r"^(?:Class|Interface|Enum|Annotation Type) (.+)$", text_at(header, "./h2"))
    need(name, "no name")
    description = needed_at(page, "//div[@class='description']/ul/li")
    notes = all_at(description, "./dl")
    need(len(all_at(description, "./div[@class='block']")) < 2, "deprecated, with two descriptions")
    summary = "//div[@class='summary']//a[@name='method.summary' or @name='method_summary']/../table"
    methods = []
    for row in all_at(page, f"{summary}//tr[td]"):
        cells = all_at(row, "./td")
        need(len(cells) == 2, f"{len(cells)} cells in a row")
        methods.append(
            dict(
                type=text(cells[0]),
                method=text_at(cells[1], "./code"),
                url=link_at(url, cells[1], f"./code/span[{has_class('memberNameLink')}]/a/@href"),
                description=text_at(cells[1], "./div[@class='block']"),
            )
        )
    fields = dict(
        name=name,
        package=subtitles[-1],
        profiles=subtitles[0] if len(subtitles) == 2 else "",
        signature=text_at(description, "./pre"),
        since=text(definition(notes, "Since:")),
        implements=texts_at(definition(notes, "All Implemented Interfaces:"), ".//a"),
        description=text_at(description, "./div[@class='block']"),
    )
    return fields, dict(methods=methods)


@template(
    "maven-hps-java",
    "package-summary",
    fields=dict(
        package=PART, summary=COUNTED, prev_url=ATTRIBUTE, use_url=ATTRIBUTE, interfaces=LIST, description=TEXT
    ),
    records=dict(classes=["name", "url", "description"]),
)
def maven_package(page, url):
    header = needed_at(page, "//div[@class='header']")
    package = match_in(r"^Package (\S+)$", text_at(header, "./h1"))
    need(package, "no name")
    content = first_at(page, "//div[@class='contentContainer']")
    rows = {"Class": [], "Interface": []}
    for table in all_at(content, f".//table[{has_class('typeSummary')}]"):
        kind = match_in(r"^(.*?) Summary", text_at(table, "./caption"))
        for row in all_at(table, ".//tr[td]"):
            cells = all_at(row, "./td")
            need(len(cells) == 2, f"{len(cells)} cells in a row")
            rows.setdefault(kind, []).append(
                dict(
                    name=text(cells[0]),
                    url=link_at(url, cells[0], "./a/@href"),
                    description=text_at(cells[1], "./div[@class='block']"),
                )
            )

    def link_called(path, name):
        return link(url, next((anchor for anchor in all_at(page, path) if text(anchor) == name), None))

    block = following(first_at(content, "./h2[contains(., 'Description')]"))
    fields = dict(
        package=package,
        summary=text_at(header, "./div[@class='docSummary']/div[@class='block']"),
        prev_url=link_called("(//div[@class='subNav'])[1]//a", "Prev Package"),
        use_url=link_called("(//div[@class='topNav'])[1]//a", "Use"),
        interfaces=[row["name"] for row in rows["Interface"]],
        description=text(block) if block is not None and block.get("class") == "block" else "",
    )
    return fields, dict(classes=rows["Class"])


# ---- pkgdown.


@template(
    "pkgdown-ggplot2",
    "reference-topic",
    fields=dict(
        title=COUNTED, sources=LIST, usage=COUNTED, aesthetics=LIST, sections=LIST, see_also=TEXT, description=TEXT
    ),
    records=dict(arguments=["name", "description"]),
)
def ggplot2_topic(page, _):
    contents = first_at(page, f"//div[{has_class('contents')}]")
    header = needed_at(contents, f"./div[{has_class('page-header')}]")
    sources = texts_at(header, "./small[contains(@class, 'dont-index')]//a")
    need(sources, "no sources")

    def section(name):
        """The elements from a heading to the next one."""
        elements = []
        element = following(first_at(contents, f"./h2[@id='{name}']"))
        while element is not None and element.tag != "h2":
            elements.append(element)
            element = element.getnext()
        return elements

    lists = [element for element in section("aesthetics") if element.tag == "ul"]
    arguments = [
        dict(name=text_at(row, "./th"), description=text_at(row, "./td"))
        for row in all_at(first_at(contents, f"./table[{has_class('ref-arguments')}]"), "./tbody/tr")
    ]
    fields = dict(
        title=text_at(header, "./h1"),
        sources=sources,
        usage=text_at(contents, f"./pre[{has_class('usage')}]"),
        aesthetics=texts_at(lists[0], "./li") if lists else [],
        sections=texts_at(contents, "./h2"),
        see_also=" ".join(map(text, section("see-also"))),
        description=text_at(contents, f"./div[{has_class('ref-description')}]"),
    )
    return fields, dict(arguments=arguments)


# ---- RDoc.


def rdoc_section(content, name):
    """The element after the title of a section, or None."""
    titles = [title for title in all_at(content, "./div[@class='sectiontitle']") if text(title) == name]
    return following(titles[0]) if titles else None


@template(
    "rdoc-rails12",
    "class",
    fields=dict(name=PART, kind=COUNTED, parent=PART, files=LIST, included=LIST, description=TEXT),
    records=dict(methods=["name", "title", "description"], constants=["name", "value"]),
)
def rails_class(page, _):
    banner = needed_at(page, "//div[@class='banner']")
    kind = needed_at(banner, "./h1/span[@class='type']")
    content = first_at(page, "//div[@id='content']")
    methods = [
        dict(
            name=text_at(method, "./div[contains(@class, 'method-title')]/b"),
            title=text_at(method, "./div[contains(@class, 'method-title')]"),
            description=text_at(method, "./div[@class='description']"),
        )
        for method in all_at(content, "./div[@class='method']")
    ]
    constants = [
        dict(name=text_at(row, "./td[@class='attr-name']"), value=text_at(row, "./td[@class='attr-value']"))
        for row in all_at(rdoc_section(content, "Constants"), ".//tr[td[@class='attr-name']]")
    ]
    fields = dict(
        name=collapsed(kind.tail),
        kind=text(kind),
        parent=match_in(r"^< (.*)$", text_at(banner, "./h1/span[@class='parent']")),
        files=texts_at(banner, "./ul[@class='files']/li"),
        included=texts_at(rdoc_section(content, "Included Modules"), "./li"),
        description=text_at(content, "./div[@class='description']"),
    )
    return fields, dict(methods=methods, constants=constants)


@template(
    "rdoc-rails12",
    "file",
    fields=dict(name=COUNTED, path=COUNTED, modified=PART, required=LIST, description=TEXT),
    records=dict(namespace=["kind", "name", "url"]),
)
def rails_file(page, url):
    banner = needed_at(page, "//div[@class='banner']")
    lines = texts_at(banner, "./ul[@class='files']/li")
    need(len(lines) == 2, f"{len(lines)} lines below the title")
    content = first_at(page, "//div[@id='content']")
    namespace = [
        dict(
            kind=text_at(item, "./span[@class='type']"),
            name=text_at(item, "./a"),
            url=link_at(url, item, "./a/@href"),
        )
        for item in all_at(rdoc_section(content, "Namespace"), "./li")
    ]
    fields = dict(
        name=text_at(banner, "./h1"),
        path=lines[0],
        modified=match_in(r"^Last modified: (.*)$", lines[1]),
        required=texts_at(rdoc_section(content, "Required Files"), "./li"),
        description=text_at(content, "./div[@class='description']"),
    )
    return fields, dict(namespace=namespace)


# ---- Scaladoc.

MOST_MEMBERS = 80  # pages of types with more are left out


def split_outside_brackets(line):
    """The parts between the commas that stand in no brackets."""
    parts, depth = [""], 0
    for letter in line:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@template(
    "scaladoc-summingbird",
    "type",
    fields=dict(
        name=COUNTED,
        owner=COUNTED,
        kind=COUNTED,
        source=COUNTED,
        source_url=ATTRIBUTE,
        type_params=LIST,
        supertypes=LIST,
        description=TEXT,
    ),
    records=dict(members=["modifier", "kind", "name", "signature", "definition_classes"]),
)
def summingbird_type(page, url):
    heading = needed_at(page, "//div[@id='definition']")
    signature = needed_at(page, "//*[@id='signature']")
    comment = first_at(page, "//div[@id='comment']")
    source = first_at(definition(all_at(comment, "./dl"), "Source"), "./a")
    supertypes = []
    for part in all_at(comment, "./div[contains(@class, 'toggleContainer')]"):
        if text_at(part, "./span[@class='toggle']") == "Linear Supertypes":
            supertypes += split_outside_brackets(text(part[1]))
    symbol = "./span[@class='symbol']"
    members = []
    for item in all_at(page, "//div[@id='values']/ol/li"):
        head = first_at(item, f"./h4[{has_class('signature')}]")
        name = text_at(head, f"{symbol}/*[{has_class('name')} or contains(@class, 'implicit')][1]")
        name = name or text_at(head, f"{symbol}/a/span")
        need(name, "a member without a name")
        members.append(
            dict(
                modifier=text_at(head, ".//span[@class='modifier']"),
                kind=text_at(head, ".//span[@class='kind']"),
                name=name,
                signature=text_at(head, symbol),
                definition_classes=text(definition(all_at(item, ".//dl"), "Definition Classes")),
            )
        )
    need(len(members) <= MOST_MEMBERS, f"{len(members)} members")
    fields = dict(
        name=text_at(heading, "./h1"),
        owner=text_at(heading, "./p[@id='owner']"),
        kind=text_at(signature, "./span[@class='modifier_kind']/span[@class='kind']"),
        source=text(source),
        source_url=link(url, source),
        type_params=texts_at(signature, "./span[@class='symbol']/span[@class='tparams']/span[@name]"),
        supertypes=supertypes,
        description=text_at(comment, f"./div[{has_class('cmt')}]"),
    )
    return fields, dict(members=members)


# ---- Sphinx.


@template(
    "sphinx-gammapy",
    "api-function",
    fields=dict(
        name=COUNTED, module=PART, source_url=ATTRIBUTE, arguments=LIST, summary=COUNTED, returns_type=COUNTED
    ),
    records=dict(params=["name", "type", "description"]),
)
def gammapy_function(page, url):
    functions = all_at(page, f"//dl[{has_class('py')} and {has_class('function')}]")
    need(len(functions) == 1, f"{len(functions)} functions")
    head, body = first_at(functions[0], "./dt"), first_at(functions[0], "./dd")
    module = match_in(r"^(.*)\.$", text_at(head, f"./span[{has_class('descclassname')}]"))
    need(module, "no module")
    lists = all_at(body, f"./dl[{has_class('field-list')}]")
    need(len(lists) <= 1, f"{len(lists)} lists of fields")
    params = []
    parameters = definition(lists, "Parameters")
    need(parameters is None or all_at(parameters, "./dl"), "parameters without a list")
    for term in all_at(parameters, "./dl/dt"):
        about = term.getnext()
        need(about is not None and about.tag == "dd", "a parameter without a description")
        params.append(
            dict(
                name=text(needed_at(term, "./strong")),
                type=text_at(term, "./span[@class='classifier']"),
                description=text(about),
            )
        )
    returned = definition(lists, "Returns")
    values = all_at(returned, "./dl/dt")
    need(returned is None or len(values) == 1, f"{len(values)} values are returned")
    summary = first_at(body, "./*")
    need(summary is not None and summary.tag == "p", "no summary")
    fields = dict(
        name=text_at(head, f"./span[{has_class('descname')}]"),
        module=module,
        source_url=link_at(url, head, "./a[.//span[contains(@class, 'viewcode-link')]]/@href"),
        arguments=texts_at(head, f"./em[{has_class('sig-param')}]"),
        summary=text(summary),
        returns_type=text_at(values[0], "./span[@class='classifier']") if values else "",
    )
    return fields, dict(params=params)
