/** How an agent can be told to misbehave. */
import { commandKinds } from 'shared-api/agent';
import * as z from 'zod/mini';

const behaviour = z.object({
  /** Milliseconds that each step takes: a batch, or a part of a restart. */
  step_ms: z.int().check(z.gte(0), z.lte(60_000)),
  /** The connection breaks, once, after so many batches of the next update. */
  drop_after_batches: z.nullable(z.int().check(z.gte(0))),
  /** Commands of these kinds fail. */
  fail: z.array(z.enum(commandKinds)),
  /** Commands are heard, and nothing is ever done about them. */
  ignore_commands: z.boolean(),
  /** False takes the agent off the line until it is true again. */
  connected: z.boolean(),
});
export type Behaviour = z.infer<typeof behaviour>;

export const agentFaults = z.partial(behaviour);
export type AgentFaults = z.infer<typeof agentFaults>;

/** Milliseconds of a step of an agent that nobody disturbs: long enough to be seen going on. */
const USUAL_STEP_MS = 120;

export const wellBehaved: Behaviour = {
  step_ms: USUAL_STEP_MS,
  drop_after_batches: null,
  fail: [],
  ignore_commands: false,
  connected: true,
};

/** The behaviour with what it was told; what was not told stays. */
export function told(before: Behaviour, faults: AgentFaults): Behaviour {
  const given = Object.fromEntries(Object.entries(faults).filter(([, value]) => value !== undefined));
  return { ...before, ...given };
}
