import { Button, Notice, styled } from 'shared-ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { GridDeeds } from './grid-deeds';
import { words } from './messages';

/** More of them are told by their number. */
const MOST_LISTED = 100;

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18, maxHeight: 132, overflow: 'auto', fontSize: 13 });

/** What of the last paste was not taken, cell by cell with the reason. */
export function PasteReport({ deeds }: { deeds: GridDeeds }): ReactNode {
  const report = useSyncExternalStore(deeds.pasted.subscribe, deeds.pasted.get);
  if (!report) return null;
  const { rejected, outside, changed } = report;
  const facts = [words.pasted.taken(changed), outside > 0 ? words.pasted.outside(outside) : ''];
  return (
    <Notice
      tone="attention"
      live="assertive"
      title={words.pasted.title(rejected.length + outside)}
      action={<Button onClick={() => deeds.pasted.set(null)}>{words.pasted.close}</Button>}
    >
      {facts.filter(Boolean).join(' ')}
      {rejected.length > 0 && (
        <List aria-label={words.pasted.list} tabIndex={0}>
          {rejected.slice(0, MOST_LISTED).map(({ spot, text, problem }) => (
            <li key={`${spot.row}:${spot.column}`}>
              {deeds.name(spot)}: {words.grid.wrong(text, words.problems[problem])}
            </li>
          ))}
          {rejected.length > MOST_LISTED && <li>{words.pasted.more(rejected.length - MOST_LISTED)}</li>}
        </List>
      )}
    </Notice>
  );
}
