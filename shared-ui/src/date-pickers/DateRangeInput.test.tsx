import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderKit } from '../testing/render';
import { type DateRange, DateRangeInput, isReversed, UNREADABLE_DATE } from '.';

const REVERSED = 'The end is before the start';

function Range({ start, onChange }: { start: DateRange; onChange?: (...change: unknown[]) => void }): ReactNode {
  const [value, setValue] = useState(start);
  return (
    <DateRangeInput
      startLabel="From"
      endLabel="To"
      value={value}
      onChange={(next, changed) => {
        onChange?.(next, changed);
        setValue(next);
      }}
    />
  );
}

const field = (name: 'From' | 'To'): HTMLElement => screen.getByRole('group', { name });

describe('DateRangeInput', () => {
  it('returns both dates and which of them has changed', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(<Range start={{ start: '2026-11-10', end: null }} onChange={onChange} />);
    await user.click(within(field('To')).getByRole('spinbutton', { name: 'Month' }));
    await user.keyboard('11302026');
    expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-10', end: '2026-11-30' }, 'end');
    await user.click(within(field('From')).getByRole('spinbutton', { name: 'Day' }));
    await user.keyboard('12');
    expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-12', end: '2026-11-30' }, 'start');
  });

  it('reports an end before the start until one is corrected', async () => {
    const { user } = renderKit(<Range start={{ start: '2026-11-20', end: '2026-11-10' }} />);
    expect(field('To')).toHaveAccessibleDescription(REVERSED);
    expect(field('From')).not.toHaveAccessibleDescription();
    await user.click(within(field('From')).getByRole('spinbutton', { name: 'Day' }));
    await user.keyboard('05');
    expect(field('To')).not.toHaveAccessibleDescription();
  });

  it.each([
    ['From', '11', '10'],
    ['To', '9', '10'],
  ] as const)('offers in the calendar of %s only days that fit the other date', async (name, outside, inside) => {
    const { user } = renderKit(<Range start={{ start: '2026-11-10', end: '2026-11-10' }} />);
    await user.click(screen.getByRole('button', { name: `Choose ${name}` }));
    expect(await screen.findByRole('gridcell', { name: outside })).toBeDisabled();
    expect(screen.getByRole('gridcell', { name: inside })).toBeEnabled();
  });

  it("shows the form's own message instead of its own", () => {
    renderKit(
      <DateRangeInput
        startLabel="From"
        endLabel="To"
        value={{ start: '2026-11-20', end: '2026-11-10' }}
        errors={{ start: 'Choose a start', end: 'Choose an end' }}
        onChange={() => undefined}
      />,
    );
    expect(field('From')).toHaveAccessibleDescription('Choose a start');
    expect(field('To')).toHaveAccessibleDescription('Choose an end');
  });
});

describe('isReversed', () => {
  it.each([
    ['2026-11-10', '2026-11-09', true],
    ['2026-11-10', '2026-11-10', false],
    ['2026-11-10', null, false],
    [null, '2026-11-10', false],
    ['2026-11-10', UNREADABLE_DATE, false],
  ] as const)('compares %j with %j', (start, end, reversed) => {
    expect(isReversed({ start, end })).toBe(reversed);
  });
});
