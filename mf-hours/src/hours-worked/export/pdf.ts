/**
 * The PDF export: landscape, tagged, with the header on each page and the pages numbered. A provider's two rows stay together.
 * Loaded on demand.
 */
import PDFDocument from 'pdfkit';
import { formatShortDate } from 'shared-ui';
import { messages } from '../messages';
import { weekdayName } from '../names';
import { spanText } from '../RangeBar';
import type { ExportRow, ExportTable } from './export-table';
import { listFontFiles } from './font-files';
import { FontBook, type ReadFile } from './pdf-fonts';
import { TextPen } from './pdf-text';

const { columns, report, page: pageText } = messages.exporting;

/** In points, on US Letter. */
const MARGIN = 26;
const TITLE_BASELINE = 32;
const LEAD_BASELINE = 47;
const TABLE_TOP = 57;
const FOOT = 28;
const WIDTHS = [96, 40, 40, 30] as const;
const PADDING = 2;

const INK = '#1a2230';
const LINE = '#cdd0c8';
const TINT = '#f6f6f2';

/** A month needs small letters to fit one line. */
const sizeFor = (days: number): number => (days > 14 ? 5.8 : days > 7 ? 7 : 8.5);

const readFile: ReadFile = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

const dayHead = (date: string): string => `${weekdayName(date)} ${formatShortDate(date)}`;

const cellsOf = ({ figure, totalHours, totalDays, days }: ExportRow): string[] => [
  messages.figures[figure],
  totalHours,
  String(totalDays),
  ...days,
];

/** @param practice name of the practice, for the header of each page */
export async function pdfBlob(table: ExportTable, practice: string, read: ReadFile = readFile): Promise<Blob> {
  const lead = `${practice}   ${spanText(table)}`;
  const cells = [...Object.values(messages.figures), '0123456789.…'];
  const heads = [report, ...Object.values(columns), ...table.dates.map(dayHead)];
  const names = [...table.rows, ...table.totals].map(({ provider }) => provider);
  const texts = { regular: [lead, pageText(1, 1), ...cells], bold: [...cells, ...heads, ...names] };
  const fonts = await FontBook.of(texts, await listFontFiles(), read);

  const document = new PDFDocument({
    ...{ size: 'LETTER', layout: 'landscape', margin: 0, bufferPages: true, autoFirstPage: false },
    ...{ tagged: true, lang: 'en-US', displayTitle: true, pdfVersion: '1.7' },
    info: { Title: report, Subject: lead },
    // No initial font: the default one isn't in the browser build, and PDFKit reopens a registered font for every text
    // if the document starts with it.
    font: '',
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve());
    document.on('error', reject);
  });
  for (const { name, bytes } of fonts.fonts) document.registerFont(name, bytes as Buffer);
  new Report(document, new TextPen(document, fonts), table, lead).draw();
  document.end();
  await done;
  return new Blob(chunks as BlobPart[], { type: 'application/pdf' });
}

interface CellStyle {
  bold?: boolean;
  tint?: boolean;
  align?: 'left' | 'right';
}

class Report {
  readonly #size: number;
  readonly #row: number;
  readonly #lefts: number[];
  readonly #root: PDFKit.PDFStructureElement;
  readonly #body: PDFKit.PDFStructureElement;
  #y = 0;

  constructor(
    readonly document: PDFKit.PDFDocument,
    readonly pen: TextPen,
    readonly table: ExportTable,
    readonly lead: string,
  ) {
    const days = table.dates.length;
    this.#size = sizeFor(days);
    this.#row = this.#size * 1.75;
    const fixed = WIDTHS.reduce((sum, width) => sum + width, 0);
    const day = (792 - 2 * MARGIN - fixed) / days;
    const widths = [...WIDTHS, ...table.dates.map(() => day)];
    this.#lefts = widths.reduce((lefts, width) => [...lefts, (lefts.at(-1) ?? 0) + width], [MARGIN]);
    this.#root = document.struct('Document');
    this.#body = document.struct('Table');
  }

  draw(): void {
    this.document.addStructure(this.#root);
    this.#addPage(true);
    this.#root.add(this.#body);
    this.#head(true);
    for (const rows of pairs(this.table.rows)) this.#block(rows, {});
    this.#block(this.table.totals, { tint: true, bold: true });
    this.#body.end();
    this.#pageNumbers();
    this.#root.end();
  }

  #addPage(isFirst: boolean): void {
    this.document.addPage();
    this.#y = TABLE_TOP;
    const title = (): void => this.#text(report, MARGIN, TITLE_BASELINE, 13, true);
    const lead = (): void => this.#text(this.lead, MARGIN, LEAD_BASELINE, 9);
    if (isFirst) {
      this.#tagged(this.#root, 'H1', title);
      this.#tagged(this.#root, 'P', lead);
    } else {
      this.#artifact(() => {
        title();
        lead();
      });
      this.#head(false);
    }
  }

  /** The column titles. They are part of the table once, and repeated visually on the other pages. */
  #head(isFirst: boolean): void {
    const { dates } = this.table;
    const texts = [...[columns.provider, columns.hours, columns.totalHours, columns.totalDays], ...dates.map(dayHead)];
    const lines = texts.map((text, at) => this.pen.wrap(text, this.#widthOf(at), 3, { size: this.#size, bold: true }));
    const height = Math.max(...lines.map(({ length }) => length)) * this.#size * 1.2 + 4;
    const row = isFirst ? this.document.struct('TR') : undefined;
    if (row) this.#body.add(row);
    for (const [at, cell] of lines.entries()) {
      const draw = (): void =>
        this.#cell(at, height, cell, { bold: true, tint: true, align: at < 2 ? 'left' : 'right' });
      if (row) this.#tagged(row, 'TH', draw);
      else this.#artifact(draw);
    }
    row?.end();
    this.#y += height;
  }

  /** The rows of one provider, on one page. Its name spans them. */
  #block(rows: readonly ExportRow[], style: CellStyle): void {
    const height = this.#row * rows.length;
    if (this.#y + height > this.document.page.height - FOOT) this.#addPage(false);
    const [first] = rows;
    const name = this.pen.wrap(first?.provider ?? '', this.#widthOf(0), 2, { size: this.#size, bold: true });
    for (const [index, each] of rows.entries()) {
      const row = this.document.struct('TR');
      this.#body.add(row);
      // Each row has its name for screen readers; it is visible once.
      if (index === 0) {
        const named = { ...style, bold: true, align: 'left' } as const;
        this.#tagged(row, 'TH', () => this.#cell(0, height, name, named), first?.provider);
      }
      for (const [at, text] of cellsOf(each).entries()) {
        const bold = style.bold === true || at === 1 || at === 2;
        this.#tagged(row, 'TD', () =>
          this.#cell(at + 1, this.#row, [text], { ...style, bold, align: at === 0 ? 'left' : 'right' }),
        );
      }
      row.end();
      this.#y += this.#row;
    }
  }

  #widthOf(column: number): number {
    return (this.#lefts[column + 1] ?? 0) - (this.#lefts[column] ?? 0) - 2 * PADDING;
  }

  #cell(column: number, height: number, lines: readonly string[], { bold = false, tint, align }: CellStyle): void {
    const left = this.#lefts[column] ?? 0;
    const width = this.#widthOf(column) + 2 * PADDING;
    this.document.lineWidth(0.3).rect(left, this.#y, width, height);
    if (tint === true) this.document.fillAndStroke(TINT, LINE);
    else this.document.stroke(LINE);
    // Sums of many providers are wider than the hours of one.
    const widest = Math.max(...lines.map((text) => this.pen.width(text, this.#size, bold)));
    const size = this.#size * Math.min(1, (width - 2 * PADDING) / Math.max(widest, 1));
    const line = this.#size * 1.2;
    let baseline = this.#y + (height - lines.length * line) / 2 + this.#size * 0.95;
    for (const [at, text] of lines.entries()) {
      const x = align === 'left' ? left + PADDING : left + width - PADDING - this.pen.width(text, size, bold);
      // Without a space, screen readers join the last word of a line with the first one of the next.
      this.#text(at < lines.length - 1 ? `${text} ` : text, x, baseline, size, bold);
      baseline += line;
    }
  }

  #pageNumbers(): void {
    const { start, count } = this.document.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.document.switchToPage(start + at);
      const text = pageText(at + 1, count);
      const x = this.document.page.width - MARGIN - this.pen.width(text, 8);
      this.#artifact(() => this.#text(text, x, this.document.page.height - 14, 8));
    }
  }

  #text(text: string, x: number, baseline: number, size: number, bold = false): void {
    this.document.fillColor(INK);
    this.pen.line(text, x, baseline, { size, bold });
  }

  /** Draws as an element of the document's structure. @param actual the whole text, if what is drawn may be cut */
  #tagged(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, actual?: string): void {
    const element = this.document.struct(type, actual === undefined ? {} : { actual });
    parent.add(element);
    const content = this.document.markStructureContent(type);
    draw();
    this.document.endMarkedContent();
    element.add(content);
    element.end();
  }

  /** Draws content that repeats only visually. */
  #artifact(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Pagination' });
    draw();
    this.document.endMarkedContent();
  }
}

/** The rows by provider: available and worked hours. */
function* pairs(rows: readonly ExportRow[]): Generator<readonly ExportRow[]> {
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
}
