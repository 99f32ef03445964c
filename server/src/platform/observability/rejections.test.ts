import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type TestServer,
  anonymousCaller,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('the log of refused access', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());
  beforeEach(() => void server.log.splice(0));

  const refusals = () =>
    server.log
      .map(
        (line) => JSON.parse(line) as { msg: string; reqId: string; caller?: unknown; call?: unknown; code?: unknown },
      )
      .filter(({ msg }) => msg === 'access was refused');

  it('names the person, the call and the reason, with the request’s id', async () => {
    const practiceId = await createTestPractice(server.db);
    const person = await createTestPerson(server.db);
    const response = await server.call(await signedIn(server, person), 'GET', `/api/practices/${practiceId}/?secret=1`);
    expect(response.statusCode).toBe(403);
    const [line, ...others] = refusals();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ caller: `person ${person.id}`, call: 'readPractice', code: 'forbidden', status: 403 });
    const ofRequest = server.log.find((text) => text.includes('incoming request') && text.includes(line?.reqId ?? '-'));
    expect(ofRequest).toContain(`/api/practices/${practiceId}/`);
    expect(server.log.join('')).not.toContain(person.email);
    expect(server.log.join('')).not.toContain('secret=1');
  });

  it('has no caller without a session', async () => {
    await server.call(anonymousCaller, 'GET', '/api/session/');
    expect(refusals()).toMatchObject([{ caller: null, call: 'readSession', code: 'signed_out', status: 401 }]);
  });

  it('isn’t logged for other errors', async () => {
    const caller = await signedIn(server, await createTestPerson(server.db));
    await server.call(caller, 'GET', '/api/session/');
    await server.call(caller, 'GET', '/api/made-up/');
    expect(refusals()).toEqual([]);
  });
});
