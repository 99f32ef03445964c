import { ColumnsPanelTrigger, ExportCsv, type GridDensity, Toolbar, useGridApiContext } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { MenuButton } from '../actions/MenuButton';
import { commonMessages } from '../messages';

const messages = commonMessages.grid;

const densities: readonly GridDensity[] = ['compact', 'standard', 'comfortable'];

/** Columns, density and CSV, at the right above the header. */
export function GridToolbar({ csvOptions }: { csvOptions?: { fileName?: string } }): ReactNode {
  const api = useGridApiContext();
  const current = api.current.state.density;
  return (
    <Toolbar aria-label={messages.toolbar}>
      <ColumnsPanelTrigger size="small">{messages.columns}</ColumnsPanelTrigger>
      <MenuButton
        label={messages.density}
        items={densities.map((density) => ({
          label: messages.densities[density],
          checked: density === current,
          onSelect: () => api.current.setDensity(density),
        }))}
      />
      <ExportCsv size="small" {...(csvOptions && { options: csvOptions })}>
        {messages.csv}
      </ExportCsv>
    </Toolbar>
  );
}
