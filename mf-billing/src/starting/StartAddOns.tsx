import { addOnGroups } from 'shared-api/contracts';
import { Button, ChevronDownIcon, ChevronRightIcon, Stack } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { AddOnChoice } from '../add-ons/AddOnChoice';
import { words } from './messages';
import type { StartAddOns as AddOns } from './use-start-add-ons';

/** Optional features to begin a plan with, behind a button: nothing has to be chosen. Absent where a plan has none. */
export function StartAddOns({ of, currency }: { of: AddOns; currency: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const { context, selection } = of;
  if (addOnGroups([], context).length === 0) return null;
  return (
    <Stack gap={2}>
      <div>
        <Button
          variant="quiet"
          icon={open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {words.addOns.open(selection.chosen.length)}
        </Button>
      </div>
      {open && (
        <Stack gap={3}>
          <AddOnChoice context={context} selection={selection} currency={currency} none={null} />
        </Stack>
      )}
    </Stack>
  );
}
