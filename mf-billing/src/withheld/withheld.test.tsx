import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { restoreWithheld } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { anOffer, aPlan, aSummary, aWithheld } from '../testing/builders';
import { button, openPlans, region, serve, server, toast, withServer } from '../testing/open-page';

withServer();

describe('features withheld by staff', () => {
  it('lists a withheld feature with who, when and what pays for it, and restores it', async () => {
    const billing = serve({ summary: aSummary({ withheld: [aWithheld({ notes: 'Asked by phone' })] }) });
    const page = await openPlans();
    const row = region('Withheld').getByRole('listitem');
    expect(row).toHaveTextContent(/Withheld by Kim Support on Nov 3, 2026 Asked by phone/);
    expect(row).toHaveTextContent('Paid through Phone Intelligence');
    await page.user.click(button('Restore Phones'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Withheld' })).toBeNull());
    expect(billing.recordedCalls.map(({ body }) => body)).toEqual([{ items: [{ kind: 'bundle', name: 'phones' }] }]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Phones is restored' });
  });

  it("hides Restore when it isn't allowed and warns on a plan that restores it", async () => {
    const withheld = [aWithheld({ can_restore: false, paid_by: [] })];
    serve({ summary: aSummary({ withheld }), plans: [aPlan({ offer: anOffer({ withheld }) })] });
    await openPlans();
    expect(screen.queryByRole('button', { name: 'Restore Phones' })).toBeNull();
    const plan = await screen.findByRole('article', { name: 'Growth' });
    expect(plan).toHaveTextContent('Also restores Phones, withheld by Kim Support on Nov 3, 2026');
  });

  it('shows the server’s reason when it can’t be restored', async () => {
    serve({ summary: aSummary({ withheld: [aWithheld()] }) });
    server.use(answer(restoreWithheld, () => errorReply(403, 'forbidden', 'Ask an owner.')));
    const page = await openPlans();
    await page.user.click(button('Restore Phones'));
    expect(await screen.findByText('Ask an owner.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Ask an owner.' });
  });
});
