import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { labelPhoneNumber } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { network, numbersIn, openNumbers, serve, withNetwork } from './testing/open-page';
import { sidOf } from './testing/phone-server';

withNetwork();

const NUMBER = '+13125550100';
const add = { name: 'Add a label to +1 (312) 555-0100' };
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Label of +1 (312) 555-0100' }));

it('adds, changes and removes the label of a number', async () => {
  const server = serve();
  const { user } = await openNumbers();
  await user.click(screen.getByRole('button', add));
  const field = (await dialog()).getByLabelText('Label');
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('Front desk {Enter}');
  const change = await screen.findByRole('button', { name: /^Front desk: change/ });
  expect(server.data.labels).toEqual({ [sidOf(NUMBER)]: 'Front desk' });
  await user.click(change);
  await user.clear((await dialog()).getByLabelText('Label'));
  await user.click((await dialog()).getByRole('button', { name: 'Remove label' }));
  expect(await screen.findByRole('button', add)).toBeVisible();
  expect(server.data.labels).toEqual({});
});

it('finds a number by its label', async () => {
  serve({ labels: { [sidOf(NUMBER)]: 'Fax of the lab' } });
  const { user } = await openNumbers();
  await user.type(screen.getByRole('searchbox', { name: 'Search numbers' }), 'fax');
  await waitFor(() => expect(numbersIn('Practice account')).toEqual(['+1 (312) 555-0100']));
});

it('keeps what was typed when it can’t be saved, and says why', async () => {
  serve();
  network.use(answer(labelPhoneNumber, () => errorReply(404, 'not_found', 'This number is in neither account.')));
  const { user } = await openNumbers();
  await user.click(screen.getByRole('button', add));
  const field = (await dialog()).getByLabelText('Label');
  await user.type(field, 'x'.repeat(61));
  expect(field).toHaveAccessibleDescription(expect.stringContaining('At most 60 characters'));
  await user.type(field, '{Backspace}{Enter}');
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('This number is in neither account.')),
  );
  expect(field).toHaveValue('x'.repeat(60));
});
