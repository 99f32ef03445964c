import { Button, Chip, color, radius, styled } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { words } from './messages';
import type { Selection } from './selection';
import type { SelectionStore } from './selection-store';

const text = words.selection;
/** How many are shown at once, and with each further step. */
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

/** Each selected practice, with the way to take it out. */
export function SelectedList({ store, selection }: SelectedListProps): ReactNode {
  const [room, setRoom] = useState(STEP);
  const practices = [...selection.practices].map(([id, name]) => ({ id, name }));
  const more = Math.min(STEP, practices.length - room);
  return (
    <>
      <List aria-label={text.list} tabIndex={0}>
        {practices.slice(0, room).map((practice) => (
          <li key={practice.id}>
            <Chip removeLabel={text.remove(practice.name)} onRemove={() => store.tick(practice, false, false)}>
              {text.chip(practice.name, practice.id)}
            </Chip>
          </li>
        ))}
      </List>
      {more > 0 && (
        <div>
          <Button variant="quiet" onClick={() => setRoom(room + STEP)}>
            {text.more(more)}
          </Button>
        </div>
      )}
    </>
  );
}
