import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderKit } from '../testing/render';
import { ActivityList } from './ActivityList';
import { anItem } from './fixtures';

const invited = (number: number, name: string) =>
  anItem(number, {
    at: Date.parse('2026-11-20T15:12:00Z') / 1000 - number,
    sentence: [
      { kind: 'text', text: 'invited ' },
      { kind: 'name', text: name },
    ],
  });

it('folds similar changes behind a button, which keeps focus when it expands them', async () => {
  const items = [...['Ann', 'Ben', 'Cem', 'Dan'].map((name, at) => invited(at, name)), anItem(9)];
  const { user } = renderKit(<ActivityList items={items} timeZone="America/Chicago" navigate={() => undefined} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  const more = screen.getByRole('button', { expanded: false });
  expect(more).toHaveTextContent(/^Show 3 more changes like this$/);
  // Voice control users say the visible text.
  expect(more).toHaveAccessibleName('Show 3 more changes like this: Sam Ortiz invited Ann');
  await user.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByText('Dan')).toBeVisible();
  expect(more).toHaveFocus();
  expect(more).toHaveAccessibleName('Hide 3 changes like this: Sam Ortiz invited Ann');
  await user.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('shows the first values of a long change, and the others on request', async () => {
  const changes = [1, 2, 3, 4, 5, 6].map((number) => ({ label: `Room ${number}`, before: 'closed', after: 'open' }));
  const { user } = renderKit(
    <ActivityList items={[anItem(1, { changes })]} timeZone="America/Chicago" navigate={() => undefined} />,
  );
  expect(screen.getByText('Room 4')).toBeVisible();
  expect(screen.queryByText('Room 5')).toBeNull();
  const more = screen.getByRole('button', { name: /^Show 2 more: /, expanded: false });
  await user.click(more);
  expect(screen.getByText('Room 6')).toBeVisible();
  expect(more).toHaveFocus();
  await user.click(more);
  expect(screen.queryByText('Room 5')).toBeNull();
});

it('shows all values of a change that has one more than the first', () => {
  const changes = [1, 2, 3, 4, 5].map((number) => ({ label: `Room ${number}`, before: null, after: 'open' }));
  renderKit(<ActivityList items={[anItem(1, { changes })]} timeZone="America/Chicago" navigate={() => undefined} />);
  expect(screen.getByText('Room 5')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
