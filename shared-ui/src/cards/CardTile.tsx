import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { listText } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { MenuButton } from '../actions/MenuButton';
import { StatusBadge } from '../feedback/Badge';
import { MoreIcon } from '../icons';
import { useMedia } from '../layout/use-media';
import { Button } from '../mui/Button';
import { color, phone, phoneQuery } from '../theme/tokens';
import { MethodIcon, brandName } from './brands';
import type { PaymentMethod, StoredMethod } from './calls';
import { expiryText, shortExpiryText } from './expiry';
import { cardMessages as text } from './messages';

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  boxSizing: 'border-box',
  minWidth: 0,
  minHeight: 52,
  padding: '8px 16px',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [phone]: { flexWrap: 'nowrap', columnGap: 8, paddingRight: 4 },
});

const Method = styled('div')({ display: 'flex', flex: '1 1 240px', alignItems: 'center', gap: 12, minWidth: 0 });

/** In one line if they fit. */
const Facts = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 12px', minWidth: 0 });

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The name of a card: `Visa ending 4242`. */
export function cardName({ card }: PaymentMethod): string {
  return text.name(brandName(card.brand), card.last4);
}

/** The name of any payment method: `SEPA Direct Debit ending in 3000`. */
export const methodName = (method: StoredMethod): string => ('card' in method ? cardName(method) : method.name);

export interface CardTileProps {
  method: StoredMethod;
  /** True while the method is being made the default. */
  busy: boolean;
  /** Why this person can't manage cards. */
  why?: string | undefined;
  onDefault: () => void;
  onRemove: () => void;
}

/** The expiry of a card; the server decides `soon` and `expired`. */
function Expiry({ method: { card, expiry } }: { method: PaymentMethod }): ReactNode {
  const { exp_month: month, exp_year: year } = card;
  switch (expiry) {
    case 'soon':
      return <StatusBadge tone="attention">{text.expiresSoon(shortExpiryText(month, year))}</StatusBadge>;
    case 'expired':
      return <StatusBadge tone="danger">{text.expired(shortExpiryText(month, year))}</StatusBadge>;
    case 'valid':
      return (
        <Typography variant="body2" color="textTertiary">
          {text.expires(expiryText(month, year))}
        </Typography>
      );
  }
}

function CardName({ method }: { method: PaymentMethod }): ReactNode {
  const { brand, last4 } = method.card;
  return (
    <Typography variant="subtitle1">
      <span>{brandName(brand)}</span> <span style={{ whiteSpace: 'nowrap' }}>{text.number(last4)}</span>
    </Typography>
  );
}

/** The actions of a payment method: a menu on a phone, buttons elsewhere. */
function MethodActions({ method, busy, why, onDefault, onRemove }: CardTileProps): ReactNode {
  const name = methodName(method);
  const isPhone = useMedia(phoneQuery);
  if (isPhone) {
    const state = why === undefined ? {} : { disabled: true, detail: why };
    return (
      <MenuButton
        iconOnly
        variant="text"
        startIcon={<MoreIcon size={16} />}
        label={text.actions(name)}
        items={[
          ...(method.is_default ? [] : [{ label: text.setDefault, onSelect: onDefault, disabled: busy, ...state }]),
          { label: text.remove, danger: true, onSelect: onRemove, ...state },
        ]}
      />
    );
  }
  return (
    <Actions>
      {!method.is_default && (
        <Button variant="text" loading={busy} reason={why} aria-label={text.setDefaultNamed(name)} onClick={onDefault}>
          {text.setDefault}
        </Button>
      )}
      <Button variant="text" color="error" reason={why} aria-label={text.removeNamed(name)} onClick={onRemove}>
        {text.remove}
      </Button>
    </Actions>
  );
}

/** A payment method with its actions, as a row of a list. */
export function CardTile(props: CardTileProps): ReactNode {
  const { method, busy } = props;
  const isCard = 'card' in method;
  const name = methodName(method);
  const paidFor = (isCard && method.charged_for) || [];
  return (
    <Row aria-label={name} aria-busy={busy}>
      <Method>
        <MethodIcon method={method} />
        <Facts>
          {isCard ? <CardName method={method} /> : <Typography variant="subtitle1">{name}</Typography>}
          {method.is_default && <StatusBadge tone="success">{text.isDefault}</StatusBadge>}
          {isCard && <Expiry method={method} />}
          {paidFor.length > 0 && (
            <Typography variant="body2" color="textTertiary">
              {text.paysFor(listText(paidFor.map(({ name: subscription }) => subscription)))}
            </Typography>
          )}
        </Facts>
      </Method>
      <MethodActions {...props} />
    </Row>
  );
}
