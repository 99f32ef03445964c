import { color, phone, phoneQuery, styled, touch, useMedia, VisuallyHidden } from 'shared-ui';
import { Table, TableBody, TableCell, TableHead, TableRow } from 'shared-ui/mui';
import { type ReactNode, useMemo } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { OverrideField, type OverridePath } from './OverrideField';
import { type OverrideRow, overrideRows } from './override-rows';

const text = messages.communication;

const Grid = styled(Table)({
  '& td, & thead th:not([rowspan])': { width: 180, [phone]: { width: 76 } },
  '& tbody th, & th[rowspan]': { paddingLeft: 0 },
  '& thead th': { height: 'auto', paddingBlock: 2, verticalAlign: 'bottom', [phone]: { whiteSpace: 'normal' } },
  '& thead th[colspan]': { paddingBlock: 0, borderBottom: 0 },
  '& thead tr:last-of-type th': { color: color.ink, fontSize: 14, fontWeight: 600 },
  '& tbody': { fontSize: 14 },
  '& tbody tr:not(:first-of-type) th': { fontWeight: 400 },
  [touch]: { '& tbody tr > *': { paddingBlock: 0 } },
});

const Nothing = styled('span')({ color: color.inkThird });

export interface OverrideColumn {
  path: OverridePath;
  /** 'Email Settings' or 'SMS Settings'. */
  title: string;
}

export interface OverridesTableProps {
  columns: readonly OverrideColumn[];
  /** Visible, but not editable (DECISIONS 21). */
  disabled: boolean;
}

/**
 * Opt-out overrides, with a row for each kind of message and a column for email and SMS. The "all" option of a column is
 * set when all its others are (specification: billing, 4).
 */
export function OverridesTable({ columns, disabled }: OverridesTableProps): ReactNode {
  const { saved } = useSettingsForm();
  const rows = useMemo(() => overrideRows(saved), [saved]);
  return (
    <Grid>
      <TableHead>
        <TableRow>
          <TableCell component="th" scope="col" rowSpan={2}>
            {text.kind}
          </TableCell>
          <TableCell component="th" scope="colgroup" colSpan={columns.length}>
            {text.column}
          </TableCell>
        </TableRow>
        <TableRow>
          {columns.map(({ path, title }) => (
            <TableCell key={path} component="th" scope="col">
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={Object.values(row.ids).join()} hover>
            <TableCell component="th" scope="row">
              <span dir="auto">{row.name ?? text.all}</span>
            </TableCell>
            {columns.map((column) => (
              <TableCell key={column.path}>
                <Override {...{ row, column, disabled }} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Grid>
  );
}

interface OverrideProps {
  row: OverrideRow;
  column: OverrideColumn;
  disabled: boolean;
}

function Override({ row: { name, ids }, column: { path, title }, disabled }: OverrideProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  const id = ids[path];
  if (id === undefined) {
    return (
      <Nothing>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{text.nothing(name ?? text.all, title)}</VisuallyHidden>
      </Nothing>
    );
  }
  // The "all" option has a name of its own in each list. A phone's columns are too narrow for it.
  if (name === null) return <OverrideField {...{ path, id, disabled }} hideLabel={isPhone} />;
  return <OverrideField {...{ path, id, disabled }} label={text.cell(name, title)} hideLabel />;
}
