import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { cell, closePage, field, openHours, saveButton, serveHours, server } from './testing/open-page';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(async () => {
  await closePage();
  server.resetHandlers();
});
afterAll(() => server.close());

describe('first', () => {
  it('edits and saves', async () => {
    const hours = serveHours();
    const { user, shell } = await openHours();
    await user.click(cell('Dr. Kim Osei', 'tue'));
    await user.type(field('Dr. Kim Osei', 'tue', 'beg'), '9');
    await user.tab();
    await user.keyboard('5{Enter}');
    expect(cell('Dr. Kim Osei', 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(hours.saves).toHaveLength(1);
    await waitFor(() => expect(shell.unsaved).toBeNull());
  });
});
