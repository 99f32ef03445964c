import { CheckIcon, color, phoneQuery, styled, touch, useMedia } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type ReactNode, useId, useState } from 'react';
import { messages } from './messages';

const text = messages.features;

/** Number of features in the collapsed list (specification: billing, 9). */
const COLLAPSED_COUNT = 5;

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 170px), 1fr))',
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

/** The features in one line, as far as they fit. */
const Line = styled(List)({ display: 'flex', flexWrap: 'wrap' });

const Lines = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 16 });

const Toggle = styled(Button)({
  '&&': {
    margin: '-3px -8px',
    padding: '0 8px',
    minHeight: 24,
    fontSize: 12,
    [touch]: { marginBlock: 0, minHeight: 44 },
  },
});

interface Named {
  name: string;
  display_name: string;
}

export interface FeatureListProps {
  /** Name of the plan, item or bundle, for screen readers. */
  of: string;
  features: readonly Named[];
  /** Included bundles with their features. */
  bundles?: readonly (Named & { features: readonly Named[] })[];
  /** True where the list is a detail of a row: the features are in a line instead of columns. */
  inLine?: boolean;
  /** True where the person has just expanded the list's row, so that a phone shows features at once. */
  isUnfolded?: boolean;
}

/**
 * Features of a plan, item or bundle, and of its included bundles. Collapsed to 5 features by default, and to a button
 * on a phone.
 */
export function FeatureList(props: FeatureListProps): ReactNode {
  const { of, features, bundles = [], inLine = false, isUnfolded = false } = props;
  const isPhone = useMedia(phoneQuery);
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const byName = new Map([...features, ...bundles.flatMap((bundle) => bundle.features)].map((one) => [one.name, one]));
  const all = [...byName.values()];
  if (all.length + bundles.length === 0) return null;
  const collapsedCount = isPhone && !isUnfolded && all.length > 1 ? 0 : COLLAPSED_COUNT;
  const shown = expanded ? all : all.slice(0, collapsedCount);
  // A plan often has the name of its only bundle.
  const others = bundles.map(({ display_name: name }) => name).filter((name) => name !== of);
  const more = collapsedCount === 0 ? text.show(all.length) : text.all(all.length);
  const Root = inLine ? Lines : 'div';
  const Features = inLine ? Line : List;
  return (
    <Root>
      {others.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ marginBottom: '2px', flexBasis: '100%' }}>
          {text.bundles(others.join(', '))}
        </Typography>
      )}
      {shown.length > 0 && (
        <Features id={id} aria-label={text.of(of)}>
          {shown.map(({ name, display_name }) => (
            <li key={name}>
              <CheckIcon size={12} />
              <span>{display_name}</span>
            </li>
          ))}
        </Features>
      )}
      {all.length > collapsedCount && (
        <Toggle
          variant="text"
          aria-expanded={expanded}
          aria-controls={shown.length > 0 ? id : undefined}
          aria-label={expanded ? undefined : `${more}: ${text.of(of)}`}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? text.fewer : more}
        </Toggle>
      )}
    </Root>
  );
}
