import { countText, factsText } from 'shared-api/contracts';
import { CalendarIcon, commonMessages, CopyIcon, MenuButton, type MenuItems, MoreIcon, RefreshIcon } from 'shared-ui';
import type { Dispatch, ReactNode } from 'react';
import { messages } from '../messages';
import { messages as scheduleMessages } from '../schedule/messages';
import type { Action, Draft } from './draft';
import type { DialogRequest } from './HoursDialogs';
import type { ListFilter } from './use-list-filter';

const text = messages.weeklyHours;

export interface HoursMenuProps {
  /** Null while the hours load. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  filter: ListFilter;
  setFilter: (filter: ListFilter) => void;
  /** Number of providers whose hours differ from the office's. */
  differing: number;
  changes: number;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  refreshing: boolean;
  /** The entries that plan, show and delete schedules. */
  schedules: MenuItems;
  onRefresh: () => void;
  onExceptions: () => void;
  onRequest: (request: DialogRequest) => void;
}

/** Everything on a phone that is needed less than once a day. */
export function HoursMenu(props: HoursMenuProps): ReactNode {
  const { draft, dispatch, filter, setFilter, differing, changes, reason, refreshing, schedules } = props;
  const { onRefresh, onExceptions, onRequest } = props;
  const locked = draft === null || reason !== undefined;
  const why = reason === undefined ? {} : { detail: reason };
  const items: MenuItems = [
    { label: scheduleMessages.bar.exceptions, icon: <CalendarIcon />, onSelect: onExceptions },
    ...schedules,
    'divider',
    {
      label: text.toolbar.copyDay,
      icon: <CopyIcon />,
      disabled: locked,
      ...why,
      onSelect: () => onRequest({ kind: 'copy-day', start: {} }),
    },
    {
      label: factsText([text.toolbar.onlyDiffering, countText(differing)]),
      checked: filter.onlyDiffering,
      onSelect: () => setFilter({ ...filter, onlyDiffering: !filter.onlyDiffering }),
    },
    { label: text.refresh, icon: <RefreshIcon />, disabled: refreshing, onSelect: onRefresh },
    'divider',
    {
      label: commonMessages.undo,
      disabled: locked || draft.done.length === 0,
      onSelect: () => dispatch({ type: 'undo' }),
    },
    {
      label: text.undo.redo,
      disabled: locked || draft.undone.length === 0,
      onSelect: () => dispatch({ type: 'redo' }),
    },
    {
      label: text.phone.discard,
      danger: true,
      disabled: changes === 0,
      onSelect: () => onRequest({ kind: 'discard' }),
    },
  ];
  return <MenuButton iconOnly label={text.phone.more} startIcon={<MoreIcon />} items={items} />;
}
