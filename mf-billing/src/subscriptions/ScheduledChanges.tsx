import type { Subscription } from 'shared-api/contracts';
import { ChevronDownIcon, ChevronRightIcon, color, styled, Text } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { dayText } from '../figures';
import { DashboardLink } from './DashboardLink';
import { ItemRow } from './ItemRow';
import { words } from './messages';

const text = words.current;

const Root = styled('div')({ borderTop: `1px solid ${color.line}`, backgroundColor: color.subtle });

const Toggle = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  padding: '10px 16px',
  border: 0,
  background: 'none',
  color: color.inkSecond,
  fontSize: 13,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { color: color.ink },
  '&:focus-visible': { outlineOffset: -2 },
});

const Items = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Foot = styled('div')({ padding: '0 16px 10px' });

/** What will be different from a day on, under the subscription that it changes. No action is offered here. */
export function ScheduledChanges({ of, dashboard }: { of: Subscription; dashboard: string | null }): ReactNode {
  const { time_zone } = usePractice();
  const [open, setOpen] = useState(false);
  const id = useId();
  const from = of.current_phase ? dayText(of.current_phase.start_date, time_zone) : null;
  return (
    <Root>
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        <span>
          <Text as="span" strong style={{ fontSize: 13 }}>
            {text.scheduled}
          </Text>
          {text.scheduledFrom(from, of.items.length)}
        </span>
      </Toggle>
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
                  scheduled
                  onDeed={() => undefined}
                />
              ))}
            </Items>
            {dashboard !== null && (
              <Foot>
                <DashboardLink
                  href={`${dashboard}/subscription_schedules/${of.id}`}
                  what={text.dashboard.schedule}
                  name={of.plan_name}
                />
              </Foot>
            )}
          </>
        )}
      </div>
    </Root>
  );
}
