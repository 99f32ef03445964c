/**
 * The protocol between a clinic's sync agent and the server: JSON messages over one websocket at `/agent`. The agent
 * authenticates with its practice's token as `Authorization: Bearer …`. All instants are epoch seconds, all dates `YYYY-MM-DD`.
 *
 * The agent sends `hello`, and the server responds with `welcome`. Then either side may send. An update is `sync_begin`, its
 * batches numbered from 1, each acknowledged, and `sync_end`. If the connection breaks, the next `hello` names the update,
 * and `welcome` says how many of its batches the server has. The agent continues after them.
 *
 * The agent reports a failed scheduled sync with `sync_failed`, even if it failed before its `sync_begin`. It repeats the
 * report after each `welcome` until the server responds, and the server counts each `sync_id` once. Older agents do not
 * send it. A sync of theirs counts as failed if the next sync interrupts it.
 *
 * Fields are only ever added. Both sides ignore unknown fields.
 */
import * as z from 'zod/mini';

export const AGENT_PATH = '/agent';
export const AGENT_PROTOCOL = 1;
/** Maximum time between two messages of an agent. After twice as long, the server closes the connection. */
export const HEARTBEAT_SECONDS = 20;
/** Maximum number of rows in a batch. */
export const MAX_BATCH_ROWS = 500;

export const commandKinds = [
  'sync_now',
  'full_update',
  'restart_database_service',
  'restart_phone_service',
  'unblock',
] as const;
export type CommandKind = (typeof commandKinds)[number];

const text = z.string().check(z.maxLength(200));
const id = z.string().check(z.minLength(1), z.maxLength(60));
const number = z.int().check(z.gte(0), z.lte(2_147_483_647));
const seconds = z.int().check(z.gte(0), z.lte(9_999_999_999));
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

export const providerRow = z.object({ provider_id: number.check(z.gte(1)), first_name: text, last_name: text });
export const clinicRow = z.object({
  clinic_num: number.check(z.gte(1)),
  description: text,
  address: text,
  address2: text,
  city: text,
  state: text,
  zip: text,
});
export const appointmentRow = z.object({
  appointment_id: number.check(z.gte(1)),
  provider_id: number.check(z.gte(1)),
  /** 0 if it isn't assigned to a clinic. */
  clinic_num: number,
  starts_at: seconds,
  ends_at: seconds,
  status: z.enum(['scheduled', 'completed', 'cancelled']),
  /** The PMS's status number, if it has one (Dentrix). */
  status_id: z.nullable(z.int()),
});
export type AppointmentRow = z.infer<typeof appointmentRow>;
/** A provider's working hours on a day in the PMS's schedule, in minutes since midnight in the practice's time zone. */
export const scheduleRow = z.object({
  schedule_id: number.check(z.gte(1)),
  provider_id: number.check(z.gte(1)),
  date: day,
  begins: z.int().check(z.gte(0), z.lte(1440)),
  ends: z.int().check(z.gte(0), z.lte(1440)),
});

const rowsOf = <Row extends z.ZodMiniType>(row: Row) => z.array(row).check(z.maxLength(MAX_BATCH_ROWS));

/** The rows of one batch, all of one kind. */
export const batchContent = z.discriminatedUnion('entity', [
  z.object({ entity: z.literal('providers'), rows: rowsOf(providerRow) }),
  z.object({ entity: z.literal('clinics'), rows: rowsOf(clinicRow) }),
  z.object({ entity: z.literal('appointments'), rows: rowsOf(appointmentRow) }),
  z.object({ entity: z.literal('schedules'), rows: rowsOf(scheduleRow) }),
]);
export type BatchContent = z.infer<typeof batchContent>;

const versions = z.object({
  database_version: text,
  phone_version: text,
  service_updater_version: text,
  server_control_panel_updater_version: text,
  update_channel: text,
});
const services = z.object({
  /** The agent's name for the state, e.g. `running`, `restarting`, `stopped`. */
  database_service_status: text,
  phone_service_status: text,
  pms_update_blocked: z.boolean(),
  last_update_status: text,
});

export const fromAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    versions,
    services,
    /** The update that was running when the connection broke. */
    resume: z.nullable(id),
  }),
  z.object({ type: z.literal('status'), services }),
  z.object({
    type: z.literal('command'),
    id,
    state: z.enum(['running', 'done', 'failed']),
    percent: z.nullable(z.int().check(z.gte(0), z.lte(100))),
    message: z.nullable(z.string().check(z.maxLength(500))),
  }),
  z.object({
    type: z.literal('sync_begin'),
    sync_id: id,
    /** The command that requested it; null for a scheduled one. */
    command_id: z.nullable(id),
    /** Rows that a `full` update does not contain no longer exist in the PMS. */
    mode: z.enum(['full', 'changes']),
  }),
  z.object({ type: z.literal('batch'), sync_id: id, number: z.int().check(z.gte(1)), content: batchContent }),
  z.object({ type: z.literal('sync_end'), sync_id: id, batches: z.int().check(z.gte(0)) }),
  /** Optional for agents. The failure of an update with a command is reported with `command`. */
  z.object({
    type: z.literal('sync_failed'),
    sync_id: id,
    mode: z.enum(['full', 'changes']),
    /** The reason, as text for people. */
    message: z.nullable(z.string().check(z.maxLength(500))),
  }),
  z.object({ type: z.literal('heartbeat') }),
]);
export type FromAgent = z.infer<typeof fromAgent>;

export const toAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    practice: z.object({ id: z.int(), name: z.string(), time_zone: z.string(), pms_name: z.string() }),
    /** The practice's PMS-specific settings and its update channel and interval. */
    settings: z.record(z.string(), z.unknown()),
    /** The update named in `hello`, and the number of its received batches; null if it must start over. */
    resume: z.nullable(z.object({ sync_id: z.string(), received: z.int() })),
  }),
  z.object({ type: z.literal('settings'), settings: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('command'), id: z.string(), kind: z.enum(commandKinds) }),
  z.object({ type: z.literal('acknowledged'), sync_id: z.string(), number: z.int() }),
  z.object({ type: z.literal('sync_finished'), sync_id: z.string() }),
  /** The response to `sync_failed`, after which the agent stops resending it. */
  z.object({ type: z.literal('sync_failure_recorded'), sync_id: z.string() }),
  /**
   * The last message was rejected: `no_tables`, `unknown_sync`, `out_of_order`, `invalid`. The connection stays open.
   */
  z.object({
    type: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    sync_id: z.nullable(z.string()),
    /** The number of the next batch, for `out_of_order`. */
    received: z.optional(z.int()),
  }),
]);
export type ToAgent = z.infer<typeof toAgent>;
