/** All unit and page tests: every package with a jest configuration. The journeys in a browser are e2e's own. */
import fs from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;

export default {
  // Long, because tests use whole pages and databases and a busy machine is slow.
  testTimeout: 300_000,
  // Each test file evaluates its modules again, and a worker keeps some of them.
  workerIdleMemoryLimit: '1GB',
  projects: fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(root, entry.name, 'jest.config.mjs')))
    .map((entry) => `<rootDir>/${entry.name}`),
};
