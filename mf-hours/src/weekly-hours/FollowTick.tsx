import { Checkbox } from 'shared-ui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { GridActions } from './grid-actions';

const words = messages.weeklyHours.grid;

export interface FollowTickProps {
  id: number;
  name: string;
  following: boolean;
  /** The tick itself is not saved yet. */
  changed: boolean;
  active: boolean;
  readOnly: boolean;
  grid: GridActions;
}

/** The tick of a provider who keeps the office's hours. */
export const FollowTick = memo(function FollowTick({
  id,
  name,
  following,
  changed,
  active,
  readOnly,
  grid,
}: FollowTickProps): ReactNode {
  return (
    <Checkbox
      small
      label={words.follow}
      aria-label={words.followOf(name)}
      data-cell={`${id}:provider`}
      tabIndex={active ? 0 : -1}
      // It stays a cell of the grid that the keys reach.
      aria-disabled={readOnly || undefined}
      checked={following}
      modified={changed}
      onChange={(on) => grid.dispatch({ type: 'follow', id, on })}
    />
  );
});
