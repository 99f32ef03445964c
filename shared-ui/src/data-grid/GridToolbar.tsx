import { styled } from '@mui/material/styles';
import {
  ColumnsPanelTrigger,
  ExportCsv,
  type GridDensity,
  type GridSlotProps,
  Toolbar,
  useGridApiContext,
} from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { MenuButton } from '../actions/MenuButton';
import { commonMessages } from '../messages';

const messages = commonMessages.grid;

const densities: readonly GridDensity[] = ['compact', 'standard', 'comfortable'];

declare module '@mui/x-data-grid' {
  interface ToolbarPropsOverrides {
    /** Shows a CSV export button. The value is the file name. */
    csvFileName?: string | undefined;
    /** Additional buttons. */
    actions?: ReactNode;
    /** What the rows are, at the left. */
    summary?: ReactNode;
  }
}

const Summary = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginRight: 'auto',
  '& ~ *': { flex: 'none' },
});

/** Above the header: what the rows are, and buttons at the right for columns, density, CSV and the list's own. */
export function GridToolbar({ csvFileName, actions, summary }: GridSlotProps['toolbar']): ReactNode {
  const api = useGridApiContext();
  const current = api.current.state.density;
  return (
    <Toolbar aria-label={messages.toolbar}>
      {summary !== undefined && <Summary>{summary}</Summary>}
      <ColumnsPanelTrigger size="small">{messages.columns}</ColumnsPanelTrigger>
      <MenuButton
        label={messages.density}
        items={densities.map((density) => ({
          label: messages.densities[density],
          checked: density === current,
          onSelect: () => api.current.setDensity(density),
        }))}
      />
      {csvFileName !== undefined && (
        <ExportCsv size="small" options={{ fileName: csvFileName, utf8WithBom: true }}>
          {messages.csv}
        </ExportCsv>
      )}
      {actions}
    </Toolbar>
  );
}
