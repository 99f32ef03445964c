import { describe, expect, it } from '@jest/globals';
import { runCleanUps } from './clean-up.js';

describe('runCleanUps', () => {
  it('runs the last added first', async () => {
    const ended: string[] = [];
    await runCleanUps([() => ended.push('sandbox'), () => ended.push('server')]);
    expect(ended).toEqual(['server', 'sandbox']);
  });

  it('does nothing for a setup that started nothing', async () => {
    await expect(runCleanUps([])).resolves.toBeUndefined();
  });

  it('runs the others when one fails, and throws its error', async () => {
    const ended: string[] = [];
    const broken = (): never => {
      throw new Error('The server is stuck.');
    };
    await expect(runCleanUps([() => ended.push('sandbox'), broken])).rejects.toThrow('The server is stuck.');
    expect(ended).toEqual(['sandbox']);
  });
});
