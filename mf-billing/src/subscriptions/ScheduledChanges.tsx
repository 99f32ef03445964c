import type { ScheduledDifference, Subscription } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, color, FactLine, formatMoney, styled } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText } from '../figures';
import { DashboardLink } from './DashboardLink';
import { ItemRow } from './ItemRow';
import { messages } from './messages';

const text = messages.current;

const Root = styled('div')({ borderTop: `1px solid ${color.line}`, backgroundColor: color.subtle });

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 16px',
  padding: '4px 16px',
  color: color.inkSecond,
  fontSize: 13,
  lineHeight: '20px',
});

/** Its text aligns with the content around it, even when it wraps. */
const Toggle = styled(Button)({ '&&': { margin: '0 -12px' } });

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Foot = styled('div')({ padding: '0 16px 10px' });

const Differences = styled('ul')({ margin: 0, padding: '0 16px 10px 34px', fontSize: 13, lineHeight: '20px' });

/** `Treatment Plan Builder ends, −$39.00 per month, Dec 3, 2026`; without the amount if amounts are hidden. */
export function differenceText(difference: ScheduledDifference, timeZone: string, amountsHidden = false): string {
  const { kind, name, amount_change: change, currency, interval, date } = difference;
  const amount = `${change > 0 ? '+' : ''}${formatMoney(change, currency)} ${text.perChange[interval]}`;
  const cost = change === 0 ? text.noChange : amount;
  return [text.difference[kind](name), ...(amountsHidden ? [] : [cost]), dayText(date, timeZone)].join(', ');
}

export interface ScheduledChangesProps {
  of: Subscription;
  dashboard: string | null;
  amountsHidden: boolean;
}

/**
 * The scheduled changes of a subscription, shown inside its card without actions. The changes are always visible; the
 * future items are collapsed.
 */
export function ScheduledChanges({ of, dashboard, amountsHidden }: ScheduledChangesProps): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = open ? text.hideItems : text.showItems(of.items.length);
  const from = of.current_phase ? dayText(of.current_phase.start_date, time_zone) : null;
  return (
    <Root>
      <Head>
        <FactLine
          facts={[
            <Typography key="title" component="span" style={{ fontSize: 13 }} variant="subtitle1">
              {text.scheduled}
            </Typography>,
            from !== null && text.from(from),
          ]}
        />
        {of.items.length > 0 && (
          <Toggle
            variant="text"
            startIcon={open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
            aria-expanded={open}
            aria-controls={id}
            aria-label={text.itemsOf(label, of.plan_name)}
            onClick={() => setOpen(!open)}
          >
            {label}
          </Toggle>
        )}
      </Head>
      {of.scheduled_differences.length > 0 && (
        <Differences aria-label={text.differences}>
          {of.scheduled_differences.map((difference, at) => (
            <li key={at}>{differenceText(difference, time_zone, amountsHidden)}</li>
          ))}
        </Differences>
      )}
      <div id={id} hidden={!open}>
        {open && (
          <>
            <Items aria-label={text.scheduled}>
              {of.items.map((item) => (
                <ItemRow
                  key={item.id}
                  subscription={of}
                  item={item}
                  dashboard={dashboard}
                  amountsHidden={amountsHidden}
                  scheduled
                  onRequest={() => undefined}
                />
              ))}
            </Items>
            {dashboard !== null && (
              <Foot>
                <DashboardLink href={`${dashboard}/subscription_schedules/${of.id}`} id={of.id} name={of.plan_name} />
              </Foot>
            )}
          </>
        )}
      </div>
    </Root>
  );
}
