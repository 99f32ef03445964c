import { Stack } from 'shared-ui/mui';
import { type ReactNode, useMemo } from 'react';
import type { BulkOperation } from './bulk';
import { BulkMenus } from './BulkMenus';
import { Matches, type MatchesProps } from './MatchLine';
import { messages } from './messages';
import { CsvLink, type CsvLinkProps } from './PracticesTable';
import { sizeOf } from './selection';
import { useSelection } from './selection-store';

export interface ListTools {
  /** The bulk change menus, for the bar of the selection. */
  menus: ReactNode;
  /** At the left above the rows: how many practices match. */
  summary: ReactNode;
  /** At the right above the rows: the CSV file, and the menus while nothing is selected. */
  actions: ReactNode;
}

/** The tools above the grid. Each keeps its identity, because a changed one renders all cells again. */
export function useListTools(
  { store, shown, count, isClosest, labelOf }: MatchesProps,
  csv: CsvLinkProps | undefined,
  onOperation: (operation: BulkOperation) => void,
): ListTools {
  const hasSelection = useSelection(store, (selection) => sizeOf(selection) > 0);
  const menus = useMemo(() => <BulkMenus store={store} onOperation={onOperation} />, [store, onOperation]);
  const summary = useMemo(
    () => <Matches {...{ store, shown, count, isClosest, labelOf }} />,
    [store, shown, count, isClosest, labelOf],
  );
  const actions = useMemo(
    () => (
      <>
        {csv && <CsvLink {...csv} />}
        {!hasSelection && (
          <Stack direction="row" spacing={2} role="group" aria-label={messages.bulkChanges}>
            {menus}
          </Stack>
        )}
      </>
    ),
    [csv, hasSelection, menus],
  );
  return { menus, summary, actions };
}
