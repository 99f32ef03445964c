import type { CostPreview } from 'shared-api/contracts';
import {
  Button,
  color,
  formatMoney,
  Notice,
  radius,
  RefreshIcon,
  commonMessages,
  Skeleton,
  styled,
  Text,
  VisuallyHidden,
} from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../figures';
import { words } from './messages';
import type { Preview } from './use-preview';

const Frame = styled('section')({
  padding: '10px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.subtle,
  // Room for the three figures from the start, so that nothing below moves when they come.
  minHeight: 84,
  boxSizing: 'border-box',
});

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '4px 16px',
  margin: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& dt': { color: color.inkSecond },
  '& dd': { margin: 0, textAlign: 'right', whiteSpace: 'nowrap' },
  '& [data-sum]': { fontWeight: 600, color: color.ink },
  '& [data-line]': { paddingLeft: 12, fontSize: 12, color: color.inkThird },
});

const Bones = styled('div')({ display: 'flex', flexDirection: 'column', gap: 10, padding: '3px 0' });

/** What a change costs: today and for what, at the next invoice, and from when it holds. */
export function CostFigures({ of: { cost, error, retry } }: { of: Preview }): ReactNode {
  if (error) {
    return (
      <Notice
        tone="danger"
        live="assertive"
        title={words.preview.failed}
        action={
          <Button icon={<RefreshIcon size={14} />} onClick={retry}>
            {commonMessages.retry}
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  }
  return (
    <Frame aria-label={words.preview.title} aria-live="polite">
      {cost ? (
        <Known cost={cost} />
      ) : (
        <Bones>
          <VisuallyHidden>{words.preview.loading}</VisuallyHidden>
          <Skeleton width="70%" height={12} />
          <Skeleton width="55%" height={12} />
          <Skeleton width="62%" height={12} />
        </Bones>
      )}
    </Frame>
  );
}

function Known({ cost }: { cost: CostPreview }): ReactNode {
  const { time_zone } = usePractice();
  const { currency, due_today, lines, next_invoice, effective_at } = cost;
  const credited = due_today < 0;
  return (
    <Figures>
      <dt data-sum="">{credited ? words.preview.credited : words.preview.today}</dt>
      <dd data-sum="">{formatMoney(Math.abs(due_today), currency)}</dd>
      {lines.map(({ description, amount }, at) => (
        <Line key={at} description={description} amount={formatMoney(amount, currency)} />
      ))}
      {next_invoice ? (
        <>
          <dt>{words.preview.next(dayText(next_invoice.date, time_zone))}</dt>
          <dd>{formatMoney(next_invoice.amount, currency)}</dd>
        </>
      ) : (
        <>
          <dt>{words.preview.noNext}</dt>
          <dd>
            <Text as="span" variant="secondary" tone="third" aria-hidden>
              –
            </Text>
          </dd>
        </>
      )}
      <dt>{words.preview.from}</dt>
      <dd>{dayText(effective_at, time_zone)}</dd>
    </Figures>
  );
}

function Line({ description, amount }: { description: string; amount: string }): ReactNode {
  return (
    <>
      <dt data-line="">{description}</dt>
      <dd data-line="">{amount}</dd>
    </>
  );
}
