import { isApiError, isUnknownCall, serverMessage } from 'shared-api';
import { type DateRange, type ExceptionFields, type HoursException } from 'shared-api/contracts';
import { ChoiceButtons, FormDialog, styled } from 'shared-ui';
import { DateRangeInput, isReversed } from 'shared-ui/date-pickers';
import { SelectField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { useStoredDialog } from 'shared-ui/versioned';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddExceptionMutation, useChangeExceptionMutation } from '../api';
import {
  type ExceptionForm,
  formOf,
  isSameForm,
  kindsOf,
  newForm,
  problemsOfForm,
  toRequest,
  withProvider,
  withStart,
} from './exception-form';
import { datesText, exceptionText, type Names } from './exception-text';
import { kindNames, messages } from './messages';
import { storedName } from './stored-exception';

const text = messages.dialog;

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '12px 16px',
  '@media (max-width: 439.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

/** The content of the dialog: a new exception on a day, or an existing one. */
export type ExceptionDialogRequest = { date: string } | { exception: HoursException };

/** Why a save failed, apart from field errors. */
type Obstacle = { kind: 'failed'; message: string } | { kind: 'conflict'; by: string } | { kind: 'gone' } | null;

export interface ExceptionDialogProps {
  practiceId: number;
  start: ExceptionDialogRequest;
  /** What was entered before a reload. */
  restored?: ExceptionForm | undefined;
  names: Names;
  /** The loaded exceptions; refetched after a conflict. */
  known: readonly HoursException[];
  bounds: DateRange;
  onClose: () => void;
}

/** Adds an exception or changes one. Entered values are kept when someone else changes the exception meanwhile. */
export function ExceptionDialog(props: ExceptionDialogProps): ReactNode {
  const { practiceId, start, restored, names, known, bounds, onClose } = props;
  const { notify } = useRemote();
  const opened = 'exception' in start ? start.exception : null;
  /** The initial values of the fields. */
  const [filled, setFilled] = useState<ExceptionForm>(() =>
    'date' in start ? newForm(start.date) : formOf(start.exception),
  );
  const [form, setForm] = useState(() => ({
    ...(restored ?? filled),
    // A part of a date that was typed before a reload is lost.
    start_date: restored?.start_date || filled.start_date,
    end_date: restored?.end_date || filled.end_date,
  }));
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<ExceptionFields>({});
  const [obstacle, setObstacle] = useState<Obstacle>(null);
  const [add, { isLoading: adding }] = useAddExceptionMutation();
  const [change, { isLoading: changing }] = useChangeExceptionMutation();
  const now = opened && known.find((each) => each.exception_id === opened.exception_id);
  const busy = adding || changing;
  const isGone = obstacle?.kind === 'gone';
  const [version, setVersion] = useState(opened?.version ?? 0);

  const isChanged = !isSameForm(form, filled);
  useStoredDialog(
    storedName(practiceId),
    useMemo(() => (isChanged ? { start, form } : null), [isChanged, start, form]),
  );

  const own = problemsOfForm(form, { bounds, others: known, ownId: opened?.exception_id });
  const errors: ExceptionFields = touched ? { ...refused, ...own } : refused;
  const update = (next: ExceptionForm): void => {
    setForm(next);
    setRefused({});
  };
  const set = <Name extends keyof ExceptionForm>(name: Name, value: ExceptionForm[Name]): void =>
    update({ ...form, [name]: value });

  const onSave = async (): Promise<void> => {
    setTouched(true);
    const input = toRequest(form);
    if (!input || Object.keys(own).length > 0) return;
    // A save after a conflict is based on the version that the other person saved.
    const onVersion = obstacle?.kind === 'conflict' ? (now?.version ?? version) : version;
    const answer =
      opened && !isGone
        ? await change({ practice: practiceId, exception: opened.exception_id, version: onVersion, input })
        : await add({ practice: practiceId, input });
    if (!answer.error) {
      notify({ severity: 'success', message: opened && !isGone ? text.changed : text.addDone });
      onClose();
      return;
    }
    const error = isApiError(answer.error) ? answer.error : undefined;
    if (error?.conflict) setObstacle({ kind: 'conflict', by: error.conflict.changed_by });
    else if (error?.status === 404 && !isUnknownCall(error) && opened) setObstacle({ kind: 'gone' });
    else if (error?.fields) setRefused(error.fields);
    else setObstacle({ kind: 'failed', message: (error && serverMessage(error)) ?? text.failed });
  };

  const range = { start: form.start_date, end: form.end_date };
  const time = (name: 'beg' | 'end' | 'l_beg' | 'l_end', label: string): ReactNode => (
    <TextField
      label={label}
      value={form[name]}
      autoComplete="off"
      errorText={errors[name]}
      onChange={(event) => set(name, event.target.value)}
      onBlur={() => {
        const request = toRequest(form);
        if (request) setForm({ ...form, [name]: request[name] });
      }}
    />
  );

  return (
    <FormDialog
      title={opened ? text.edit : text.add}
      busy={busy}
      isChanged={isChanged}
      confirmLabel={text.save}
      onConfirm={() => void onSave()}
      onClose={onClose}
    >
      <Stack spacing={4}>
        {obstacle?.kind === 'failed' && (
          <Alert severity="error" role="alert">
            {obstacle.message}
          </Alert>
        )}
        {obstacle?.kind === 'gone' && (
          <Alert severity="warning" role="alert">
            {text.gone}
          </Alert>
        )}
        {obstacle?.kind === 'conflict' && (
          <Alert
            severity="warning"
            role="alert"
            action={
              now && (
                <Button
                  onClick={() => {
                    setFilled(formOf(now));
                    update(formOf(now));
                    setVersion(now.version);
                    setObstacle(null);
                  }}
                >
                  {text.takeTheirs}
                </Button>
              )
            }
          >
            <AlertTitle>{text.conflict(obstacle.by)}</AlertTitle>
            {now && <span>{`${text.theirs(`${exceptionText(now, names)}, ${datesText(now)}`)} `}</span>}
            <span>{text.again}</span>
          </Alert>
        )}
        <SelectField
          label={text.who}
          value={String(form.provider_id)}
          options={[...names].map(([id, label]) => ({ value: String(id), label }))}
          errorText={errors.provider_id}
          onChange={(event) => update(withProvider(form, Number(event.target.value)))}
        />
        <div>
          <ChoiceButtons
            label={text.kind}
            value={form.kind}
            options={kindsOf(form.provider_id).map((value) => ({ value, label: kindNames[value] }))}
            onChange={(kind) => set('kind', kind)}
          />
        </div>
        <Pair>
          <DateRangeInput
            startLabel={text.start}
            endLabel={text.end}
            value={range}
            maxStart={null}
            errors={{ start: errors.start_date, end: isReversed(range) ? undefined : errors.end_date }}
            onChange={({ start, end }, changed) => {
              if (changed === 'start') update(withStart(form, start));
              else set('end_date', end);
            }}
          />
        </Pair>
        {form.kind === 'other_hours' && (
          <Pair>
            {time('beg', text.beg)}
            {time('end', text.finish)}
            {time('l_beg', text.lunchBeg)}
            {time('l_end', text.lunchEnd)}
          </Pair>
        )}
        <TextField
          label={text.note}
          helperText={text.noteHelp}
          value={form.note}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={(event) => set('note', event.target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
