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
  grid: GridActions;
}

/** The tick of a provider who keeps the office's hours. */
export const FollowTick = memo(function FollowTick({
  id,
  name,
  following,
  changed,
  active,
  grid,
}: FollowTickProps): ReactNode {
  return (
    <Checkbox
      small
      label={words.follow}
      aria-label={words.followOf(name)}
      data-cell={`${id}:provider`}
      tabIndex={active ? 0 : -1}
      checked={following}
      modified={changed}
      onChange={(on) => grid.dispatch({ type: 'follow', id, on })}
    />
  );
});
