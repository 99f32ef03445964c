import { color, radius, RemovableChip, styled } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { messages } from './messages';
import type { Selection } from './selection';
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
  maxHeight: 200,
  overflowY: 'auto',
  listStyle: 'none',
});

export interface SelectedListProps {
  store: SelectionStore;
  selection: Extract<Selection, { kind: 'single' }>;
}

/** Each selected practice, with a button to remove it. */
export function SelectedList({ store, selection }: SelectedListProps): ReactNode {
  const [limit, setRoom] = useState(STEP);
  const practices = [...selection.practices].map(([id, name]) => ({ id, name }));
  const more = Math.min(STEP, practices.length - limit);
  return (
    <>
      <List aria-label={text.list} tabIndex={0}>
        {practices.slice(0, limit).map((practice) => (
          <li key={practice.id}>
            <RemovableChip
              deleteLabel={text.remove(practice.name)}
              onDelete={() => store.setSelected(practice, false, false)}
              label={text.chip(practice.name, practice.id)}
            />
          </li>
        ))}
      </List>
      {more > 0 && (
        <div>
          <Button variant="text" onClick={() => setRoom(limit + STEP)}>
            {text.more(more)}
          </Button>
        </div>
      )}
    </>
  );
}
