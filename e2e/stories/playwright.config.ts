/** Every story of the kit in a real Chromium, with a Storybook of the current sources. */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from 'tools/test-system';

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig({
  testDir: '.',
  outputDir: '../../.test-results/stories',
  globalSetup: './global-setup.ts',
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  reporter: report ? [['line'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1100, height: 800 },
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions(),
  },
});
