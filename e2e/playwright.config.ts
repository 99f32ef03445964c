/** Journeys in a real Chromium against the real server. No retries, because a flaky journey must be fixed. */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from 'tools/test-system';

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];
const workers = Number(process.env['JOURNEY_WORKERS'] ?? 2);

export default defineConfig({
  testDir: './journeys',
  // A separate folder for each run, because Playwright empties it and two packages run at the same time.
  outputDir: `../.test-results/journeys/${process.env['JOURNEYS_OF'] ?? 'all'}`,
  // Long enough for a machine that runs other tests at the same time. It doesn't measure anything.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers,
  fullyParallel: false,
  retries: 0,
  reporter: report ? [['line'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // A trace takes a third of a journey's CPU time. `--trace on` repeats a failed one with it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(),
  },
});
