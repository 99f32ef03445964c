import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { FactLine } from '../layout/FactLine';
import { useScrolls } from '../layout/use-scrolls';
import { color, radius } from '../theme/tokens';
import type { Column } from './DataTable';

/** In a panel, the list uses the panel's border. */
export const IN_PANEL = '[data-padded] &';

const Frame = styled('div')({
  overflow: 'auto',
  [IN_PANEL]: { marginInline: -16 },
  '@media print': { overflow: 'visible', maxHeight: 'none !important' },
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  [IN_PANEL]: { borderWidth: '1px 0 0', borderRadius: 0 },
});

const Card = styled('li')({
  display: 'grid',
  gap: 8,
  padding: '12px 16px',
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  '& + &': { borderTop: `1px solid ${color.line}` },
});

const Head = styled('div')({
  isolation: 'isolate',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '8px 10px',
});

const Name = styled('div')({ flex: '1 1 150px', minWidth: 0, fontWeight: 600 });

const Summary = styled('div')({
  position: 'relative',
  // Text is behind the touch targets of the name and the checkbox.
  '&:not(:has(a, button))': { zIndex: -1 },
  color: color.inkSecond,
  fontSize: 12,
  fontWeight: 400,
});

/** The select-all checkbox, aligned with the checkboxes of the rows. */
const SelectAll = styled('div')({ padding: '0 17px 8px', [IN_PANEL]: { paddingInline: 0 } });

/** Skeleton cards during the first load. */
const WAITING_CARDS = 3;

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)',
  alignItems: 'center',
  gap: '6px 12px',
  margin: 0,
  dt: { color: color.inkSecond },
  dd: { margin: 0 },
});

export interface RowCardsProps<Row, Key extends string> {
  caption: string;
  columns: readonly Column<Row, Key>[];
  /** The column that names the row. */
  named: Column<Row, Key> | undefined;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  busy: boolean;
  /** Shows skeletons in place of rows during the first load. */
  waiting: boolean;
  /** CSS height beyond which the cards scroll. */
  maxHeight: number | string | undefined;
}

/**
 * The rows of a table as cards on a phone. Each shows the checkbox, the naming column and columns without a visible
 * header on top, then short facts in one line, then labeled cells.
 */
export function RowCards<Row, Key extends string>({
  caption,
  columns,
  named,
  rows,
  rowKey,
  busy,
  waiting,
  maxHeight,
}: RowCardsProps<Row, Key>): ReactNode {
  const [frame, scrolls] = useScrolls();
  const selects = columns.find((column) => column.selects);
  const others = columns.filter((column) => column !== named && column !== selects);
  const lines = others.flatMap(({ key, phoneLine }) => (phoneLine ? [{ key, phoneLine }] : []));
  const isLabeled = ({ hideHeader, phoneHeader, phoneLine }: Column<Row, Key>): boolean =>
    !hideHeader && phoneHeader !== null && phoneLine === undefined;
  const isFact = (column: Column<Row, Key>, row: Row): boolean => isLabeled(column) && (column.isOnCard?.(row) ?? true);
  if (waiting)
    return (
      <List aria-hidden>
        {Array.from({ length: WAITING_CARDS }, (_, at) => (
          <Card key={at}>
            <Skeleton width="60%" height={14} />
            <Skeleton width="90%" height={14} />
          </Card>
        ))}
      </List>
    );
  return (
    <>
      {selects && selects.phoneHeader !== null && <SelectAll>{selects.phoneHeader ?? selects.header}</SelectAll>}
      <Frame ref={frame} style={{ maxHeight }} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
        <List aria-label={caption} aria-busy={busy || undefined}>
          {rows.map((row) => (
            <Card key={rowKey(row)}>
              <Head>
                {selects?.cell(row)}
                <Name>
                  {named?.cell(row)}
                  {lines.length > 0 && (
                    <Summary>
                      <FactLine facts={lines.map(({ phoneLine }) => phoneLine(row))} />
                    </Summary>
                  )}
                </Name>
                {others
                  .filter((column) => !isLabeled(column) && column.phoneLine === undefined)
                  .map(({ key, cell, screenOnly }) => (
                    <div key={key} data-screen-only={screenOnly ? '' : undefined}>
                      {cell(row)}
                    </div>
                  ))}
              </Head>
              {others.some((column) => isFact(column, row)) && (
                <Facts>
                  {others
                    .filter((column) => isFact(column, row))
                    .map(({ key, header, phoneHeader = header, cell }) => [
                      <dt key={`${key} header`}>{phoneHeader}</dt>,
                      <dd key={key}>{cell(row)}</dd>,
                    ])}
                </Facts>
              )}
            </Card>
          ))}
        </List>
      </Frame>
    </>
  );
}
