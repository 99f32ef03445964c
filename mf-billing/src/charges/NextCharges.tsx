import type { UpcomingCharge } from 'shared-api/contracts';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  color,
  FactLine,
  formatMoney,
  Panel,
  phoneQuery,
  styled,
  touch,
  useMedia,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText, payerText, shortDayText } from '../figures';
import { HeadButton } from '../layout/HeadButton';
import { isCharged, knownAmountText } from './charge-amount';
import { messages } from './messages';
import { sharedBalanceText } from './shared-balance';

/** Number of charges in the collapsed list. */
const COLLAPSED_COUNT = 4;
const COLLAPSED_COUNT_ON_PHONE = 1;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

/** Date, name and amount, with the facts below the name. */
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr) auto',
  gap: '0 12px',
  padding: '8px 16px',
  borderTop: `1px solid ${color.line}`,
});

const Day = styled('div')({ gridRow: 'span 2' });

const Name = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' });

const Facts = styled('div')({ gridColumn: '2 / -1' });

const Toggle = styled(Button)({
  '&&': {
    margin: '-2px 0',
    padding: '0 6px',
    minHeight: 24,
    fontSize: 12,
    [touch]: { margin: '-12px 0', minHeight: 44 },
  },
});

const Lines = styled('ul')({
  listStyle: 'none',
  margin: '4px 0 0',
  padding: 0,
  fontSize: 12,
  lineHeight: '20px',
  color: color.inkSecond,
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 16 },
});

export interface NextChargesProps {
  charges: readonly UpcomingCharge[];
  /** True if charges of any customer are missing. */
  partial: boolean;
  /** The server's current time, in epoch seconds. */
  asOf: number;
}

/** The next charges by date, with customer, payment method and lines. */
export function NextCharges({ charges: all, partial, asOf }: NextChargesProps): ReactNode {
  const charges = all.filter(isCharged);
  const [expanded, setExpanded] = useState(false);
  const collapsedCount = useMedia(phoneQuery) ? COLLAPSED_COUNT_ON_PHONE : COLLAPSED_COUNT;
  const listed = expanded ? charges : charges.slice(0, collapsedCount);
  return (
    <Panel
      flush
      title={messages.next}
      actions={
        charges.length > collapsedCount && (
          <HeadButton variant="text" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {expanded ? messages.fewer : messages.all(charges.length)}
          </HeadButton>
        )
      }
    >
      {charges.length === 0 && (
        <div style={{ padding: '0 16px 14px' }}>
          <Typography color="textSecondary">{partial ? messages.missing : messages.none}</Typography>
        </div>
      )}
      <List aria-label={messages.next} data-expanded={expanded ? '' : undefined}>
        {listed.map((charge) => (
          <ChargeRow key={charge.id} charge={charge} asOf={asOf} />
        ))}
      </List>
    </Panel>
  );
}

function ChargeRow({ charge, asOf }: { charge: UpcomingCharge; asOf: number }): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { kind, date, currency, customer, subscription, lines } = charge;
  const payer = payerText(charge);
  const shared = sharedBalanceText(charge.shared_balance, currency);
  const name = subscription?.name ?? messages.charge[kind];
  const linesName = messages.linesOf(name, dayText(date, time_zone));
  const facts = [subscription !== null && messages.charge[kind], customer.name, payer ?? messages.noCard];
  return (
    <Row>
      <Day>
        <Typography component="span" color="textSecondary">
          {shortDayText(date, time_zone, asOf)}
        </Typography>
      </Day>
      <Name>
        <Typography component="span" variant="subtitle1">
          {name}
        </Typography>
        {/* A single line is the charge itself. */}
        {lines.length > 1 && (
          <Toggle
            variant="text"
            startIcon={open ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${messages.lines(lines.length)}: ${linesName}`}
            onClick={() => setOpen(!open)}
          >
            {messages.lines(lines.length)}
          </Toggle>
        )}
      </Name>
      <Typography component="span" align="right" variant="subtitle1">
        {knownAmountText(charge)}
      </Typography>
      <Facts>
        <Typography component="div" variant="body2" color={payer === null ? 'warning' : 'textTertiary'}>
          <FactLine facts={facts} />
        </Typography>
        {[shared, charge.before_proration === true ? messages.beforeProration : ''].filter(Boolean).map((note) => (
          <Typography key={note} variant="body2" color="textSecondary">
            {note}
          </Typography>
        ))}
        <Lines id={id} hidden={!open} aria-label={linesName}>
          {open &&
            lines.map(({ description, amount: cents }, at) => (
              <li key={at}>
                <span>{description}</span>
                <span>{formatMoney(cents, currency)}</span>
              </li>
            ))}
        </Lines>
      </Facts>
    </Row>
  );
}
