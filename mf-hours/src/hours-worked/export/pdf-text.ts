/** Draws and measures texts of any script in a PDF. */
import type PDFDocument from 'pdfkit';
import type { FontBook, Run } from './pdf-fonts';

export class TextPen {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: FontBook;

  constructor(document: InstanceType<typeof PDFDocument>, fonts: FontBook) {
    this.#document = document;
    this.#fonts = fonts;
  }

  #widthOf({ font, text, shaped }: Run, size: number): number {
    return this.#document
      .font(font)
      .fontSize(size)
      .widthOfString(text, shaped ? { features: [] } : {});
  }

  width(text: string, size: number, bold = false): number {
    return this.#fonts.runsOf(text, bold).reduce((sum, run) => sum + this.#widthOf(run, size), 0);
  }

  /**
   * Draws one line. If letters are joined, reordered or missing, their glyphs don't identify the characters, so the
   * actual text is added for screen readers and copying.
   *
   * @param baseline distance of the baseline from the top of the page
   */
  line(text: string, left: number, baseline: number, { size, bold = false }: { size: number; bold?: boolean }): void {
    let x = left;
    const runs = this.#fonts.runsOf(text, bold);
    const isStated = runs.some(({ shaped, isMissing }) => shaped || isMissing);
    if (isStated) this.#document.markContent('Span', { actual: text });
    for (const run of runs) {
      const width = this.#widthOf(run, size);
      this.#document.text(run.text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(run.shaped && { features: [] }),
      });
      x += width;
    }
    if (isStated) this.#document.endMarkedContent();
  }

  /** The text in lines that fit the width, broken between words. A longer word is cut, and so is the last line of too many. */
  wrap(text: string, width: number, lines: number, style: { size: number; bold?: boolean }): string[] {
    const wrapped: string[] = [];
    for (const word of text.split(/\s+/)) {
      const last = wrapped.at(-1);
      const joined = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && this.width(joined, style.size, style.bold) <= width)
        wrapped[wrapped.length - 1] = joined;
      else wrapped.push(word);
    }
    const visibleLines = wrapped.slice(0, lines);
    if (wrapped.length > lines) visibleLines[lines - 1] = wrapped.slice(lines - 1).join(' ');
    return visibleLines.map((line) => this.#cut(line, width, style));
  }

  #cut(line: string, width: number, { size, bold }: { size: number; bold?: boolean }): string {
    if (this.width(line, size, bold) <= width) return line;
    const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
    while (letters.length > 1 && this.width(`${letters.join('')}…`, size, bold) > width) letters.pop();
    return `${letters.join('')}…`;
  }
}
