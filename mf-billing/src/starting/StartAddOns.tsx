import { ChevronDownIcon, ChevronRightIcon, RetryNotice } from 'shared-ui';
import { Button, Stack } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { AddOnChoice } from '../add-ons/AddOnChoice';
import { UnavailableAddOns } from '../add-ons/UnavailableAddOns';
import { unavailableOffers } from '../add-ons/use-offers';
import { messages } from './messages';
import type { StartAddOns as StartAddOnsState } from './use-start-add-ons';

/** Optional features for a new subscription. Collapsed because none is required, and hidden if none is offered. */
export function StartAddOns({ state: { offers, selection } }: { state: StartAddOnsState }): ReactNode {
  const [open, setOpen] = useState(false);
  const { data, error, busy, refetch } = offers;
  if (error) {
    return (
      <RetryNotice tone="attention" title={messages.addOns.failed} busy={busy} onRetry={refetch}>
        {error.message}
      </RetryNotice>
    );
  }
  if (!data?.offers.some(({ state }) => state === 'offered')) return null;
  return (
    <Stack spacing={2}>
      <div>
        <Button
          variant="text"
          startIcon={open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {messages.addOns.open(selection.chosen.length)}
        </Button>
      </div>
      {open && (
        <Stack spacing={3}>
          <AddOnChoice offers={offers} selection={selection} />
          <UnavailableAddOns withPlan offers={unavailableOffers(data.offers)} />
        </Stack>
      )}
    </Stack>
  );
}
