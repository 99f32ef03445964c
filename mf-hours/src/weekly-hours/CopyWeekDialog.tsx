import { commonMessages, styled, TitledDialog } from 'shared-ui';
import { CheckboxField } from 'shared-ui/choices';
import { Button, Divider, Stack, Typography } from 'shared-ui/mui';
import { useDiscardQuestion } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import type { Action } from './draft';
import { nameOf } from './names';
import { followsOffice, isOffice, type Row, type Rows } from './rows';

const text = messages.weeklyHours.copyWeek;

const CheckboxList = styled('div')({ maxHeight: 280, overflowY: 'auto' });

export interface CopyWeekDialogProps {
  from: Row;
  /** The rows that the filter shows. */
  rows: Rows;
  onCopy: (action: Extract<Action, { type: 'copy-week' }>) => void;
  onClose: () => void;
}

/** Copies the week of one row to selected providers. */
export function CopyWeekDialog({ from, rows, onCopy, onClose }: CopyWeekDialogProps): ReactNode {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const { close, question } = useDiscardQuestion(ids.size > 0 ? text.unsaved : null, onClose);
  // Followers of the office already have its week.
  const others = rows.filter((row) => row !== from && !isOffice(row) && !(isOffice(from) && followsOffice(row)));
  const become = followsOffice(from)
    ? 0
    : others.filter((row) => ids.has(row.provider_id) && followsOffice(row)).length;
  const every = others.length > 0 && ids.size === others.length;

  return (
    <TitledDialog
      open
      maxWidth="xs"
      title={text.title(nameOf(from))}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{commonMessages.cancel}</Button>
          <Button
            variant="contained"
            reason={ids.size === 0 ? text.nothing : undefined}
            onClick={() => onCopy({ type: 'copy-week', from: from.provider_id, ids })}
          >
            {text.confirm(ids.size)}
          </Button>
        </>
      }
    >
      <Stack spacing={2} role="group" aria-label={text.to}>
        <CheckboxField
          label={text.all(others.length)}
          checked={every}
          indeterminate={ids.size > 0 && !every}
          onChange={(_, on) => setIds(new Set(on ? others.map((row) => row.provider_id) : []))}
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
                onChange={(_, on) =>
                  setIds(on ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id)))
                }
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
      {question}
    </TitledDialog>
  );
}
