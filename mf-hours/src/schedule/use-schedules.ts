/** The schedules of the hours, and the menu that plans, shows and deletes them. */
import { type MenuItems, useStoredRequest } from 'shared-ui';
import { useRight } from 'shared-ui/remote';
import { useState } from 'react';
import { useListSchedulesQuery } from '../api';
import { messages } from './messages';
import { planRecord } from './stored-plan';
import type { ScheduleView } from './use-schedule-view';

export type Schedules = ReturnType<typeof useSchedules>;

export function useSchedules(practiceId: number, view: ScheduleView, setView: (change: Partial<ScheduleView>) => void) {
  const { held, reason } = useRight('hours');
  const { data, error, refetch } = useListSchedulesQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const stored = useStoredRequest(planRecord(practiceId));
  const [opened, setOpened] = useState<'plan' | { remove: string } | null>(
    held && stored !== undefined ? 'plan' : null,
  );
  const today = data?.today ?? '';
  const savesFrom = data?.saves_from ?? null;
  const current = data?.schedules.find((each) => each.in_effect);
  const planned = (data?.schedules ?? []).flatMap(({ valid_from: from }) =>
    from !== null && from > today ? from : [],
  );

  const items: MenuItems = [
    {
      label: messages.bar.plan,
      onSelect: () => setOpened('plan'),
      disabled: !data || !held,
      ...(reason !== undefined && { detail: reason }),
    },
    ...planned.map((from) => ({
      label: messages.bar.planned(from),
      checked: view.schedule === from,
      onSelect: () => setView({ schedule: from }),
    })),
    ...(planned.length > 0 ? (['divider'] as const) : []),
    ...planned.map((from) => ({
      label: messages.bar.remove(from),
      danger: true,
      disabled: !held,
      onSelect: () => setOpened({ remove: from }),
    })),
  ];

  return { data, error, refetch, items, opened, setOpened, current, next: planned[0], today, savesFrom };
}
