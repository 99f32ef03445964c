import { formatMoney, RetryNotice, size, styled } from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { CHARGES_ANCHOR } from '../charges/anchor';
import { CustomerProblems } from '../charges/CustomerProblems';
import { messages as chargesMessages } from '../charges/messages';
import { hasCharges } from '../charges/has-charges';
import { isPartial } from '../charges/partial-answer';
import { sharedBalanceText } from '../charges/shared-balance';
import { UnpaidInvoices } from '../charges/UnpaidInvoices';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { chargedToText, dayText } from '../figures';
import { DebtsLine } from '../overdue/OverdueBanner';
import { messages } from './messages';

const text = messages.upcoming;

/** Aligns its text with the sentence. */
const inLine = { marginBlock: `calc((20px - ${size.control}) / 2)`, marginInline: '-12px' } as const;

const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 16px' });

/**
 * Overdue charges and the next charge, or why they are missing, in few lines, so that the list starts on the first
 * screen. Renders nothing until they are loaded.
 */
export function UpcomingSummary(): ReactNode {
  const { time_zone } = usePractice();
  const { navigate, basePath } = useRemote();
  const { data, error, busy, refetch } = useUpcomingCharges();
  if (!data) {
    return error ? (
      <RetryNotice tone="attention" title={text.failed} busy={busy} onRetry={refetch}>
        {error.message}
      </RetryNotice>
    ) : null;
  }
  const { next_charge: next } = data;
  const isEmpty = !hasCharges(data);
  const say = isPartial(data) ? text.nextKnown : text.next;
  const all = !isEmpty && (
    <Button variant="text" sx={inLine} onClick={() => navigate(`${basePath}/subscriptions/plans#${CHARGES_ANCHOR}`)}>
      {text.all}
    </Button>
  );
  const nextText = !data.progress && (
    <Typography color="textSecondary">
      <span>
        {next
          ? say(formatMoney(next.amount, next.currency), dayText(next.date, time_zone), chargedToText(next))
          : isPartial(data)
            ? chargesMessages.missing
            : text.none}
      </span>{' '}
      {next && <span>{sharedBalanceText(next.shared_balance, next.currency)}</span>}
    </Typography>
  );
  return (
    <section aria-label={text.title}>
      <Stack spacing={2}>
        <DebtsLine charges={data} />
        <UnpaidInvoices invoices={data.unpaid ?? []} />
        <ReadingNotice subject={chargesMessages.title} progress={data.progress} busy={busy} onReadOn={refetch} />
        <CustomerProblems problems={data.problems} />
        <Line>
          {nextText}
          {all}
        </Line>
      </Stack>
    </section>
  );
}
