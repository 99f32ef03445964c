import { color, styled } from 'shared-ui';
import type { ReactNode } from 'react';

const List = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 210px), 1fr))',
  gap: '12px 32px',
  margin: 0,
  '& dt': { fontSize: 12, lineHeight: '16px', fontWeight: 550, color: color.inkThird },
  '& dd': { margin: '2px 0 0', overflowWrap: 'anywhere' },
});

export interface DescriptionItem {
  name: string;
  value: ReactNode;
}

/** Names with their values, in as many columns as fit. */
export function DescriptionList({ items }: { items: readonly DescriptionItem[] }): ReactNode {
  return (
    <List>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
