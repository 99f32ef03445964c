/**
 * CSV files: UTF-8 with a byte order mark, CRLF, quotes where needed (RFC 4180), and no text that a spreadsheet would
 * execute.
 */

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Text that a spreadsheet might read as a formula, including after spaces and with full-width characters of East Asian
 * keyboards.
 */
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/u;

/** Escapes a text that a spreadsheet would read as a formula with an apostrophe (DECISIONS 26). */
export function csvText(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a file that is written in parts. @param lines the cells, as in `csvFile` */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** The content of a file. @param lines the cells; the caller escapes text with `csvText` */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvLines(lines)}`;
}
