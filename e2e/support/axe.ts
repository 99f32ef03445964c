/** axe on the current state of a page. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Violations of WCAG 2.2 AA and best practices, as `rule: element`. */
async function faults(page: Page, leftOut: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const off = Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
    return (await axe.run({ runOnly: { type: 'tag', values: tags }, rules: off })).violations;
  }, leftOut);
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  return [...new Set(found)].slice(0, 10);
}

/**
 * The violations of the page in light and dark.
 *
 * @param leftOut rules that don't apply
 */
export async function faultsInBothThemes(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute('data-theme', name);
      // Inherited colors that change start their own transitions, so one round of waiting is not enough.
      // Two kinds never end: those that follow the scroll position, such as a shadow at the edge of a list, and those that
      // repeat while something loads.
      const running = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, timeline, effect }) =>
              playState === 'running' &&
              timeline === document.timeline &&
              effect?.getComputedTiming().endTime !== Infinity,
          );
      do {
        await Promise.allSettled(running().map(({ finished }) => finished));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      } while (running().length > 0);
    }, theme);
    found.push(...(await faults(page, leftOut)).map((fault) => `${theme} ${fault}`));
  }
  return found;
}
