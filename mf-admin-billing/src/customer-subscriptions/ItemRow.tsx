import { type AdminItem, periodText } from 'shared-api/contracts';
import { color, FactLine, formatMoney, MenuButton, MoreIcon, narrow, StatusBadge, styled, TrashIcon } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { dayText } from '../instants';
import { hasSeat, itemName } from './groups';
import { nameOfItem } from './seats';
import { ItemContents } from './ItemContents';
import { subscriptionsMessages } from './messages';

const messages = subscriptionsMessages.item;

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 32px',
  alignItems: 'start',
  columnGap: 16,
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  [narrow]: { columnGap: 8 },
});

/** With large text, the price is below the name. */
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '0 16px' });

const Name = styled('div')({
  display: 'flex',
  flex: '1 1 5.5em',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  minWidth: 0,
});

const Contents = styled('div')({ gridColumn: '1 / -1', marginTop: 4, '&:empty': { display: 'none' } });

const Action = styled('div')({ gridColumn: 2, gridRow: '1 / 3', display: 'flex', justifyContent: 'flex-end' });

export interface ItemRowProps {
  item: AdminItem;
  scheduled?: boolean;
  /** The item whose seat includes this scheduled item's seat. Undefined if it has its own seat or none. */
  comesWith?: AdminItem | undefined;
  /** Called with the ids of the items whose seats are to be removed. */
  onRemove: (items: readonly string[]) => void;
}

/** One item with its contents, price and seat holders, and a menu that removes the practice's seat. */
export function ItemRow({ item, scheduled = false, comesWith, onRemove }: ItemRowProps): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const { quantity, amount, currency, interval, every, used_quantity, total_quantity, assigned_practices, stop_date } =
    item;
  const { starts_at: start } = item;
  const name = itemName(item);
  const mine = hasSeat(item, practiceId);
  const others = assigned_practices.filter(({ id }) => id !== practiceId).map((other) => other.name);
  const seats = [
    messages.quantity(quantity),
    messages.seats(used_quantity, total_quantity),
    others.length > 0 && messages.alsoUsedBy(others.join(', ')),
    !mine && messages.notThis,
    comesWith && messages.comesWith(itemName(comesWith)),
  ];
  return (
    <Row aria-label={nameOfItem(item, time_zone)}>
      <Head>
        <Name>
          <Typography component="span" style={{ overflowWrap: 'anywhere' }} variant="subtitle1">
            {name}
          </Typography>
          {scheduled && (
            <StatusBadge tone="information">
              {start == null ? messages.isScheduled : messages.scheduledFrom(dayText(start, time_zone))}
            </StatusBadge>
          )}
          {stop_date !== null && (
            <StatusBadge tone="attention">{messages.ends(dayText(stop_date, time_zone))}</StatusBadge>
          )}
        </Name>
        <Typography align="right" component="div">
          {item.by_usage === true ? messages.byUsage : formatMoney(amount, currency)}
          <Typography variant="body2" color="textTertiary" component="span">
            {` / ${periodText(interval, every)}`}
          </Typography>
        </Typography>
      </Head>
      <Typography variant="body2" color="textTertiary">
        <FactLine facts={seats} />
      </Typography>
      <Contents>
        <ItemContents item={item} />
      </Contents>
      <Action>
        {mine && comesWith === undefined && (
          <MenuButton
            iconOnly
            size="small"
            variant="text"
            startIcon={<MoreIcon size={16} />}
            label={messages.actionsFor(nameOfItem(item, time_zone))}
            items={[
              {
                label: messages.remove,
                icon: <TrashIcon size={14} />,
                danger: true,
                onSelect: () => onRemove([item.id]),
              },
            ]}
          />
        )}
      </Action>
    </Row>
  );
}
