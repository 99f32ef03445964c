import type { CostPreview } from 'shared-api/contracts';
import { color, formatMoney, InlineStatus, radius, RetryNotice, styled, VisuallyHidden } from 'shared-ui';
import { Skeleton, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { sharedBalanceText } from '../charges/shared-balance';
import { amountText, cardText, dayText, recurringText } from '../figures';
import { messages } from './messages';
import { paidTwiceTexts } from './paid-twice';
import type { Preview } from './use-preview';

const text = messages.preview;

const Frame = styled('section')({
  padding: '10px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
  // Reserves space for the usual amounts, so that content below doesn't move when they load.
  minHeight: 132,
  // A confirmation in a popover has few amounts.
  '&[data-few]': { minHeight: 114 },
  boxSizing: 'border-box',
});

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '4px 16px',
  margin: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& dt': { color: color.inkSecond, minWidth: 0, overflowWrap: 'anywhere' },
  '& dd': { margin: 0, textAlign: 'right', whiteSpace: 'nowrap' },
  '& dd[data-names]': { whiteSpace: 'normal' },
  '& [data-sum]': { fontWeight: 600, color: color.ink },
  '& [data-line]': { paddingLeft: 12, fontSize: 12, color: color.inkThird },
});

const Lines = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, padding: '3px 0' });

const Notes = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0 });

export interface CostFiguresProps {
  /** True if the change only cancels a scheduled end, so that nothing starts. */
  keeps?: boolean;
  /** True for at most 4 amounts. */
  hasFew?: boolean;
  preview: Preview;
  /** The card to charge instead of the preview's card. */
  card?: { brand: string; last4: string } | undefined;
}

/** The cost of a change as calculated by the server: lines charged today, later amounts, and what starts and ends. */
export function CostFigures({
  keeps = false,
  hasFew = false,
  preview: { cost, error, retry },
  card,
}: CostFiguresProps): ReactNode {
  if (error) {
    return (
      <RetryNotice title={text.failed} onRetry={retry}>
        {error.message}
      </RetryNotice>
    );
  }
  return (
    <Frame aria-label={text.title} aria-live="polite" data-few={hasFew ? '' : undefined}>
      {cost ? (
        <KnownCost keeps={keeps} cost={cost} card={card ?? cost.card} />
      ) : (
        <Lines>
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton width="70%" height={12} />
          <Skeleton width="55%" height={12} />
          <Skeleton width="62%" height={12} />
          <Skeleton width="48%" height={12} />
        </Lines>
      )}
    </Frame>
  );
}

interface Row {
  label: string;
  value: ReactNode;
  style?: 'sum' | 'line' | 'names';
}

function KnownCost({
  keeps,
  cost,
  card,
}: {
  keeps: boolean;
  cost: CostPreview;
  card: CostPreview['card'] | { brand: string; last4: string };
}) {
  const { time_zone } = usePractice();
  const { currency, due_today, lines, next_invoice, recurring, credit, trial_end, starts, ends } = cost;
  const day = (seconds: number): string => dayText(seconds, time_zone);
  const rows: Row[] = [
    {
      label: due_today < 0 ? text.credited : text.today,
      value: formatMoney(Math.abs(due_today), currency),
      style: 'sum',
    },
    ...lines.map(({ description, amount }): Row => ({
      label: description,
      value: formatMoney(amount, currency),
      style: 'line',
    })),
    ...(card ? [{ label: text.card, value: cardText(card) }] : []),
    ...(credit > 0 ? [{ label: text.credit, value: formatMoney(credit, currency) }] : []),
    next_invoice
      ? {
          label: text.next(day(next_invoice.date)),
          value: amountText(next_invoice.amount, currency, next_invoice.by_usage),
        }
      : { label: text.noNext, value: <Dash /> },
    ...(recurring ? [{ label: text.recurring, value: recurringText(recurring, currency) }] : []),
    ...(trial_end === null ? [] : [{ label: text.trialEnd, value: day(trial_end) }]),
    ...(keeps ? [] : [{ label: text.from, value: day(cost.effective_at) }]),
    ...(starts.length === 0
      ? []
      : [{ label: keeps ? text.stays : text.starts, value: starts.join(', '), style: 'names' as const }]),
    ...ends.map(({ name, date }): Row => ({ label: name, value: text.ends(day(date)) })),
  ];
  return (
    <>
      <Figures>
        {rows.map(({ label, value, style }, at) => (
          <Figure key={at} label={label} value={value} style={style} />
        ))}
      </Figures>
      <CostNotes cost={cost} />
    </>
  );
}

function Figure({ label, value, style }: { label: string; value: ReactNode; style: Row['style'] }): ReactNode {
  const marks = style === undefined ? {} : { [`data-${style}`]: '' };
  return (
    <>
      <dt {...marks}>{label}</dt>
      <dd {...marks}>{value}</dd>
    </>
  );
}

function Dash(): ReactNode {
  return (
    <Typography component="span" variant="body2" color="textTertiary" aria-hidden>
      –
    </Typography>
  );
}

/** Effects of a change besides its cost: a shared balance, restored features, double payment. */
function CostNotes({ cost }: { cost: CostPreview }): ReactNode {
  const { time_zone } = usePractice();
  const { lifts, paid_twice: paidTwice, next_invoice: next, currency } = cost;
  const shared = sharedBalanceText(next?.shared_balance, currency);
  if (lifts.length + paidTwice.length === 0 && shared === '') return null;
  return (
    <Notes>
      {shared !== '' && (
        <li>
          <InlineStatus tone="information">{text.sharedBalance(shared)}</InlineStatus>
        </li>
      )}
      {lifts.map(({ kind, name, display_name, by, at }) => (
        <li key={`${kind} ${name}`}>
          <InlineStatus tone="information">{text.lifts(display_name, by, dayText(at, time_zone))}</InlineStatus>
        </li>
      ))}
      {paidTwiceTexts(paidTwice).map((twice) => (
        <li key={twice}>
          <InlineStatus tone="attention">{twice}</InlineStatus>
        </li>
      ))}
    </Notes>
  );
}
