import { createRequire } from 'node:module';
import path from 'node:path';
import { browserPreset } from 'tools/jest';

const { moduleNameMapper, ...preset } = browserPreset('mf-hours');
const pdfkit = path.dirname(createRequire(import.meta.url).resolve('pdfkit'));

export default {
  ...preset,
  // The build for browsers, as the page has it. Tests would get the one for Node.
  moduleNameMapper: { ...moduleNameMapper, '^pdfkit$': path.join(pdfkit, 'pdfkit.browser.mjs') },
};
