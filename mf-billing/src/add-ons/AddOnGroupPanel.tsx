import type { AddOnGroup, AddOnOffer, SelectionProblem } from 'shared-api/contracts';
import { color, InlineStatus, radius, StatusBadge, type StatusBadgeProps, styled } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { usePractice } from 'shared-ui/remote';
import { dayText, rateText } from '../figures';
import { messages } from './messages';

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
function badgeOf({ state }: AddOnGroup): { tone: StatusBadgeProps['tone']; label: string } {
  switch (state) {
    case 'below':
      return { tone: 'attention', label: messages.states.below };
    case 'above':
      return { tone: 'danger', label: messages.states.above };
    case 'within':
      return { tone: 'success', label: messages.states.within };
  }
}

export interface AddOnGroupPanelProps {
  group: AddOnGroup;
  /** The offers of the group's features, in the group's order. */
  offers: readonly AddOnOffer[];
  chosen: readonly string[];
  currency: string;
  problems: readonly SelectionProblem[];
  onToggle: (feature: string) => void;
}

/** One group of optional features, with its minimum and maximum. */
export function AddOnGroupPanel(props: AddOnGroupPanelProps): ReactNode {
  const { group, offers, chosen, currency, problems, onToggle } = props;
  const { time_zone } = usePractice();
  const { tone, label } = badgeOf(group);
  const anyChosen = group.features.some(({ feature_name: name }) => chosen.includes(name));
  return (
    <Group aria-label={group.name}>
      <Head>
        <div>
          <Typography component="h3" variant="subtitle1">
            {group.name}
          </Typography>
          <Typography variant="body2" color="textTertiary">
            {messages.bounds(group.min, group.max)}
          </Typography>
        </div>
        {/* The minimum applies only if a feature of the group is chosen. */}
        {anyChosen && <StatusBadge tone={tone}>{label}</StatusBadge>}
        {anyChosen && problems.length > 0 && (
          <div style={{ flexBasis: '100%' }}>
            {problems.map(({ message }) => (
              <div key={message}>
                <InlineStatus tone={group.state === 'below' ? 'attention' : 'danger'}>{message}</InlineStatus>
              </div>
            ))}
          </div>
        )}
      </Head>
      {offers.map(({ feature_name: name, display_name, description, is_recommended, price, withheld }) => {
        const isChosen = chosen.includes(name);
        return (
          <Row key={name} data-chosen={isChosen ? '' : undefined}>
            <CheckboxField
              label={display_name}
              checked={isChosen}
              onChange={() => onToggle(name)}
              {...(description !== undefined && { helperText: description })}
            />
            <Side>
              {is_recommended && <StatusBadge tone="information">{messages.recommended}</StatusBadge>}
              {price && (
                <Typography component="span" align="right">
                  {rateText(price.amount, currency, price.interval)}
                </Typography>
              )}
            </Side>
            {withheld && (
              <div style={{ flexBasis: '100%' }}>
                <InlineStatus tone="information">
                  {messages.lifts(withheld.display_name, withheld.by, dayText(withheld.at, time_zone))}
                </InlineStatus>
              </div>
            )}
          </Row>
        );
      })}
    </Group>
  );
}
