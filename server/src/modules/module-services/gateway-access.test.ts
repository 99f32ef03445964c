import { expect, it, jest } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, createTestPractice, signedIn, testAudit } from '../../testing/test-server.js';
import { defaultLimits } from '../../platform/rate-limits/limits.js';
import { revokeService } from './service-grants.js';
import { withGateway } from './testing/gateway.js';

describeWithDatabase('access through the gateway', (database) => {
  const { gateway, grant, get, post, outcome } = withGateway(database);

  it('forwards only granted methods and paths, and names a missing grant', async () => {
    await grant({ methods: ['GET'] });
    const response = await post();
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      {
        code: 'call_not_granted',
        message: `This console doesn’t forward POST campaigns/ to the service of ${gateway.team.name}. Ask the console’s operator to grant it.`,
      },
    ]);
    await revokeService(gateway.server.db, gateway.team.name, testAudit());
    await gateway.server.call(gateway.caller, 'GET', '/api/modules/');
    expect(outcome(await get())).toEqual([404, 'call_not_granted']);
    expect(gateway.service.received).toEqual([]);
  });

  it('refuses bodies that are too large, not JSON, or not UTF-8', async () => {
    await grant({ max_request_bytes: 20 });
    const type = { 'content-type': 'application/json' };
    const responses = [
      await post({ name: 'x'.repeat(20) }),
      await post('{"a":', gateway.caller, type),
      await post('', gateway.caller, type),
      await post(Buffer.from('22ff22', 'hex'), gateway.caller, type),
      await post('name=Recall', gateway.caller, { 'content-type': 'application/x-www-form-urlencoded' }),
      await post('{}', gateway.caller, { 'content-type': 'text/plain' }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([413, 400, 400, 400, 415, 415]);
    expect(gateway.service.received).toEqual([]);
  });

  it('refuses a change that another site caused', async () => {
    const response = await post({ name: 'x' }, gateway.caller, { 'sec-fetch-site': 'cross-site' });
    expect(outcome(response)).toEqual([403, 'cross_site']);
    expect(gateway.service.received).toEqual([]);
  });

  it('refuses people without the module or the practice, as for an unknown module', async () => {
    const other = await createTestPractice(gateway.server.db);
    const nobody = await signedIn(gateway.server, await createTestPerson(gateway.server.db));
    const internal = await signedIn(
      gateway.server,
      await createTestPerson(gateway.server.db, { flags: { internal: true } }),
    );
    const unknown = await gateway.server.call(gateway.caller, 'GET', '/api/modules/mf-unknown/campaigns/');
    const closed = await get('campaigns/', nobody);
    expect([unknown.statusCode, unknown.json()]).toEqual([403, closed.json()]);
    expect(outcome(await get('campaigns/', internal))).toEqual([403, 'forbidden']);
    expect(outcome(await get(`campaigns/?practice_id=${other}`))).toEqual([403, 'forbidden']);
    expect(outcome(await get('campaigns/', { headers: {} }))).toEqual([401, 'signed_out']);
    expect(outcome(await get('campaigns/', gateway.team.caller))).toEqual([403, 'forbidden']);
    for (const named of [`${gateway.practiceId}&practice_id=${other}`, 'x', '0', '1e3', '-1', '0x1', ''])
      expect([400, 422]).toContain((await get(`campaigns/?practice_id=${named}`)).statusCode);
    expect(gateway.service.received).toEqual([]);
  });

  it('sends the person’s kind, and opens every practice to admins', async () => {
    for (const [flags, kind] of [
      [{ super_admin: true }, 'super_admin'],
      [{ task_admin: true }, 'task_admin'],
    ] as const) {
      const admin = await signedIn(gateway.server, await createTestPerson(gateway.server.db, { flags }));
      expect((await get(`campaigns/?practice_id=${gateway.practiceId}`, admin)).statusCode).toBe(200);
      expect(gateway.service.received.at(-1)?.claims).toMatchObject({ kind, practice: gateway.practiceId });
      expect((await get('campaigns/?practice_id=777777', admin)).statusCode).toBe(404);
    }
  });

  it('limits the requests per person', async () => {
    const eager = await signedIn(
      gateway.server,
      await createTestPerson(gateway.server.db, { practices: [gateway.practiceId] }),
    );
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const statuses = [];
    for (let count = 0; count <= defaultLimits.services.max; count += 1)
      statuses.push((await get('campaigns/', eager)).statusCode);
    expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    const refused = await get('campaigns/', eager);
    expect([refused.json<ErrorBody>().code, refused.headers['retry-after']]).toEqual(['too_many_requests', '24']);
    jest.restoreAllMocks();
    expect((await get()).statusCode).toBe(200);
  });
});
