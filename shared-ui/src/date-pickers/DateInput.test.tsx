import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { accessibilityViolations } from '../testing/accessibility';
import { renderKit } from '../testing/render';
import { DateInput, UNREADABLE_DATE } from '.';

function Held({ start, heard }: { start: string | null; heard?: (value: string | null) => void }): ReactNode {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateInput
        label="Baseline date"
        help="Reports begin here"
        value={value}
        modified={value !== start}
        onReset={() => setValue(start)}
        onChange={(next) => {
          heard?.(next);
          setValue(next);
        }}
      />
      <output>{String(value)}</output>
    </>
  );
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Baseline date' });

describe('DateInput', () => {
  it('shows MM/DD/YYYY and returns YYYY-MM-DD', async () => {
    const { user, container } = renderKit(<Held start="2026-11-30" />);
    expect(field()).toHaveValue('11/30/2026');
    expect(field()).toHaveAccessibleDescription('Reports begin here');
    await user.clear(field());
    await user.type(field(), '1/5/2027');
    expect(screen.getByRole('status')).toHaveTextContent('2027-01-05');
    await user.tab();
    expect(field()).toHaveValue('01/05/2027');
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('distinguishes an empty field from an invalid date', async () => {
    const heard = jest.fn();
    const { user } = renderKit(<Held start={null} heard={heard} />);
    await user.type(field(), '2/30/2027');
    expect(heard).toHaveBeenLastCalledWith(UNREADABLE_DATE);
    expect(field()).toHaveValue('2/30/2027');
    await user.clear(field());
    expect(heard).toHaveBeenLastCalledWith(null);
  });

  it('clears the date and restores it', async () => {
    const { user } = renderKit(<Held start="2026-11-30" />);
    await user.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Revert Baseline date' }));
    expect(field()).toHaveValue('11/30/2026');
  });

  it('opens a calendar with the keyboard and chooses a day in it', async () => {
    const { user } = renderKit(<Held start="2026-11-30" />);
    await user.click(field());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const calendar = within(await screen.findByRole('dialog', { name: 'Baseline date' }));
    const day = await calendar.findByRole('gridcell', { name: '30' });
    await waitFor(() => expect(day).toHaveFocus());
    expect(await accessibilityViolations(screen.getByRole('dialog'))).toEqual([]);
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(field()).toHaveValue('11/29/2026');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(field()).toHaveFocus();
  });

  it('disables typing, clearing and the calendar when disabled', () => {
    renderKit(<DateInput label="Expires" value="2026-11-30" disabled onChange={() => undefined} />);
    expect(screen.getByRole('textbox', { name: 'Expires' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Clear Expires' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose Expires' })).toHaveAttribute('aria-disabled', 'true');
  });
});
