import { styled, Toolbar } from 'shared-ui';
import { Button, Skeleton, Typography } from 'shared-ui/mui';
import { memo, type ReactNode } from 'react';
import { filterText, type LabelOf } from './filter-text';
import { isSameFilter, type ListFilter } from './list-params';
import { messages } from './messages';
import type { Practice } from './selection';
import { type SelectionStore, useSelection } from './selection-store';
import { PageCheckbox } from './SelectionCheckboxes';

const text = messages.selection;

/** Aligned with the checkboxes of the rows. */
const Checkbox = styled('div')({ paddingLeft: 17 });

export interface MatchesProps {
  store: SelectionStore;
  shown: ListFilter;
  /** Number of matching practices; undefined while loading. */
  count: number | undefined;
  /** True if these practices only have names close to the search. A bulk change can't select them by filter. */
  isClosest: boolean;
  labelOf: LabelOf;
}

/**
 * The number of matching practices, with a button that selects all of them. Close matches can only be selected one by
 * one.
 */
export const Matches = memo(function Matches({ store, shown, count, isClosest, labelOf }: MatchesProps): ReactNode {
  const isSelected = useSelection(
    store,
    (selection) =>
      selection.kind === 'matching' && selection.excluded.size === 0 && isSameFilter(selection.filter, shown),
  );
  const what = filterText(shown, labelOf, count ?? 0);
  const found = (matches: number): string =>
    isClosest
      ? text.closest(shown.search, matches, filterText({ ...shown, search: '' }, labelOf, matches))
      : text.found(matches, what);
  return (
    <>
      {/* As wide as the text and its button, so that nothing moves. */}
      {count === undefined && <Skeleton width={250} height={20} sx={{ my: '6px' }} />}
      <Typography role="status" variant="subtitle1">
        {count === undefined ? '' : found(count)}
      </Typography>
      {count !== undefined && count > 1 && !isClosest && !isSelected && (
        <Button variant="text" onClick={() => store.selectMatching(shown, count)}>
          {text.selectAll(count, what)}
        </Button>
      )}
    </>
  );
});

/** The matches on a phone, with the checkbox of the page, whose list has no header with one. */
export function MatchLine({ page, ...matches }: MatchesProps & { page: readonly Practice[] }): ReactNode {
  const { store, shown, count } = matches;
  return (
    <Toolbar label={messages.bulkChanges}>
      {count !== 0 && (
        <Checkbox>
          <PageCheckbox {...{ store, shown, page }} />
        </Checkbox>
      )}
      <Matches {...matches} />
    </Toolbar>
  );
}
