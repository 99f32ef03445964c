import { FormDialog, styled, useStoredForm } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Divider, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { Action } from './draft';
import { nameOf } from './names';
import { followsOffice, isOffice, type Row, type Rows } from './rows';
import { copyDialogKey, isIdList } from './stored-copy';

const text = messages.weeklyHours.copyWeek;

const CheckboxList = styled('div')({ maxHeight: 280, overflowY: 'auto' });

export interface CopyWeekDialogProps {
  from: Row;
  /** The rows that the filter shows. */
  rows: Rows;
  onCopy: (action: Extract<Action, { type: 'copy-week' }>) => void;
  onClose: () => void;
}

/** Copies the week of one row to selected providers. A reload keeps the selection. */
export function CopyWeekDialog({ from, rows, onCopy, onClose }: CopyWeekDialogProps): ReactNode {
  const {
    form: chosen,
    setForm: setChosen,
    isChanged,
  } = useStoredForm<readonly number[]>({
    record: copyDialogKey(usePractice().id),
    request: { kind: 'copy-week', id: from.provider_id },
    initial: [],
    isForm: isIdList,
  });
  // Followers of the office already have its week.
  const others = rows.filter((row) => row !== from && !isOffice(row) && !(isOffice(from) && followsOffice(row)));
  // A provider may have left since the choice was stored.
  const ids = new Set(others.map((row) => row.provider_id).filter((id) => chosen.includes(id)));
  const become = followsOffice(from)
    ? 0
    : others.filter((row) => ids.has(row.provider_id) && followsOffice(row)).length;
  const every = others.length > 0 && ids.size === others.length;

  return (
    <FormDialog
      title={text.title(nameOf(from))}
      isChanged={isChanged}
      confirmLabel={text.confirm(ids.size)}
      reason={ids.size === 0 ? text.nothing : undefined}
      onConfirm={() => onCopy({ type: 'copy-week', from: from.provider_id, ids })}
      onClose={onClose}
    >
      <Stack spacing={2} role="group" aria-label={text.to}>
        <CheckboxField
          label={text.all(others.length)}
          checked={every}
          indeterminate={ids.size > 0 && !every}
          onChange={(_, on) => setChosen(on ? others.map((row) => row.provider_id) : [])}
        />
        <Divider />
        <CheckboxList>
          {others.map((row) => {
            const id = row.provider_id;
            return (
              <CheckboxField
                key={id}
                label={nameOf(row)}
                checked={ids.has(id)}
                onChange={(_, on) => setChosen(on ? [...ids, id] : [...ids].filter((other) => other !== id))}
              />
            );
          })}
        </CheckboxList>
        {become > 0 && (
          <Typography variant="body2" color="textSecondary">
            {text.become(become)}
          </Typography>
        )}
      </Stack>
    </FormDialog>
  );
}
