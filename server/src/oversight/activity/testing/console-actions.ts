/** Actions of admins, teams and identity providers in the console. */
import type { AnswerOf } from 'shared-api/contracts';
import type { listApprovals } from 'shared-api/contracts/approvals';
import { expireApprovals } from '../../../access/approvals/expire-approvals.js';
import { recordAudit } from '../../../platform/audit/audit-log.js';
import { expireEntries } from '../../../platform/audit/expire-entries.js';
import { rotateNow } from '../../../modules/module-services/signing-keys.js';
import { defaultServiceGrant, grantService, revokeService } from '../../../modules/module-services/service-grants.js';
import { json, startTeamService } from '../../../modules/module-services/testing/team-service.js';
import { deployTokens, findDeployToken } from '../../../access/tokens/deploy-tokens.js';
import { pruneModules } from '../../../modules/registry/prune.js';
import { createTeam } from '../../../testing/module-team.js';
import {
  type Caller,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testAudit,
} from '../../../testing/test-server.js';
import { type Acting, inAMinute } from './acting.js';

export async function changeProductsInBulk({ server, admin, call }: Acting) {
  const ids: number[] = [];
  for (let made = 0; made < 201; made += 1) ids.push(await createTestPractice(server.db));
  const send = (practices: number[]) =>
    call(admin, 'POST', '/api/features/bulk_update/', {
      action: 'add',
      type: 'feature',
      items: ['data_export'],
      practice_ids: practices,
    });
  await send(ids.slice(0, 2));
  const { job_id: job } = (await send(ids)).json<{ job_id: string }>();
  await call(admin, 'POST', `/api/features/bulk_update/${job}/stop/`);
  await runJobs(server);
  await call(admin, 'POST', `/api/features/bulk_update/${job}/resume/`);
  await runJobs(server);
  await server.db.updateTable('bulk_changes').set({ state: 'done', failed: 1 }).where('id', '=', job).execute();
  await call(admin, 'POST', `/api/features/bulk_update/${job}/resume/`);
  await runJobs(server);
}

export async function decideApprovals({ server, admin, call }: Acting) {
  const ids = [await createTestPractice(server.db), await createTestPractice(server.db)];
  const ask = (action: string) =>
    call(admin, 'POST', '/api/features/bulk_update/', {
      action,
      type: 'feature',
      items: ['data_export'],
      practice_ids: ids,
    });
  const colleague = await createTestPerson(server.db, { flags: { super_admin: true } });
  const decide = async (decision: string, caller?: Caller) => {
    const { approvals } = (await call(admin, 'GET', '/api/approvals/')).json<AnswerOf<typeof listApprovals>>();
    const as = caller ?? (await signedIn(server, colleague));
    return server.call(as, 'POST', `/api/approvals/${approvals[0]?.id}/${decision}/`);
  };
  server.config.approvals.bulkOver = 1;
  await ask('add');
  await decide('approve', admin);
  await decide('approve');
  await ask('remove');
  await decide('decline');
  await ask('remove');
  server.config.approvals.bulkOver = undefined;
  await runJobs(server);
  await expireApprovals(server.db, new Date(server.clock.now.getTime() + 25 * 3_600_000));
}

export async function releaseModules({ server, owner, admin, call, cleanUp }: Acting) {
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const team = await createTeam(server);
  const due = { type: 'integer', label: 'Due after', default: 180, min: 1, max: 999 } as const;
  for (const version of ['1.0.0', '1.1.0']) {
    const build = team.build(version);
    await team.publish({ ...build, declaration: { ...build.declaration, settings: { due_after_days: due } } });
  }
  await team.promote('1.0.0');
  await call(admin, 'PUT', `/api/modules/${team.name}/settings/`, { set: { due_after_days: 90 }, clear: [] });
  await team.canary('1.1.0', 10);
  await team.rollback();
  await team.promote('1.1.0');
  await team.rollback();
  await pruneModules(server.db, testAudit(new Date(Date.now() + 90 * 86_400_000)));
  const service = await startTeamService({ server, url }, team.name);
  cleanUp(() => service.stop());
  service.respond = json({});
  await grantService(
    server.db,
    team.name,
    { ...defaultServiceGrant, base_url: service.url, methods: ['POST'], paths: ['campaigns/'], allow_private: true },
    testAudit(),
  );
  server.clock.now = new Date(server.clock.now.getTime() + 5000);
  await server.call(owner, 'GET', '/api/modules/');
  await call(owner, 'POST', `/api/modules/${team.name}/campaigns/`, {});
  await revokeService(server.db, team.name, testAudit());
  await rotateNow(server.db, { immediately: false }, testAudit());
  await rotateNow(server.db, { immediately: true }, testAudit());
  const preview = `/api/modules/${team.name}/previews/pr-17/`;
  await call(team.caller, 'PUT', preview, { version: '1.0.0' });
  await call(team.caller, 'DELETE', preview);
  const tokens = await server.db.selectFrom('deploy_tokens').select('id').where('module', '=', team.name).execute();
  const id = tokens[0]?.id ?? '';
  const rotation = { overlapHours: 1, expiresAt: inAMinute() };
  const { token } = await deployTokens.rotate(server.db, id, rotation, testAudit());
  await findDeployToken(server.db, token, new Date(inAMinute().getTime() + 1000));
  await deployTokens.revoke(server.db, id, testAudit());
  const developer = await createTestPerson(server.db, { flags: { super_admin: true } });
  const signed = await signedIn(server, developer);
  const override = { module: team.name, entry: 'http://localhost:8181/remoteEntry.js' };
  await call(signed, 'POST', '/api/session/overrides/', override);
  await call(signed, 'DELETE', `/api/session/overrides/${team.name}/`);
  return team.name.slice('mf-'.length);
}

export async function expireAuditEntries({ server, practiceId }: Acting) {
  const old = { practiceId, ...testAudit(), at: new Date('2020-11-01') };
  await recordAudit(server.db, { ...old, action: 'settings.save', entity: 'practice', entityId: String(practiceId) });
  await expireEntries(server.db, { before: new Date('2020-12-01'), upTo: undefined, limit: 10 }, testAudit());
}

export async function exportAuditLog({ admin, call }: Acting) {
  const [from, to] = ['2026-11-01', '2026-12-01'].map((date) => Date.parse(date) / 1000);
  await call(admin, 'GET', `/api/audit/export/?from=${from}&to=${to}`);
}
