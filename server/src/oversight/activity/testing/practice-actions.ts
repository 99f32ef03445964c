/** Actions of people, support and the sync in a practice. */
import type { AnswerOf, HoursException, WeeklyHoursRecord } from 'shared-api/contracts';
import { attentionKey } from 'shared-api/contracts/attention';
import type { readSupportAccess } from 'shared-api/contracts/support-access';
import { agentTokens, issueAgentToken } from '../../../practices/agents/agent-tokens.js';
import { endSync, startSync, storeBatch } from '../../../practices/agents/sync-service.js';
import { addMember, inviteAgain } from '../../../access/members/invitations.js';
import {
  deactivateMember,
  reactivateMember,
  removeMember,
  updateMember,
  setMembership,
} from '../../../access/members/members-service.js';
import type { Db } from '../../../platform/database/tables.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { personByEmail } from '../../../access/people/people-service.js';
import { setVoiceAccount } from '../../../practices/phone-numbers/phone-moves-repository.js';
import { upsertProviders } from '../../../practices/pms/pms-units.js';
import { createTables } from '../../../practices/settings/settings-service.js';
import { recordExpiry } from '../../../access/support-access/expiry-job.js';
import { createDeclaration, createUpload, releaseBuild } from '../../../testing/module-build.js';
import { anonymousCaller, createTestPerson, runJobs, signedIn, testAudit } from '../../../testing/test-server.js';
import { SANDBOX_ORG_ACCOUNT } from '../../../practices/twilio/voice-provider.js';
import { type Acting, inAMinute } from './acting.js';

export async function changeSettingsAndHours(acting: Acting) {
  const { server, practiceId, owner, call, ofPractice } = acting;
  await call(owner, 'POST', ofPractice('settings/update_practice_settings/'), { is_pediatric: true });
  await createTables(server.db, practiceId, testAudit());
  await upsertProviders(server.db, practiceId, [{ provider_id: 11, first_name: 'Elena', last_name: 'Duarte' }]);
  await syncTwice(acting);
  const list = async () =>
    (await call(owner, 'GET', ofPractice('provider-hours/'))).json<{ message: WeeklyHoursRecord[] }>().message;
  const hours = (await list()).map((row) =>
    row.provider_id === 0 ? { ...row, fri_beg: '8:00 AM', fri_end: '5:00 PM' } : row,
  );
  await call(owner, 'POST', ofPractice('provider-hours/bulk_update/'), hours);
  await call(owner, 'POST', ofPractice('provider-hours/schedules/'), {
    valid_from: '2026-12-07',
    records: await list(),
  });
  await call(owner, 'DELETE', ofPractice('provider-hours/schedules/2026-12-07/'));
  const exceptions = ofPractice('provider-hours/exceptions/');
  const timeOff = {
    provider_id: 11,
    start_date: '2026-12-01',
    end_date: '2026-12-03',
    kind: 'time_off',
    note: 'Course',
  };
  const { exception_id: id } = (await call(owner, 'POST', exceptions, timeOff)).json<HoursException>();
  await call(owner, 'PUT', `${exceptions}${id}/`, { ...timeOff, end_date: '2026-12-01' });
  await call(owner, 'DELETE', `${exceptions}${id}/`);
  await call(owner, 'POST', ofPractice('provider-hours-worked/'), {
    11: { '2026-11-23': { employee_id: 11, date: '2026-11-23', worked_hours: 16_200 } },
  });
  await call(owner, 'POST', ofPractice('provider-hours-worked/recalculate/'), { full_update: true });
  await runJobs(server);
}

/** An agent's sync with a new provider, and one that adds an appointment to an earlier day. */
async function syncTwice({ server, practiceId }: Acting) {
  const { now } = server.clock;
  const sync = { sync_id: 'a' };
  await startSync(server.db, practiceId, { type: 'sync_begin', ...sync, command_id: null, mode: 'changes' }, now);
  const rows = [{ provider_id: 12, first_name: 'Noah', last_name: 'Walsh' }];
  const batch = { type: 'batch', ...sync, number: 1, content: { entity: 'providers', rows } } as const;
  await storeBatch(server.db, practiceId, batch, now);
  await endSync(server.db, practiceId, { type: 'sync_end', ...sync, batches: 1 }, now);
  await startSync(server.db, practiceId, { type: 'sync_begin', sync_id: 'b', command_id: null, mode: 'changes' }, now);
  const starts_at = Date.parse('2026-11-20T16:00:00Z') / 1000;
  const visit = { appointment_id: 1, provider_id: 12, clinic_num: 0, status: 'completed', status_id: null } as const;
  const content = { entity: 'appointments', rows: [{ ...visit, starts_at, ends_at: starts_at + 3600 }] } as const;
  await storeBatch(
    server.db,
    practiceId,
    { type: 'batch', sync_id: 'b', number: 1, content: { ...content, rows: [...content.rows] } },
    now,
  );
}

export async function changeProducts({ admin, call, ofPractice }: Acting) {
  const url = ofPractice('features/update_practice_features/');
  await call(admin, 'PUT', url, { bundles: [], product_features: ['data_export'] });
  await call(admin, 'PUT', url, { bundles: [], product_features: ['data_export', 'call_log'] });
  await call(admin, 'PUT', ofPractice('features/update_practice_feature_flags/'), { features: ['beta_reports'] });
}

export async function openAndEndSupportAccess({ server, admin, practiceId, call, ofPractice }: Acting) {
  server.config.staffAccessReason = true;
  const url = ofPractice('support-access/');
  await call(admin, 'POST', url, { reason: 'Ticket 812, the invoices look wrong', hours: 4 });
  const { access } = (await call(admin, 'GET', url)).json<AnswerOf<typeof readSupportAccess>>();
  await call(admin, 'DELETE', ofPractice(`support-accesses/${access?.id}/`));
  await call(admin, 'POST', url, { reason: 'Ticket 813, the hours look wrong', hours: 1 });
  const personId = access?.person.id ?? '';
  const over = new Date(server.clock.now.getTime() + 3_600_000);
  await inTransaction(server.db, (transaction) => recordExpiry(transaction, { personId, practiceId }, over));
  server.config.staffAccessReason = false;
}

export async function changeMembersAndInvitations({ server, practiceId, call }: Acting) {
  const person = await createTestPerson(server.db, { name: 'Mia Member' });
  const context = {
    ...testAudit(),
    config: { mail: undefined, oidc: undefined, localAccounts: true },
    managesMembers: () => true,
  };
  await setMembership(server.db, { person, practiceId }, true, testAudit());
  await updateMember(server.db, practiceId, person.id, { role: 'manager', rights: null }, testAudit());
  await deactivateMember(server.db, practiceId, person.id, testAudit());
  await reactivateMember(server.db, practiceId, person.id, testAudit());
  await removeMember(server.db, practiceId, person.id, testAudit());
  const invite = (email: string, name: string) =>
    addMember(server.db, practiceId, { email, name, role: 'manager', rights: null }, context);
  await invite('ina@test.example', 'Ina Invited');
  const invited = await personByEmail(server.db, 'ina@test.example');
  const { link_path: link } = await inviteAgain(server.db, practiceId, invited.id, context);
  const token = link?.split('#')[1] ?? '';
  const accept = () =>
    call(anonymousCaller, 'POST', '/api/session/account-link/use/', { token, password: newPassword });
  const newPassword = 'violet harbour tractor';
  await accept();
  await signedIn(server, invited);
  await server.call(anonymousCaller, 'POST', '/api/session/account-link/', { token });
  await removeMember(server.db, practiceId, invited.id, testAudit());
  await invite('willa@test.example', 'Willa Withdrawn');
  await removeMember(server.db, practiceId, (await personByEmail(server.db, 'willa@test.example')).id, testAudit());
  const asked = await createTestPerson(server.db, { name: 'Nobody Knows' });
  await invite(asked.email, 'Dina Declined');
  await call(await signedIn(server, asked), 'DELETE', `/api/account/invitations/${practiceId}/`);
}

export async function changePhoneNumbers({ server, stripe, admin, practiceId, ofPractice }: Acting) {
  const account = `AC${'a'.repeat(32)}`;
  const numbers = ['0142', '0143', '0144'].map((end, index) => ({
    sid: `PN${String(index).repeat(32)}`,
    phone_number: `+1312555${end}`,
  }));
  await stripe.control('twilio/seed', {
    accounts: [
      { sid: SANDBOX_ORG_ACCOUNT, friendly_name: 'Organization' },
      { sid: account, friendly_name: 'Bright', numbers },
    ],
  });
  await setVoiceAccount(server.db, practiceId, account);
  const move = async ({ sid, phone_number: number }: { sid: string; phone_number: string }) => {
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    await server.call(admin, 'POST', ofPractice('phone-numbers/transfer/'), {
      phone_number: number,
      phone_number_sid: sid,
      origin_account_sid: account,
      destination_account_sid: SANDBOX_ORG_ACCOUNT,
    });
  };
  const [first, second, third] = numbers;
  if (!first || !second || !third) throw new Error('There are three numbers');
  await server.call(admin, 'PUT', ofPractice(`phone-numbers/${first.sid}/label/`), { label: 'Front desk' });
  await move(first);
  await stripe.control('twilio/faults', [{ on: 'POST ', kind: 'error', times: 1 }]);
  await move(second);
  await stripe.control('twilio/faults', []);
  await stripe.control('twilio/faults', [
    { on: `GET /2010-04-01/Accounts/${SANDBOX_ORG_ACCOUNT}/`, kind: 'error', times: 9 },
  ]);
  await move(third);
  await stripe.control('twilio/faults', []);
}

/** The card whose items are closed. */
async function releaseSyncCard(db: Db): Promise<void> {
  const place = { slot: 'overview.card', scope: 'practice', order: 1, size: 'none' } as const;
  const contributions = [{ ...place, name: 'sync', title: 'Sync' }];
  const upload = createUpload({ ...createDeclaration('mf-overview'), contributions }, '1.0.0');
  upload.build.contributions = { sync: { preload: [], shared: [] } };
  await releaseBuild(db, upload);
}

export async function changeAgentsAndClinics({ server, admin, practiceId, owner, call, ofPractice }: Acting) {
  await call(owner, 'POST', ofPractice('settings/pms_sync_now/'));
  await releaseSyncCard(server.db);
  for (const outcome of ['settled', 'dismissed']) {
    const said = { title: 'No sync agent is connected', reason: 'The computer is being replaced' };
    const item = attentionKey('mf-overview/sync', outcome);
    await call(owner, 'POST', ofPractice('attention/'), { item, outcome, ...said });
  }
  const { id } = await issueAgentToken(server.db, { practiceId, name: 'Front desk' }, testAudit());
  const rotation = { overlapHours: 1, expiresAt: inAMinute() };
  const { token } = await agentTokens.rotate(server.db, id, rotation, testAudit());
  await agentTokens.find(server.db, token, new Date(inAMinute().getTime() + 1000));
  await agentTokens.revoke(server.db, id, testAudit());
  await call(admin, 'POST', ofPractice('settings/update_practice_settings/'), { clinicnum: 1 });
  const rest = { address: '', address2: '', city: '', state: '', zip: '' };
  for (const number of [1, 2]) {
    const row = { practice_id: practiceId, clinic_num: number, description: `Clinic ${number}`, ...rest };
    await server.db.insertInto('pms_clinics').values(row).execute();
  }
  await call(admin, 'POST', ofPractice('settings/create_clinic_practices/'), {
    clinics: [{ clinicNum: 2, name: 'West', additionalClinics: [] }],
  });
  await runJobs(server);
}
