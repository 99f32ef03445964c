import { color, radius, size as sizes, styled } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { memo, type ReactNode, useState } from 'react';
import { type ListFilter, isSameFilter } from './list-params';
import { messages } from './messages';
import { SelectedList } from './SelectedList';
import { isFilterWithin, sizeOf } from './selection';
import { type SelectionStore, useSelectionState } from './selection-store';

const text = messages.selection;

const Frame = styled('div')({
  padding: '8px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  '&[data-some]': { backgroundColor: color.primaryTint, borderColor: color.successLine },
});

/** Always as tall as its buttons, so that nothing moves when they appear. */
const Line = styled(Stack)({ minHeight: sizes.control });

/** The filter as text: `that match “smile”`. Empty without a filter. */
export const filterText = ({ search, insider }: ListFilter): string => text.filter(search, insider);
export const targetText = (filter: ListFilter): string => filterText(filter) || text.filterAll;

export interface SelectionBarProps {
  store: SelectionStore;
  shown: ListFilter;
  /** How many practices match the filter; undefined while loading. */
  count: number | undefined;
}

/** Shows how many practices are selected, and which ones, across pages and filters. */
export const SelectionBar = memo(function SelectionBar({ store, shown, count }: SelectionBarProps): ReactNode {
  const { selection, narrowedFrom } = useSelectionState(store, (state) => state);
  const [open, setOpen] = useState(false);
  const size = sizeOf(selection);
  const matching = selection.kind === 'matching';
  const isCurrentFilter = matching && isSameFilter(selection.filter, shown);
  return (
    <Frame role="group" aria-label={text.label} data-some={size > 0 || matching ? '' : undefined}>
      <Stack spacing={2}>
        <Line direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Typography role="status" style={{ marginRight: 4 }} variant="subtitle1">
            {matching ? text.matching(size, targetText(selection.filter)) : size === 0 ? text.none : text.count(size)}
          </Typography>
          {!matching && size > 0 && (
            <Button variant="text" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? text.hide : text.show}
            </Button>
          )}
          {count !== undefined && count > 0 && !isCurrentFilter && (
            <Button variant="text" onClick={() => store.selectMatching(shown, count)}>
              {text.selectAll(count, filterText(shown))}
            </Button>
          )}
          {(matching || size > 0) && (
            <Button
              variant="text"
              onClick={() => {
                setOpen(false);
                store.clear();
              }}
            >
              {text.clear}
            </Button>
          )}
        </Line>
        {matching && (
          <Typography variant="body2" color="textSecondary">
            {isFilterWithin(selection.filter, shown) ? text.matchingHelp : text.elsewhere}
          </Typography>
        )}
        {narrowedFrom && (
          <Alert
            severity="warning"
            role="status"
            action={<Button onClick={() => store.restore()}>{text.restore(narrowedFrom.count)}</Button>}
          >
            {text.narrowed(narrowedFrom.count, targetText(narrowedFrom.filter), size)}
          </Alert>
        )}
        {open && selection.kind === 'single' && size > 0 && <SelectedList store={store} selection={selection} />}
      </Stack>
    </Frame>
  );
});
