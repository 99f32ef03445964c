/** Reads and writes blocks of cells in the clipboard format of spreadsheets: lines are rows, tabs separate cells. */

/** The cells of a pasted text. A cell in double quotes may contain tabs, line ends and doubled quotes. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex <= text.length) {
    const match = cell.exec(text);
    if (!match) return text.split(/\r\n|\r|\n/).map((line) => line.split('\t'));
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    const end = match[3];
    if (end !== '\t') {
      rows.push(row);
      row = [];
    }
    if (end === '') break;
    // A trailing line end doesn't start another row.
    if (end !== '\t' && cell.lastIndex === text.length) break;
  }
  return rows;
}

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join('\t')).join('\r\n');
}
