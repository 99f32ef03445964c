/** A large bulk change needs approval by a second person. */
import { faultsInBothThemes } from '../../support/axe';
import { expect, test } from '../../support/test';

test(
  'asks for a bulk change, and makes it once someone else approves',
  { tag: '@verify' },
  async ({ page, browser, startOwnConsole, signIn }) => {
    const environment = { APPROVALS_FOR: 'bulk-changes', APPROVALS_BULK_OVER: '2' };
    const running = await startOwnConsole({ environment });
    try {
      await signIn('internal', `${running.url}/internal/practices`);
      await page.getByRole('searchbox', { name: 'Search practices' }).fill('orthodontics');
      await expect(page).toHaveURL(/search=orthodontics/);
      await page.getByRole('checkbox', { name: /^Select the \d+ practices of this page$/ }).check();
      await page.getByRole('button', { name: 'Add…' }).click();
      await page.getByRole('menuitem', { name: 'Feature flags', exact: true }).click();
      const bulk = page.getByRole('dialog', { name: 'Add feature flags' });
      await bulk.getByRole('checkbox', { name: 'Dark dashboard' }).check();
      await bulk.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByRole('button', { name: /^Change \d+ practices$/ }).click();
      await expect(page.getByText(/Waits for approval: Add Dark dashboard to \d+ practices/).first()).toBeVisible();

      // The requester can't approve.
      await page.goto(`${running.url}/internal/activity`);
      const own = page.getByRole('region', { name: 'Waiting for approval' });
      await expect(own.getByRole('button', { name: /^Approve:/ })).toHaveAttribute('aria-disabled', 'true');
      const flagged = () =>
        running.sql("select count(*)::int as count from practice_feature_flags where name = 'dark_dashboard'");
      const [before] = await flagged();

      const second = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await signIn('superadmin', `${running.url}/internal/activity`, second);
      const waiting = second.getByRole('region', { name: 'Waiting for approval' });
      await expect(waiting).toContainText(/Add Dark dashboard to \d+ practices/);
      expect(await faultsInBothThemes(second)).toEqual([]);
      await waiting.getByRole('button', { name: /^Approve:/ }).click();
      const sure = second.getByRole('alertdialog', { name: 'Approve this change?' });
      await sure.getByRole('button', { name: 'Approve' }).click();
      await expect(waiting).toHaveCount(0);
      await expect(second.getByText(/approved: Add Dark dashboard/).first()).toBeVisible();
      await expect.poll(async () => (await flagged())[0].count).toBeGreaterThan(before.count);
    } finally {
      await running.dispose();
    }
  },
);
