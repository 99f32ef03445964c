/** All declared pages and the main journeys in Firefox and in WebKit. Playwright only runs them; it doesn't drive these browsers. */
import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './test';

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig<EngineOptions>({
  testDir: '.',
  outputDir: '../../.test-results/engines',
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  reporter: report ? [['line'], ['json', { outputFile: report }]] : [['list']],
  projects: [
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
});
