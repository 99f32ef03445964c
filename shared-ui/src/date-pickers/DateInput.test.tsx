import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { faultsIn } from '../testing/accessible';
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
  it('shows MM/DD/YYYY and gives YYYY-MM-DD', async () => {
    const { person, container } = renderKit(<Held start="2026-11-30" />);
    expect(field()).toHaveValue('11/30/2026');
    expect(field()).toHaveAccessibleDescription('Reports begin here');
    await person.clear(field());
    await person.type(field(), '1/5/2027');
    expect(screen.getByRole('status')).toHaveTextContent('2027-01-05');
    await person.tab();
    expect(field()).toHaveValue('01/05/2027');
    expect(await faultsIn(container)).toEqual([]);
  });

  it('tells apart no date from what is none', async () => {
    const heard = jest.fn();
    const { person } = renderKit(<Held start={null} heard={heard} />);
    await person.type(field(), '2/30/2027');
    expect(heard).toHaveBeenLastCalledWith(UNREADABLE_DATE);
    expect(field()).toHaveValue('2/30/2027');
    await person.clear(field());
    expect(heard).toHaveBeenLastCalledWith(null);
  });

  it('can be emptied and put back', async () => {
    const { person } = renderKit(<Held start="2026-11-30" />);
    await person.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Put Baseline date back' }));
    expect(field()).toHaveValue('11/30/2026');
  });

  it('offers a calendar, which the keyboard opens and works', async () => {
    const { person } = renderKit(<Held start="2026-11-30" />);
    await person.click(field());
    await person.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const calendar = within(await screen.findByRole('dialog', { name: 'Baseline date' }));
    const day = await calendar.findByRole('gridcell', { name: '30' });
    await waitFor(() => expect(day).toHaveFocus());
    expect(await faultsIn(screen.getByRole('dialog'))).toEqual([]);
    await person.keyboard('{ArrowLeft}{Enter}');
    expect(field()).toHaveValue('11/29/2026');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(field()).toHaveFocus();
  });

  it('that is not the person’s to change offers neither', () => {
    renderKit(<DateInput label="Expires" value="2026-11-30" disabled onChange={() => undefined} />);
    expect(screen.getByRole('textbox', { name: 'Expires' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Clear Expires' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose Expires' })).toHaveAttribute('aria-disabled', 'true');
  });
});
