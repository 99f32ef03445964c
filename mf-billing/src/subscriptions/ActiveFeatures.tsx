import { type Bundle, type Feature, type FeatureSummary, listText } from 'shared-api/contracts';
import { ClockIcon, color, Panel, phoneQuery, radius, StatusBadge, styled, useMedia } from 'shared-ui';
import { Chip, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { Grid } from './AvailablePlans';
import { FeatureList } from './FeatureList';
import { messages } from './messages';
import { PhoneFold } from './PhoneFold';
import { groupAdditionalFeatures } from './subscription-rules';

const Card = styled('article')({
  padding: '12px 16px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  minWidth: 0,
});

const Chips = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 4 });

/** The sources of a bundle or feature, and the end of its trial. */
function Origin({ of }: { of: Bundle | Feature }): ReactNode {
  const { time_zone } = usePractice();
  const { is_trial, trial_end_date, sources } = of;
  return (
    <Chips>
      {is_trial && (
        <StatusBadge tone="information" icon={<ClockIcon size={12} />}>
          {messages.bundles.trial(trial_end_date === null ? null : dayText(trial_end_date, time_zone))}
        </StatusBadge>
      )}
      {sources
        .filter((source) => !(is_trial && source === 'trial'))
        .map((source) => (
          <Chip key={source} label={messages.sources[source]} />
        ))}
    </Chips>
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
      <Grid>
        {active.map((bundle) => (
          <Card key={bundle.id} aria-label={bundle.display_name}>
            <Stack spacing={2}>
              <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
                <Typography component="h3" variant="subtitle1">
                  {bundle.display_name}
                </Typography>
                <Origin of={bundle} />
              </Stack>
              {bundle.description !== '' && (
                <Typography variant="body2" color="textSecondary">
                  {bundle.description}
                </Typography>
              )}
              <FeatureList of={bundle.display_name} features={bundle.features} />
            </Stack>
          </Card>
        ))}
      </Grid>
    </FoldedSection>
  );
}

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '9px 16px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

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

function AdditionalFeature({ feature }: { feature: Feature }): ReactNode {
  return (
    <Row>
      <div>
        <Typography>{feature.display_name}</Typography>
        {feature.description !== undefined && (
          <Typography variant="body2" color="textTertiary">
            {feature.description}
          </Typography>
        )}
      </div>
      <Origin of={feature} />
    </Row>
  );
}
