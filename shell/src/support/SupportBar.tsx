import { type ReactNode, useRef, useState } from 'react';
import type { PracticeSummary } from 'shared-api/contracts';
import { Alert, Button } from 'shared-ui/mui';
import { PageBar } from '../chrome/PageBar';
import { useReportedHeight } from '../chrome/use-reported-height';
import type { SupportState } from '../session/support-accesses';
import { supportMessages as text } from './messages';

export interface SupportBarProps {
  practice: Pick<PracticeSummary, 'name'>;
  state: SupportState | undefined;
  onEnd: () => Promise<void>;
  onOpenAgain: () => void;
  /** Called with the height of the bar in pixels. */
  onHeight: (height: number) => void;
}

/** Uses the person's time zone, because they watch their own clock, and names it, because pages use the practice's. */
const timeText = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(seconds * 1000)
    .replace(/\u202f/g, ' ');

/** Shows until when the person has support access to the open practice. */
export function SupportBar({ practice, state, onEnd, onOpenAgain, onHeight }: SupportBarProps): ReactNode {
  const root = useRef<HTMLElement>(null);
  const [ending, setEnding] = useState(false);
  useReportedHeight(root, onHeight, state?.phase);
  if (state?.phase !== 'open' && state?.phase !== 'over') return null;
  const end = async (): Promise<void> => {
    setEnding(true);
    await onEnd();
    setEnding(false);
  };
  return (
    <PageBar ref={root} data-screen-only="" aria-label={text.region}>
      {state.phase === 'open' ? (
        <Alert
          severity="info"
          action={
            <Button loading={ending} onClick={() => void end()}>
              {text.end}
            </Button>
          }
        >
          {text.until(practice.name, timeText(state.access.ends_at))}
        </Alert>
      ) : (
        <Alert severity="warning" action={<Button onClick={onOpenAgain}>{text.again}</Button>}>
          {text.ended(practice.name)}
        </Alert>
      )}
    </PageBar>
  );
}
