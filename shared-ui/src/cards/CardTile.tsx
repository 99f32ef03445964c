import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { listText } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { StatusBadge } from '../feedback/Badge';
import { Button } from '../mui/Button';
import { color, radius } from '../theme/tokens';
import { MethodIcon, brandName } from './brands';
import type { PaymentMethod, StoredMethod } from './calls';
import { expiryText, shortExpiryText } from './expiry';
import { cardMessages as text } from './messages';

const Tile = styled('li')({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  padding: '14px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  minWidth: 0,
});

const Top = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 12, minHeight: 40 });

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  marginTop: 'auto',
});

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

function CardFacts({ method }: { method: PaymentMethod }): ReactNode {
  const { brand, last4 } = method.card;
  const paidFor = method.charged_for ?? [];
  return (
    <>
      <Typography variant="subtitle1">
        <span>{brandName(brand)}</span> <span style={{ whiteSpace: 'nowrap' }}>{text.number(last4)}</span>
      </Typography>
      <Expiry method={method} />
      {paidFor.length > 0 && (
        <Typography variant="body2" color="textTertiary">
          {text.paysFor(listText(paidFor.map(({ name: subscription }) => subscription)))}
        </Typography>
      )}
    </>
  );
}

/** A payment method with its actions. */
export function CardTile({ method, busy, why, onDefault, onRemove }: CardTileProps): ReactNode {
  const name = methodName(method);
  return (
    <Tile aria-label={name}>
      <Top>
        <MethodIcon method={method} />
        <div style={{ flex: 1, minWidth: 0 }}>
          {'card' in method ? <CardFacts method={method} /> : <Typography variant="subtitle1">{name}</Typography>}
        </div>
      </Top>
      <Foot>
        {method.is_default ? (
          <StatusBadge tone="success">{text.isDefault}</StatusBadge>
        ) : (
          <Button loading={busy} reason={why} aria-label={text.setDefaultNamed(name)} onClick={onDefault}>
            {text.setDefault}
          </Button>
        )}
        <Button color="error" reason={why} aria-label={text.removeNamed(name)} onClick={onRemove}>
          {text.remove}
        </Button>
      </Foot>
    </Tile>
  );
}
