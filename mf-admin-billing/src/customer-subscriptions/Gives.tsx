import type { AdminItem } from 'shared-api/contracts';
import { Chip, color, styled } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { itemName } from './groups';
import { subscriptionsMessages } from './messages';

const words = subscriptionsMessages.item;

/** So many features are shown before one asks for the rest. */
const SHOWN = 4;

const List = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 6px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  '& li:not(:last-child) > [data-feature]::after': { content: '"," / ""' },
});

const More = styled('button')({
  padding: '4px 2px',
  border: 0,
  background: 'none',
  color: color.primary,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
});

/** Bundles and features of an item; of many features the first few. */
export function Gives({ item }: { item: AdminItem }): ReactNode {
  const [all, setAll] = useState(false);
  const { bundles, features } = item;
  if (bundles.length + features.length === 0) return null;
  const long = features.length > SHOWN + 1;
  const shown = long && !all ? features.slice(0, SHOWN) : features;
  return (
    <List aria-label={words.gives(itemName(item))}>
      {bundles.map(({ name, display_name }) => (
        <li key={`bundle ${name}`}>
          <Chip>{display_name}</Chip>
        </li>
      ))}
      {shown.map(({ name, display_name }) => (
        <li key={name}>
          <span data-feature="">{display_name}</span>
        </li>
      ))}
      {long && (
        <li>
          <More type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? words.fewer : words.more(features.length - SHOWN)}
          </More>
        </li>
      )}
    </List>
  );
}
