import type { UpcomingCharge } from 'shared-api/contracts';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  color,
  FactLine,
  formatMoney,
  Panel,
  phone,
  phoneQuery,
  styled,
  touch,
  useMedia,
} from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText, payerText } from '../figures';
import { isCharged, knownAmountText } from './charge-amount';
import { messages } from './messages';
import { sharedBalanceText } from './shared-balance';

/** Number of charges in the collapsed list. */
const COLLAPSED_COUNT = 4;
const COLLAPSED_COUNT_ON_PHONE = 1;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '104px minmax(0, 1fr) auto',
  gap: '2px 16px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  [phone]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
  },
});

const Toggle = styled(Button)({
  '&&': { marginLeft: -8, padding: '0 8px', minHeight: 24, fontSize: 12, [touch]: { minHeight: 44 } },
});

const Lines = styled('ul')({
  gridColumn: '1 / -1',
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
}

/** The next charges by date, with customer, payment method and lines. */
export function NextCharges({ charges: all, partial }: NextChargesProps): ReactNode {
  const charges = all.filter(isCharged);
  const [expanded, setExpanded] = useState(false);
  const collapsedCount = useMedia(phoneQuery) ? COLLAPSED_COUNT_ON_PHONE : COLLAPSED_COUNT;
  const listed = expanded ? charges : charges.slice(0, collapsedCount);
  return (
    <Panel flush title={messages.next}>
      {charges.length === 0 && (
        <div style={{ padding: '0 16px 14px' }}>
          <Typography color="textSecondary">{partial ? messages.missing : messages.none}</Typography>
        </div>
      )}
      <List aria-label={messages.next}>
        {listed.map((charge) => (
          <ChargeRow key={charge.id} charge={charge} />
        ))}
      </List>
      {charges.length > collapsedCount && (
        <div style={{ padding: '4px 8px', borderTop: `1px solid ${color.line}` }}>
          <Button variant="text" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {expanded ? messages.fewer : messages.all(charges.length)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function ChargeRow({ charge }: { charge: UpcomingCharge }): ReactNode {
  const { time_zone } = usePractice();
  const isPhone = useMedia(phoneQuery);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { kind, date, currency, customer, subscription, lines } = charge;
  const payer = payerText(charge);
  const day = dayText(date, time_zone);
  const shared = sharedBalanceText(charge.shared_balance, currency);
  const name = subscription?.name ?? messages.charge[kind];
  const facts = [
    isPhone && day,
    subscription !== null && messages.charge[kind],
    customer.name !== null && messages.paidBy(customer.name),
    payer ?? messages.noCard,
  ];
  return (
    <Row>
      {!isPhone && (
        <Typography component="span" color="textSecondary" style={{ whiteSpace: 'nowrap' }}>
          {day}
        </Typography>
      )}
      <Stack>
        <Typography component="span" variant="subtitle1">
          {name}
        </Typography>
        <Typography component="span" variant="body2" color={payer === null ? 'warning' : 'textTertiary'}>
          <FactLine facts={facts} />
        </Typography>
        {shared !== '' && (
          <Typography component="span" variant="body2" color="textSecondary">
            {shared}
          </Typography>
        )}
        {charge.before_proration === true && (
          <Typography component="span" variant="body2" color="textSecondary">
            {messages.beforeProration}
          </Typography>
        )}
        {lines.length > 0 && (
          <div>
            <Toggle
              variant="text"
              startIcon={open ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
              aria-expanded={open}
              aria-controls={id}
              aria-label={`${messages.lines(lines.length)}: ${messages.linesOf(name, day)}`}
              onClick={() => setOpen(!open)}
            >
              {messages.lines(lines.length)}
            </Toggle>
          </div>
        )}
      </Stack>
      <Typography component="span" align="right" variant="subtitle1">
        {knownAmountText(charge)}
      </Typography>
      <Lines id={id} hidden={!open} aria-label={messages.linesOf(name, day)}>
        {open &&
          lines.map(({ description, amount: cents }, at) => (
            <li key={at}>
              <span>{description}</span>
              <span>{formatMoney(cents, currency)}</span>
            </li>
          ))}
      </Lines>
    </Row>
  );
}
