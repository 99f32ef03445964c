import type { DateRange, ExceptionFields, ExceptionInput, HoursException } from 'shared-api/contracts';
import { useStoredDialog } from 'shared-ui/versioned';
import { useMemo, useState } from 'react';
import {
  type ExceptionDialogRequest,
  type ExceptionForm,
  formOf,
  isSameForm,
  newForm,
  problemsOfForm,
  toRequest,
} from './exception-form';
import { storedName } from './stored-exception';

export interface ExceptionFormOptions {
  practiceId: number;
  start: ExceptionDialogRequest;
  /** Values entered before a reload. */
  restored?: ExceptionForm | undefined;
  /** The other exceptions, which this one may not overlap. */
  known: readonly HoursException[];
  bounds: DateRange;
}

export interface ExceptionFormState {
  form: ExceptionForm;
  /** True if the form differs from its initial values. */
  isChanged: boolean;
  /** Errors of the server, and of the form after the first attempt to save. */
  errors: ExceptionFields;
  update: (next: ExceptionForm) => void;
  /** Replaces the typed time with the parsed one. */
  completeTime: (name: 'beg' | 'end' | 'l_beg' | 'l_end') => void;
  /** Restarts with the values of an exception. */
  restart: (exception: HoursException) => void;
  /** Shows the errors. The request if there are none. */
  validate: () => ExceptionInput | undefined;
  showRefused: (fields: ExceptionFields) => void;
}

/** The fields of the exception dialog. A reload keeps the entered values. */
export function useExceptionForm(options: ExceptionFormOptions): ExceptionFormState {
  const { practiceId, start, restored, known, bounds } = options;
  /** The initial values of the fields. */
  const [filled, setFilled] = useState<ExceptionForm>(() =>
    'date' in start ? newForm(start.date) : formOf(start.exception),
  );
  const [form, setForm] = useState(() => ({
    ...(restored ?? filled),
    // A partly typed date is lost on a reload.
    start_date: restored?.start_date || filled.start_date,
    end_date: restored?.end_date || filled.end_date,
  }));
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<ExceptionFields>({});

  const isChanged = !isSameForm(form, filled);
  useStoredDialog(
    storedName(practiceId),
    useMemo(() => (isChanged ? { start, form } : null), [isChanged, start, form]),
  );

  const ownId = 'exception' in start ? start.exception.exception_id : undefined;
  const problems = problemsOfForm(form, { bounds, others: known, ownId });
  const update = (next: ExceptionForm): void => {
    setForm(next);
    setRefused({});
  };
  return {
    form,
    isChanged,
    errors: touched ? { ...refused, ...problems } : refused,
    update,
    completeTime(name) {
      const request = toRequest(form);
      if (request) setForm({ ...form, [name]: request[name] });
    },
    restart(exception) {
      setFilled(formOf(exception));
      update(formOf(exception));
    },
    validate() {
      setTouched(true);
      return Object.keys(problems).length > 0 ? undefined : toRequest(form);
    },
    showRefused: setRefused,
  };
}
