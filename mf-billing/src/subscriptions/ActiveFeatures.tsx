import { type Bundle, type Feature as ActiveFeature, type FeatureSummary, listText } from 'shared-api/contracts';
import { ClockIcon, color, FactLine, Panel, phoneQuery, StatusBadge, styled, useMedia } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { DisclosureRow } from '../disclosure/DisclosureRow';
import { PhoneFold } from '../disclosure/PhoneFold';
import { dayText } from '../figures';
import { FeatureList } from './FeatureList';
import { messages } from './messages';
import { groupAdditionalFeatures } from './subscription-rules';

const Origins = styled('span')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2px 8px' });

/** The sources of a bundle or feature, and the end of its trial. */
function Origin({ of }: { of: Bundle | ActiveFeature }): ReactNode {
  const { time_zone } = usePractice();
  const { is_trial, trial_end_date, sources } = of;
  const others = sources.filter((source) => !(is_trial && source === 'trial'));
  return (
    <Origins>
      {is_trial && (
        <StatusBadge tone="information" icon={<ClockIcon size={12} />}>
          {messages.bundles.trial(trial_end_date === null ? null : dayText(trial_end_date, time_zone))}
        </StatusBadge>
      )}
      {others.length > 0 && (
        <Typography component="span" variant="body2" color="textTertiary">
          <FactLine facts={others.map((source) => messages.sources[source])} />
        </Typography>
      )}
    </Origins>
  );
}

interface FoldedSectionProps {
  title: string;
  /** The names of its content. */
  names: readonly string[];
  /** Shown without content. */
  none: string;
  children: ReactNode;
}

/** A section that a phone folds to the names of its content. */
function FoldedSection({ title, names, none, children }: FoldedSectionProps): ReactNode {
  const isPhone = useMedia(phoneQuery);
  return (
    <section aria-label={title}>
      {isPhone && names.length > 0 ? (
        <PhoneFold title={title} level="h2" summary={listText(names)}>
          {children}
        </PhoneFold>
      ) : (
        <Stack spacing={3}>
          <Typography variant="h2">{title}</Typography>
          {names.length === 0 ? <Typography color="textSecondary">{none}</Typography> : children}
        </Stack>
      )}
    </section>
  );
}

/** Bundles that the practice can use now. */
export function ActiveBundles({ bundles }: Pick<FeatureSummary, 'bundles'>): ReactNode {
  const active = bundles.filter(({ is_active }) => is_active);
  return (
    <FoldedSection
      title={messages.bundles.title}
      names={active.map(({ display_name: name }) => name)}
      none={messages.bundles.none}
    >
      <Panel flush>
        <List aria-label={messages.bundles.title}>
          {active.map((bundle) => (
            <BundleRow key={bundle.id} bundle={bundle} />
          ))}
        </List>
      </Panel>
    </FoldedSection>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

/** A bundle with its sources and its number of features, which a press lists. */
function BundleRow({ bundle }: { bundle: Bundle }): ReactNode {
  const { display_name: name, description, features } = bundle;
  return (
    <li>
      <DisclosureRow
        title={
          <FactLine
            facts={[
              <Typography key="name" component="span" variant="subtitle1">
                {name}
              </Typography>,
              features.length > 0 && (
                <Typography key="count" component="span" variant="body2" color="textTertiary">
                  {messages.bundles.features(features.length)}
                </Typography>
              ),
            ]}
          />
        }
        details={<Origin of={bundle} />}
      >
        <Stack spacing={2}>
          {description !== '' && (
            <Typography variant="body2" color="textSecondary">
              {description}
            </Typography>
          )}
          <FeatureList of={name} features={features} isUnfolded />
        </Stack>
      </DisclosureRow>
    </li>
  );
}

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2px 16px',
  boxSizing: 'border-box',
  minHeight: 40,
  padding: '8px 16px',
});

const Feature = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px', minWidth: 0 });

const Heading = styled('h3')({
  margin: 0,
  padding: '9px 16px 0',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  color: color.inkThird,
});

/** Active add-ons and active features outside active bundles, grouped by the bundle that includes them. */
export function AdditionalFeatures({ summary }: { summary: FeatureSummary }): ReactNode {
  const groups = groupAdditionalFeatures(summary);
  return (
    <FoldedSection
      title={messages.additional.title}
      names={groups.flatMap(({ features }) => features.map(({ display_name: name }) => name))}
      none={messages.additional.none}
    >
      <Panel flush>
        {groups.map(({ bundle, features }) => {
          const via = bundle && messages.additional.via(bundle.display_name);
          return (
            <div key={bundle?.name ?? ''}>
              {via !== null && <Heading>{via}</Heading>}
              <List aria-label={via ?? messages.additional.title}>
                {features.map((feature) => (
                  <AdditionalFeature key={feature.name} feature={feature} />
                ))}
              </List>
            </div>
          );
        })}
      </Panel>
    </FoldedSection>
  );
}

function AdditionalFeature({ feature }: { feature: ActiveFeature }): ReactNode {
  return (
    <Row>
      <Feature>
        <Typography component="span">{feature.display_name}</Typography>
        {feature.description !== undefined && (
          <Typography component="span" variant="body2" color="textTertiary">
            {feature.description}
          </Typography>
        )}
      </Feature>
      <Origin of={feature} />
    </Row>
  );
}
