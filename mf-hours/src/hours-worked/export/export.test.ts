import { describe, expect, it } from '@jest/globals';
import { HoursServer, manyPeople } from '../testing/hours-server';
import { csvOf } from './csv';
import { exportTable, fileName } from './export-table';
import { pdfOf, printable } from './pdf';

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
  const sourceOf = (people: number): string => {
    const server = new HoursServer(manyPeople(people), '2026-10-15');
    const document = pdfOf(exportTable(server.range({ type: 'month', offset: 0 })), 'Bright Smiles Dental');
    // Uncompressed, so that its texts can be read.
    return document.output('arraybuffer').byteLength > 0 ? pagesOf(document) : '';
  };
  const pagesOf = (document: ReturnType<typeof pdfOf>): string =>
    (document.internal as unknown as { pages: string[][] }).pages.map((page) => (page ?? []).join('\n')).join('\f');

  it('breaks 60 providers × 31 days into pages, each with title, header and page number', () => {
    const pages = sourceOf(60).split('\f').slice(1);
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('(Provider Hours Report)');
      expect(page).toContain(`(Page ${at + 1} of ${pages.length})`);
      expect(page).toContain('(Total)');
      expect(page).toContain('(31)');
    }
    const all = pages.join();
    for (const name of ['Provider 001', 'Provider 060']) expect(all).toContain(name);
  });

  it('uses landscape pages', () => {
    const table = tableOf(manyPeople(1)).table();
    const { width, height } = pdfOf(table, 'Bright Smiles').internal.pageSize;
    expect(width).toBeGreaterThan(height);
  });

  it.each([
    ['José Núñez', 'José Núñez'],
    ['Nguyễn', 'Nguyen'],
    ['Łukasz 王', '?ukasz ?'],
  ])('prints %s as %s', (name, shown) => expect(printable(name)).toBe(shown));
});
