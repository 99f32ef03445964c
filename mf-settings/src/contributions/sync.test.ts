import { describe, expect, it } from '@jest/globals';
import { readSyncInfo, type SyncDay } from 'shared-api/contracts';
import { answer, createContributionTester, reply } from 'shared-api/testing';
import { someSync } from '../settings-record/testing/builders';
import { server, withServer } from '../settings-record/testing/open-page';
import { contribute } from './sync';
import { contribute as contributeBadge } from './sync-badge';

withServer();

describe('the strip of days', () => {
  const day = (date: string, synced: number, failed: number): SyncDay => ({ date, state: 'synced', synced, failed });

  it.each([
    [[day('2026-11-19', 10, 0), day('2026-11-20', 4, 1)], '14 syncs arrived, 1 failed', '(4 arrived, 1 failed)'],
    [[day('2026-11-20', 1, 0)], '1 sync arrived', '(1 arrived)'],
    [[day('2026-11-20', 0, 1200)], '0 syncs arrived, 1,200 failed', '(1,200 failed)'],
  ])('counts completed and failed syncs like the sync status: %j', async (days, total, ofDay) => {
    const { summary } = someSync();
    server.use(answer(readSyncInfo, () => reply(readSyncInfo, someSync({ summary: { ...summary, days } }))));
    const { blocks } = await createContributionTester('overview.card', contribute).ask();
    const [strip] = blocks;
    expect(strip).toMatchObject({ kind: 'days', label: total });
    expect(JSON.stringify(strip)).toContain(`Nov 20, 2026: synced ${ofDay}`);
  });
});

describe('the badge in the navigation', () => {
  it('says the same as the card, with the age of the data', async () => {
    const { summary } = someSync();
    const sync = someSync({
      summary: { ...summary, state: 'offline' },
      last_synced_at: Math.floor(Date.now() / 1000) - 9 * 86_400,
    });
    server.use(answer(readSyncInfo, () => reply(readSyncInfo, sync)));
    const badge = await createContributionTester('nav.badge', contributeBadge).ask();
    const { lead } = await createContributionTester('overview.card', contribute).ask();
    expect(badge?.label).toBe('No sync agent is connected. The data is from 9 days ago.');
    expect(badge?.label).toBe(lead);
  });
});
