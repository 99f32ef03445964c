import { type Day, days, OFFICE } from 'shared-api/contracts';
import { Button, Checkbox, commonMessages, Dialog, Notice, SelectInput, Stack, styled, Text } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import { withOwnDays } from './copy';
import { hasHours, textsOf } from './day-text';
import type { Action } from './draft';
import { nameOf } from './names';
import { isOffice, type Rows, rowOf } from './rows';

const words = messages.weeklyHours.copyDay;
const { days: dayNames } = messages.weeklyHours;

/** All providers that the filter shows, as against one row by its id. */
const SHOWN = 'shown';

/** Days that a week is usually worked on; offered as the targets. */
const workdays: readonly Day[] = days.slice(0, 5);

const Choices = styled('fieldset')({
  border: 0,
  margin: 0,
  padding: 0,
  legend: { padding: 0, fontSize: 13, fontWeight: 550 },
});

const Ticks = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
  gap: '0 12px',
});

export interface CopyDayDialogProps {
  rows: Rows;
  /** The row and the day that it was opened on; from the toolbar, all shown providers. */
  start: { id?: number; day?: Day };
  onCopy: (action: Extract<Action, { type: 'copy-day' }>) => void;
  onClose: () => void;
}

/** Copies a day of one row, or of every shown provider, to other days. Says how far it reaches before it does. */
export function CopyDayDialog({ rows, start, onCopy, onClose }: CopyDayDialogProps): ReactNode {
  const [from, setFrom] = useState<Day>(start.day ?? 'mon');
  const [whose, setWhose] = useState(start.id === undefined ? SHOWN : String(start.id));
  const [to, setTo] = useState<ReadonlySet<Day>>(new Set(workdays.filter((day) => day !== from)));

  const providers = rows.filter((row) => !isOffice(row));
  const ids = new Set(whose === SHOWN ? providers.map((row) => row.provider_id) : [Number(whose)]);
  const changed = withOwnDays(rows, ids);
  const targets = days.filter((day) => to.has(day) && day !== from);
  const left = ids.size - changed.length;
  const daysOff = changed.flatMap((row) =>
    hasHours(textsOf(row, from))
      ? targets.filter((day) => !hasHours(textsOf(row, day))).map((day) => `${nameOf(row)}, ${dayNames[day]}`)
      : [],
  );
  const only = rowOf(rows, Number(whose));

  return (
    <Dialog
      open
      size="small"
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="primary"
            why={targets.length === 0 || changed.length === 0 ? words.nothing : undefined}
            onClick={() => onCopy({ type: 'copy-day', from, to: targets, ids })}
          >
            {words.confirm(targets.length, changed.length, whose === SHOWN || !only ? null : nameOf(only))}
          </Button>
        </>
      }
    >
      <Stack>
        <SelectInput
          label={words.from}
          value={from}
          options={days.map((day) => ({ value: day, label: dayNames[day] }))}
          onChange={setFrom}
        />
        <SelectInput
          label={words.whose}
          value={whose}
          options={[
            { value: SHOWN, label: words.shown(providers.length) },
            { value: String(OFFICE), label: messages.weeklyHours.office },
            ...providers.map((row) => ({ value: String(row.provider_id), label: nameOf(row) })),
          ]}
          onChange={setWhose}
        />
        <Choices>
          <legend>{words.to}</legend>
          <Ticks>
            {days.map((day) => (
              <Checkbox
                key={day}
                label={dayNames[day]}
                checked={to.has(day) && day !== from}
                disabled={day === from}
                onChange={(on) => setTo(on ? new Set([...to, day]) : new Set([...to].filter((other) => other !== day)))}
              />
            ))}
          </Ticks>
        </Choices>
        {daysOff.length > 0 && (
          <Notice tone="attention" live="polite">
            {words.daysOff(daysOff)}
          </Notice>
        )}
        {left > 0 && (
          <Text variant="secondary" tone="second">
            {words.left(left)}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
