/** A PMS sync agent of a clinic: one connection, one operation at a time. */
import { randomUUID } from 'node:crypto';
import type { BatchContent, CommandKind, FromAgent, ToAgent } from 'shared-api/agent';
import { type ClinicPms, changesInBatches } from './clinic-pms.js';
import { type Connection, connect } from './connection.js';
import { type AgentFaults, type AgentBehavior, withFaults, faultlessBehavior } from './faults.js';

/** The update that is being sent. It continues after a connection breaks. */
interface Update {
  sync_id: string;
  command_id: string | null;
  mode: 'full' | 'changes';
  batches: BatchContent[];
}

interface Command {
  id: string;
  kind: CommandKind;
}

type Services = Extract<FromAgent, { type: 'status' }>['services'];

const versions = {
  database_version: '22.4.1',
  phone_version: '3.8.0',
  service_updater_version: '1.12.4',
  server_control_panel_updater_version: '2.1.0',
  update_channel: 'release',
};

/** The steps of a restart with their progress. */
const restartSteps = [
  ['Stopping the service', 20],
  ['Waiting for open connections', 45],
  ['Starting the service', 75],
  ['Checking that it answers', 95],
] as const;

const PMS_UNREACHABLE = 'The practice management system did not answer. Check that its server is switched on.';

export interface SyncAgent {
  readonly connection: Connection['state'];
  readonly services: Services;
  behave(faults: AgentFaults): void;
  end(): void;
}

export interface AgentParts {
  server: string;
  token: string;
  pms: ClinicPms;
  now?: () => Date;
}

/** Connects, sends updates, and executes commands until it is closed. */
export function syncAgent({ server, token, pms, now = () => new Date() }: AgentParts): SyncAgent {
  const services: Services = {
    database_service_status: 'running',
    phone_service_status: 'running',
    pms_update_blocked: pms.rows.update_blocked,
    last_update_status: pms.rows.update_blocked
      ? 'Blocked: the last full update was stopped at the clinic'
      : 'Up to date',
  };
  let behaviour: AgentBehavior = { ...faultlessBehavior };
  let update: Update | undefined;
  let nextIsFull = false;
  let ended = false;
  /** Received commands that are not finished, oldest first. */
  const queue: Command[] = [];
  let working = false;
  /** Failures of scheduled updates that the server hasn't acknowledged. They are resent after a reconnect. */
  const failures = new Map<string, Extract<FromAgent, { type: 'sync_failed' }>>();

  const report = (command: Command, state: 'running' | 'done' | 'failed', percent: number | null, message: string) =>
    line.send({ type: 'command', id: command.id, state, percent, message });
  const tellStatus = () => line.send({ type: 'status', services: { ...services } });
  const step = () => new Promise<void>((resolve) => setTimeout(resolve, behaviour.step_ms));

  /** Sends the remaining batches one at a time, each after the previous one was acknowledged. */
  const sendBatch = async (received: number): Promise<void> => {
    if (!update) return;
    const { sync_id, batches } = update;
    await step();
    // The connection may have broken meanwhile. The next welcome message contains the batch to continue with.
    if (ended || update?.sync_id !== sync_id || line.state !== 'open') return;
    if (behaviour.drop_after_batches !== null && received >= behaviour.drop_after_batches) {
      behaviour = { ...behaviour, drop_after_batches: null };
      line.drop();
      return;
    }
    const command = queue[0];
    if (command && command.id === update.command_id) {
      const percent = batches.length === 0 ? 100 : Math.floor((received / batches.length) * 100);
      report(command, 'running', percent, `Sending ${batches[received]?.entity ?? 'the rest'}`);
    }
    const content = batches[received];
    if (content) line.send({ type: 'batch', sync_id, number: received + 1, content });
    else line.send({ type: 'sync_end', sync_id, batches: batches.length });
  };

  const beginUpdate = (command: Command | null): void => {
    const mode = nextIsFull ? 'full' : 'changes';
    const changed = pms.passTime(now());
    update = {
      sync_id: randomUUID(),
      command_id: command?.id ?? null,
      mode,
      batches: mode === 'full' ? pms.everything() : changesInBatches(changed),
    };
    nextIsFull = false;
    services.last_update_status = mode === 'full' ? 'Full update running' : 'Update running';
    tellStatus();
    line.send({ type: 'sync_begin', sync_id: update.sync_id, command_id: update.command_id, mode });
    void sendBatch(0);
  };

  const finish = (state: 'done' | 'failed', message: string): void => {
    const command = queue.shift();
    if (command) report(command, state, state === 'done' ? 100 : null, message);
    working = false;
    void work();
  };

  const reportFailure = (sync_id: string, mode: Update['mode'], message: string): void => {
    const failure = { type: 'sync_failed', sync_id, mode, message } as const;
    failures.set(sync_id, failure);
    line.send(failure);
  };

  /** Starts a scheduled update with all changes since the last one. */
  const beginScheduled = (): void => {
    if (!behaviour.fail_scheduled) {
      beginUpdate(null);
      return;
    }
    services.last_update_status = PMS_UNREACHABLE;
    tellStatus();
    reportFailure(randomUUID(), nextIsFull ? 'full' : 'changes', PMS_UNREACHABLE);
  };

  const endUpdate = (state: 'done' | 'failed', message: string): void => {
    const ofCommand = update?.command_id !== null;
    if (update && !ofCommand && state === 'failed') reportFailure(update.sync_id, update.mode, message);
    update = undefined;
    services.last_update_status = message;
    tellStatus();
    if (ofCommand) finish(state, message);
    else {
      working = false;
      void work();
    }
  };

  const restart = async (name: 'database' | 'phone', command: Command): Promise<void> => {
    services[`${name}_service_status`] = 'restarting';
    tellStatus();
    for (const [message, percent] of restartSteps) {
      report(command, 'running', percent, message);
      await step();
    }
    services[`${name}_service_status`] = 'running';
    tellStatus();
    finish('done', `The ${name} service runs again`);
  };

  const execute = async (command: Command): Promise<void> => {
    report(command, 'running', 0, 'Started');
    await step();
    if (ended) return;
    if (behaviour.fail.includes(command.kind)) {
      finish('failed', 'The clinic’s server answered with an error. Ask the clinic to check that it is switched on.');
      return;
    }
    switch (command.kind) {
      case 'sync_now':
      case 'full_update':
        if (services.pms_update_blocked) {
          finish('failed', 'Updates are blocked at the clinic. A task admin can unblock them.');
          return;
        }
        if (command.kind === 'full_update') nextIsFull = true;
        beginUpdate(command);
        return;
      case 'restart_database_service':
        return restart('database', command);
      case 'restart_phone_service':
        return restart('phone', command);
      case 'unblock':
        services.pms_update_blocked = false;
        services.last_update_status = 'Unblocked; the next update may run';
        tellStatus();
        finish('done', 'Updates may run again');
    }
  };

  const work = async (): Promise<void> => {
    const [command] = queue;
    if (working || update || !command || ended) return;
    working = true;
    await execute(command);
  };

  const onMessage = (message: ToAgent): void => {
    switch (message.type) {
      case 'welcome':
        for (const failure of failures.values()) line.send(failure);
        if (update) {
          // Batches that the server has received aren't sent again. An update that it doesn't know starts over.
          const { sync_id, command_id, mode } = update;
          if (message.resume?.sync_id === sync_id) void sendBatch(message.resume.received);
          else {
            line.send({ type: 'sync_begin', sync_id, command_id, mode });
            void sendBatch(0);
          }
        } else if (queue.length === 0 && !services.pms_update_blocked) {
          beginScheduled();
        }
        return;
      case 'command':
        if (behaviour.ignore_commands || queue.some(({ id }) => id === message.id)) return;
        queue.push({ id: message.id, kind: message.kind });
        void work();
        return;
      case 'acknowledged':
        if (message.sync_id === update?.sync_id) void sendBatch(message.number);
        return;
      case 'sync_finished':
        if (message.sync_id === update?.sync_id) endUpdate('done', 'Up to date');
        return;
      case 'sync_failure_recorded':
        failures.delete(message.sync_id);
        return;
      case 'refused':
        // An older server rejects the report, so it isn't sent again.
        if (message.sync_id !== null && failures.delete(message.sync_id)) return;
        if (update && message.sync_id === update.sync_id) {
          if (message.received === undefined) endUpdate('failed', message.message);
          else void sendBatch(message.received);
        }
        return;
      case 'settings':
        return;
    }
  };

  const join = (): Connection =>
    connect(server, token, {
      opened: () =>
        line.send({
          type: 'hello',
          protocol: 1,
          versions,
          services: { ...services },
          resume: update?.sync_id ?? null,
        }),
      onMessage,
      closed: () => undefined,
    });
  let line = join();

  return {
    get connection() {
      return line.state;
    },
    services,
    behave(faults) {
      const was = behaviour.connected;
      behaviour = withFaults(behaviour, faults);
      if (was && !behaviour.connected) line.end();
      if (!was && behaviour.connected) line = join();
    },
    end() {
      ended = true;
      line.end();
    },
  };
}
