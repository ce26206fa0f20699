"""Scrapy: which template has this response, and selectors that are found once a template.

    scrapy runspider scrapy_templates.py -a start=https://example.org/ -O items.jsonl

In a project, put the two classes into DOWNLOADER_MIDDLEWARES and ITEM_PIPELINES, and name the index
with PAGEKIN_INDEX. The index stays: the next crawl knows the templates of this one.
"""

import scrapy

import pagekin


class TemplateMiddleware:
    """Adds to request.meta of every HTML response: template (an id, or None) and template_is_new."""

    def __init__(self, index):
        self.index = index

    @classmethod
    def from_crawler(cls, crawler):
        made = cls(pagekin.Index.open(crawler.settings.get("PAGEKIN_INDEX", "templates.index")))
        crawler.signals.connect(made.close, scrapy.signals.spider_closed)
        return made

    def process_response(self, request, response, spider=None):
        if isinstance(response, scrapy.http.HtmlResponse) and response.status == 200:
            found = self.index.classify(response.body, response.url, learn=True)
            request.meta.update(template=found.template, template_is_new=found.is_new)
        return response

    def close(self):
        self.index.flush()


class SelectorPipeline:
    """Fills in the title of an item with a selector that is looked for once a template."""

    def __init__(self):
        self.selectors = {}  # by template
        self.searches = 0

    def process_item(self, item, spider=None):
        response, template = item.pop("response"), item["template"]
        selector = self.selectors.get(template)
        if selector is None:
            selector = self.find_selector(response)
            if template is not None:
                self.selectors[template] = selector
        item["title"] = response.css(selector).get(default="").strip()
        return item

    def find_selector(self, response):
        """Stands for what is slow or costs money: a person, a search, a language model."""
        self.searches += 1
        return next(css for css in ("h1::text", "h2::text", "title::text", "::text") if response.css(css))


class TemplateSpider(scrapy.Spider):
    name = "templates"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {TemplateMiddleware: 543},
        "ITEM_PIPELINES": {SelectorPipeline: 300},
    }

    def __init__(self, start="http://127.0.0.1:8000/", **arguments):
        super().__init__(**arguments)
        self.start_urls = [start]
        self.allowed_domains = [start.split("/")[2].split(":")[0]]

    def parse(self, response):
        yield {"url": response.url, "template": response.meta["template"], "response": response}
        yield from response.follow_all(css="a")
