import { dayIn, type PaymentMethod } from 'shared-api/contracts';
import { Button, color, radius, StatusBadge, styled, Text } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { BrandIcon, brandName } from './brands';
import { expiryText, isExpired } from './expiry';
import { words } from './messages';

const text = words.cards;

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

/** What a card is called: `Visa ending 4242`. */
export function cardName({ card }: PaymentMethod): string {
  return text.name(brandName(card.brand), card.last4);
}

export interface CardTileProps {
  method: PaymentMethod;
  /** It is being made the default one. */
  busy: boolean;
  onDefault: () => void;
  onRemove: () => void;
}

/** One card, with what can be done with it. */
export function CardTile({ method, busy, onDefault, onRemove }: CardTileProps): ReactNode {
  const { time_zone } = usePractice();
  const { brand, last4, exp_month, exp_year } = method.card;
  const name = cardName(method);
  const expired = isExpired(exp_month, exp_year, dayIn(time_zone, new Date()));
  const expiry = expiryText(exp_month, exp_year);
  return (
    <Tile aria-label={name}>
      <Top>
        <BrandIcon brand={brand} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text strong>
            {brandName(brand)} <span style={{ whiteSpace: 'nowrap' }}>{text.number(last4)}</span>
          </Text>
          <Text variant="secondary" tone={expired ? 'danger' : 'third'}>
            {expired ? text.expired(expiry) : text.expires(expiry)}
          </Text>
        </div>
      </Top>
      <Foot>
        {method.is_default ? (
          <StatusBadge tone="success">{text.isDefault}</StatusBadge>
        ) : (
          <Button busy={busy} aria-label={text.setDefaultNamed(name)} onClick={onDefault}>
            {text.setDefault}
          </Button>
        )}
        <Button variant="danger" aria-label={text.removeNamed(name)} onClick={onRemove}>
          {text.remove}
        </Button>
      </Foot>
    </Tile>
  );
}
