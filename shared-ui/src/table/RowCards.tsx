import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { color, radius } from '../theme/tokens';
import type { Column } from './DataTable';

const List = styled('ul')({ display: 'grid', gap: 8, listStyle: 'none', margin: 0, padding: 0 });

const Card = styled('li')({
  display: 'grid',
  gap: 8,
  padding: '12px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
});

const Name = styled('div')({ fontWeight: 600 });

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
}

/** The rows of a table as cards: the naming column on top, labeled facts, then columns without a visible header. */
export function RowCards<Row, Key extends string>({
  caption,
  columns,
  named,
  rows,
  rowKey,
  busy,
}: RowCardsProps<Row, Key>): ReactNode {
  const others = columns.filter((column) => column !== named);
  return (
    <List aria-label={caption} aria-busy={busy || undefined}>
      {rows.map((row) => (
        <Card key={rowKey(row)}>
          <Name>{named?.cell(row)}</Name>
          <Facts>
            {others
              .filter(({ hideHeader }) => !hideHeader)
              .map(({ key, header, cell }) => [
                <dt key={`${key} header`}>{header}</dt>,
                <dd key={key}>{cell(row)}</dd>,
              ])}
          </Facts>
          {others
            .filter(({ hideHeader }) => hideHeader)
            .map(({ key, cell, screenOnly }) => (
              <div key={key} data-screen-only={screenOnly ? '' : undefined}>
                {cell(row)}
              </div>
            ))}
        </Card>
      ))}
    </List>
  );
}
