import { Button, CheckIcon, color, styled } from 'shared-ui';
import { type ReactNode, useId, useState } from 'react';
import { words } from './messages';

/** How many are shown before the toggle (specification: billing, 9). */
const SHOWN = 5;

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
  gap: '2px 16px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: 12,
  lineHeight: '18px',
  color: color.inkSecond,
  '& li': { display: 'flex', gap: 6, minWidth: 0, overflowWrap: 'anywhere' },
  '& svg': { flex: 'none', marginTop: 3, color: color.primary },
});

const Toggle = styled(Button)({ '&&': { marginLeft: -8, padding: '0 8px', minHeight: 24, fontSize: 12 } });

export interface FeatureListProps {
  /** What has them, for screen readers. */
  of: string;
  features: readonly { name: string; display_name: string }[];
}

/** Names of features, five of them before one asks for the rest. */
export function FeatureList({ of, features }: FeatureListProps): ReactNode {
  const [all, setAll] = useState(false);
  const id = useId();
  if (features.length === 0) return null;
  const rest = features.length - SHOWN;
  return (
    <div>
      <List id={id} aria-label={words.features.of(of)}>
        {(all ? features : features.slice(0, SHOWN)).map(({ name, display_name }) => (
          <li key={name}>
            <CheckIcon size={12} />
            {display_name}
          </li>
        ))}
      </List>
      {rest > 0 && (
        <Toggle variant="quiet" aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {all ? words.features.fewer : words.features.more(rest)}
        </Toggle>
      )}
    </div>
  );
}
