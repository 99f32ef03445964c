import { isApiError, serverMessage } from 'shared-api';
import { addDays, isDate, scheduleStartProblem, weekdayOf } from 'shared-api/contracts';
import { Button, commonMessages, Dialog, Notice, Stack, Text } from 'shared-ui';
import { DateInput } from 'shared-ui/date-pickers';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useSaveScheduleMutation } from '../api';
import type { Rows } from '../weekly-hours/rows';
import { words } from './messages';

export interface PlanScheduleDialogProps {
  practiceId: number;
  rows: Rows;
  changes: number;
  wrong: boolean;
  today: string;
  startBounds: { start: string; end: string };
  /** First days of the schedules that there are. */
  taken: readonly string[];
  onClose: () => void;
  onPlanned: (validFrom: string) => void;
}

/** The Monday after a day. */
const nextMonday = (date: string): string => addDays(date, 7 - ((weekdayOf(date) + 6) % 7));

/** Saves the hours on the page as a schedule from a day on. */
export function PlanScheduleDialog(props: PlanScheduleDialogProps): ReactNode {
  const { practiceId, rows, changes, wrong, today, startBounds, taken, onClose, onPlanned } = props;
  const { notify } = useRemote();
  const [validFrom, setValidFrom] = useState<string | null>(() => nextMonday(today));
  const [refusal, setRefusal] = useState<string>();
  const [save, { isLoading }] = useSaveScheduleMutation();
  const { plan } = words;

  const known = validFrom !== null && isDate(validFrom) ? validFrom : null;
  const problem = known === null ? plan.noDate : scheduleStartProblem(known, today);

  const onSave = async (): Promise<void> => {
    if (known === null || problem !== undefined) return;
    const { error } = await save({ practice: practiceId, validFrom: known, records: [...rows] });
    if (!error) {
      notify({ severity: 'success', message: plan.done(known) });
      onPlanned(known);
      return;
    }
    const said = isApiError(error) ? serverMessage(error) : undefined;
    setRefusal(said ?? plan.failed);
  };

  return (
    <Dialog
      open
      size="small"
      title={plan.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="primary"
            busy={isLoading}
            why={wrong ? plan.errorsFirst : problem}
            onClick={() => void onSave()}
          >
            {plan.confirm(known)}
          </Button>
        </>
      }
    >
      <Stack>
        {refusal !== undefined && (
          <Notice tone="danger" live="assertive">
            {refusal}
          </Notice>
        )}
        <DateInput
          label={plan.from}
          value={validFrom}
          help={plan.help(startBounds.start)}
          error={problem}
          onChange={(date) => {
            setValidFrom(date);
            setRefusal(undefined);
          }}
        />
        {known !== null && taken.includes(known) && (
          <Notice tone="attention" live="polite">
            {plan.replaces(known)}
          </Notice>
        )}
        <Text tone="second">{changes > 0 ? plan.changes(changes) : plan.copy}</Text>
      </Stack>
    </Dialog>
  );
}
