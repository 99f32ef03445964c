import { expect, it } from '@jest/globals';
import type { ModuleHealth } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, signedIn } from '../../testing/test-server.js';
import { FAILURES_TO_OPEN, OPEN_MS } from './circuit-breaker.js';
import { json } from './testing/team-service.js';
import { withGateway } from './testing/gateway.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

describeWithDatabase('the circuit breaker of the gateway', (database) => {
  const { gateway, grant, get, outcome } = withGateway(database);

  it('sends nothing after consecutive failures, tries once, and resumes when the service is back', async () => {
    gateway.service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1)
      expect(outcome(await get())).toEqual([502, 'service_failed']);
    const paused = await get();
    expect(outcome(paused)).toEqual([503, 'service_paused']);
    expect(paused.headers['retry-after']).toBe('10');
    expect(gateway.service.received).toHaveLength(FAILURES_TO_OPEN);

    gateway.server.clock.now = new Date(gateway.server.clock.now.getTime() + OPEN_MS);
    expect(outcome(await get())).toEqual([502, 'service_failed']);
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    expect(gateway.service.received).toHaveLength(FAILURES_TO_OPEN + 1);

    gateway.server.clock.now = new Date(gateway.server.clock.now.getTime() + OPEN_MS);
    gateway.service.respond = json({ fine: true });
    expect((await get()).statusCode).toBe(200);
    expect((await get()).statusCode).toBe(200);
  });

  it('sends one trial request while others are refused', async () => {
    gateway.service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    gateway.server.clock.now = new Date(gateway.server.clock.now.getTime() + OPEN_MS);
    let finish: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      gateway.service.respond = (response, request) => {
        finish = () => json({ fine: true })(response, request);
        resolve();
      };
    });
    const probe = get();
    await arrived;
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    finish();
    expect((await probe).statusCode).toBe(200);
  });

  it('keeps calling a service that refuses requests', async () => {
    gateway.service.respond = json({ code: 'not_found', message: 'No such campaign.' }, 404);
    for (let count = 0; count < FAILURES_TO_OPEN * 2; count += 1)
      expect(outcome(await get())).toEqual([404, 'not_found']);
  });

  it('calls a service again once it is granted at another address', async () => {
    gateway.service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    expect(outcome(await get())).toEqual([503, 'service_paused']);
    gateway.service.respond = json({ fine: true });
    await grant({ base_url: gateway.service.url.replace('127.0.0.1', '127.0.0.2') });
    expect(outcome(await get())).not.toEqual([503, 'service_paused']);
  });

  it('shows services’ health on the modules page', async () => {
    const internal = await signedIn(
      gateway.server,
      await createTestPerson(gateway.server.db, { flags: { internal: true } }),
    );
    const health = async (): Promise<ModuleHealth['service']> => {
      await gateway.server.app.storeServiceHealth();
      const response = await gateway.server.call(internal, 'GET', '/api/module-health/');
      return response.json<{ modules: ModuleHealth[] }>().modules.find(({ name }) => name === gateway.team.name)
        ?.service;
    };
    expect(await health()).toEqual({ requests: 0, failed: 0, not_sent: 0, p95_ms: null, paused: null });
    await get();
    gateway.service.respond = json({}, 500);
    for (let count = 0; count < FAILURES_TO_OPEN; count += 1) await get();
    await get();
    const at = epochSeconds(gateway.server.clock.now);
    const counted = { requests: 6, failed: 5, p95_ms: expect.any(Number) };
    expect(await health()).toEqual({
      ...counted,
      not_sent: 1,
      paused: { since: at, replicas: 1, reason: 'it reported an error of its own' },
    });
    gateway.server.clock.now = new Date(gateway.server.clock.now.getTime() + OPEN_MS);
    gateway.service.respond = json({});
    await get();
    expect(await health()).toEqual({ ...counted, requests: 7, not_sent: 1, paused: null });
  });
});
