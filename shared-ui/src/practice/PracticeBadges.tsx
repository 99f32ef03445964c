import { type PracticeState, practiceStateLabels } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '../feedback';
import { ClockIcon, StarIcon } from '../icons';
import { commonMessages } from '../messages';

function lookOf(state: PracticeState): { tone: Tone; icon?: ReactNode } {
  switch (state) {
    case 'past_due':
      return { tone: 'danger' };
    case 'expired':
      return { tone: 'attention' };
    case 'trial':
      return { tone: 'information', icon: <ClockIcon size={12} /> };
    case 'inactive':
    case 'no_access':
      return { tone: 'neutral' };
  }
}

export interface PracticeBadgesProps {
  insider: boolean;
  states: readonly PracticeState[];
}

/**
 * Badges with facts to know before changing a practice.
 *
 * @example
 * <PracticeBadges insider={false} states={['past_due']} />
 */
export function PracticeBadges({ insider, states }: PracticeBadgesProps): ReactNode {
  return (
    <>
      {states.map((state) => (
        <StatusBadge key={state} {...lookOf(state)}>
          {practiceStateLabels[state]}
        </StatusBadge>
      ))}
      {insider && (
        <StatusBadge tone="neutral" icon={<StarIcon size={12} />}>
          {commonMessages.practice.insider}
        </StatusBadge>
      )}
    </>
  );
}
