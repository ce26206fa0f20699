"""Documents of five kinds, each from two layouts, with seeded content; standard library only.

make(folder, seed) writes KIND/LAYOUT-NN.ENDING and KIND/labels.tsv for each kind. The layouts:
an invoice (heading, address, table of items, total) and a report (title, chapters with
paragraphs, a list). A layout fixes structure and style; length and words vary.
"""
import email.message
import io
import pathlib
import random
import zipfile
from xml.sax.saxutils import escape

WORDS = ("harbour lantern meadow copper violet thunder paper walnut river button garden silver window "
         "carpet engine feather market mountain needle orange pocket quarter ribbon saddle timber").split()
PER_LAYOUT = 6


def words(rng, least, most):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(least, most)))


class Invoice:
    name = "invoice"

    def __init__(self, rng):
        self.number = rng.randint(1000, 9999)
        self.address = [words(rng, 2, 3).title(), words(rng, 2, 3).title(), f"{rng.randint(10000, 99999)} {rng.choice(WORDS).title()}"]
        self.items = [(words(rng, 1, 4), rng.randint(1, 20), f"{rng.randint(100, 9999) / 100:.2f}")
                      for _ in range(rng.randint(4, 14))]
        self.total = f"{sum(n * float(p) for _, n, p in self.items):.2f}"
        self.note = words(rng, 8, 20)


class Report:
    name = "report"

    def __init__(self, rng):
        self.title = words(rng, 3, 6).title()
        self.chapters = [(words(rng, 2, 4).title(), [words(rng, 25, 70) + "." for _ in range(rng.randint(2, 4))])
                         for _ in range(rng.randint(3, 5))]
        self.points = [words(rng, 3, 8) for _ in range(rng.randint(4, 8))]


# ---- PDF: text placed by hand, as programs that print do.

def pdf(document):
    pages, lines = [], []  # a line is (x, y, size, font, text)

    def new_page():
        nonlocal lines
        lines = []
        pages.append(lines)

    new_page()
    if isinstance(document, Invoice):
        lines.append((50, 780, 20, 2, f"Invoice {document.number}"))
        y = 750
        for line in document.address:
            lines.append((50, y, 11, 1, line))
            y -= 14
        y -= 26
        for x, head in ((50, "Item"), (330, "Quantity"), (430, "Price")):
            lines.append((x, y, 11, 2, head))
        for item, count, price in document.items:
            y -= 16
            for x, cell in ((50, item), (330, str(count)), (430, price)):
                lines.append((x, y, 11, 1, cell))
        lines.append((330, y - 30, 12, 2, "Total"))
        lines.append((430, y - 30, 12, 2, document.total))
        lines.append((50, y - 70, 9, 1, document.note))
    else:
        lines.append((50, 780, 24, 2, document.title))
        y = 740
        for title, paragraphs in document.chapters:
            if y < 200:
                new_page()
                y = 780
            lines.append((50, y, 15, 2, title))
            y -= 24
            for paragraph in paragraphs:
                line = ""
                for word in paragraph.split() + [None]:
                    if word is None or len(line) + len(word) > 90:
                        lines.append((50, y, 11, 1, line))
                        y, line = y - 14, ""
                        if y < 60:
                            new_page()
                            y = 780
                    if word:
                        line += (" " if line else "") + word
                y -= 10
        for point in document.points:
            if y < 60:
                new_page()
                y = 780
            lines.append((70, y, 11, 1, "- " + point))
            y -= 14

    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Kids [" + b" ".join(b"%d 0 R" % (5 + 2 * i) for i in range(len(pages))) +
               b"] /Count %d >>" % len(pages),
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"]
    for i, page in enumerate(pages):
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R "
                       b"/F2 4 0 R >> >> /Contents %d 0 R >>" % (6 + 2 * i))
        text = "".join(f"BT /F{font} {size} Tf {x} {y} Td ({line}) Tj ET\n" for x, y, size, font, line in page)
        objects.append(b"<< /Length %d >>\nstream\n" % len(text) + text.encode() + b"endstream")
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    xref = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, xref)


def archive(files, first=None):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        if first:
            out.writestr(zipfile.ZipInfo(first[0], (2020, 1, 1, 0, 0, 0)), first[1])
        for name, text in files.items():
            out.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), text)
    return data.getvalue()


# ---- DOCX

def docx(document):
    def paragraph(text, style=None):
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f"<w:p>{properties}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"

    def table(rows):
        cells = lambda row: "".join(f"<w:tc>{paragraph(str(cell))}</w:tc>" for cell in row)
        return "<w:tbl>" + "".join(f"<w:tr>{cells(row)}</w:tr>" for row in rows) + "</w:tbl>"

    if isinstance(document, Invoice):
        body = paragraph(f"Invoice {document.number}", "Heading1") + "".join(map(paragraph, document.address))
        body += table([("Item", "Quantity", "Price")] + document.items) + paragraph(f"Total {document.total}")
        body += paragraph(document.note)
    else:
        body = paragraph(document.title, "Heading1")
        for title, paragraphs in document.chapters:
            body += paragraph(title, "Heading2") + "".join(map(paragraph, paragraphs))
        body += "".join(paragraph(point, "ListBullet") for point in document.points)
    styles = "".join(f'<w:style w:type="paragraph" w:styleId="{i}"><w:name w:val="{n}"/></w:style>' for i, n in
                     (("Heading1", "heading 1"), ("Heading2", "heading 2"), ("ListBullet", "List Bullet")))
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    return archive({
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
        f'ContentType="{word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="{word}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/styles" Target="styles.xml"/></Relationships>',
        "word/styles.xml": f"<w:styles {space}>{styles}</w:styles>",
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>"})


# ---- ODT

def odt(document):
    heading = lambda text, level: f'<text:h text:outline-level="{level}">{escape(text)}</text:h>'
    paragraph = lambda text: f"<text:p>{escape(str(text))}</text:p>"
    if isinstance(document, Invoice):
        rows = [("Item", "Quantity", "Price")] + document.items
        body = heading(f"Invoice {document.number}", 1) + "".join(map(paragraph, document.address))
        body += '<table:table table:name="items"><table:table-column table:number-columns-repeated="3"/>'
        body += "".join("<table:table-row>" + "".join(f"<table:table-cell>{paragraph(cell)}</table:table-cell>" for cell in row) +
                        "</table:table-row>" for row in rows)
        body += "</table:table>" + paragraph(f"Total {document.total}") + paragraph(document.note)
    else:
        body = heading(document.title, 1)
        for title, paragraphs in document.chapters:
            body += heading(title, 2) + "".join(map(paragraph, paragraphs))
        body += "<text:list>" + "".join(f"<text:list-item>{paragraph(p)}</text:list-item>" for p in document.points) + "</text:list>"
    kind = "application/vnd.oasis.opendocument.text"
    names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "text", "table"))
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    return archive({
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{space}" manifest:version="1.2"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{kind}"/><manifest:file-entry manifest:full-path="content.xml" '
        'manifest:media-type="text/xml"/></manifest:manifest>',
        "content.xml": f'<office:document-content {names} office:version="1.2"><office:body><office:text>{body}'
        "</office:text></office:body></office:document-content>"}, first=("mimetype", kind))


# ---- XLSX: an invoice is one sheet with columns, a report has a sheet of names and values for each chapter.

def xlsx(document):
    if isinstance(document, Invoice):
        sheets = [("Invoice", [("Invoice", str(document.number))] + [(line,) for line in document.address] +
                   [("Item", "Quantity", "Price")] + document.items + [("Total", "", document.total)])]
    else:
        sheets = [(f"Part {n}", [(title,)] + [(f"Point {i}", p) for i, p in enumerate(paragraphs, 1)])
                  for n, (title, paragraphs) in enumerate(document.chapters, 1)]
        sheets.append(("List", [(point,) for point in document.points]))

    def sheet(rows):
        def cell(value, row, column):
            return f'<c r="{"ABC"[column]}{row}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'
        return "".join(f'<row r="{r}">' + "".join(cell(v, r, c) for c, v in enumerate(row)) + "</row>"
                       for r, row in enumerate(rows, 1))

    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = range(1, len(sheets) + 1)
    files = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="{kind}.sheet.main+xml"/>' + "".join(
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kind}.worksheet+xml"/>' for n in numbers) + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>' + "".join(
            f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, (name, _) in zip(numbers, sheets)) + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">' + "".join(
            f'<Relationship Id="r{n}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers) + "</Relationships>"}
    for n, (_, rows) in zip(numbers, sheets):
        files[f"xl/worksheets/sheet{n}.xml"] = f'<worksheet xmlns="{main}"><sheetData>{sheet(rows)}</sheetData></worksheet>'
    return archive(files)


# ---- Mail: an invoice is sent as HTML by a shop, a report is plain text with a signature.

def eml(document):
    mail = email.message.EmailMessage()
    mail["From"], mail["To"] = "sender@example.org", "reader@example.org"
    mail["Date"] = "Mon, 02 Nov 2020 10:00:00 +0000"
    if isinstance(document, Invoice):
        mail["Subject"] = f"Invoice {document.number}"
        rows = "".join(f"<tr><td>{escape(i)}</td><td>{n}</td><td>{p}</td></tr>" for i, n, p in document.items)
        mail.set_content("<html><body><h1>Thank you</h1>" + "".join(f"<p>{line}</p>" for line in document.address) +
                         f"<table>{rows}</table><p><b>Total {document.total}</b></p></body></html>", subtype="html")
    else:
        mail["Subject"] = document.title
        text = "\n\n".join([document.title] + [title + "\n\n" + "\n\n".join(ps) for title, ps in document.chapters] +
                           ["\n".join("* " + p for p in document.points), "--", "The sender"])
        mail.set_content(text)
    return bytes(mail)


KINDS = {"pdf": pdf, "docx": docx, "odt": odt, "xlsx": xlsx, "eml": eml}


def make(folder, seed):
    for kind, build in KINDS.items():
        into = pathlib.Path(folder) / kind
        into.mkdir(parents=True)
        labels = []
        for layout in (Invoice, Report):
            for number in range(PER_LAYOUT):
                rng = random.Random(f"{seed} {kind} {layout.name} {number}")
                # Names are shuffled, so that nothing but content tells the layouts apart.
                name = f"{rng.randrange(10**8):08}.{kind}"
                (into / name).write_bytes(build(layout(rng)))
                labels.append(f"{name}\t{layout.name}\n")
        (pathlib.Path(folder) / f"{kind}.labels.tsv").write_text("page\tlabel\n" + "".join(labels))
