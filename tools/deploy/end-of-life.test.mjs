// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';
import { pastTheirEnd, usedLines } from './end-of-life.mjs';

const lines = JSON.parse(fs.readFileSync(repositoryPath('tools/deploy/end-of-life.json'), 'utf8'));

describe('end-of-life.mjs', () => {
  it('names lines from the day after their last one', () => {
    const used = [{ name: 'node', version: '>=22.12' }];
    expect(pastTheirEnd(lines, used, new Date('2027-04-30T12:00:00Z'))).toEqual([]);
    expect(pastTheirEnd(lines, used, new Date('2027-05-01T00:00:00Z'))).toEqual([
      'node >=22.12 has had no fixes since 2027-04-30. See https://nodejs.org/en/about/previous-releases',
    ]);
  });

  it('names deprecated versions, and ignores lines without an announced end', () => {
    const used = [
      { name: 'left', version: '1.0.0', deprecated: 'use right' },
      { name: 'fastify', version: '5.0.0' },
    ];
    expect(pastTheirEnd(lines, used, new Date('2040-01-01'))).toEqual(['left 1.0.0 is deprecated: use right']);
  });

  it('has the last day of the used Node and PostgreSQL versions', () => {
    const used = usedLines();
    expect(used.length).toBeGreaterThan(100);
    for (const { name, version } of used.filter((one) => one.name === 'node' || one.name === 'postgresql')) {
      expect([name, version, lines[name][/\d+/.exec(version)?.[0] ?? '']]).toEqual([name, version, expect.any(String)]);
    }
  });
});
