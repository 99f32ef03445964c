import { countText, factsText } from 'shared-api/contracts';
import { commonMessages, MenuButton, type MenuItems, MoreIcon } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { Dispatch, ReactNode } from 'react';
import { messages } from '../messages';
import { messages as scheduleMessages } from '../schedule/messages';
import type { Action, Draft } from './draft';
import { differences } from './summary';
import type { WeekNavigation } from './use-week-navigation';

const text = messages.weeklyHours;

export interface HoursMenuProps {
  /** Null while the hours load. */
  draft: Draft | null;
  dispatch: Dispatch<Action>;
  changes: number;
  /** Why the person may not change hours; undefined if they may. */
  reason: string | undefined;
  navigation: WeekNavigation;
  refreshing: boolean;
  /** The entries that plan, show and delete schedules. */
  schedules: MenuItems;
  onRefresh: () => void;
  onExceptions: () => void;
}

/** Rarely used actions on a phone. In one provider's week, only the back link. */
export function HoursMenu(props: HoursMenuProps): ReactNode {
  const { draft, dispatch, changes, reason, navigation, refreshing, schedules, onRefresh, onExceptions } = props;
  const { filter, setFilter, shown, show, setEditing, setRequest } = navigation;
  if (shown) {
    return (
      <Button
        onClick={() => {
          setEditing(() => null);
          show(null);
        }}
      >
        {text.phone.done}
      </Button>
    );
  }
  const differing = draft ? differences(draft.rows).length : 0;
  const locked = draft === null || reason !== undefined;
  const why = reason === undefined ? {} : { detail: reason };
  const items: MenuItems = [
    { label: scheduleMessages.bar.exceptions, onSelect: onExceptions },
    ...schedules,
    'divider',
    {
      label: text.toolbar.copyDay,
      disabled: locked,
      ...why,
      onSelect: () => setRequest({ kind: 'copy-day', start: {} }),
    },
    {
      label: factsText([text.toolbar.onlyDiffering, countText(differing)]),
      checked: filter.onlyDiffering,
      onSelect: () => setFilter({ ...filter, onlyDiffering: !filter.onlyDiffering }),
    },
    { label: text.refresh, disabled: refreshing, onSelect: onRefresh },
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
      // A disabled entry looks like the other ones.
      danger: changes > 0,
      disabled: changes === 0,
      onSelect: () => setRequest({ kind: 'discard' }),
    },
  ];
  return <MenuButton iconOnly label={text.phone.more} startIcon={<MoreIcon />} items={items} />;
}
