import { factsText, type NavBadge, noticeSeverities, type PracticeSummary } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { styled, VisuallyHidden, zoneText } from 'shared-ui';
import { messages } from '../messages';
import { markColors } from './NavBadgeMark';
import { sideColor } from './side-colors';

const Name = styled('span')({
  display: 'block',
  fontSize: 14,
  lineHeight: '18px',
  fontWeight: 600,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const Facts = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  fontSize: 12,
  lineHeight: '16px',
  color: sideColor.second,
  whiteSpace: 'nowrap',
});

const State = styled('span')({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  padding: '0 6px',
  borderRadius: 999,
  fontSize: 11,
  fontWeight: 650,
});

export interface BarPracticeProps {
  practice: PracticeSummary;
  internal: boolean;
  /** Items that need attention. The bar shows the status of those that have one. */
  badges: ReadonlyMap<string, NonNullable<NavBadge>>;
}

/** The practice's location without the offset: "Chicago, CT". */
const placeText = (timeZone: string): string => zoneText(timeZone, new Date()).replace(/ \([^)]*\)$/, '');

/**
 * The open practice in a phone's top bar: name, most urgent status and location. Internal staff also see its number.
 */
export function BarPractice({ practice, internal, badges }: BarPracticeProps): ReactNode {
  const rank = ({ severity }: NonNullable<NavBadge>): number => noticeSeverities.indexOf(severity);
  const states = [...badges.values()]
    .filter(({ state }) => state !== undefined)
    .sort((left, right) => rank(left) - rank(right));
  const [first] = states;
  return (
    <>
      <Name>{practice.name}</Name>
      <Facts>
        <span>
          {internal
            ? factsText([messages.practice.number(practice.id), messages.frame.internal])
            : placeText(practice.time_zone)}
        </span>
        {first && (
          <>
            <State aria-hidden style={markColors[first.severity]}>
              {first.state}
            </State>
            {states.length > 1 && <span aria-hidden>{messages.practice.moreStates(states.length - 1)}</span>}
            <VisuallyHidden>{factsText(states.map(({ label }) => label))}</VisuallyHidden>
          </>
        )}
      </Facts>
    </>
  );
}
