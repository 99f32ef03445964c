/**
 * Compares the kit's exports with its last release. A module uses the kit of the page, so the kit must have everything that
 * the module was built against. A shell whose kit lacks something must reject the module (`requiredVersion`).
 * `npm run release` writes the list of the new version.
 */
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import * as kit from 'shared-ui';
import * as cardForm from 'shared-ui/card-form';
import * as cards from 'shared-ui/cards';
import * as dataGrid from 'shared-ui/data-grid';
import * as datePickers from 'shared-ui/date-pickers';
import * as forms from 'shared-ui/forms';
import * as mui from 'shared-ui/mui';
import * as redux from 'shared-ui/redux';
import * as remote from 'shared-ui/remote';
import * as versioned from 'shared-ui/versioned';
import { onDemand } from 'tools/webpack/shared';

type Exports = Record<string, string[]>;

const file = path.join(__dirname, '../released-exports.json');
const { version } = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8')) as { version: string };

const current: Exports = Object.fromEntries(
  Object.entries({
    'shared-ui': kit,
    'shared-ui/mui': mui,
    'shared-ui/forms': forms,
    'shared-ui/redux': redux,
    'shared-ui/remote': remote,
    'shared-ui/data-grid': dataGrid,
    'shared-ui/date-pickers': datePickers,
    'shared-ui/card-form': cardForm,
    'shared-ui/cards': cards,
    'shared-ui/versioned': versioned,
  }).map(([entry, exports]) => [entry, Object.keys(exports).sort()]),
);

if (process.env['RELEASED_EXPORTS'] === 'write') {
  fs.writeFileSync(file, `${JSON.stringify({ version, exports: current }, null, 2)}\n`);
}
const released = JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string; exports: Exports };

/** Exports removed within the major version, because no released module used them. */
const UNUSED = ['shared-ui/redux createSelector', 'shared-ui/redux createSlice', 'shared-ui/redux useSelector'];

const namesIn = (exports: Exports): string[] =>
  Object.entries(exports).flatMap(([entry, names]) => names.map((name) => `${entry} ${name}`));
const part = (text: string, index: number): number => Number(text.split('.')[index]);

describe('the exports of the kit', () => {
  it('covers every entry that modules share with the shell', () => {
    expect(Object.keys(current).sort()).toEqual(['shared-ui', ...onDemand].sort());
  });

  it('keeps what the last release had, until the next major version', () => {
    const missing = namesIn(released.exports).filter((name) => !namesIn(current).includes(name));
    const isMajor = part(version, 0) > part(released.version, 0);
    expect(isMajor ? [] : missing.filter((name) => !UNUSED.includes(name))).toEqual([]);
  });

  it('has a later minor version than the last release as soon as it gains an export', () => {
    const added = namesIn(current).filter((name) => !namesIn(released.exports).includes(name));
    const isLater = part(version, 0) > part(released.version, 0) || part(version, 1) > part(released.version, 1);
    expect(isLater ? [] : added).toEqual([]);
  });
});
