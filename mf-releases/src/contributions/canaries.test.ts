import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContributionContext } from 'shared-api';
import type { CardBlock, ModuleHealth } from 'shared-api/contracts';
import { setupServer } from 'shared-api/testing/network';
import { aCanary, aModule, aVersion, HealthServer } from '../module-health/testing/health-server';
import { contribute } from './canaries';

const context = {
  module: { name: 'mf-releases', version: '1.0.0' },
  basePath: '/internal',
  signal: new AbortController().signal,
  reauthenticate: async () => false,
  heardRevision: () => undefined,
} as unknown as ContributionContext;

const network = setupServer();
beforeAll(() => network.listen());
afterAll(() => network.close());

async function linesOf(modules: ModuleHealth[]): Promise<(string | undefined)[][]> {
  network.resetHandlers(...new HealthServer(modules, { errors: [], slow_calls: [] }).handlers());
  const { blocks = [] } = await contribute(context);
  const textOf = (block: CardBlock): (string | undefined)[] =>
    block.kind !== 'lines'
      ? []
      : [
          block.title,
          ...block.lines.map(({ parts }) => parts.map(({ text }) => text).join('')),
          block.lines.length === 0 ? block.empty : undefined,
        ].filter((text) => text !== undefined);
  return blocks.map(textOf);
}

const canary = {
  canary: aCanary(),
  versions: [aVersion(), aVersion({ version: '1.3.0', role: 'canary', people: 24 })],
};

describe('the card of the modules', () => {
  it('says once that nothing runs and nothing failed', async () => {
    expect(await linesOf([aModule()])).toEqual([
      ['No canary is running, and no page failed to open in the last 7 days.'],
    ]);
  });

  it('lists the canaries, and says nothing of failures without one', async () => {
    expect(await linesOf([aModule(canary)])).toEqual([['Hours canary 1.3.0, 10% of people 24 people, none failing']]);
  });

  it('lists the modules with failed pages, and says nothing of canaries without one', async () => {
    expect(await linesOf([aModule({ versions: [aVersion({ failed_visits: 2, visits: 30 })] })])).toEqual([
      ['Modules with failed pages in the last 7 days', 'Hours 2 of 30 visits failed'],
    ]);
  });
});
