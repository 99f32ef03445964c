import type { PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { color, formatInstant, styled } from 'shared-ui';
import { messages } from '../messages';

const Root = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 24,
  marginBottom: 12,
  paddingBottom: 6,
  borderBottom: `1px solid ${color.line}`,
  fontSize: 11,
  lineHeight: '14px',
  color: color.inkSecond,
});

/** The header of a printed page: the practice, and the print time in its time zone. */
export function PrintHeader({ practice }: { practice: PracticeSummary | null }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // Synchronous, because the print layout is computed right after the event.
    const look = (): void => flushSync(() => setNow(Date.now()));
    window.addEventListener('beforeprint', look);
    return () => window.removeEventListener('beforeprint', look);
  }, []);
  const zone = practice?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Root data-paper-only="">
      <strong>{practice?.name ?? messages.product}</strong>
      <span>{messages.paper.printed(formatInstant(Math.floor(now / 1000), zone))}</span>
    </Root>
  );
}
