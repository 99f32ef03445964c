import type { PracticeSummary } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { endSupportAccess } from '../session/session-actions';
import type { ShellContext } from '../shell-context';
import { SupportBar } from './SupportBar';

export interface PracticeSupportBarProps {
  shell: ShellContext;
  practice: PracticeSummary;
  onHeight: (height: number) => void;
}

/** The bar above the pages of a practice that the person opened for a reason. */
export function PracticeSupportBar({ shell, practice, onHeight }: PracticeSupportBarProps): ReactNode {
  return (
    <SupportBar
      practice={practice}
      state={shell.support.stateOf(practice.id)}
      onEnd={() => endSupportAccess(shell, practice.id)}
      onOpenAgain={() => void shell.support.ask({ practices: [practice], background: false })}
      onHeight={onHeight}
    />
  );
}
