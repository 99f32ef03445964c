import { apiErrorOf, serverMessage } from 'shared-api';
import { type DateRange, dayText, daysOfHoliday, type Holiday, OFFICE, usFederalHolidays } from 'shared-api/contracts';
import { color, FormDialog, styled, useStoredForm } from 'shared-ui';
import { CheckboxField, SelectField } from 'shared-ui/choices';
import { Alert, Skeleton, Stack } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useAddHolidaysMutation, useListExceptionsQuery } from '../api';
import { messages } from './messages';
import { type HolidaysForm, holidaysRecord, isHolidaysForm } from './stored-holidays';

const text = messages.holidaysDialog;

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 2,
  border: 0,
  margin: 0,
  padding: 0,
  legend: { padding: '0 0 4px', fontSize: 13, fontWeight: 550 },
});

const Earlier = styled('details')({
  summary: { width: 'fit-content', minHeight: 24, padding: '4px 0', color: color.inkSecond, cursor: 'pointer' },
  '@media (pointer: coarse)': { summary: { minHeight: 44, alignContent: 'center' } },
  '&[open]': { display: 'grid', gap: 2 },
});

export interface HolidaysDialogProps {
  practiceId: number;
  firstYear: number;
  today: string;
  bounds: DateRange;
  onClose: () => void;
}

function yearsUntil(today: string, end: string): number[] {
  const first = Number(today.slice(0, 4));
  return Array.from({ length: Number(end.slice(0, 4)) - first + 1 }, (_, at) => first + at);
}

interface HolidayCheckboxProps {
  holiday: Holiday;
  /** True if the office already has an exception on its days. */
  there: boolean;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

function HolidayCheckbox({ holiday, there, chosen, onChoose }: HolidayCheckboxProps): ReactNode {
  const { name, date, observed } = holiday;
  const days = observed === date ? dayText(date) : `${dayText(date)}, ${text.observed(dayText(observed))}`;
  return (
    <CheckboxField
      label={`${name}, ${days}${there ? ` (${text.there})` : ''}`}
      checked={!there && chosen}
      disabled={there}
      onChange={(_, on) => onChoose(on)}
    />
  );
}

interface HolidayListProps {
  holidays: readonly Holiday[];
  today: string;
  checkbox: (holiday: Holiday) => ReactNode;
  isChosen: (holiday: Holiday) => boolean;
}

/** The upcoming holidays, and the past ones collapsed. */
function HolidayList({ holidays, today, checkbox, isChosen }: HolidayListProps): ReactNode {
  const past = holidays.filter(({ observed }) => observed < today);
  return (
    <>
      {holidays.filter(({ observed }) => observed >= today).map(checkbox)}
      {past.length > 0 && (
        <Earlier open={past.some(isChosen) || undefined}>
          <summary>{text.earlier}</summary>
          {past.map(checkbox)}
        </Earlier>
      )}
    </>
  );
}

/** Closes the office on the selected federal holidays. A reload keeps the selection. */
export function HolidaysDialog({ practiceId, firstYear, today, bounds, onClose }: HolidaysDialogProps): ReactNode {
  const { notify } = useRemote();
  const years = yearsUntil(today, bounds.end);
  const { form, setForm, isChanged } = useStoredForm<HolidaysForm>({
    record: holidaysRecord(practiceId),
    initial: { year: firstYear, picked: {} },
    isForm: (stored) => isHolidaysForm(stored, years),
  });
  const { year, picked } = form;
  const [failure, setFailure] = useState<string>();
  const [add, { isLoading }] = useAddHolidaysMutation();
  const holidays = usFederalHolidays(year);
  const range = { practice: practiceId, start: `${year - 1}-12-31`, end: `${year}-12-31` };
  const { currentData: exceptions } = useListExceptionsQuery(range, { refetchOnMountOrArgChange: true });
  const office = exceptions?.filter((each) => each.provider_id === OFFICE);
  const isThere = (holiday: Holiday): boolean => {
    const { start, end } = daysOfHoliday(holiday);
    return office?.some((each) => each.start_date <= end && each.end_date >= start) === true;
  };
  // Past holidays are not preselected, because they would change worked hours.
  const isChosenAtFirst = ({ observed }: Holiday): boolean => observed >= today;
  const isChosen = (holiday: Holiday): boolean => picked[holiday.date] ?? isChosenAtFirst(holiday);
  const choose = (holiday: Holiday, on: boolean): void => {
    const { [holiday.date]: _, ...others } = picked;
    setForm({ year, picked: on === isChosenAtFirst(holiday) ? others : { ...others, [holiday.date]: on } });
  };
  const checkbox = (holiday: Holiday): ReactNode => (
    <HolidayCheckbox
      key={holiday.id}
      holiday={holiday}
      there={isThere(holiday)}
      chosen={isChosen(holiday)}
      onChoose={(on) => choose(holiday, on)}
    />
  );
  const open = holidays.filter((holiday) => !isThere(holiday));
  const chosen = open.filter(isChosen).map(({ id }) => id);

  const onAdd = async (): Promise<void> => {
    const { data, error } = await add({ practice: practiceId, year, holidays: chosen });
    if (data) {
      notify({ severity: 'success', message: text.done(data.added.length) });
      if (data.skipped.length > 0) notify({ severity: 'info', message: text.skipped(data.skipped) });
      onClose();
      return;
    }
    setFailure(serverMessage(apiErrorOf(error)) ?? text.failed);
  };

  return (
    <FormDialog
      title={text.title}
      busy={isLoading}
      isChanged={isChanged}
      confirmLabel={text.confirm(chosen.length)}
      reason={chosen.length === 0 ? text.none : undefined}
      onConfirm={() => void onAdd()}
      onClose={onClose}
    >
      <Stack spacing={4}>
        {failure !== undefined && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
        <SelectField
          label={text.year}
          value={String(year)}
          options={years.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={(event) => setForm({ year: Number(event.target.value), picked })}
        />
        <Choices>
          <legend>{text.list}</legend>
          {exceptions ? <HolidayList {...{ holidays, today, checkbox, isChosen }} /> : <Skeleton height={320} />}
        </Choices>
      </Stack>
    </FormDialog>
  );
}
