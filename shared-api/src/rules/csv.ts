/**
 * CSV files: UTF-8 with a byte order mark, CRLF, quotes where needed (RFC 4180), and no text that a spreadsheet would
 * execute.
 */

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet may read as a formula: also after spaces, and in the full-width forms of East Asian keyboards. */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

/** Escapes a text that a spreadsheet would read as a formula with an apostrophe (DECISIONS 26). */
export function csvText(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Some lines of a file, for a file that is written in parts. @param lines the cells, as in `csvFile` */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** The content of a file. @param lines the cells. The caller escapes texts with `csvText`. */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvLines(lines)}`;
}
