import { expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPractice } from '../../testing/test-server.js';
import { withPracticeFeatures } from './testing/practice-features.js';

describeWithDatabase('saves of practice features by two people', (database) => {
  const { suite, read, save, saveFlags } = withPracticeFeatures(database);

  it('refuses a stale save, naming who changed what, and saves nothing', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { etag } = await read(practiceId);
    await save(practiceId, { bundles: ['phones'] }, etag, suite.sasha);
    const response = await save(practiceId, { bundles: ['core'], baseline_date: '2026-01-02' }, etag);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'stale_version',
      message: expect.stringMatching(/^Sasha Super changed this practice’s bundles and features \(.*Phones added/),
      conflict: {
        changed_by: 'Sasha Super',
        changed_at: expect.any(Number),
        changes: expect.arrayContaining([
          { field: 'bundles', changed_by: 'Sasha Super', changed_at: expect.any(Number) },
        ]),
      },
    });
    expect((await read(practiceId)).record).toMatchObject({
      bundles: [{ bundle_name: 'phones' }],
      baseline_date: null,
    });
  });

  it('names the last of several people with changes in the same instant', async () => {
    for (let round = 0; round < 6; round += 1) {
      const practiceId = await createTestPractice(suite.server.db);
      const { etag } = await read(practiceId);
      await save(practiceId, { bundles: ['phones'] }, etag, suite.iris);
      const second = await read(practiceId);
      await save(practiceId, { bundles: ['phones', 'core'] }, second.etag, suite.sasha);
      const response = await save(practiceId, { bundles: [] }, second.etag);
      expect(response.json()).toMatchObject({
        conflict: {
          changed_by: 'Sasha Super',
          changes: expect.arrayContaining([expect.objectContaining({ field: 'bundles', changed_by: 'Sasha Super' })]),
        },
      });
    }
  });

  it("names the later of two people even if that replica's clock was behind", async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { etag } = await read(practiceId);
    const { now } = suite.server.clock;
    await save(practiceId, { bundles: ['phones'] }, etag, suite.iris);
    const second = await read(practiceId);
    suite.server.clock.now = new Date(now.getTime() - 5_000);
    await save(practiceId, { bundles: ['phones', 'core'] }, second.etag, suite.sasha);
    suite.server.clock.now = now;
    const response = await save(practiceId, { bundles: [] }, second.etag);
    expect(response.json()).toMatchObject({ conflict: { changed_by: 'Sasha Super' } });
  });

  it('names the last of several people who changed dates in the same instant', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { etag } = await read(practiceId);
    await save(practiceId, { account_expiration_date: '2027-03-04' }, undefined, suite.iris);
    await save(practiceId, { baseline_date: '2026-01-02' }, undefined, suite.sasha);
    const mine = { account_expiration_date: '2027-05-06', baseline_date: '2026-05-06' };
    expect((await save(practiceId, mine, etag)).json()).toMatchObject({ conflict: { changed_by: 'Sasha Super' } });
    const other = await createTestPractice(suite.server.db);
    const opened = await read(other);
    await save(other, { baseline_date: '2026-01-02' }, undefined, suite.iris);
    await save(other, { account_expiration_date: '2027-03-04' }, undefined, suite.sasha);
    expect((await save(other, mine, opened.etag)).json()).toMatchObject({ conflict: { changed_by: 'Sasha Super' } });
  });

  it('checks the version only of the parts that a save changes', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { etag } = await read(practiceId);
    await save(practiceId, { bundles: ['phones'] }, etag, suite.sasha);
    const dates = await save(practiceId, { bundles: ['phones'], baseline_date: '2026-01-02' }, etag);
    expect([dates.statusCode, dates.headers['etag']]).toEqual([200, '"0.1"']);
    // The form still has the earlier bundles, so changing them reports Sasha's change.
    expect((await save(practiceId, { bundles: [] }, String(dates.headers['etag']))).statusCode).toBe(409);

    await suite.server.call(suite.sasha, 'PUT', `/api/${practiceId}/settings/update_practice_settings/`, {
      is_pediatric: true,
    });
    const other = await save(practiceId, { account_expiration_date: '2027-03-04' }, '"1.1"');
    expect(other.statusCode).toBe(200);
    await save(practiceId, { account_expiration_date: '2027-04-05' }, undefined, suite.sasha);
    const stale = await save(practiceId, { account_expiration_date: '2027-05-06' }, String(other.headers['etag']));
    expect(stale.json()).toMatchObject({
      code: 'stale_version',
      conflict: { changed_by: 'Sasha Super', changes: [{ field: 'account_expiration_date' }] },
    });
    expect(
      (await save(practiceId, { snapshot_expiration_date: '2027-05-06' }, String(other.headers['etag']))).statusCode,
    ).toBe(200);
  });

  it('keeps a separate version for feature flags', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { record } = await read(practiceId);
    await save(practiceId, { bundles: ['phones'] });
    expect(
      (await saveFlags(practiceId, { features: ['fast_sync'] }, record.flags_etag, suite.sasha)).headers['etag'],
    ).toBe('"1"');
    const stale = await saveFlags(practiceId, { features: ['beta_reports'] }, record.flags_etag);
    expect(stale.json()).toMatchObject({
      code: 'stale_version',
      conflict: { changed_by: 'Sasha Super', changes: [{ field: 'features' }] },
    });
    expect((await saveFlags(practiceId, { features: [] }, '"1"')).headers['etag']).toBe('"2"');
    expect(await save(practiceId, {}, '"1"')).toMatchObject({ statusCode: 400 });
  });

  it('saves one of two concurrent changes on the same version', async () => {
    const practiceId = await createTestPractice(suite.server.db);
    const { etag, record } = await read(practiceId);
    const responses = await Promise.all([
      save(practiceId, { bundles: ['phones'] }, etag),
      save(practiceId, { bundles: ['core'] }, etag, suite.sasha),
      saveFlags(practiceId, { features: ['fast_sync'] }, record.flags_etag),
      saveFlags(practiceId, { features: ['beta_reports'] }, record.flags_etag, suite.sasha),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    expect((await read(practiceId)).record).toMatchObject({
      bundles: [expect.anything()],
      features: [expect.anything()],
    });
  });
});
