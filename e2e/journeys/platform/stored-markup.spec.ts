/** Every page shows markup in stored texts as text. */
import type { Page } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { declaredPages } from '../../support/pages';
import { expect, postgresUrl, test } from '../../support/test';

const MARKUP = `<img src=x onerror="window.markupRan=1"><script>window.markupRan=1</script>`;

interface Column {
  table_name: string;
  column_name: string;
}

/** Columns with names, messages and notes, except names that the console uses as keys. */
const shownColumns = `
  select table_name, column_name from information_schema.columns
  where table_schema = 'public' and data_type = 'text'
    and column_name ~ '(^|_)(name|by|message|notes|user_agent|ip|source|prefix|description|address|address2|city|zip)$'
    and column_name not in ('search_name', 'pms_name', 'bundle_name', 'feature_name')
    and table_name not in ('schema_migrations', 'demo_steps', 'number_series', 'modules', 'audit_log')
  order by table_name, column_name`;

const ranOrWasMade = (page: Page) =>
  page.evaluate(() => [
    'markupRan' in window,
    document.querySelectorAll('img[src="x"], body script:not([src]):not([type]):not([nonce])').length,
  ]);

test(
  'shows markup in names, messages and notes as text and never runs it',
  { tag: '@verify' },
  async ({ page, signIn }) => {
    const own = await startConsole({ postgres: postgresUrl(), sandbox: true });
    try {
      await signIn('superadmin', `${own.url}/settings/1/practice/general`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const marked: string[] = [];
      for (const { table_name: table, column_name: column } of (await own.sql(shownColumns)) as Column[]) {
        try {
          await own.sql(`update ${table} set ${column} = ${column} || $1`, [MARKUP]);
          marked.push(`${table}.${column}`);
        } catch {
          // A constraint of the column rejects such texts.
        }
      }
      expect(marked).toEqual(
        expect.arrayContaining([
          'people.name',
          'practices.name',
          'pms_providers.first_name',
          'pms_providers.last_name',
          'pms_clinics.description',
          'product_change_history.product_name',
          'product_change_history.user_name',
          'product_change_history.notes',
        ]),
      );

      let shown = 0;
      for (const { path, title } of declaredPages()) {
        await page.goto(own.url + path(1));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect([title, ...(await ranOrWasMade(page))]).toEqual([title, false, 0]);
        if (await page.getByText('<img src=x').count()) shown += 1;
      }
      // The name of the practice is on all of them.
      expect(shown).toBe(declaredPages().length);
      await page.getByRole('button', { name: /Account of/ }).click();
      expect(await ranOrWasMade(page)).toEqual([false, 0]);
    } finally {
      await own.dispose();
    }
  },
);
