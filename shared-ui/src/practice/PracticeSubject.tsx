import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { StatusBadge } from '../feedback';
import { commonMessages } from '../messages';
import { Typography } from '../mui';
import { phone } from '../theme/tokens';
import { PracticeBadges, type PracticeBadgesProps } from './PracticeBadges';

/** As tall as a badge, so that nothing moves when the badges appear. */
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minWidth: 0,
  minHeight: 24,
  overflowWrap: 'anywhere',
  // The top bar of a phone already shows the name and number. The badges have a line of their own from the start.
  [phone]: { flexBasis: '100%', marginBottom: 6, '& > [data-name]': { display: 'none' } },
});

export interface PracticeSubjectProps {
  practice: { id: number; name: string };
  /** The response of `readPracticeState`. Undefined while it loads and if it fails to load. */
  state: PracticeBadgesProps | undefined;
}

/**
 * The name, number and status of a practice in the heading of an internal page (`subject` of `Page`).
 *
 * @example
 * <Page
 *   title="Rooms"
 *   subject={<PracticeSubject practice={{ id: 1, name: 'Bright Smiles Dental' }} state={undefined} />}
 * >
 *   <EmptyState title="No rooms yet" />
 * </Page>
 */
export function PracticeSubject({ practice, state }: PracticeSubjectProps): ReactNode {
  const isActive = state !== undefined && !state.insider && state.states.length === 0;
  return (
    <Line>
      <Typography component="span" variant="subtitle1" data-name="">
        {practice.name}
      </Typography>
      <Typography component="span" color="textSecondary" data-name="">
        {commonMessages.practice.number(practice.id)}
      </Typography>
      {state && <PracticeBadges {...state} />}
      {isActive && <StatusBadge tone="success">{commonMessages.practice.active}</StatusBadge>}
    </Line>
  );
}
