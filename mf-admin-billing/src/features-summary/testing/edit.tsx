/** What a person does with the features summary. */
import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { button, type OpenPage } from '../../customer-subscriptions/testing/open-page';

/** The chips of a field as they are read. */
export const chips = (field: string): string[] =>
  within(screen.getByRole('list', { name: field }))
    .getAllByRole('listitem')
    .map((chip: HTMLElement) => chip.textContent ?? '');

/** The dialog that asks before the save. */
export const dialog = () => within(screen.getByRole('alertdialog'));

/** Ticks or unticks a name in a field’s list. */
export async function choose({ user }: OpenPage, field: string, name: string): Promise<void> {
  await user.click(button(`Choose ${field}`));
  const list = within(await screen.findByRole('dialog', { name: `Choose ${field}` }));
  await user.click(list.getByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

/** Asks for the save and waits until its effect is known. */
export async function ask({ user }: OpenPage): Promise<void> {
  await user.click(button('Save Changes'));
  await screen.findByRole('alertdialog', { name: 'Save Changes' });
}

/** Asks for the save and confirms it. */
export async function confirm(page: OpenPage): Promise<void> {
  await ask(page);
  const save = dialog().getByRole('button', { name: 'Save Changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await page.user.click(save);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
}

/** Swaps the bundle and takes a flag: both saves have something to do. */
export async function changeBoth(page: OpenPage): Promise<void> {
  await choose(page, 'Bundles', 'Growth');
  await page.user.click(button('Remove Core'));
  await page.user.click(button('Remove Beta reports'));
}
