import { apiErrorOf } from 'shared-api';
import type { PaymentMethod } from 'shared-api/contracts';
import { color, LoadingBlock, PlusIcon, radius, RetryNotice, StatusBadge, size, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { cardName, shortExpiryText } from 'shared-ui/cards';
import { type ReactNode, useId, useState } from 'react';
import { useListPaymentMethodsQuery } from '../api';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { useCustomers } from '../customers/use-customers';
import { isDeclinedCard } from '../overdue/declined-cards';
import { AddCardDialog } from '../payment-methods/AddCardDialog';
import { messages } from './messages';

const text = messages.cards;

const Group = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });

const Legend = styled('legend')({ padding: 0, marginBottom: 6, fontSize: 13, fontWeight: 600 });

const Row = styled('label')({
  boxSizing: 'border-box',
  minHeight: size.control,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  padding: '8px 12px',
  marginBottom: 6,
  border: `1px solid ${color.control}`,
  borderRadius: radius.control,
  cursor: 'pointer',
  '&[data-chosen]': { borderColor: color.primary, backgroundColor: color.primaryTint },
});

const Badges = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '4px 10px', '&:empty': { display: 'none' } });

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: 0, accentColor: color.primary });

export interface CardChoiceProps {
  /** "Pay with" by default. */
  legend?: string;
  customerId: string;
  value: string | null;
  onChange: (card: PaymentMethod) => void;
}

/** Selects one of a customer's saved cards to pay with, or adds a card. */
export function CardChoice({ legend = text.legend, customerId, value, onChange }: CardChoiceProps): ReactNode {
  const id = useId();
  const { data, error, isFetching, refetch } = useListPaymentMethodsQuery({ customerId });
  const customers = useCustomers();
  const [adding, setAdding] = useState(false);
  const customer = customers.data?.customers.find((one) => one.id === customerId);
  return (
    <Group>
      <Legend>{legend}</Legend>
      {!data && error !== undefined && (
        <RetryNotice title={text.failed} busy={isFetching} onRetry={() => void refetch()}>
          {apiErrorOf(error).message}
        </RetryNotice>
      )}
      {!data && error === undefined && <LoadingBlock label={text.loading} lines={2} />}
      {data?.cards.length === 0 && <Typography color="textSecondary">{text.none}</Typography>}
      {data?.cards.map((method) => (
        <Row key={method.id} data-chosen={method.id === value ? '' : undefined}>
          <Radio
            type="radio"
            name={id}
            checked={method.id === value}
            aria-label={cardName(method)}
            aria-describedby={`${id}${method.id}`}
            onChange={() => onChange(method)}
          />
          <Typography component="span">{cardName(method)}</Typography>
          <Badges id={`${id}${method.id}`}>
            {method.is_default && (
              <>
                <StatusBadge tone="neutral">{text.isDefault}</StatusBadge>{' '}
              </>
            )}
            <DeclinedBadge method={method} />
            <ExpiryBadge method={method} />
          </Badges>
        </Row>
      ))}
      <Button startIcon={<PlusIcon size={14} />} onClick={() => setAdding(true)}>
        {text.add}
      </Button>
      {adding && (
        <AddCardDialog
          customer={customer ?? { id: customerId, name: null, email: null, has_payment_method: true }}
          forOnePayment
          onConfirmed={onChange}
          onClose={() => setAdding(false)}
        />
      )}
    </Group>
  );
}

function DeclinedBadge({ method }: { method: PaymentMethod }): ReactNode {
  const { data } = useUpcomingCharges();
  return data && isDeclinedCard(data.overdue, method.id) ? (
    <StatusBadge tone="attention">{text.declined}</StatusBadge>
  ) : null;
}

function ExpiryBadge({ method: { card, expiry } }: { method: PaymentMethod }): ReactNode {
  const date = shortExpiryText(card.exp_month, card.exp_year);
  if (expiry === 'soon') return <StatusBadge tone="attention">{text.expiresSoon(date)}</StatusBadge>;
  return expiry === 'expired' ? <StatusBadge tone="danger">{text.expired(date)}</StatusBadge> : null;
}
