import { expect, it } from '@jest/globals';
import type { ContributionContext } from 'shared-api';
import { serve, withNetwork } from '../phone-numbers/testing/open-page';
import { contribute } from './numbers';

withNetwork();

let practices = 100;

/** The context of a practice of its own, because numbers are remembered by practice. */
function aContext(): ContributionContext {
  practices += 1;
  return {
    session: {
      user: { id: 'u-internal', name: 'Ines Lund', email: 'internal@console.example' },
      flags: { super_admin: false, task_admin: false, internal: true, developer: false },
    },
    practice: { id: practices, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' },
    module: { name: 'mf-phone-transfer', version: '1.0.0' },
    basePath: `/internal/practices/${practices}`,
    signal: new AbortController().signal,
    reauthenticate: () => Promise.resolve(false),
    heardRevision: () => undefined,
  };
}

it.each(['(312) 555-0180', '312.555.0180', '+1 312 555 0180', '5550180'])('finds a number by %s', async (query) => {
  serve();
  const context = aContext();
  expect(await contribute(context, query)).toEqual([
    {
      id: '+13125550180',
      title: '+1 (312) 555-0180',
      detail: 'organization account',
      path: `/internal/practices/${context.practice?.id}/phone-numbers?search=%2B13125550180`,
    },
  ]);
});

it('finds the numbers of both accounts, those of the practice first', async () => {
  serve();
  expect((await contribute(aContext(), '312 555')).map(({ detail }) => detail)).toEqual([
    'practice account',
    'practice account',
    'organization account',
  ]);
});

it.each(['12', 'suite 12', 'lark', '312 lark'])('finds no number by %s', async (query) => {
  serve();
  expect(await contribute(aContext(), query)).toEqual([]);
});
