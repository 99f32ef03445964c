import { styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useReadPracticeStateQuery } from '../api';
import { practiceStateMessages as messages } from './messages';
import { PracticeBadges } from './PracticeBadges';

/** As tall as a badge, so that nothing moves when the badges appear. */
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minWidth: 0,
  minHeight: 24,
  overflowWrap: 'anywhere',
});

/** The practice beside the heading of its pages: its name, number and state. */
export function PracticeSubject(): ReactNode {
  const { id: practiceId, name } = usePractice();
  const { currentData: state } = useReadPracticeStateQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Line>
      <Typography component="span" variant="subtitle1">
        {name}
      </Typography>
      <Typography component="span" color="textSecondary">
        {messages.number(practiceId)}
      </Typography>
      {state && <PracticeBadges {...state} />}
    </Line>
  );
}
