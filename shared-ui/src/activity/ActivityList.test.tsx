import { expect, it, jest } from '@jest/globals';
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
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Sam Ortiz invited Ann and 3 more');
  const more = screen.getByRole('button', { expanded: false });
  expect(more).toHaveTextContent(/^4 changes$/);
  // Voice control users say the visible text.
  expect(more).toHaveAccessibleName('4 changes: Sam Ortiz invited Ann and 3 more');
  // Each change is reverted on its own.
  expect(screen.getAllByRole('link', { name: /^Revert/ })).toHaveLength(1);
  await user.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  expect(screen.getByText('Dan')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Revert/ })).toHaveLength(5);
  expect(more).toHaveFocus();
  await user.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('shows added and removed names on request, because the sentence starts with them', async () => {
  const changes = [{ label: 'Added', before: null, after: 'Core and Phones', names: true }];
  const { user } = renderKit(
    <ActivityList items={[anItem(1, { changes })]} timeZone="America/Chicago" navigate={() => undefined} />,
  );
  expect(screen.queryByText('Core and Phones')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Details: /, expanded: false }));
  expect(screen.getByText('Core and Phones')).toBeVisible();
});

it('shows the first values of a long change, and the others on request', async () => {
  const changes = [1, 2, 3, 4, 5, 6].map((number) => ({ label: `Room ${number}`, before: 'closed', after: 'open' }));
  const { user } = renderKit(
    <ActivityList items={[anItem(1, { changes })]} timeZone="America/Chicago" navigate={() => undefined} />,
  );
  expect(screen.getByText('Room 3:')).toBeVisible();
  expect(screen.queryByText('Room 4:')).toBeNull();
  const more = screen.getByRole('button', { name: /^Show 3 more: /, expanded: false });
  await user.click(more);
  expect(screen.getByText('Room 6:')).toBeVisible();
  expect(more).toHaveFocus();
  await user.click(more);
  expect(screen.queryByText('Room 4:')).toBeNull();
});

it('shows all values of a change that has one more than the first', () => {
  const changes = [1, 2, 3, 4].map((number) => ({ label: `Room ${number}`, before: null, after: 'open' }));
  renderKit(<ActivityList items={[anItem(1, { changes })]} timeZone="America/Chicago" navigate={() => undefined} />);
  expect(screen.getByText('Room 4:')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('puts the button next to the links on a phone, where it would be too close above them', async () => {
  const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  const items = ['Ann', 'Ben', 'Cem', 'Dan'].map((name, at) => invited(at, name));
  renderKit(<ActivityList items={items} timeZone="America/Chicago" navigate={() => undefined} />);
  const more = screen.getByRole('button', { expanded: false });
  expect(more.parentElement).toContainElement(screen.getByRole('link', { name: /^Open/ }));
  media.mockRestore();
});
