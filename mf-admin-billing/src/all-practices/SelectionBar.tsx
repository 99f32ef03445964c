import { Button, color, Notice, radius, size as sizes, Stack, styled, Text } from 'shared-ui';
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
      <Stack gap={2}>
        <Line direction="row" gap={2} wrap>
          <Text strong role="status" style={{ marginRight: 4 }}>
            {matching ? text.matching(size, targetText(selection.filter)) : size === 0 ? text.none : text.count(size)}
          </Text>
          {!matching && size > 0 && (
            <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? text.hide : text.show}
            </Button>
          )}
          {count !== undefined && count > 0 && !isCurrentFilter && (
            <Button variant="quiet" onClick={() => store.selectMatching(shown, count)}>
              {text.selectAll(count, filterText(shown))}
            </Button>
          )}
          {(matching || size > 0) && (
            <Button
              variant="quiet"
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
          <Text variant="secondary" tone="second">
            {isFilterWithin(selection.filter, shown) ? text.matchingHelp : text.elsewhere}
          </Text>
        )}
        {narrowedFrom && (
          <Notice
            tone="attention"
            live="polite"
            action={<Button onClick={() => store.restore()}>{text.restore(narrowedFrom.count)}</Button>}
          >
            {text.narrowed(narrowedFrom.count, targetText(narrowedFrom.filter), size)}
          </Notice>
        )}
        {open && selection.kind === 'single' && size > 0 && <SelectedList store={store} selection={selection} />}
      </Stack>
    </Frame>
  );
});
