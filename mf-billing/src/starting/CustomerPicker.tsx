import type { Customer } from 'shared-api/contracts';
import {
  color,
  commonMessages,
  FactLine,
  InlineStatus,
  radius,
  RefreshIcon,
  StatusBadge,
  size,
  styled,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type ReactNode, useId } from 'react';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { isDeclined } from '../overdue/declined-cards';
import { messages } from './messages';

const text = messages.choose;

/** The customer's name, email or id, whichever is present first. */
export function customerName({ name, email, id }: Pick<Customer, 'name' | 'email' | 'id'>): string {
  return name ?? email ?? id;
}

const List = styled('div')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  // Leaves room for the focus ring.
  overflow: 'clip',
  overflowClipMargin: 4,
});

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  padding: '10px 14px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
  '&[data-chosen]': { backgroundColor: color.primaryTint },
});

const Label = styled('label')({
  boxSizing: 'border-box',
  minHeight: size.control,
  display: 'flex',
  flex: '1 1 200px',
  gap: 10,
  minWidth: 0,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&[data-off]': { cursor: 'not-allowed' },
});

const Name = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' });

const Radio = styled('input')({ flex: 'none', width: 16, height: 16, margin: '2px 0', accentColor: color.primary });

export interface CustomerPickerProps {
  customers: readonly Customer[];
  value: string | null;
  onChange: (id: string) => void;
  /** Disables customers without a default card, and shows the reason. */
  needsCard?: boolean;
  /** Customers that can't be selected, with the server's reasons. */
  blocked?: readonly { customer_id: string; reason: string }[];
  /** True during a refetch. */
  busy: boolean;
  /** Refetches the customers if the data of one failed to load. */
  onRetry: () => void;
  onManage: (customer: Customer) => void;
}

/** A radio list of the practice's customers that shows whether each has a card. */
export function CustomerPicker(props: CustomerPickerProps): ReactNode {
  const { customers, value, onChange, needsCard = false, blocked = [], busy, onRetry, onManage } = props;
  const id = useId();
  const overdue = useUpcomingCharges().data?.overdue ?? [];
  return (
    <List role="radiogroup" aria-label={text.pick}>
      {customers.map((customer) => {
        const { has_payment_method: hasCard, active_subscriptions, email, description, error } = customer;
        const name = customerName(customer);
        const reason =
          error ??
          blocked.find(({ customer_id: blockedId }) => blockedId === customer.id)?.reason ??
          (needsCard && !hasCard ? text.needsCard : null);
        const off = reason !== null;
        const facts = [
          name === email ? '' : (email ?? ''),
          description ?? '',
          active_subscriptions.length === 0 ? '' : text.subscriptions(active_subscriptions.length),
          error === null ? (reason ?? '') : '',
        ].filter((fact) => fact !== '');
        return (
          <Row key={customer.id} data-chosen={value === customer.id ? '' : undefined}>
            <Label data-off={off ? '' : undefined}>
              <Radio
                type="radio"
                name={id}
                disabled={off}
                checked={value === customer.id}
                aria-label={name}
                aria-describedby={`${id}${customer.id}`}
                onChange={() => onChange(customer.id)}
              />
              <span style={{ minWidth: 0 }}>
                <Name>
                  <Typography component="span" color={off ? 'textTertiary' : 'textPrimary'} variant="subtitle1">
                    {name}
                  </Typography>
                  {error === null && (
                    <MethodBadge
                      hasCard={hasCard}
                      declined={overdue.some((one) => one.customer.id === customer.id && isDeclined(one))}
                    />
                  )}
                </Name>
                <Typography
                  component="span"
                  variant="body2"
                  color="textTertiary"
                  id={`${id}${customer.id}`}
                  style={{ display: 'block' }}
                >
                  <FactLine facts={facts} />
                  {error !== null && <InlineStatus tone="danger">{error}</InlineStatus>}
                </Typography>
              </span>
            </Label>
            {error === null ? (
              <Button variant="text" aria-label={text.manageOf(name)} onClick={() => onManage(customer)}>
                {text.manage}
              </Button>
            ) : (
              <Button
                startIcon={<RefreshIcon size={14} />}
                loading={busy}
                aria-label={text.retryOf(name)}
                onClick={onRetry}
              >
                {commonMessages.retry}
              </Button>
            )}
          </Row>
        );
      })}
    </List>
  );
}

/** Whether the customer can be charged, if known. */
function MethodBadge({ hasCard, declined }: { hasCard: boolean; declined: boolean }): ReactNode {
  if (!hasCard) return <StatusBadge tone="attention">{text.noCard}</StatusBadge>;
  if (declined) return <StatusBadge tone="attention">{text.declined}</StatusBadge>;
  return <StatusBadge tone="success">{text.hasCard}</StatusBadge>;
}
