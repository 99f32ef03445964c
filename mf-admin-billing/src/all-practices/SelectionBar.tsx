import { FloatingBar, phoneQuery, useMedia, VisuallyHidden } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { memo, type ReactNode, useState } from 'react';
import { type LabelOf, targetText } from './filter-text';
import type { ListFilter } from './list-params';
import { messages } from './messages';
import { SelectedList } from './SelectedList';
import { isFilterWithin, type Selection, sizeOf } from './selection';
import { type SelectionStore, useSelection } from './selection-store';

const text = messages.selection;

/** Close to the width of its text. */
const short = { minWidth: 0, px: 2 } as const;

function sizeText(selection: Selection, labelOf: LabelOf): string {
  if (selection.kind === 'matching') {
    const { filter, count, excluded } = selection;
    return text.matching(count, targetText(filter, labelOf, count), excluded.size);
  }
  return selection.practices.size === 0 ? text.none : text.count(selection.practices.size);
}

export interface SelectionBarProps {
  store: SelectionStore;
  shown: ListFilter;
  labelOf: LabelOf;
  /** Bulk change menus for the selection. */
  actions: ReactNode;
}

/** Floats over the list while practices are selected. Shows how many and which ones, with the available actions. */
export const SelectionBar = memo(function SelectionBar({
  store,
  shown,
  labelOf,
  actions,
}: SelectionBarProps): ReactNode {
  const selection = useSelection(store, (selected) => selected);
  const [open, setOpen] = useState(false);
  // On a phone, the text and its buttons share a line.
  const isPhone = useMedia(phoneQuery);
  const isMatching = selection.kind === 'matching';
  const listed = isMatching ? selection.excluded : selection.practices;
  const said = sizeText(selection, labelOf);
  const showLabel = isMatching ? text.showExcluded(listed.size) : text.show;
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <FloatingBar
        label={text.label}
        shown={sizeOf(selection) > 0}
        actions={actions}
        details={
          open && listed.size > 0 ? <SelectedList store={store} practices={listed} excluded={isMatching} /> : undefined
        }
      >
        <div style={{ minWidth: 0 }}>
          <Typography variant="subtitle1">{said}</Typography>
          {isMatching && (
            <Typography variant="body2" component="div" sx={{ maxWidth: 560 }}>
              {isFilterWithin(selection.filter, shown) ? text.matchingHelp : text.elsewhere}
            </Typography>
          )}
        </div>
        {listed.size > 0 && (
          <Button
            variant="text"
            aria-expanded={open}
            aria-label={open ? undefined : showLabel}
            sx={isPhone ? short : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? text.hide : isPhone ? text.showShort : showLabel}
          </Button>
        )}
        <Button
          variant="text"
          aria-label={text.clear}
          sx={isPhone ? short : undefined}
          onClick={() => {
            setOpen(false);
            store.clear();
          }}
        >
          {isPhone ? text.clearShort : text.clear}
        </Button>
      </FloatingBar>
    </>
  );
});
