import { expect, it } from '@jest/globals';
import { createContributionTester } from 'shared-api/testing';
import { serve, withNetwork } from '../phone-numbers/testing/open-page';
import { contribute } from './numbers';

withNetwork();

const { context, ask } = createContributionTester('search', contribute, { basePath: '/internal/practices/12' });

it.each(['(312) 555-0180', '312.555.0180', '+1 312 555 0180', '5550180', 'tel:+13125550180', '001 312 555 0180'])(
  'finds a number by %s',
  async (query) => {
    serve();
    expect(await ask(query)).toEqual([
      {
        id: '+13125550180',
        title: '+1 (312) 555-0180',
        detail: 'organization account',
        path: `/internal/practices/${context.practice?.id}/phone-numbers?search=%2B13125550180`,
      },
    ]);
  },
);

it('finds the numbers of both accounts, the practice’s first', async () => {
  serve();
  expect((await ask('312 555')).map(({ detail }) => detail)).toEqual([
    'practice account',
    'practice account',
    'organization account',
  ]);
});

it.each(['12', 'suite 12', 'lark', '312 lark'])('finds no number by %s', async (query) => {
  serve();
  expect(await ask(query)).toEqual([]);
});
