/** Faults that can be set for an agent. */
import { commandKinds } from 'shared-api/agent';
import * as z from 'zod/mini';

const agentBehavior = z.object({
  /** Duration of each step in milliseconds: a batch, or a part of a restart. */
  step_ms: z.int().check(z.gte(0), z.lte(60_000)),
  /** The number of batches of the next update after which the connection breaks once. */
  drop_after_batches: z.nullable(z.int().check(z.gte(0))),
  /** Commands of these kinds fail. */
  fail: z.array(z.enum(commandKinds)),
  /** Scheduled updates fail. */
  fail_scheduled: z.boolean(),
  /** Commands are received but never executed. */
  ignore_commands: z.boolean(),
  /** False disconnects the agent until it is true again. */
  connected: z.boolean(),
});
export type AgentBehavior = z.infer<typeof agentBehavior>;

export const agentFaults = z.partial(agentBehavior);
export type AgentFaults = z.infer<typeof agentFaults>;

/** Duration of a step without faults, long enough to show its progress. */
const USUAL_STEP_MS = 120;

export const faultlessBehavior: AgentBehavior = {
  step_ms: USUAL_STEP_MS,
  drop_after_batches: null,
  fail: [],
  fail_scheduled: false,
  ignore_commands: false,
  connected: true,
};

/** The behavior with the given faults. Other faults remain unchanged. */
export function withFaults(before: AgentBehavior, faults: AgentFaults): AgentBehavior {
  const changes = Object.fromEntries(Object.entries(faults).filter(([, value]) => value !== undefined));
  return { ...before, ...changes };
}
