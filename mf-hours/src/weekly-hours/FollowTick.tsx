import { color, styled } from 'shared-ui';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { GridActions } from './grid-actions';

const words = messages.weeklyHours.grid;

const Label = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 18,
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 32 },
});

// As the kit's small checkbox. That one cannot be taken out of the tab order, which a cell of the grid has to be.
const Tick = styled('input')({
  appearance: 'none',
  flex: 'none',
  display: 'grid',
  placeContent: 'center',
  width: 14,
  height: 14,
  margin: 0,
  border: `1.5px solid ${color.control}`,
  borderRadius: 4,
  backgroundColor: color.surface,
  cursor: 'inherit',
  '&::before': {
    content: '""',
    boxSizing: 'border-box',
    width: 4,
    height: 8,
    border: `solid ${color.onPrimaryFill}`,
    borderWidth: '0 2px 2px 0',
    transform: 'translateY(-1px) rotate(45deg)',
    opacity: 0,
  },
  '&:checked': { backgroundColor: color.primaryFill, borderColor: color.primaryFill },
  '&:checked::before': { opacity: 1 },
  '@media (forced-colors: active)': { appearance: 'auto' },
});

const Mark = styled('span')({
  flex: 'none',
  width: 7,
  height: 7,
  borderRadius: '50%',
  backgroundColor: color.attention,
});

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
  const label = words.followOf(name);
  return (
    <Label>
      <Tick
        type="checkbox"
        data-cell={`${id}:provider`}
        tabIndex={active ? 0 : -1}
        aria-label={changed ? `${label}, ${words.changed}` : label}
        checked={following}
        onChange={(event) => grid.dispatch({ type: 'follow', id, on: event.target.checked })}
      />
      {words.follow}
      {changed && <Mark />}
    </Label>
  );
});
