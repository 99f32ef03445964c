/** CSV files: UTF-8 with a byte order mark, CRLF, quoted where needed (RFC 4180), and no text that a spreadsheet would run. */

const BYTE_ORDER_MARK = '\uFEFF';

/** A text that a spreadsheet would take for a formula gets an apostrophe before it (DECISIONS 26). */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The content of a file. @param lines cells as they are written: texts went through `csvText`, figures did not */
export function csvFile(lines: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
}
