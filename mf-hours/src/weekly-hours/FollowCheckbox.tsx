import { CheckboxField } from 'shared-ui/choices';
import { memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { GridActions } from './grid-actions';

const text = messages.weeklyHours.grid;

export interface FollowCheckboxProps {
  id: number;
  name: string;
  following: boolean;
  /** True if the checkbox has an unsaved change. */
  changed: boolean;
  active: boolean;
  readOnly: boolean;
  grid: GridActions;
}

/** The checkbox that makes a provider use the office hours. */
export const FollowCheckbox = memo(function FollowCheckbox({
  id,
  name,
  following,
  changed,
  active,
  readOnly,
  grid,
}: FollowCheckboxProps): ReactNode {
  return (
    <CheckboxField
      size="small"
      label={text.follow}
      aria-label={text.followOf(name)}
      data-cell={`${id}:provider`}
      tabIndex={active ? 0 : -1}
      // Not `disabled`, so that the keyboard still reaches the cell.
      aria-disabled={readOnly || undefined}
      checked={following}
      modified={changed}
      onChange={(_, on) => grid.dispatch({ type: 'follow', id, on })}
    />
  );
});
