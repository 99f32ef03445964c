import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ContributionContext } from 'shared-api';
import {
  overviewCard,
  readFailingSyncs,
  readLatestProductChanges,
  readOpenBulkChanges,
  readPastDuePractices,
  type TextPart,
} from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';
import { network, withNetwork } from '../testing/open-route';
import { contribute as bulkChanges } from './bulk-changes';
import { contribute as failingSyncs } from './failing-syncs';
import { contribute as pastDue } from './past-due';
import { contribute as productChanges } from './product-changes';

withNetwork();

const contextOf = (flags: object = {}): ContributionContext =>
  ({
    session: {
      user: { id: 'u-iris' },
      flags: { super_admin: false, task_admin: false, internal: true, developer: false, ...flags },
    },
    practice: null,
    signal: new AbortController().signal,
    reauthenticate: () => Promise.resolve(false),
    heardRevision: () => undefined,
  }) as unknown as ContributionContext;

const at = (text: string): number => Date.parse(text) / 1000;

/** The lines of all of a card's blocks. */
const linesOf = (card: unknown): { lead?: string | undefined; parts: TextPart[]; path?: string | undefined }[] =>
  overviewCard.parse(card).blocks.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
const textOf = (line: { parts: TextPart[] } | undefined): string | undefined =>
  line?.parts.map(({ text }) => text).join('');
const struck = (card: unknown): string[] =>
  linesOf(card).flatMap(({ parts }) => parts.flatMap(({ tone, text }) => (tone === 'removed' ? [text] : [])));

describe('failing syncs', () => {
  const practice = { practice_id: 4, practice_name: 'North', reason: 'Disk is full' };
  beforeEach(() => {
    const practices = [
      { ...practice, failed_at: at('2026-03-03T15:00:00Z') },
      { ...practice, practice_id: 5, failed_at: at('2026-03-03T13:30:00Z') },
      { ...practice, practice_id: 6, failed_at: at('2026-03-01T13:30:00Z') },
    ];
    network.use(answer(readFailingSyncs, () => reply(readFailingSyncs, { count: 3, practices })));
  });

  const statusPath = '/settings/4/practice/general?search=Sync%20Status';

  it.each([{ super_admin: true }, { task_admin: true }])('link %j to the sync status', async (flags) => {
    const card = await failingSyncs(contextOf(flags));
    const action = { label: 'See sync status', path: statusPath };
    expect(overviewCard.parse(card).attention).toEqual([expect.objectContaining({ action })]);
    expect(linesOf(card)[0]?.path).toBe(statusPath);
  });

  it('show the full reason without a link to staff who can’t open the practice', async () => {
    const reason = `The disk is full. ${'Delete old backups. '.repeat(24)}`.trim();
    const practices = [{ ...practice, reason, failed_at: at('2026-03-03T15:00:00Z') }];
    network.use(answer(readFailingSyncs, () => reply(readFailingSyncs, { count: 1, practices })));
    const card = await failingSyncs(contextOf());
    const action = {
      ...{ label: 'See sync status', path: statusPath },
      reason: 'Only the practice’s members and task admins can open its sync status.',
    };
    expect(overviewCard.parse(card).attention).toEqual([expect.objectContaining({ action })]);
    expect(linesOf(card)).toEqual([expect.not.objectContaining({ path: expect.anything() })]);
    expect(textOf(linesOf(card)[0])).toBe(`North ${reason}`);
  });

  it('show when each failure happened, and how many more there are', async () => {
    const failed = (id: number, time: string) => ({ ...practice, practice_id: id, failed_at: at(time) });
    const practices = [3, 3, 2, 2, 1, 1].map((day, index) => failed(index + 1, `2026-03-0${day}T15:00:00Z`));
    network.use(answer(readFailingSyncs, () => reply(readFailingSyncs, { count: 1200, practices })));
    const lines = linesOf(await failingSyncs(contextOf()));
    expect(lines.map(({ lead }) => lead)).toEqual([
      ...['Mar 3', 'Mar 3', 'Mar 2', 'Mar 2'].map((day) =>
        expect.stringMatching(new RegExp(`^${day}, \\d+:\\d\\d [AP]M$`)),
      ),
      'Mar 1',
      undefined,
    ]);
    expect(textOf(lines.at(-1))).toBe('and 1,195 more');
  });

  it('say in the card alone which practice it is and why', async () => {
    const card = overviewCard.parse(await failingSyncs(contextOf()));
    expect(card.attention[0]?.detail).toBe('Their data stays as of the last update until this is fixed.');
    expect(card.blocks.map(({ kind }) => kind)).toEqual(['lines']);
  });
});

describe('payments past due', () => {
  it('list practices without a figure for what the attention says', async () => {
    const practices = [{ practice_id: 4, practice_name: 'North', subscriptions: 2 }];
    network.use(answer(readPastDuePractices, () => reply(readPastDuePractices, { count: 1, practices })));
    const card = overviewCard.parse(await pastDue(contextOf()));
    expect(card.attention[0]?.title).toBe('1 practice has payments past due');
    expect(card.blocks.map(({ kind }) => kind)).toEqual(['lines']);
    expect(linesOf(card).map(textOf)).toEqual(['North 2 subscriptions']);
  });
});

describe('bulk changes', () => {
  it('link to their results, and strike through nothing', async () => {
    const change = {
      job_id: '0198a5a2-5b1e-7c44-9a51-3f6f8d8f0b11',
      ...{ action: 'add' as const, type: 'bundle' as const, items: ['core'], state: 'done' as const },
      ...{ total: 1400, done: 1400, failed: 1100, requested_at: at('2026-03-03T15:00:00Z'), requested_by: 'Iris' },
    };
    network.use(answer(readOpenBulkChanges, () => reply(readOpenBulkChanges, { changes: [change] })));
    const card = await bulkChanges(contextOf());
    expect(overviewCard.parse(card).attention).toEqual([
      expect.objectContaining({
        action: { label: 'See results', path: `/internal/practices?job=${change.job_id}` },
        detail: '1,400 of 1,400 practices done, requested by Iris.',
      }),
    ]);
    expect(struck(card)).toEqual([]);
    expect(
      linesOf(card)[0]
        ?.parts.map(({ text }) => text)
        .join(''),
    ).toBe('Adding 1 bundle done, 1,400 of 1,400, 1,100 failed');
  });
});

describe('product changes', () => {
  it('strike through only removed names', async () => {
    const changes = [
      ['REMOVE_BUNDLE', 'Core', '2026-03-03T15:00:00Z'],
      ['ADD_BUNDLE', 'Phones', '2026-03-03T13:00:00Z'],
    ] as const;
    network.use(
      answer(readLatestProductChanges, () =>
        reply(readLatestProductChanges, {
          changes: changes.map(([change_type, product_name, created]) => ({
            ...{ practice_id: 4, practice_name: 'North', user_name: 'Iris', created_at: at(created) },
            change_type,
            product_name,
          })),
          lost_access: { count: 1, practices: [{ practice_id: 4, practice_name: 'North', product_name: 'Core' }] },
        }),
      ),
    );
    const card = await productChanges(contextOf());
    expect(struck(card)).toEqual(['Core', 'Core']);
    expect(linesOf(card).map(({ lead }) => lead)).toEqual([
      expect.stringMatching(/^Mar 3, \d+:\d\d [AP]M$/),
      expect.stringMatching(/^Mar 3, \d+:\d\d [AP]M$/),
      undefined,
    ]);
  });
});
