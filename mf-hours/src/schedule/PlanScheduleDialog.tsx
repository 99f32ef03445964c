import { apiErrorOf, serverMessage, remedyMessage } from 'shared-api';
import { addDays, isDate, scheduleStartProblem, weekdayOf } from 'shared-api/contracts';
import { FormDialog, useStoredForm } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack, Typography } from 'shared-ui/mui';
import { DateInput } from 'shared-ui/date-pickers';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useReadWeeklyHoursQuery, useSaveScheduleMutation } from '../api';
import type { Rows } from '../weekly-hours/rows';
import { messages } from './messages';
import { planRecord } from './stored-plan';

const { plan } = messages;

export interface PlanScheduleDialogProps {
  practiceId: number;
  rows: Rows;
  changes: number;
  wrong: boolean;
  today: string;
  startBounds: { start: string; end: string };
  /** Start dates of the existing schedules. */
  taken: readonly string[];
  onClose: () => void;
  onPlanned: (validFrom: string) => void;
  /** Shows the schedule that starts on a day. */
  onOpen: (validFrom: string) => void;
}

/** The Monday after a day. */
const nextMonday = (date: string): string => addDays(date, 7 - ((weekdayOf(date) + 6) % 7));

interface ReplacedSchedule {
  /** The ETag of the schedule; undefined if there is none, or while it loads. */
  version: string | undefined;
  /** Why the schedule can't be replaced yet. */
  unread: string | undefined;
  readAgain: () => void;
}

/** The version of the schedule that will be replaced. */
function useReplacedSchedule(practiceId: number, validFrom: string | null): ReplacedSchedule {
  const read = useReadWeeklyHoursQuery(
    { practice: practiceId, validFrom: validFrom ?? '' },
    { skip: validFrom === null, refetchOnMountOrArgChange: true },
  );
  const version = read.isFetching ? undefined : read.currentData?.etag;
  const waiting = read.error ? (remedyMessage(read.error) ?? plan.readFailed) : plan.reading;
  return {
    version,
    unread: validFrom === null || version !== undefined ? undefined : waiting,
    readAgain: () => {
      if (validFrom !== null) void read.refetch();
    },
  };
}

/** Another schedule that starts on the chosen day, and its author. */
interface PlanConflict {
  from: string;
  by: string;
}

interface PlanProblemsProps {
  refusal: string | undefined;
  conflict: PlanConflict | null;
  onOpen: (validFrom: string) => void;
}

/** Why the schedule wasn't saved. */
function PlanProblems({ refusal, conflict, onOpen }: PlanProblemsProps): ReactNode {
  return (
    <>
      {refusal !== undefined && (
        <Alert severity="error" role="alert">
          {refusal}
        </Alert>
      )}
      {conflict && (
        <Alert
          severity="warning"
          role="alert"
          action={<Button onClick={() => onOpen(conflict.from)}>{plan.open}</Button>}
        >
          <AlertTitle>{plan.conflict(conflict.from, conflict.by)}</AlertTitle>
          <span>{plan.conflictHelp}</span>
        </Alert>
      )}
    </>
  );
}

/** Saves the hours on the page as a schedule that starts on a day. */
export function PlanScheduleDialog(props: PlanScheduleDialogProps): ReactNode {
  const { practiceId, rows, changes, wrong, today, startBounds, taken, onClose, onPlanned, onOpen } = props;
  const { notify } = useRemote();
  const [offered] = useState(() => nextMonday(today));
  const {
    form: validFrom,
    setForm: setValidFrom,
    isChanged,
  } = useStoredForm<string | null>({
    record: planRecord(practiceId),
    initial: offered,
    isForm: (stored) => stored === null || typeof stored === 'string',
  });
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<PlanConflict | null>(null);
  const [save, { isLoading }] = useSaveScheduleMutation();

  const known = validFrom !== null && isDate(validFrom) ? validFrom : null;
  const problem = known === null ? plan.noDate : scheduleStartProblem(known, today);
  const replaced = known !== null && taken.includes(known) ? known : null;
  const { version, unread, readAgain } = useReplacedSchedule(practiceId, replaced);

  const onSave = async (): Promise<void> => {
    if (known === null || problem !== undefined || unread !== undefined) return;
    const { error } = await save({
      practice: practiceId,
      validFrom: known,
      records: [...rows],
      replaces: version ?? null,
    });
    if (!error) {
      notify({ severity: 'success', message: plan.done(known) });
      onPlanned(known);
      return;
    }
    const failure = apiErrorOf(error);
    if (failure.conflict) {
      setConflict({ from: known, by: failure.conflict.changed_by });
      readAgain();
      return;
    }
    setRefusal(serverMessage(failure) ?? plan.failed);
  };

  return (
    <FormDialog
      title={plan.title}
      busy={isLoading}
      isChanged={isChanged}
      confirmLabel={plan.confirm(known)}
      reason={wrong ? plan.errorsFirst : (problem ?? unread)}
      onConfirm={() => void onSave()}
      onClose={onClose}
    >
      <Stack spacing={4}>
        <PlanProblems {...{ refusal, conflict, onOpen }} />
        <DateInput
          label={plan.from}
          value={validFrom}
          help={plan.help(startBounds.start)}
          min={startBounds.start}
          max={startBounds.end}
          error={problem}
          onReset={() => setValidFrom(offered)}
          onChange={(date) => {
            setValidFrom(date);
            setRefusal(undefined);
            setConflict(null);
          }}
        />
        {replaced !== null && (
          <Alert severity="warning" role="status">
            {plan.replaces(replaced)}
          </Alert>
        )}
        <Typography color="textSecondary">{changes > 0 ? plan.changes(changes) : plan.copy}</Typography>
      </Stack>
    </FormDialog>
  );
}
