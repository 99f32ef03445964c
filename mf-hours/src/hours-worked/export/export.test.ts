import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { messages } from '../messages';
import type { Range } from '../range';
import { HoursServer, manyPeople } from '../testing/hours-server';
import { csvOf } from './csv';
import { exportTable, fileName } from './export-table';
import { listFontFiles } from './font-files';
import { pdfBlob } from './pdf';
import { FontBook } from './pdf-fonts';

/** Reads a PDF in a separate process, because pdf.js is an ES module that starts a worker. */
const READER = path.join(__dirname, '../testing/read-pdf.mjs');

const TODAY = '2026-11-20';

function tableOf(people: ConstructorParameters<typeof HoursServer>[0], today = TODAY) {
  const server = new HoursServer(people, today);
  return { server, table: () => exportTable(server.range({ type: 'week', offset: 0 })) };
}

const formula = [{ provider_id: 7, first_name: '=HYPERLINK("x")', last_name: 'Osei, RDH' }];

describe('the CSV file', () => {
  it('writes hours with 1 decimal, modified values and totals, cell by cell', () => {
    const { server, table } = tableOf([{ provider_id: 7, first_name: 'Kim', last_name: 'Osei' }]);
    server.set('7.2026-11-16.worked_hours', 27_900);
    server.set('7.2026-11-17.available_hours', 0);
    expect(csvOf(table())).toBe(
      [
        '\uFEFFProvider,Hours,Total Hours,Total Days,2026-11-15,2026-11-16,2026-11-17,2026-11-18,2026-11-19,2026-11-20,2026-11-21',
        'Kim Osei,Available,32.0,4,0.0,8.0,0.0,8.0,8.0,8.0,0.0',
        'Kim Osei,Worked,36.3,5,0.0,7.8,6.0,8.0,7.5,7.0,0.0',
        'All providers,Available,32.0,4,0.0,8.0,0.0,8.0,8.0,8.0,0.0',
        'All providers,Worked,36.3,5,0.0,7.8,6.0,8.0,7.5,7.0,0.0',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['the week in which clocks go back', '2026-11-03', '2026-11-01', '2026-11-07'],
    ['the week in which they go forward', '2026-03-10', '2026-03-08', '2026-03-14'],
    ['a week over the end of a year', '2026-12-31', '2026-12-27', '2027-01-02'],
  ])('contains every day of %s once', (_, today, start, end) => {
    const table = tableOf(manyPeople(1), today).table();
    expect([table.dates.length, new Set(table.dates).size, table.dates[0], table.dates[6]]).toEqual([7, 7, start, end]);
    expect(fileName(table, 'csv')).toBe(`provider-hours-${start}-to-${end}.csv`);
  });

  it('escapes CSV formulas', () => {
    expect(csvOf(tableOf(formula).table())).toContain(`"'=HYPERLINK(""x"") Osei, RDH",Available`);
  });
});

describe('the PDF report', () => {
  // Not Node’s own buffer, which isn’t a `Uint8Array` in jsdom.
  const read = async (url: string): Promise<Uint8Array> => new Uint8Array(await readFile(url.replace('/@file', '')));

  /** The report as read by pdf.js: each page's texts with their positions, and the structure elements. */
  async function reportOf(
    people: Parameters<typeof tableOf>[0],
    practice = 'Bright Smiles',
    type: Range['type'] = 'week',
  ) {
    const server = new HoursServer(people, '2026-10-15');
    const table = exportTable(server.range({ type, offset: 0 }));
    const folder = await mkdtemp(path.join(tmpdir(), 'report-'));
    try {
      const file = path.join(folder, 'report.pdf');
      const blob = await pdfBlob(table, practice, read);
      await writeFile(file, Buffer.from(await blob.arrayBuffer()));
      const found = await promisify(execFile)(process.execPath, [READER, file], { maxBuffer: 2 ** 27 });
      return { table, ...(JSON.parse(found.stdout) as ReadReport) };
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  const textsOf = ({ items }: ReadReport['pages'][number]): string[] => items.map(({ text }) => text);
  const linesOf = ({ items }: ReadReport['pages'][number]): string[] => {
    const lines = new Map<number, string>();
    for (const { y, text } of items) lines.set(y, `${lines.get(y) ?? ''}${text}`);
    return [...lines.values()];
  };

  const names = [
    'Łukasz Żółć',
    '李小龍',
    'محمد علي',
    'O’Neil',
    'José Núñez',
    'Nguyễn Thị',
    '김민수',
    'דוד כהן',
    'Иван – —',
    'Άννα €',
  ];
  const inNames = names.map((first_name, index) => ({ provider_id: index + 1, first_name, last_name: '' }));

  it('contains the grid cell by cell, with names and practices of any script', async () => {
    const { table, pages, structure } = await reportOf(inNames, '健康 Dental – Łódź');
    const [page] = pages;
    const lines = page ? linesOf(page) : [];
    expect(lines).toContain('Provider Hours Report');
    expect(lines.some((line) => line.startsWith('健康 Dental – Łódź'))).toBe(true);
    for (const name of names) expect(lines.join('\n')).toContain(name);
    expect(structure.filter(({ role }) => role === 'TH').map(({ actual }) => actual)).toEqual([
      ...Array.from({ length: 4 + table.dates.length }, () => undefined),
      ...names,
      'All providers',
    ]);
    const cells = structure.filter(({ role }) => role === 'TD').map(({ text }) => text);
    const expected = [...table.rows, ...table.totals].flatMap(({ figure, totalHours, totalDays, days }) => [
      messages.figures[figure],
      totalHours,
      String(totalDays),
      ...days,
    ]);
    expect(cells).toEqual(expected);
  });

  it('is a tagged document with a title and numbered pages', async () => {
    const report = await reportOf(manyPeople(60), 'Bright Smiles', 'month');
    expect(report).toMatchObject({ title: 'Provider Hours Report', marked: true, language: 'en-US' });
    expect(report.structure[0]).toMatchObject({ role: 'H1', text: 'Provider Hours Report' });
    expect(report.pages.length).toBeGreaterThan(2);
    for (const [at, page] of report.pages.entries()) {
      expect(page.width).toBeGreaterThan(page.height);
      expect(linesOf(page)).toContain('Provider Hours Report');
      expect(linesOf(page)).toContain(`Page ${at + 1} of ${report.pages.length}`);
      for (const head of ['Provider', 'Hours', 'Thu', 'Oct', '31']) expect(textsOf(page).join(' ')).toContain(head);
    }
  });

  it('keeps the two rows of a provider on one page, and words whole', async () => {
    const { pages } = await reportOf(manyPeople(61), 'Bright Smiles', 'month');
    for (const page of pages) {
      const texts = textsOf(page);
      const count = (text: string): number => texts.filter((each) => each === text).length;
      expect(count('Available')).toBe(count('Worked'));
    }
    const last = pages.at(-1);
    expect(last ? textsOf(last) : []).toContain('All providers');
    expect(pages.flatMap(textsOf).filter((text) => text.startsWith('All'))).toEqual(['All providers']);
  });

  it('draws a box for a character missing in all fonts, with its actual text', async () => {
    const { pages, stated } = await reportOf([{ provider_id: 1, first_name: 'Ana 𓀀', last_name: '𠮷田' }]);
    const lines = pages.flatMap(linesOf).join('\n');
    // The box is the first glyph of a font, for no character.
    expect(lines).toMatch(/Ana \0 ?\0田/);
    expect(lines).not.toContain('?');
    expect(stated).toContain('Ana 𓀀 𠮷田');
  });

  it.each([
    ['Hindi', 'डॉ. प्रिया शर्मा', 'किरण'],
    ['Bengali', 'ডা. কৌশিক মুখোপাধ্যায়', 'শ্রী'],
    ['Arabic beside Latin text', 'Dr. محمد علي', 'Smith'],
  ])('keeps the original text of names in %s for screen readers and copying', async (_, first_name, last_name) => {
    const { stated, structure } = await reportOf([{ provider_id: 1, first_name, last_name }], first_name);
    expect(stated.join(' ')).toContain(`${first_name} ${last_name}`);
    expect(stated.some((text) => text.startsWith(`${first_name}   `))).toBe(true);
    expect(structure.find(({ actual }) => actual?.startsWith(first_name))).toBeDefined();
  });

  it('separates the lines of a cell by a space', async () => {
    const { pages } = await reportOf(
      [{ provider_id: 1, first_name: 'Alexandria-Philippa', last_name: 'Featherstonehaugh' }],
      'Bright Smiles',
      'month',
    );
    const heads = pages.flatMap(({ drawn }) => drawn.filter(({ tag }) => tag === 'TH')).map(({ text }) => text);
    expect(heads.slice(4, 6)).toEqual(['Thu Oct 1', 'Fri Oct 2']);
    expect(heads.at(-2)).toMatch(/^Alexandria-\S+ Feather/);
  });

  it.each([
    ['Łukasz Żółć', true],
    ['Nguyễn Thị', true],
    ['Иван Άννα', true],
    ['李', false],
  ])('prints letters of %s in bold: %s', async (name, isBold) => {
    const files = await listFontFiles();
    const bold = new Set(files.filter(({ isBold }) => isBold).map((file) => file.name));
    const fonts = await FontBook.of({ regular: [], bold: [name] }, files, read);
    for (const { font } of fonts.runsOf(name, true)) expect(bold.has(font)).toBe(isBold);
    expect(
      fonts
        .runsOf(name, true)
        .map(({ text }) => text)
        .join(''),
    ).toBe(name);
  });

  it('prints emoji, without the marks that only join and vary them', async () => {
    const { pages } = await reportOf([{ provider_id: 1, first_name: 'Ana 😀 Kim ❤️', last_name: 'Eve 👩‍⚕️ Lee' }]);
    const lines = pages.flatMap(linesOf).join('\n');
    for (const text of ['😀', '❤', '👩', '⚕']) expect(lines).toContain(text);
    expect(lines).not.toContain('?');
  });

  it('keeps the space between names of two directions', async () => {
    const { pages } = await reportOf([{ provider_id: 1, first_name: 'Dr. محمد علي', last_name: 'Smith' }]);
    // The dots of the last letter are a separate glyph without a character.
    const texts = pages.flatMap(textsOf).join('').replaceAll('\u0001', '');
    expect(texts).toMatch(/محمد علي\s+Smith/);
  });

  it.each([
    ['a name from right to left beside Latin text', 'Dr. محمد علي Smith', ['Dr. ', 'محمد علي', ' Smith']],
    ['Latin text between two', 'محمد Smith علي', ['محمد', ' Smith ', 'علي']],
    ['two scripts from right to left', 'דוד محمد', ['محمد', 'דוד ']],
    ['digits between them', 'محمد ١٢ علي', ['علي', ' ', '١', '٢', 'محمد ']],
    ['emoji between words', 'Ana 😀 Lee 👍2', ['Ana ', '😀', ' Lee ', '👍', '2']],
    ['a bracket between them', 'דוד (כהן', ['כהן', ')', 'דוד ']],
  ])('draws %s in reading order', async (_, text, parts) => {
    const files = await listFontFiles();
    const fonts = await FontBook.of({ regular: [text], bold: [] }, files, read);
    expect(fonts.runsOf(text).map((run) => run.text)).toEqual(parts);
  });

  it('loads only the fonts of its texts', async () => {
    const urls: string[] = [];
    const server = new HoursServer([{ provider_id: 1, first_name: 'Kim', last_name: 'Osei' }], TODAY);
    await pdfBlob(exportTable(server.range({ type: 'week', offset: 0 })), 'Bright Smiles', (url) => {
      urls.push(path.basename(url));
      return read(url);
    });
    expect(urls.sort()).toEqual(['noto-sans-latin-400-normal.woff', 'noto-sans-latin-700-normal.woff']);
  });
});

interface ReadReport {
  title: string;
  marked: boolean;
  language: string;
  pages: {
    width: number;
    height: number;
    items: { text: string; y: number }[];
    drawn: { tag: string; text: string }[];
  }[];
  /** Elements with texts, in the order of the document. */
  structure: { role: string; text: string; actual?: string }[];
  /** Actual texts of drawn content. */
  stated: string[];
}
