import type { AdminItem } from 'shared-api/contracts';
import { color, phoneQuery, styled, touchTarget, useMedia } from 'shared-ui';
import { Chip, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { itemName } from './groups';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.item;

/** Number of features shown before Show all (specification: billing, 9). On a phone, features are shown on request. */
const SHOWN_COUNT = 5;

const Groups = styled('div')({ display: 'grid', gap: 6 });

const Group = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 6px' });

const Features = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 6px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

const More = styled('button')({
  ...touchTarget,
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

type Named = AdminItem['features'][number];

interface FeatureGroup {
  key: string;
  /** Name of the including bundle; null for the item's own features. */
  bundle: string | null;
  features: readonly Named[];
}

/** Groups the features. An add-on's only feature has the add-on's name and isn't repeated. */
function groupsOf(item: AdminItem): FeatureGroup[] {
  const { bundles } = item;
  const features = item.features.filter(({ display_name: label }) => label !== itemName(item));
  return [
    ...bundles.map(({ name, display_name: bundle, features: own }) => ({ key: name, bundle, features: own })),
    ...(features.length > 0 ? [{ key: '', bundle: null, features }] : []),
  ];
}

/** An item's contents: the features of each bundle under its name, then its own features. */
export function ItemContents({ item }: { item: AdminItem }): ReactNode {
  const groups = groupsOf(item);
  if (groups.length === 0) return null;
  return (
    <Groups>
      {groups.map(({ key, bundle, features }) => (
        <FeatureGroupRow key={key} bundle={bundle} features={features} name={bundle ?? itemName(item)} />
      ))}
    </Groups>
  );
}

function FeatureGroupRow({ bundle, features, name }: Omit<FeatureGroup, 'key'> & { name: string }): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const isShort = useMedia(phoneQuery) && features.length > 1;
  const shownCount = isShort ? 0 : SHOWN_COUNT;
  const isLong = features.length > shownCount;
  const shown = isLong && !showsAll ? features.slice(0, shownCount) : features;
  return (
    <Group>
      {bundle !== null && (
        <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
          {messages.via(bundle)}
        </Typography>
      )}
      {shown.length > 0 && (
        <Features aria-label={messages.gives(name)}>
          {shown.map(({ name: feature, display_name: label }) => (
            <li key={feature}>
              <Chip label={label} />
            </li>
          ))}
        </Features>
      )}
      {isLong && (
        <More
          type="button"
          aria-expanded={showsAll}
          aria-label={
            showsAll ? messages.fewerOf(name) : (isShort ? messages.showOf : messages.showAllOf)(features.length, name)
          }
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? messages.fewer : isShort ? messages.show(features.length) : messages.showAll(features.length)}
        </More>
      )}
    </Group>
  );
}
