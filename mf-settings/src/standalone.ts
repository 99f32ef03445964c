/**
 * The mock server of the standalone host: `npm run dev -w mf-settings`. URL parameters choose the person and the practice:
 * `?role=staff|task-admin|super-admin`, `&pms=opendental|eaglesoft16|dentrix|other`, `&agent=none`, `&tables=missing`,
 * `&child=1`, `&overrides=locked`, `&blocked=1`, `&rights=billing.read,hours` (everything when absent). Changes are
 * remembered until the page reloads.
 */
import {
  type ClinicCreation,
  type CommandState,
  createClinicPractices,
  createTables,
  fullUpdate,
  type PracticeSettings,
  readBillingCustomer,
  readClinicCreation,
  readPracticeSettings,
  readSyncInfo,
  restartDatabaseService,
  restartPhoneService,
  type SyncCommand,
  syncNow,
  unblockUpdate,
  updatePracticeSettings,
  etagOf,
} from 'shared-api/contracts';
import { listActivity, listActivityActors } from 'shared-api/contracts/activity';
import { endSupportAccess, listSupportAccesses, type SupportAccess } from 'shared-api/contracts/support-access';
import { answer, errorReply, reply } from 'shared-api/testing';
import { MemberServer } from './members/testing/member-server';
import {
  aCommand,
  aSummary,
  allSettings,
  fullSync,
  someSettings,
  someSync,
  staff,
  superAdmin,
  taskAdmin,
} from './settings-record/testing/builders';

const asked = new URLSearchParams(location.search);
const roles = { staff, 'task-admin': taskAdmin, 'super-admin': superAdmin };
const role = asked.get('role') ?? 'super-admin';
const flags = roles[role as keyof typeof roles] ?? superAdmin;
const agent = asked.get('agent') !== 'none';

export const session = { user: { id: 'u-standalone', name: 'Sam Staff', email: 'sam@console.example' }, flags };

const created = (flags.super_admin ? allSettings : someSettings)({
  pms_name: asked.get('pms') ?? 'opendental',
  has_parent_clinic: asked.get('child') === '1',
  permissions: { communication_overrides: asked.get('overrides') !== 'locked' },
  ...(flags.super_admin && { schema_has_tables: asked.get('tables') !== 'missing' }),
});
let settings: PracticeSettings = created;
let version = 1;

export const practice = {
  id: 1,
  name: created.practice_name,
  time_zone: created.time_zone,
  pms_name: created.pms_name,
  ...(asked.has('rights') && { rights: (asked.get('rights') ?? '').split(',') }),
};

const seconds = (): number => Math.floor(Date.now() / 1000);
let commands: SyncCommand[] = [];

/** Advances a command every second, like an agent at work. */
function lifeOf(command: SyncCommand): SyncCommand {
  const age = seconds() - command.requested_at;
  if (!agent) return { ...command, state: 'requested' };
  const state: CommandState = age < 2 ? 'requested' : age < 4 ? 'delivered' : age < 20 ? 'running' : 'done';
  return {
    ...command,
    state,
    percent: state === 'running' ? Math.round(((age - 4) / 16) * 100) : null,
    started_at: age < 4 ? null : command.requested_at + 4,
    finished_at: state === 'done' ? command.requested_at + 20 : null,
    message: state === 'running' ? 'Reading appointments' : null,
  };
}

function ask(kind: SyncCommand['kind']) {
  const command = aCommand({ id: `c${Date.now()}`, kind, requested_at: seconds() });
  commands = [command, ...commands.filter((other) => other.kind !== kind)];
  return { status: 'success', message: '', command };
}

let accesses: SupportAccess[] = [
  {
    id: '0198a5a2-5b1e-7c44-9a51-3f6f8d8f0b11',
    person: { id: 'u-ivy', name: 'Ivy Internal' },
    reason: 'Why the recall list is empty',
    opened_at: seconds() - 600,
    ends_at: seconds() + 3000,
  },
];

let creation: ClinicCreation = { status: 'N', log: [], practice_statuses: [] };

/** Creates one practice after another. A clinic with 'fail' in its name fails. */
function goOn(): ClinicCreation {
  const at = creation.practice_statuses.findIndex(({ status }) => status === 'pending' || status === 'in_progress');
  if (at === -1) return creation;
  const practice_statuses = creation.practice_statuses.map((item, index) => {
    if (index !== at) return item;
    if (item.status === 'pending') return { ...item, status: 'in_progress' as const };
    if (/fail/i.test(item.name))
      return { ...item, status: 'failed' as const, message: 'The name is taken. Choose another.' };
    return { ...item, status: 'completed' as const, practice_id: 100 + index };
  });
  const ended = practice_statuses.every(({ status }) => status === 'completed' || status === 'failed');
  const failed = practice_statuses.some(({ status }) => status === 'failed');
  const log = [...creation.log, `${practice_statuses[at]?.name}: ${practice_statuses[at]?.status}`];
  creation = { ...creation, practice_statuses, log, status: ended ? (failed ? 'F' : 'S') : 'P' };
  return creation;
}

export const handlers = [
  ...new MemberServer().handlers(),
  answer(readPracticeSettings, () => reply(readPracticeSettings, settings, { etag: etagOf(version) })),
  answer(updatePracticeSettings, ({ body, ifMatch }) => {
    if (ifMatch !== null && ifMatch !== etagOf(version)) {
      const conflict = { changed_by: 'Olivia Owner', changed_at: seconds() };
      return errorReply(409, 'stale', 'Olivia Owner saved these settings meanwhile.', { conflict });
    }
    const { additional_data, ...plain } = body;
    settings = {
      ...settings,
      ...plain,
      additional_data: { ...settings.additional_data, ...additional_data },
    } as PracticeSettings;
    version += 1;
    return reply(updatePracticeSettings, { status: 'success', message: 'Saved' }, { etag: etagOf(version) });
  }),
  answer(listActivity, () =>
    reply(listActivity, {
      results: [
        {
          id: '1795532400000000-00000000-0000-7000-8000-000000000001',
          practice_id: practice.id,
          practice_name: practice.name,
          at: seconds() - 600,
          actor: { kind: 'person', name: 'Olivia Owner' },
          area: 'settings',
          sentence: [
            { kind: 'text', text: 'changed ' },
            { kind: 'name', text: 'Pediatric practice' },
            { kind: 'text', text: ' from ' },
            { kind: 'removed', text: 'Off' },
            { kind: 'text', text: ' to ' },
            { kind: 'added', text: 'On' },
          ],
          changes: [],
          link: `/settings/${practice.id}/practice/general`,
          revert: null,
        },
      ],
      next: null,
      practice_name: practice.name,
      time_zone: practice.time_zone,
      hidden_areas: [],
    }),
  ),
  answer(listActivityActors, () =>
    reply(listActivityActors, { actors: [{ id: 'u-olivia', kind: 'person', name: 'Olivia Owner' }] }),
  ),
  answer(listSupportAccesses, () => reply(listSupportAccesses, { accesses })),
  answer(endSupportAccess, ({ params }) => {
    accesses = accesses.filter(({ id }) => id !== params.access);
    return reply(endSupportAccess, { status: 'success' });
  }),
  answer(readBillingCustomer, ({ query: { customer } }) =>
    reply(readBillingCustomer, { id: customer, name: created.practice_name, email: null, active_subscriptions: 1 }),
  ),
  answer(createTables, () => {
    settings = { ...settings, schema_has_tables: true };
    return reply(createTables, { status: 'success', message: '' });
  }),
  answer(readSyncInfo, () => {
    const info = (flags.task_admin ? fullSync : someSync)({
      last_synced_at: seconds() - 7300,
      last_seen_at: seconds() - (agent ? 5 : 9000),
      commands: commands.map(lifeOf),
      ...(!agent && { pms_sync_socket_info: null, summary: aSummary({ state: 'offline' }) }),
    });
    return reply(readSyncInfo, {
      ...info,
      pms_sync: { ...info.pms_sync, pms_update_blocked: asked.get('blocked') === '1' },
    });
  }),
  answer(syncNow, () => reply(syncNow, ask('sync_now'))),
  answer(fullUpdate, () => reply(fullUpdate, ask('full_update'))),
  answer(restartDatabaseService, () => reply(restartDatabaseService, ask('restart_database_service'))),
  answer(restartPhoneService, () => reply(restartPhoneService, ask('restart_phone_service'))),
  answer(unblockUpdate, () => reply(unblockUpdate, ask('unblock'))),
  answer(readClinicCreation, () => reply(readClinicCreation, goOn())),
  answer(createClinicPractices, ({ body }) => {
    creation = {
      status: 'P',
      log: ['Started'],
      practice_statuses: body.clinics.map(({ clinicNum, name }) => ({
        name,
        clinicnum: clinicNum,
        status: 'pending',
      })),
      started_at: seconds(),
      started_by: session.user.name,
    };
    return reply(createClinicPractices, { status: 'success', message: 'Started' });
  }),
];
