import { expect, it } from '@jest/globals';
import * as z from 'zod';
import type { ModuleBuild } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { withGateway } from './testing/gateway.js';
import { json } from './testing/team-service.js';

const campaigns = z.object({ campaigns: z.array(z.object({ id: z.int(), name: z.string().regex(/^[A-Z]/) })) });

describeWithDatabase('response validation against the module’s schemas', (database) => {
  const { gateway, get, post, outcome } = withGateway(database);

  /** Publishes and promotes a version that declares response schemas. */
  async function release(answers: Record<string, z.ZodType>, version = '1.0.0'): Promise<void> {
    const upload = gateway.team.build(version);
    upload.build.answers = Object.fromEntries(
      Object.entries(answers).map(([call, schema]) => {
        const [method = '', path = ''] = call.split(' ');
        const address = `${method} /api/modules/${gateway.team.name}/${path}`;
        return [address, z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>];
      }),
    ) satisfies ModuleBuild['answers'];
    expect((await gateway.team.publish(upload)).statusCode).toBe(200);
    expect((await gateway.team.promote(version)).statusCode).toBe(200);
    await gateway.server.call(gateway.caller, 'GET', '/api/modules/');
  }

  it.each<[string, unknown]>([
    ['a list of the wrong shape', { campaigns: {} }],
    ['an entry without its name', { campaigns: [{ id: 1 }] }],
    ['a string instead of a number', { campaigns: [{ id: '1', name: 'Recall' }] }],
    ['a string instead of an object', 'campaigns'],
    ['null', null],
  ])('returns 502 for %s and counts one failed service call', async (_what, answer) => {
    await release({ 'GET campaigns/': campaigns });
    gateway.service.respond = json(answer);
    const response = await get();
    expect([response.statusCode, response.json()]).toEqual([
      502,
      expect.objectContaining({
        code: 'service_answer_invalid',
        message: `The service behind Module ${gateway.team.name} sent a response that this page can’t show. Try again in a minute.`,
      }),
    ]);
    await gateway.server.app.storeServiceHealth();
    const calls = await gateway.server.db
      .selectFrom('module_service_calls')
      .select(['outcome', 'calls'])
      .where('module', '=', gateway.team.name)
      .execute();
    expect(calls).toEqual([{ outcome: 'failed', calls: 1 }]);
  });

  it.each<[string, unknown]>([
    ['a response that matches the schema', { campaigns: [{ id: 1, name: 'Recall' }] }],
    ['a response with undeclared fields', { campaigns: [{ id: 1, name: 'Recall', sent: 12 }], total: 1 }],
    ['a string that violates only a `pattern`', { campaigns: [{ id: 1, name: 'recall' }] }],
  ])('passes on %s unchanged', async (_what, answer) => {
    await release({ 'GET campaigns/': campaigns });
    gateway.service.respond = json(answer);
    expect((await get()).json()).toEqual(answer);
  });

  it('matches schemas by method and path pattern, and passes on calls without a schema', async () => {
    await release({ 'GET campaigns/:id/': z.object({ id: z.int() }), 'POST campaigns/': z.object({ id: z.int() }) });
    gateway.service.respond = json({ name: 'Recall' });
    expect(outcome(await get('campaigns/12/'))).toEqual([502, 'service_answer_invalid']);
    expect(outcome(await post())).toEqual([502, 'service_answer_invalid']);
    for (const path of ['campaigns/', 'campaigns/12/people/']) expect((await get(path)).statusCode).toBe(200);
  });

  it('applies a canary’s schemas only to people in the canary', async () => {
    await release({});
    const upload = gateway.team.build('1.1.0');
    upload.build.answers = {
      [`GET /api/modules/${gateway.team.name}/campaigns/`]: z.toJSONSchema(campaigns, { io: 'input' }) as Record<
        string,
        unknown
      >,
    };
    await gateway.team.publish(upload);
    const promotion = await gateway.server.call(
      gateway.team.caller,
      'POST',
      `/api/modules/${gateway.team.name}/promote/`,
      { version: '1.1.0', internal: true },
    );
    expect(promotion.statusCode).toBe(200);
    await gateway.server.call(gateway.caller, 'GET', '/api/modules/');
    gateway.service.respond = json({});
    expect((await get()).statusCode).toBe(200);
    const setInternal = (internal: boolean) =>
      gateway.server.db.updateTable('people').set({ internal }).where('id', '=', gateway.person.id).execute();
    await setInternal(true);
    expect(outcome(await get())).toEqual([502, 'service_answer_invalid']);
    await setInternal(false);
  });

  it.each<[string, unknown]>([
    ['an unknown type', { type: 'campaign' }],
    ['a reference to somewhere else', { $ref: 'https://example.com/schema.json' }],
  ])('rejects a version with %s as a schema', async (_what, schema) => {
    const upload = gateway.team.build('1.0.0');
    upload.build.answers = { [`GET /api/modules/${gateway.team.name}/campaigns/`]: schema as Record<string, unknown> };
    const response = await gateway.team.publish(upload);
    expect([response.statusCode, response.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'invalid',
        fields: { 'build.answers': expect.stringMatching(/^Not a JSON schema/) },
      }),
    ]);
  });

  it('doesn’t evaluate a pattern with catastrophic backtracking', async () => {
    await release({ 'GET campaigns/': z.object({ name: z.string().regex(/^(a+)+$/) }) });
    gateway.service.respond = json({ name: `${'a'.repeat(40)}b` });
    expect((await get()).statusCode).toBe(200);
  });
});
