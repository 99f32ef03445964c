// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entriesOf } from './entries.mjs';
import { parseReport, renderReport, reportOf } from './report.mjs';

/** @param {Record<string, string>} files @param {object} exports */
function packageWith(files, exports) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'api-'));
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'kit', version: '1.1.0', exports }));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text);
  return root;
}

describe('entriesOf', () => {
  it('lists every entry’s exports, with the unexported declarations behind them', () => {
    const root = packageWith(
      {
        'index.d.ts': "export * from './button';",
        'button.d.ts': [
          'export {};',
          'interface Base { label: string }',
          'export interface ButtonProps extends Base { /** Comment. */ icon?: string }',
          'export declare function Button(props: ButtonProps): void;',
        ].join('\n'),
        'forms.d.ts': "export { Button as default } from './button';\nexport declare const LIMIT = 5;",
      },
      { '.': { types: './index.d.ts' }, './forms': { types: './forms.d.ts' } },
    );
    expect(entriesOf(root)).toEqual({
      kit: {
        Button: 'function Button(props: ButtonProps): void',
        ButtonProps: 'interface ButtonProps extends Base { icon?: string } interface Base { label: string }',
      },
      'kit/forms': { LIMIT: 'LIMIT = 5', default: 'function Button(props: ButtonProps): void' },
    });
    fs.rmSync(root, { recursive: true });
  });
});

describe('the report', () => {
  const released = reportOf('kit', '1.0.0', { kit: { A: 'A: { }' }, 'kit/forms': {} }, null);

  it('round-trips with readable lines', () => {
    const long = `interface Long { ${Array.from({ length: 40 }, (_, index) => `member${index}: '  two'`).join('; ')} }`;
    const entries = {
      kit: { A: 'A: 1', Empty: '', Long: long },
      'kit/forms': { A: 'A: 1', Long: long, Other: `${long} 1` },
    };
    const report = reportOf('kit', '1.0.0', entries, null);
    const text = renderReport(report);
    expect(parseReport(text)).toEqual(report);
    expect(text.split('\n').filter((line) => line.length > 134)).toEqual([]);
    expect(text).toContain('Long 1.0.0: as in kit\n');
  });

  it('keeps the version that added an export', () => {
    const next = reportOf('kit', '1.1.0', { kit: { A: 'A: 1', B: 'B: 1' } }, released);
    expect(next.entries).toEqual({
      kit: { A: { since: '1.0.0', text: 'A: 1' }, B: { since: '1.1.0', text: 'B: 1' } },
    });
  });
});
