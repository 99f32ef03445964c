import { apiErrorOf, serverMessage } from 'shared-api';
import { type DateRange, dayText, daysOfHoliday, type Holiday, OFFICE, usFederalHolidays } from 'shared-api/contracts';
import { FormDialog, styled } from 'shared-ui';
import { CheckboxField, SelectField } from 'shared-ui/choices';
import { Alert, Skeleton, Stack } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useAddHolidaysMutation, useListExceptionsQuery } from '../api';
import { messages } from './messages';

const text = messages.holidaysDialog;

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 2,
  border: 0,
  margin: 0,
  padding: 0,
  legend: { padding: '0 0 4px', fontSize: 13, fontWeight: 550 },
});

export interface HolidaysDialogProps {
  practiceId: number;
  firstYear: number;
  today: string;
  bounds: DateRange;
  onClose: () => void;
}

/** Closes the office on the selected federal holidays. */
export function HolidaysDialog({ practiceId, firstYear, today, bounds, onClose }: HolidaysDialogProps): ReactNode {
  const { notify } = useRemote();
  const [year, setYear] = useState(firstYear);
  /** Changed checkboxes, by the date of the holiday. */
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
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
  const isChosen = (holiday: Holiday): boolean => picked.get(holiday.date) ?? isChosenAtFirst(holiday);
  const choose = (holiday: Holiday, on: boolean): void => {
    const others = [...picked].filter(([date]) => date !== holiday.date);
    setPicked(new Map(on === isChosenAtFirst(holiday) ? others : [...others, [holiday.date, on]]));
  };
  const open = holidays.filter((holiday) => !isThere(holiday));
  const chosen = open.filter(isChosen).map(({ id }) => id);
  const years = [];
  for (let each = Number(today.slice(0, 4)); each <= Number(bounds.end.slice(0, 4)); each += 1) years.push(each);

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
      isChanged={picked.size > 0}
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
          onChange={(event) => setYear(Number(event.target.value))}
        />
        <Choices>
          <legend>{text.list}</legend>
          {exceptions ? (
            holidays.map((holiday) => {
              const { id, name, date, observed } = holiday;
              const there = isThere(holiday);
              const days = observed === date ? dayText(date) : `${dayText(date)}, ${text.observed(dayText(observed))}`;
              return (
                <CheckboxField
                  key={id}
                  label={`${name}, ${days}${there ? ` (${text.there})` : ''}`}
                  checked={!there && isChosen(holiday)}
                  disabled={there}
                  onChange={(_, on) => choose(holiday, on)}
                />
              );
            })
          ) : (
            <Skeleton height={320} />
          )}
        </Choices>
      </Stack>
    </FormDialog>
  );
}
