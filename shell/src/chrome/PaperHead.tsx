import type { PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { color, formatInstant, styled, usePrinting } from 'shared-ui';
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

/** What is above a page on paper: whose it is, and when it was printed, by the practice's clock. */
export function PaperHead({ practice }: { practice: PracticeSummary | null }): ReactNode {
  const printing = usePrinting();
  const [now, setNow] = useState(() => Date.now());
  const [before, setBefore] = useState(printing);
  if (printing !== before) {
    setBefore(printing);
    if (printing) setNow(Date.now());
  }
  const zone = practice?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Root data-paper-only="">
      <strong>{practice?.name ?? messages.product}</strong>
      <span>{messages.paper.printed(formatInstant(Math.floor(now / 1000), zone))}</span>
    </Root>
  );
}
