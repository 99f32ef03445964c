import type { RangeHours } from 'shared-api/contracts';
import { color, styled } from 'shared-ui';
import type { ReactNode } from 'react';
import { hoursText } from './cells';
import { messages } from './messages';
import { type Rating, ratingText } from './rating';
import { UtilizationBadge } from './UtilizationBadge';

const { columns } = messages.summary;

/** About 20 rows. Only a longer table scrolls in itself. */
const MAX_HEIGHT = 560;

const Scroll = styled('div')({
  maxHeight: MAX_HEIGHT,
  overflow: 'auto',
  '&:focus-visible': { outline: `2px solid ${color.focus}` },
  '@media print': { maxHeight: 'none', overflow: 'visible' },
});

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 12,
  lineHeight: '18px',
  'th, td': { padding: '3px 8px 3px 0', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  'thead th, thead td': {
    position: 'sticky',
    top: 0,
    backgroundColor: color.surface,
    color: color.inkSecond,
    fontWeight: 550,
    borderBottom: `1px solid ${color.line}`,
    '@media print': { position: 'static' },
  },
  'tbody th': { fontWeight: 550, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  'tbody tr:not(:last-child) > *': { borderBottom: `1px solid ${color.line}` },
  '@media (max-width: 639.95px)': { '[data-wide]': { display: 'none' } },
  '[data-numeric]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  // The badge is always fully visible: the table scrolls instead.
  '[data-badge]': { minWidth: 84 },
  'td:last-child, th:last-child': { paddingRight: 2 },
});

export interface UtilizationRow {
  key: string | number;
  name: ReactNode;
  hours: RangeHours;
  rating: Rating;
  days?: string;
  toDate?: string;
}

export interface UtilizationTableProps {
  label: string;
  /** Heading of the names. */
  heading: string;
  rows: readonly UtilizationRow[];
  /** Columns that wider screens show. */
  showsDays?: boolean;
  showsToDate?: boolean;
}

/** Hours and utilization in rows, such as those of providers. */
export function UtilizationTable(props: UtilizationTableProps): ReactNode {
  const { label, heading, rows, showsDays = false, showsToDate = false } = props;
  return (
    <Scroll tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" data-numeric="">
              {columns.available}
            </th>
            <th scope="col" data-numeric="">
              {columns.worked}
            </th>
            {showsDays && (
              <th scope="col" data-numeric="" data-wide="">
                {columns.days}
              </th>
            )}
            <th scope="col" data-numeric="">
              {columns.utilization}
            </th>
            {/* The badges belong to the utilization. */}
            <td data-badge="" />
            {showsToDate && (
              <th scope="col" data-numeric="" data-wide="">
                {columns.toDate}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, hours, rating, days, toDate }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td data-numeric="">{hoursText(hours.available)}</td>
              <td data-numeric="">{hoursText(hours.worked)}</td>
              {showsDays && (
                <td data-numeric="" data-wide="">
                  {days}
                </td>
              )}
              <td data-numeric="">{ratingText(rating)}</td>
              <td data-badge="">
                <UtilizationBadge rating={rating} />
              </td>
              {showsToDate && (
                <td data-numeric="" data-wide="">
                  {toDate}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}
