/** Actions of a person on the features summary. */
import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { button, type OpenPage } from '../../customer-subscriptions/testing/open-page';

/** The texts of a field's chips. */
export function chips(field: string): string[] {
  expect(screen.getByRole('combobox', { name: field })).toBeVisible();
  const list = screen.queryByRole('list', { name: field });
  return [...(list?.children ?? [])].map((chip) => chip.textContent);
}

/** The dialog that asks before the save. */
export const dialog = () => within(screen.getByRole('alertdialog'));

/** Selects or clears a name in a field’s list. */
export async function toggleChoice({ user }: OpenPage, field: string, name: string): Promise<void> {
  await user.click(button(`Choose ${field}`));
  await user.click(within(screen.getByRole('listbox')).getByText(name));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
}

/** Opens the save dialog. */
export async function openSaveDialog({ user }: OpenPage): Promise<void> {
  await user.click(button('Save Changes'));
  await screen.findByRole('alertdialog', { name: 'Save Changes' });
}

/** Opens the save dialog and confirms it once its effect is known. */
export async function saveAndConfirm(page: OpenPage): Promise<void> {
  await openSaveDialog(page);
  const save = dialog().getByRole('button', { name: 'Save Changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await page.user.click(save);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
}

/** Replaces the bundle and removes a flag, so that both saves have changes. */
export async function changeBoth(page: OpenPage): Promise<void> {
  await toggleChoice(page, 'Bundles', 'Growth');
  await page.user.click(button('Remove Core'));
  await page.user.click(button('Remove Beta reports'));
}
