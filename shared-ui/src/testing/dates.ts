import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The date field with a label. Its text is what it shows, e.g. `11/30/2026`. */
export function dateField(name: string | RegExp, area: Pick<typeof screen, 'getByRole'> = screen): HTMLElement {
  return area.getByRole('group', { name });
}

/** Replaces a field's date by typing from its first part. */
export async function typeDate(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(within(field).getByRole('spinbutton', { name: 'Month' }));
  await user.keyboard(text);
}
