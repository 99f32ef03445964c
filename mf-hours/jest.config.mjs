import { createRequire } from 'node:module';
import path from 'node:path';
import { browserPreset } from 'tools/jest';

const { moduleNameMapper, ...preset } = browserPreset('mf-hours');
const pdfkit = path.dirname(createRequire(import.meta.url).resolve('pdfkit'));

export default {
  ...preset,
  // The browser build, as in the page. Tests would otherwise get the one for Node.
  moduleNameMapper: { ...moduleNameMapper, '^pdfkit$': path.join(pdfkit, 'pdfkit.browser.mjs') },
};
