import { PracticeSubject } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useReadPracticeStateQuery } from '../api';

/** The current practice, shown in the heading of its pages. */
export function CurrentPractice(): ReactNode {
  const practice = usePractice();
  const { currentData } = useReadPracticeStateQuery({ practice: practice.id }, { refetchOnMountOrArgChange: true });
  return <PracticeSubject practice={practice} state={currentData} />;
}
