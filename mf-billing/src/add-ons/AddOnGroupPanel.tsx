import { type AddOnGroup, type PlanInterval, priceFor, type SelectionProblem } from 'shared-api/contracts';
import { Checkbox, color, InlineStatus, radius, StatusBadge, type StatusBadgeProps, styled, Text } from 'shared-ui';
import type { ReactNode } from 'react';
import { rateText } from '../figures';
import { words } from './messages';

const Group = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  minWidth: 0,
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: '10px 14px',
});

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '0 16px',
  padding: '6px 14px',
  borderTop: `1px solid ${color.line}`,
  '& > :first-of-type': { flex: '1 1 140px', minWidth: 0 },
  '&[data-chosen]': { backgroundColor: color.primaryTint },
});

const Side = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32 });

/** A warning below the minimum, danger above the maximum, success otherwise (specification: billing, 5). */
function lookOf({ state, count }: AddOnGroup): { tone: StatusBadgeProps['tone']; word: string } {
  switch (state) {
    case 'below':
      return { tone: 'attention', word: words.states.below };
    case 'above':
      return { tone: 'danger', word: words.states.above };
    case 'within':
      return { tone: 'success', word: words.states.within(count) };
  }
}

export interface AddOnGroupPanelProps {
  group: AddOnGroup;
  chosen: readonly string[];
  interval: PlanInterval;
  currency: string;
  problems: readonly SelectionProblem[];
  onToggle: (feature: string) => void;
}

/** One group of optional features, with how many of them there must and may be. */
export function AddOnGroupPanel(props: AddOnGroupPanelProps): ReactNode {
  const { group, chosen, interval, currency, problems, onToggle } = props;
  const { tone, word } = lookOf(group);
  return (
    <Group aria-label={group.name}>
      <Head>
        <div>
          <Text strong as="h3">
            {group.name}
          </Text>
          <Text variant="secondary" tone="third">
            {words.bounds(group.min, group.max)}
          </Text>
        </div>
        <StatusBadge tone={tone}>{word}</StatusBadge>
        {problems.length > 0 && (
          <div style={{ flexBasis: '100%' }}>
            {problems.map(({ message }) => (
              <div key={message}>
                <InlineStatus tone={group.state === 'below' ? 'attention' : 'danger'}>{message}</InlineStatus>
              </div>
            ))}
          </div>
        )}
      </Head>
      {group.features.map((feature) => {
        const { feature_name: name, display_name, description, is_recommended } = feature;
        const price = priceFor(feature, interval);
        const isChosen = chosen.includes(name);
        return (
          <Row key={name} data-chosen={isChosen ? '' : undefined}>
            <Checkbox
              label={display_name}
              checked={isChosen}
              onChange={() => onToggle(name)}
              {...(description !== undefined && { help: description })}
            />
            <Side>
              {is_recommended && <StatusBadge tone="information">{words.recommended}</StatusBadge>}
              {price && (
                <Text as="span" numeric>
                  {rateText(price.amount, currency, interval)}
                </Text>
              )}
            </Side>
          </Row>
        );
      })}
    </Group>
  );
}
