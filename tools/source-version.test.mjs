// @ts-check
import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { repository, shellPlaces } from './source-version.mjs';

describe('shellPlaces', () => {
  const places = shellPlaces().map((place) => path.relative(repository, place));

  it('covers the shell and the whole kit', () => {
    expect(places).toEqual(expect.arrayContaining(['shell', 'shared-ui']));
  });

  it('covers the contracts that the shell or the kit reads, and no others', () => {
    expect(places).toContain('shared-api/src/contracts/session.ts');
    expect(places).not.toContain('shared-api/src/contracts/phone-numbers.ts');
  });
});
