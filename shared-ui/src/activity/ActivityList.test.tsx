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
