import { describe, expect, it } from '@jest/globals';
import { callLimiter } from './call-limiter.js';

describe('callLimiter', () => {
  const answered = { getStatusCode: () => 200, getHeaders: () => ({}) };

  it('makes people’s calls before background work that has waited longer', async () => {
    const limiter = callLimiter(1);
    const made: string[] = [];
    let free = (): void => undefined;
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const call = (name: string) => () => {
      made.push(name);
      return Promise.resolve(answered);
    };
    const calls = [
      limiter.run('background', async () => {
        await busy;
        return answered;
      }),
      limiter.run('background', call('background')),
      limiter.run('person', call('person')),
    ];
    free();
    await Promise.all(calls);
    expect(made).toEqual(['person', 'background']);
  });

  it('passes on errors without a response', async () => {
    await expect(callLimiter(1).run('person', () => Promise.reject(new Error('no connection')))).rejects.toThrow(
      'no connection',
    );
  });
});
