"""Group a: pages of documentation and of test reports that a program made."""
import re

from reading import (
    ATTRIBUTE,
    COUNTED,
    LIST,
    PART,
    TEXT,
    all_at,
    first_at,
    link,
    link_at,
    need,
    needed_at,
    register,
    text,
    text_at,
    texts_at,
)

template = register("a")


# ---- Serenity.


@template(
    "serenity-vetclinic",
    "results",
    fields=dict(
        generated=PART,
        test_count=PART,
        started=COUNTED,
        duration=COUNTED,
        fastest=COUNTED,
        average=COUNTED,
        manual=COUNTED,
        tags=LIST,
    ),
    records=dict(
        features=["feature", "url", "tests", "passed"],
        automated=["feature", "scenario", "steps", "duration", "result"],
        manual_tests=["feature", "scenario", "steps", "result"],
    ),
)
def serenity_results(page, url):
    statistics = {
        text_at(row, "./td[1]"): text_at(row, "./td[2]")
        for row in all_at(page, "//div[@id='summary']//table[contains(@class, 'table-hover')]//tr")
    }

    def rows_of(table, headers):
        """The rows of a table; headers: {cell: header of its column}."""
        columns = texts_at(page, f"//table[@id='{table}']/thead/tr/th")
        rows = []
        for line in all_at(page, f"//table[@id='{table}']/tbody/tr"):
            cells = all_at(line, "./td")
            need(len(cells) == len(columns), f"{len(cells)} cells in a row")
            row = {cell: text(cells[columns.index(header)]) for cell, header in headers.items()}
            rows.append(row | dict(url=link(url, first_at(cells[0], ".//a"))))
        return rows

    generated = text_at(page, "//span[@class='date-and-time']")
    date = re.search(r"Report generated (\d\d-\d\d-\d{4} \d\d:\d\d(?::\d\d)?)", generated)
    count = re.match(r"(\d+) tests?\b", text_at(page, "//div[@class='test-count-summary']"))
    need(date and count, "no date or number of tests")
    wanted = ("Tests Started", "Total Duration", "Fastest Test", "Average Execution Time")
    need(all(name in statistics for name in wanted), "statistics are missing")
    cards = all_at(page, "//div[@id='summary']//div[@class='card-body'][not(h5)]")
    fields = dict(
        generated=date[1],
        test_count=count[1],
        started=statistics["Tests Started"],
        duration=statistics["Total Duration"],
        fastest=statistics["Fastest Test"],
        average=statistics["Average Execution Time"],
        manual=statistics.get("Number of Manual Test Cases", ""),
        tags=texts_at(cards[0], ".//a/span") if cards else [],
    )
    scenario = dict(feature="feature", scenario="Scenario", steps="Steps", result="Result")
    records = dict(
        features=rows_of("Feature", dict(feature="Feature", tests="Test Cases", passed="% Pass")),
        automated=rows_of("scenario-results", scenario | dict(duration="Total Duration")),
        manual_tests=rows_of("manual-scenario-results", scenario),
    )
    return fields, records


# ---- YARD.


def is_note(element):
    return "note" in element.get("class", "").split()


def is_about_constant(element):
    return element.get("class") in ("docstring", "tags")


@template(
    "yard-sketchup",
    "object",
    fields=dict(
        kind=PART,
        name=PART,
        inherits=COUNTED,
        includes=LIST,
        version=COUNTED,
        overview=TEXT,
        namespace=COUNTED,
        constants=LIST,
    ),
    records=dict(methods=["name", "url", "signature", "description"]),
)
def sketchup_object(page, url):
    content = needed_at(page, "//div[@id='content']")
    heading = re.match(r"(\w+): (\S+)$", text(first_at(content, "./h1"), without=is_note))
    need(heading, "no kind and name")
    includes = texts_at(content, "./div[@class='box_info']/dl[normalize-space(dt)='Includes:']/dd")
    version_label = "./div[@class='tags']/p[@class='tag_title'][normalize-space()='Version:']"
    versions = texts_at(content, f"{version_label}/following-sibling::ul[1]/li")
    need(len(versions) <= 1, f"{len(versions)} versions")
    methods = []
    summary = "./h2[starts-with(normalize-space(), 'Instance Method Summary')]/following-sibling::ul[1]/li"
    for item in all_at(content, summary):
        signature = needed_at(item, "./span[@class='summary_signature']")
        anchor = needed_at(signature, "./a")
        methods.append(
            dict(
                name=text_at(anchor, "./strong"),
                url=link(url, anchor).replace("<", "%3C").replace(">", "%3E"),  # operators
                signature=text(signature),
                description=text_at(item, "./span[@class='summary_desc']"),
            )
        )
    menu = texts_at(page, "//div[@id='menu']/span[@class='title']")
    fields = dict(
        kind=heading[1],
        name=heading[2],
        inherits=text_at(content, "./div[@class='box_info']//span[@class='inheritName']"),
        includes=[name for line in includes for name in line.split(", ")],
        version=versions,
        overview=text_at(content, "./div[@class='docstring']/div[@class='discussion']"),
        namespace=menu[-2] if len(menu) > 1 else "",
        constants=[
            re.sub(r"\s*=$", "", text(term, without=is_about_constant))
            for term in all_at(content, "./dl[@class='constants']/dt")
        ],
    )
    return fields, dict(methods=methods)


# ---- rustdoc.


def rust_item(page, url):
    """(main part, fields that all items have)"""
    main = needed_at(page, "//section[@id='main']")
    path = texts_at(needed_at(main, "./h1/span[@class='in-band']"), ".//a")
    need(path, "no path")
    return main, dict(
        name=path[-1],
        module="::".join(path[:-1]),
        since=text_at(main, "./h1//span[@class='since']"),
        source=link_at(url, main, "./h1//a[@class='srclink']/@href"),
        declaration=text(needed_at(main, "./div[contains(@class, 'item-decl')]/pre")),
        doc=text_at(main, "./details[contains(@class, 'top-doc')]/div[@class='docblock']"),
    )


@template(
    "rustdoc-std",
    "struct",
    fields=dict(
        name=COUNTED,
        module=PART,
        since=COUNTED,
        source=ATTRIBUTE,
        declaration=COUNTED,
        doc=TEXT,
        traits=LIST,
        methods=LIST,
    ),
)
def rust_struct(page, url):
    _, fields = rust_item(page, url)

    def listed_below(heading):
        title = f"//nav[@class='sidebar']//h3[@class='sidebar-title'][.='{heading}']"
        return texts_at(page, f"{title}/following-sibling::*[1][@class='sidebar-links']/a")

    return fields | dict(traits=listed_below("Trait Implementations"), methods=listed_below("Methods")), {}


@template(
    "rustdoc-std",
    "fn",
    fields=dict(
        name=COUNTED, module=PART, since=COUNTED, source=ATTRIBUTE, declaration=COUNTED, doc=TEXT, feature=COUNTED
    ),
)
def rust_function(page, url):
    main, fields = rust_item(page, url)
    feature = text_at(main, "./div[@class='item-info']/div[contains(@class, 'unstable')]/code")
    return fields | dict(feature=feature), {}
