import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { RELEASE } from '../../platform/config/release.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { OutdatedReplicaError, assertNoOutdatedReplica, deleteReplicas } from './replicas-repository.js';

const now = new Date('2026-11-24T15:00:00Z');

describeWithDatabase('assertNoOutdatedReplica', (database) => {
  beforeEach(() => deleteReplicas(database().db));

  const start = async (release: string | null, silentMs = 0): Promise<void> => {
    const { db } = database();
    const row = { id: randomUUID(), release, local_modules: '{}', seen_at: new Date(now.getTime() - silentMs) };
    await db.insertInto('replicas').values(row).execute();
    await assertNoOutdatedReplica(db, now);
  };

  it.each([RELEASE, '2.5.0', '1.2.0', '99.0.0', null])('accepts a replica of release %s', async (release) => {
    await expect(start(release)).resolves.toBeUndefined();
  });

  it('refuses to start next to an older release', async () => {
    await expect(start('1.1.9')).rejects.toThrow(
      new OutdatedReplicaError(
        `A replica of release 1.1.9 runs on this database. Release ${RELEASE} can run next to 1.2.0 or later. ` +
          'Stop that replica first; if it was killed, try again in a minute.',
      ),
    );
  });

  it('refuses to start next to a release that isn’t a version, and says so', async () => {
    await expect(start('dev')).rejects.toThrow(
      `A replica of release dev runs on this database. That isn’t a version, so nobody knows whether release ${RELEASE} ` +
        'can run next to it. Stop that replica first;',
    );
  });

  it('ignores a replica that ended', async () => {
    await expect(start('1.1.9', 61_000)).resolves.toBeUndefined();
  });
});
