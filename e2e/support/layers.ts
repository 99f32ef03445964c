/** Layers above a page and their openers: dialogs, questions, menus, calendars. */
import type { Locator, Page } from '@playwright/test';

/** Openers without `aria-haspopup`, by the path of their page. */
export const named: Record<string, readonly string[]> = {
  '/settings/1/practice/members': ['Add member', 'Edit access of Marcus Bell'],
  '/settings/1/practice/provider-hours': ['Copy day…', 'Keyboard shortcuts'],
  '/settings/1/practice/provider-hours-worked': ['Keyboard shortcuts'],
  '/settings/1/subscriptions/plans': [
    'New Subscription',
    'Add optional features to Core',
    'Cancel subscription Core',
    'Remove Digital Forms',
    'Try 30 Days Free: Practice Analytics',
    'Subscribe: Practice Analytics',
    'Subscribe anyway: Growth',
    'Pay $69.00 now for Bright Smiles Hygiene Club',
    'Keep Treatment Plan Builder',
  ],
  '/settings/1/subscriptions/payment-methods': [
    'Remove Visa ending 4242',
    'Add Payment Method for Bright Smiles Dental',
  ],
  '/internal/practices': ['Edit Bright Smiles Dental'],
  '/internal/practices/1/subscriptions': ['Add Subscription', 'Actions for Core'],
  '/internal/practices/1/payment-methods': ['Remove Visa ending 4242', 'Add Payment Method for Bright Smiles Dental'],
  '/internal/practices/1/phone-numbers': ['Transfer +1 (312) 555-0100 to the organization account'],
};

export const layers = (page: Page): Locator =>
  page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible');

export interface Opener {
  name: string;
  button: Locator;
}

export const byName = (page: Page, names: readonly string[] = []): Opener[] =>
  names.map((name) => ({ name, button: page.getByRole('button', { name, exact: true }).first() }));

/**
 * One opener of each kind. Rows of a list have the same openers, with different names or numbers.
 *
 * @param within selector of the searched elements
 */
export async function sayingSo(page: Page, within: string): Promise<Opener[]> {
  const found = page.locator(`${within}[aria-haspopup]:not([aria-disabled=true]):visible`);
  const names = await found.evaluateAll((all) =>
    all.map((one, at) => {
      one.setAttribute('data-opener', String(at));
      return one.getAttribute('aria-label') ?? one.textContent ?? '';
    }),
  );
  const kinds = new Map<string, Opener>();
  for (const [at, name] of names.entries()) {
    const kind = name.replace(/^\+?\d+\. |: .*$| of .*$/g, '').replace(/\d+/g, '');
    if (!kinds.has(kind)) kinds.set(kind, { name, button: page.locator(`[data-opener="${at}"]`) });
  }
  return [...kinds.values()];
}
