/** Opens every page that a module declares, without reported faults. */
import { declaredPages } from '../support/pages';
import { expect, test } from './test';

test('opens every declared page without a fault', async ({ window, console, signIn }) => {
  await signIn('superadmin', '/');
  for (const { title, path } of declaredPages()) {
    const address = path(1);
    await window.goto(console.url + address);
    // While a page loads, the heading is the shell's.
    const state = `(() => {
      const heading = document.querySelector('[data-module] h1');
      const busy = document.querySelector('main [aria-busy="true"], main .MuiSkeleton-root');
      return heading && !busy ? heading.textContent : 'loading';
    })()`;
    await expect.poll(() => window.evaluate<string>(state), { message: address }).toBe(title);
    expect(await window.evaluate<number>(`document.documentElement.scrollWidth - innerWidth`), address).toBeLessThan(1);
  }
  // Leaving the page sends its reports.
  await window.goto(`${console.url}/settings/1/overview`);
  const visits = () => console.sql('select distinct module from module_visits where failures = 0 order by module');
  const modules = [...new Set(declaredPages().map(({ module }) => module))].sort();
  await expect
    .poll(async () => (await visits()).map(({ module }) => String(module)))
    .toEqual(expect.arrayContaining(modules));
  expect(await console.sql('select module, failures from module_visits where failures > 0')).toEqual([]);
  expect(await console.sql('select module, message, source from browser_errors')).toEqual([]);
});
