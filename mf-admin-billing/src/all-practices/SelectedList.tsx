import { color, radius, RemovableChip, styled } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from './messages';
import type { PracticeNames } from './selection';
import type { SelectionStore } from './selection-store';

const text = messages.selection;
/** Number of practices shown at first, and added per click on Show more. */
const STEP = 60;

const List = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 8,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  color: color.ink,
  maxHeight: 200,
  overflowY: 'auto',
  listStyle: 'none',
});

export interface SelectedListProps {
  store: SelectionStore;
  practices: PracticeNames;
  /** True if the practices are excluded from the selection. */
  excluded: boolean;
}

/** Each practice that was selected or excluded, with a button to undo that. */
export function SelectedList({ store, practices, excluded }: SelectedListProps): ReactNode {
  const [limit, setLimit] = useState(STEP);
  const named = [...practices].map(([id, name]) => ({ id, name }));
  const more = Math.min(STEP, named.length - limit);
  return (
    <>
      <List aria-label={excluded ? text.excludedList : text.list} tabIndex={0}>
        {named.slice(0, limit).map((practice) => (
          <li key={practice.id}>
            <RemovableChip
              deleteLabel={excluded ? text.include(practice.name) : text.remove(practice.name)}
              onDelete={() => store.setSelected(practice, excluded, false)}
              label={text.chip(practice.name, practice.id)}
            />
          </li>
        ))}
      </List>
      {more > 0 && (
        <div>
          <Button variant="text" onClick={() => setLimit(limit + STEP)}>
            {text.more(more)}
          </Button>
        </div>
      )}
    </>
  );
}
