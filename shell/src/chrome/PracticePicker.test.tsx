import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { PracticeSummary } from 'shared-api/contracts';
import { renderKit } from 'shared-ui/testing';
import { mockScrolling } from '../testing/browser';
import { PracticePicker } from './PracticePicker';
import type { PracticePage, PracticeSearch } from './practice-search';

const now = new Date('2026-11-20T15:00:00Z');

const aPractice = (id: number, name: string): PracticeSummary => ({
  id,
  name,
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
});

const bright = aPractice(1, 'Bright Smiles Dental');
const lakeside = aPractice(2, 'Lakeside Orthodontics');
const harbor = aPractice(3, 'Harbor Pediatric Dentistry');
const all = [bright, lakeside, harbor];

/** A mock server that holds each response until the test releases it. */
function slowServer() {
  const questions: {
    query: string;
    signal: AbortSignal;
    answer: (page: PracticePage) => void;
    refuse: (error: unknown) => void;
  }[] = [];
  const search: PracticeSearch = (query, signal) =>
    new Promise((answer, refuse) => {
      questions.push({ query, signal, answer, refuse });
    });
  return { questions, search };
}

const options = (): (string | null)[] =>
  screen.queryAllByRole('option').map((option) => option.querySelector('span span')?.textContent ?? null);

const type = (text: string): void => {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
};

const pass = (milliseconds: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  mockScrolling();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('searching practices', () => {
  it('searches for the last text after a 200 ms pause in typing', async () => {
    const { questions, search } = slowServer();
    render(<PracticePicker search={search} current={null} now={now} onChoose={() => undefined} />);
    await pass(0);
    expect(questions.map(({ query }) => query)).toEqual(['']);
    type('l');
    await pass(150);
    type('la');
    await pass(150);
    type('lake');
    await pass(199);
    expect(questions).toHaveLength(1);
    await pass(1);
    expect(questions.map(({ query }) => query)).toEqual(['', 'lake']);
  });

  it('ignores a response that arrives after a newer search', async () => {
    const { questions, search } = slowServer();
    render(<PracticePicker search={search} current={null} now={now} onChoose={() => undefined} />);
    await pass(0);
    type('lake');
    await pass(200);
    await act(async () => questions[1]?.answer({ results: [lakeside], count: 1 }));
    await act(async () => questions[0]?.answer({ results: all, count: 3 }));
    expect(options()).toEqual(['Lakeside Orthodontics']);
    expect(questions[0]?.signal.aborted).toBe(true);
  });

  it('shows the first 20 results and the total count', async () => {
    const { questions, search } = slowServer();
    render(<PracticePicker search={search} current={null} now={now} onChoose={() => undefined} />);
    await pass(0);
    expect(screen.getByRole('status')).toHaveTextContent('Searching…');
    const page = Array.from({ length: 20 }, (_, at) => aPractice(at + 1, `Practice ${at + 1}`));
    await act(async () => questions[0]?.answer({ results: page, count: 100_240 }));
    expect(screen.getAllByRole('option')).toHaveLength(20);
    expect(screen.getByRole('status')).toHaveTextContent('Showing 20 of 100,240. Keep typing to narrow the list.');
  });

  it('keeps the last results visible during a search but disables choosing from them', async () => {
    const { questions, search } = slowServer();
    const onChoose = jest.fn();
    render(<PracticePicker search={search} current={null} now={now} onChoose={onChoose} />);
    await pass(0);
    await act(async () => questions[0]?.answer({ results: all, count: 3 }));
    type('harbor');
    expect(options()).toHaveLength(3);
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    expect(onChoose).not.toHaveBeenCalled();
    await pass(200);
    await act(async () => questions[1]?.answer({ results: [harbor], count: 1 }));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    expect(onChoose).toHaveBeenCalledWith(harbor);
  });

  it('says when nothing matches', async () => {
    const { questions, search } = slowServer();
    render(<PracticePicker search={search} current={null} now={now} onChoose={() => undefined} />);
    await pass(0);
    type('zzz');
    await pass(200);
    await act(async () => questions[1]?.answer({ results: [], count: 0 }));
    expect(screen.getByRole('status')).toHaveTextContent('No practice matches “zzz”.');
  });

  it('shows the error and searches again on Retry', async () => {
    const { questions, search } = slowServer();
    render(<PracticePicker search={search} current={null} now={now} onChoose={() => undefined} />);
    await pass(0);
    await act(async () =>
      questions[0]?.refuse({ status: 0, code: 'no_answer', message: 'The server did not answer.' }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The server did not answer.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(0);
    await act(async () => questions[1]?.answer({ results: [bright], count: 1 }));
    expect(options()).toEqual(['Bright Smiles Dental']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('choosing a practice', () => {
  const search: PracticeSearch = () => Promise.resolve({ results: all, count: 3 });

  it('navigates and chooses options with the keyboard', async () => {
    jest.useRealTimers();
    const onChoose = jest.fn();
    const { user } = renderKit(<PracticePicker search={search} current={lakeside} now={now} onChoose={onChoose} />);
    const field = screen.getByRole('combobox', { name: 'Search practices' });
    expect(field).toHaveFocus();
    const first = await screen.findByRole('option', { name: /Bright Smiles Dental/ });
    expect(field).toHaveAttribute('aria-activedescendant', first.id);
    await user.keyboard('{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Lakeside/ }).id);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Harbor/ }).id);
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith(harbor);
  });

  it('marks the open practice and shows its number and time zone', async () => {
    jest.useRealTimers();
    renderKit(<PracticePicker search={search} current={lakeside} now={now} onChoose={() => undefined} />);
    const open = await screen.findByRole('option', { selected: true });
    expect(open).toHaveTextContent('Lakeside OrthodonticsNo. 2 Chicago, CT (UTC−6) open now');
  });

  it('chooses a practice on click', async () => {
    jest.useRealTimers();
    const onChoose = jest.fn();
    const { user } = renderKit(<PracticePicker search={search} current={null} now={now} onChoose={onChoose} />);
    await user.click(await screen.findByRole('option', { name: /Lakeside/ }));
    expect(onChoose).toHaveBeenCalledWith(lakeside);
  });
});
