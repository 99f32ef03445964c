/** The PDF export: landscape, with the header repeated and the pages numbered. Loaded on demand. */
import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import { formatShortDate } from 'shared-ui';
import { messages } from '../messages';
import { weekdayName } from '../names';
import { spanText } from '../RangeBar';
import type { ExportRow, ExportTable } from './export-table';

const { columns, report, page } = messages.exporting;

/** In millimeters, on US Letter. */
const MARGIN = 9;
const HEAD = 20;
const FOOT = 10;
const WIDTHS = { provider: 34, hours: 13, totalHours: 13, totalDays: 10 } as const;

/** In points. A month needs a small font to fit one line. */
const fontSize = (days: number): number => (days > 14 ? 5.8 : days > 7 ? 7 : 8.5);

const INK: [number, number, number] = [26, 34, 48];
const LINE: [number, number, number] = [205, 208, 200];
const TINT: [number, number, number] = [246, 246, 242];

/** The built-in font has only Western European letters. Other letters lose their accents or become a question mark. */
export function printable(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) =>
      letter.charCodeAt(0) <= 0xff ? letter : letter.normalize('NFD').replace(/[^\u0020-\u00ff]/g, '') || '?',
    )
    .join('');
}

const cells = ({ provider, figure, totalHours, totalDays, days }: ExportRow): string[] => [
  printable(provider),
  messages.figures[figure],
  totalHours,
  String(totalDays),
  ...days,
];

/** @param practice name of the practice, for the header of each page */
export function pdfOf(table: ExportTable, practice: string): jsPDF {
  const document = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'letter', compress: true });
  document.setProperties({ title: report, subject: `${table.start} to ${table.end}` });
  const { width, height } = document.internal.pageSize;

  autoTable(document, {
    head: [
      [
        columns.provider,
        columns.hours,
        columns.totalHours,
        columns.totalDays,
        ...table.dates.map(
          (date) => `${weekdayName(date)}\n${formatShortDate(date).replace(' ', table.dates.length > 14 ? '\n' : ' ')}`,
        ),
      ],
    ],
    body: table.rows.map(cells),
    foot: table.totals.map(cells),
    showFoot: 'lastPage',
    theme: 'grid',
    rowPageBreak: 'avoid',
    margin: { top: HEAD, right: MARGIN, bottom: FOOT, left: MARGIN },
    styles: {
      fontSize: fontSize(table.dates.length),
      cellPadding: { horizontal: 0.6, vertical: 0.9 },
      halign: 'right',
      lineWidth: 0.1,
      lineColor: LINE,
      textColor: INK,
      overflow: 'linebreak',
    },
    headStyles: { fillColor: TINT, fontStyle: 'bold', valign: 'bottom' },
    footStyles: { fillColor: TINT, fontStyle: 'bold' },
    columnStyles: {
      0: { cellWidth: WIDTHS.provider, halign: 'left', fontStyle: 'bold' },
      1: { cellWidth: WIDTHS.hours, halign: 'left' },
      2: { cellWidth: WIDTHS.totalHours, fontStyle: 'bold' },
      3: { cellWidth: WIDTHS.totalDays, fontStyle: 'bold' },
    },
    didParseCell: ({ section, row, column, cell }) => {
      if (column.index <= 1) cell.styles.halign = 'left';
      // Shows the name only in the first of the provider's two rows.
      if (section !== 'head' && column.index === 0 && row.index % 2 === 1) cell.text = [''];
    },
  });

  const pages = document.getNumberOfPages();
  for (let at = 1; at <= pages; at += 1) {
    document.setPage(at).setTextColor(...INK);
    document.setFont('helvetica', 'bold').setFontSize(13).text(report, MARGIN, 11);
    document
      .setFont('helvetica', 'normal')
      .setFontSize(9)
      .text(printable(`${practice}   ${spanText(table).replace('–', '-')}`), MARGIN, 16.5);
    document.setFontSize(8).text(page(at, pages), width - MARGIN, height - 5, { align: 'right' });
  }
  return document;
}

export const pdfBlob = (table: ExportTable, practice: string): Blob => pdfOf(table, practice).output('blob');
