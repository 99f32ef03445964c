import { type AddOnContext, type OptionalFeature, reasonNotOffered } from 'shared-api/contracts';
import { color, radius, styled, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';

const text = words.debug;

const Frame = styled('section')({
  padding: '10px 14px',
  border: `1px dashed ${color.control}`,
  borderRadius: radius.panel,
  fontSize: 13,
});

const List = styled('ul')({ margin: '8px 0 0', paddingLeft: 18, '& li': { padding: '2px 0' } });

function reasonOf(feature: OptionalFeature, context: AddOnContext): string {
  const reason = reasonNotOffered(feature, context);
  switch (reason) {
    case 'no-price':
      return text['no-price'](context.interval);
    case 'no-bundle':
      return text['no-bundle'](feature.bundle_name);
    case 'active':
    case undefined:
      return text.active;
  }
}

/** For super admins: what keeps each optional feature from being offered (specification: billing, 6). */
export function WhyNone({ context }: { context: AddOnContext }): ReactNode {
  const bundles = context.bundles.length === 0 ? text.noBundles : context.bundles.join(', ');
  return (
    <Frame aria-label={text.title}>
      <Text strong as="h3">
        {text.title}
      </Text>
      <Text variant="secondary" tone="second">
        {text.context(context.interval, bundles)}
      </Text>
      {context.features.length === 0 ? (
        <Text tone="second">{text.nothing}</Text>
      ) : (
        <List>
          {context.features.map((feature) => (
            <li key={`${feature.bundle_name} ${feature.feature_name}`}>
              <strong>{feature.display_name}</strong>: {reasonOf(feature, context)}
            </li>
          ))}
        </List>
      )}
    </Frame>
  );
}
