// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { renderReport } from '../api-report/report.mjs';
import { importsIn, kitRange } from './kit-range.mjs';

/** The range of a module with a source, for a kit whose last release is 1.2.0. @param {string} source @param {string} [next] the kit's next version */
function rangeFor(source, next = '1.3.0') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kit-range-'));
  const kit = path.join(folder, 'kit');
  fs.mkdirSync(kit);
  fs.mkdirSync(path.join(folder, 'module/src/testing'), { recursive: true });
  fs.writeFileSync(path.join(kit, 'package.json'), JSON.stringify({ name: 'shared-ui', version: next }));
  const entries = {
    'shared-ui': { Button: { since: '1.0.0', text: '' }, Panel: { since: '1.1.4', text: '' } },
    'shared-ui/mui': { Alert: { since: '1.2.0', text: '' } },
  };
  fs.writeFileSync(path.join(kit, 'api.md'), renderReport({ name: 'shared-ui', version: '1.2.0', entries }));
  fs.writeFileSync(path.join(folder, 'module/src/index.tsx'), source);
  for (const test of ['index.test.tsx', 'testing/open-page.tsx']) {
    fs.writeFileSync(path.join(folder, 'module/src', test), "import { Alert } from 'shared-ui/mui';");
  }
  const range = kitRange(path.join(folder, 'module'), kit);
  fs.rmSync(folder, { recursive: true });
  return range;
}

describe('kitRange', () => {
  it.each([
    ['', '^1.0.0'],
    ["import { Button } from 'shared-ui';", '^1.0.0'],
    ["import { Button, Panel } from 'shared-ui';", '^1.1.0'],
    ["import { Alert as Message } from 'shared-ui/mui';", '^1.2.0'],
    ["import type { Alert } from 'shared-ui/mui';", '^1.0.0'],
    ["export * from 'shared-ui/mui';", '^1.2.0'],
    ["import { NotYetReleased } from 'shared-ui/mui';", '^1.3.0'],
  ])('returns for the source "%s" %s', (source, range) => {
    expect(rangeFor(source)).toBe(range);
  });

  it('returns the new major version also for names in the former one', () => {
    expect(rangeFor("import { Panel } from 'shared-ui';", '2.0.0')).toBe('^2.0.0');
  });
});

describe('importsIn', () => {
  it('finds imports and exports at run time, by their own names', () => {
    const source = [
      "import type { A } from 'shared-ui';",
      "import { type B, C as D } from 'shared-ui/mui';",
      "import * as forms from 'shared-ui/forms';",
      "export { E } from 'shared-ui';",
      "import { z } from 'zod';",
    ].join('\n');
    expect(importsIn(source, 'shared-ui')).toEqual([
      { entry: 'shared-ui/mui', name: 'C' },
      { entry: 'shared-ui/forms', name: '*' },
      { entry: 'shared-ui', name: 'E' },
    ]);
  });
});
