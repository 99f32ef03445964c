import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { UserIdContext } from '../remote/user-id';
import { renderKit } from '../testing/render';
import { DateInput, UNREADABLE_DATE } from '.';

interface HeldProps {
  start: string | null;
  /** Text typed before a reload. */
  restored?: string;
  onChange?: (value: string | null) => void;
}

function Held({ start, restored, onChange }: HeldProps): ReactNode {
  const [value, setValue] = useState(restored ?? start);
  return (
    <>
      <DateInput
        label="Baseline date"
        help="Reports begin here"
        value={value}
        modified={value !== start}
        onReset={() => setValue(start)}
        onChange={(next) => {
          onChange?.(next);
          setValue(next);
        }}
      />
      <output>{String(value)}</output>
    </>
  );
}

const field = (): HTMLElement => screen.getByRole('group', { name: 'Baseline date' });
const section = (name: 'Month' | 'Day' | 'Year'): HTMLElement => within(field()).getByRole('spinbutton', { name });
const value = (): string | null => screen.getByRole('status').textContent;

describe('DateInput', () => {
  beforeEach(() => sessionStorage.clear());

  it.each([
    ['0704', '07/04/YYYY'],
    ['12', '12/DD/YYYY'],
    ['02302026', '02/30/2026'],
  ])('names the incomplete date typed before a reload: %s', async (typed, named) => {
    const first = renderKit(<Held start="2026-11-30" />);
    await first.user.click(section('Month'));
    await first.user.keyboard(`{Control>}a{/Control}${typed}`);
    await first.user.tab();
    expect(value()).toBe(UNREADABLE_DATE);
    first.unmount();
    const onChange = jest.fn();
    const { user } = renderKit(<Held start="2026-11-30" restored={UNREADABLE_DATE} onChange={onChange} />);
    const said = `You had typed ${named}, which isn’t a date. Type it again`;
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(said));
    // Viewing it changes nothing.
    await user.click(section('Day'));
    await user.tab();
    await user.tab();
    expect(onChange).not.toHaveBeenCalled();
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(said));
    await user.click(section('Month'));
    await user.keyboard('12252026');
    expect(value()).toBe('2026-12-25');
    expect(sessionStorage).toHaveLength(0);
  });

  it('hides an incomplete date from other people', async () => {
    const ofPerson = (userId: string, input: ReactNode) => <UserIdContext value={userId}>{input}</UserIdContext>;
    const first = renderKit(ofPerson('u-olivia', <Held start="2026-11-30" />));
    await first.user.click(section('Month'));
    await first.user.keyboard('{Control>}a{/Control}0704');
    await first.user.tab();
    expect(value()).toBe(UNREADABLE_DATE);
    first.unmount();
    const next = renderKit(ofPerson('u-marcus', <Held start="2026-11-30" restored={UNREADABLE_DATE} />));
    await waitFor(() => expect(value()).not.toBe(UNREADABLE_DATE));
    next.unmount();
    renderKit(ofPerson('u-olivia', <Held start="2026-11-30" restored={UNREADABLE_DATE} />));
    expect(field()).toHaveAccessibleDescription(expect.stringContaining('You had typed 07/04/YYYY'));
  });

  it('opens with the saved date after an incomplete one was typed', () => {
    renderKit(<Held start="2026-11-30" restored={UNREADABLE_DATE} />);
    expect(field()).toHaveTextContent('11/30/2026');
    expect(value()).toBe('2026-11-30');
    expect(field()).toHaveAccessibleDescription('Reports begin here');
  });

  it('opens empty after an incomplete date was typed and there is none to revert to', () => {
    const onChange = jest.fn();
    renderKit(<DateInput label="Baseline date" value={UNREADABLE_DATE} onChange={onChange} />);
    expect(onChange.mock.calls).toEqual([[null]]);
  });

  it('shows MM/DD/YYYY and returns YYYY-MM-DD', async () => {
    const { user } = renderKit(<Held start="2026-11-30" />);
    expect(field()).toHaveTextContent('11/30/2026');
    expect(field()).toHaveAccessibleDescription('Reports begin here');
    await user.click(section('Month'));
    await user.keyboard('01052027');
    expect(value()).toBe('2027-01-05');
    expect(field()).toHaveTextContent('01/05/2027');
  });

  it.each([
    ['1/5/27', null],
    ['1-5-2027', '2026-11-30'],
    ['01/05/2027', '2026-11-30'],
    ['01.05.27', '2026-11-30'],
  ])('reads %s typed over %s', async (text, start) => {
    const { user } = renderKit(<Held start={start} />);
    await user.click(section('Month'));
    await user.keyboard(text);
    await user.tab();
    expect(value()).toBe('2027-01-05');
    expect(field()).toHaveTextContent('01/05/2027');
  });

  it.each([
    ['11302026', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
    ['1/5/27', '2027-01-05'],
  ])('reads a pasted %s', async (text, date) => {
    const { user } = renderKit(<Held start={null} />);
    await user.click(section('Month'));
    await user.paste(text);
    expect(value()).toBe(date);
  });

  it('distinguishes an empty field, an incomplete date and a nonexistent day', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(<Held start={null} onChange={onChange} />);
    await user.click(section('Month'));
    await user.keyboard('02');
    expect(onChange).toHaveBeenLastCalledWith(UNREADABLE_DATE);
    await user.keyboard('302027');
    expect(onChange).toHaveBeenLastCalledWith(UNREADABLE_DATE);
    expect(field()).toHaveTextContent('02/30/2027');
    await user.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it.each([
    ['1{Control>}a{/Control}'],
    ['1x{Escape}{Control>}a{/Control}'],
    ['1{ArrowRight}{ArrowLeft}'],
    ['1{ArrowUp}'],
    ['1{Tab}{Shift>}{Tab}{/Shift}'],
  ])('accepts a date as typed after %s', async (keys) => {
    const { user } = renderKit(<Held start="2026-01-31" />);
    await user.click(section('Month'));
    await user.keyboard(`${keys}02152026`);
    expect(field()).toHaveTextContent('02/15/2026');
    expect(value()).toBe('2026-02-15');
  });

  it('replaces the whole date when typed over', async () => {
    const { user } = renderKit(<Held start="2026-01-31" />);
    await user.click(section('Month'));
    await user.keyboard('{Control>}a{/Control}12');
    expect(field()).toHaveTextContent('12/DD/YYYY');
    expect(value()).toBe(UNREADABLE_DATE);
  });

  it.each(['x', 'abc', '<&', '{Control>}a{/Control}x'])('stays unchanged when %s is typed', async (keys) => {
    const onChange = jest.fn();
    const { user } = renderKit(<Held start="2026-01-31" onChange={onChange} />);
    await user.click(section('Month'));
    await user.keyboard(keys);
    await user.tab();
    expect(field()).toHaveTextContent('01/31/2026');
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each(['tomorrow', '13/40/2026', '05'])('stays unchanged when %s is pasted', async (text) => {
    const onChange = jest.fn();
    const { user } = renderKit(<Held start="2026-01-31" onChange={onChange} />);
    await user.click(section('Day'));
    await user.paste(text);
    expect(field()).toHaveTextContent('01/31/2026');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('explains an incomplete date after blur, until it is complete', async () => {
    const { user } = renderKit(<Held start="2026-01-31" />);
    await user.click(section('Month'));
    await user.keyboard('{Delete}');
    expect(value()).toBe(UNREADABLE_DATE);
    expect(field()).toHaveTextContent('MM/31/2026');
    expect(field()).toBeValid();
    await user.tab();
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription(/Enter the month/);
    // MUI reads the new focus in a later task, which nothing on the page shows.
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
    await user.click(section('Month'));
    await user.keyboard('12');
    await user.tab();
    expect(value()).toBe('2026-12-31');
    expect(field()).toBeValid();
  });

  it("names the day that doesn't exist, instead of the form's message", async () => {
    function WithError(): ReactNode {
      const [date, setDate] = useState<string | null>('2026-02-15');
      return <DateInput label="Baseline date" value={date} error={date ? undefined : 'Choose'} onChange={setDate} />;
    }
    const { user } = renderKit(<WithError />);
    await user.click(section('Day'));
    await user.keyboard('30');
    expect(field()).toHaveAccessibleDescription('February 2026 has no day 30: enter 01 to 28');
    await user.keyboard('{ArrowLeft}{ArrowLeft}03');
    expect(field()).not.toHaveAccessibleDescription();
  });

  it('reports no date only after the last part is cleared', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(<Held start="2026-01-31" onChange={onChange} />);
    await user.click(section('Month'));
    await user.keyboard('{Delete}{ArrowRight}{Delete}');
    expect(field()).toHaveTextContent('MM/DD/2026');
    await user.keyboard('{ArrowRight}{Delete}');
    expect(onChange.mock.calls).toEqual([[UNREADABLE_DATE], [null]]);
  });

  it('keeps an incomplete date next to another field with the same value', async () => {
    function Twice(): ReactNode {
      const [date, setDate] = useState<string | null>('2026-01-31');
      return (
        <>
          <DateInput label="Baseline date" value={date} onChange={setDate} />
          <DateInput label="The same" value={date} onChange={setDate} />
        </>
      );
    }
    const { user } = renderKit(<Twice />);
    await user.click(section('Month'));
    await user.keyboard('{Delete}');
    expect(field()).toHaveTextContent('MM/31/2026');
    expect(screen.getByRole('group', { name: 'The same' })).toBeInvalid();
    await user.keyboard('02');
    expect(field()).toHaveTextContent('02/31/2026');
  });

  it('clears a single typed part', async () => {
    const { user } = renderKit(<Held start={null} />);
    await user.click(section('Month'));
    await user.keyboard('02');
    expect(value()).toBe(UNREADABLE_DATE);
    await user.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    expect(value()).toBe('null');
    expect(field()).toHaveTextContent('MM/DD/YYYY');
  });

  it('clears the date and restores it', async () => {
    const { user } = renderKit(<Held start="2026-11-30" />);
    await user.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    expect(field()).toHaveTextContent('MM/DD/YYYY');
    expect(section('Month')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Revert Baseline date' }));
    expect(field()).toHaveTextContent('11/30/2026');
  });

  it('receives focus when a form focuses it by name', async () => {
    renderKit(<DateInput name="baseline" label="Baseline date" value={null} onChange={() => undefined} />);
    act(() => document.querySelector<HTMLElement>('[name=baseline]')?.focus());
    await waitFor(() => expect(section('Month')).toHaveFocus());
  });

  it('reverts an incomplete date to an empty field', async () => {
    const { user } = renderKit(<Held start={null} />);
    await user.click(section('Month'));
    await user.keyboard('02');
    await user.click(screen.getByRole('button', { name: 'Revert Baseline date' }));
    expect(field()).toHaveTextContent('MM/DD/YYYY');
  });

  it('opens the calendar and chooses a day with the keyboard', async () => {
    const { user } = renderKit(<Held start="2026-11-30" />);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Choose Baseline date' })).toHaveFocus();
    await user.keyboard('{Enter}');
    const calendar = within(await screen.findByRole('dialog', { name: 'Baseline date' }));
    const day = await calendar.findByRole('gridcell', { name: '30' });
    await waitFor(() => expect(day).toHaveFocus());
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(field()).toHaveTextContent('11/29/2026');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Choose Baseline date' })).toHaveFocus());
  });

  it('offers only days within the limits but accepts other typed dates', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(<DateInput label="Last day" value="2026-11-20" min="2026-11-10" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Choose Last day' }));
    expect(await screen.findByRole('gridcell', { name: '9' })).toBeDisabled();
    expect(screen.getByRole('gridcell', { name: '10' })).toBeEnabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('spinbutton', { name: 'Day' }));
    await user.keyboard('05');
    expect(onChange).toHaveBeenLastCalledWith('2026-11-05');
  });

  it('disables typing, clearing and the calendar when disabled', () => {
    renderKit(<DateInput label="Expires" value="2026-11-30" disabled onChange={() => undefined} />);
    expect(screen.getByRole('spinbutton', { name: 'Month' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Clear Expires' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose Expires' })).toBeDisabled();
  });
});
