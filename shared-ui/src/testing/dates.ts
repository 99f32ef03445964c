import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The date fields with a name. Their text is what they show, e.g. `11/30/2026`. */
export function dateField(name: string | RegExp, area: Pick<typeof screen, 'getByRole'> = screen): HTMLElement {
  return area.getByRole('group', { name });
}

/** Types a date over the date of a field, from its first part on. */
export async function typeDate(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(within(field).getByRole('spinbutton', { name: 'Month' }));
  await user.keyboard(text);
}
