/**
 * Asks modules for their contributions. Every failure ends in a `ContributionError`: code that doesn't load, that throws,
 * that hangs, or that answers what its slot doesn't accept. A contribution can't block anything else.
 */
import { isApiError, type ContributionContext, type ContributionModule, type Contributions } from 'shared-api';
import {
  CONTRIBUTION_DEADLINE_MS,
  type ContributionAnswer,
  contributionAnswers,
  type ContributionSlot,
  type LoadableModule,
  type VisitOutcome,
} from 'shared-api/contracts';
import { withDeadline } from '../module-host/deadline';
import { LOAD_DEADLINE_MS } from '../module-host/mount';
import { contributionMessages as messages } from './messages';
import type { Placement } from './placements';

export type ContributionFault = 'load-failed' | 'load-timeout' | 'start-failed' | 'start-timeout' | 'bad-answer';

/** Why a contribution has no answer. The message is for the person. */
export class ContributionError extends Error {
  readonly fault: ContributionFault | 'call-failed';

  constructor(fault: ContributionError['fault'], message: string, cause: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** The outcome of one request, for Module health. */
export interface ContributionResult {
  module: LoadableModule;
  /** Name of the contribution. */
  contribution: string;
  outcome: VisitOutcome;
  durationMs: number;
  error?: unknown;
}

export interface ContributionRunnerOptions {
  /** Loads the code of a contribution. `attempt` counts from 1 for each contribution. */
  load: (module: LoadableModule, name: string, attempt: number) => Promise<ContributionModule>;
  /** Reloads the module from the registry for a retry, because its version may have been fixed or rolled back. */
  latest: (module: LoadableModule) => Promise<LoadableModule>;
  contextFor: (placement: Placement, signal: AbortSignal) => ContributionContext;
  /** Called with the outcome of every request that wasn't aborted. */
  ended: (result: ContributionResult) => void;
}

export interface ContributionRequest<Slot extends ContributionSlot> {
  placement: Placement;
  slot: Slot;
  /** The arguments after the context. */
  args?: Parameters<Contributions[Slot]> extends [ContributionContext, ...infer Rest] ? Rest : never;
  signal: AbortSignal;
}

export interface ContributionRunner {
  /**
   * Resolves to the checked answer.
   *
   * @throws ContributionError; the signal's reason if it was aborted
   */
  run<Slot extends ContributionSlot>(request: ContributionRequest<Slot>): Promise<ContributionAnswer<Slot>>;
}

interface Code {
  module: LoadableModule;
  loading: Promise<ContributionModule>;
}

/** `bad-answer` has no outcome of its own: the code ran, and failed at its task. */
const outcomeOf = (error: unknown): VisitOutcome => {
  if (!(error instanceof ContributionError)) return 'start-failed';
  if (error.fault === 'call-failed') return 'running';
  return error.fault === 'bad-answer' ? 'start-failed' : error.fault;
};

const runners = new WeakMap<ContributionRunnerOptions, ContributionRunner>();

/** The one runner of these options, so that all slots share loaded code. */
export function contributionRunnerOf(options: ContributionRunnerOptions): ContributionRunner {
  const known = runners.get(options);
  if (known) return known;
  const runner = createContributionRunner(options);
  runners.set(options, runner);
  return runner;
}

export function createContributionRunner(options: ContributionRunnerOptions): ContributionRunner {
  const attempts = new Map<string, number>();
  const codes = new Map<string, Code>();

  /** The code is loaded once. After a failed load, the next request takes the module from the registry again. */
  const codeOf = async ({ key, module, contribution }: Placement): Promise<Code> => {
    const known = codes.get(key);
    if (known) return known;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const current = attempt === 1 ? module : await options.latest(module);
    const code = { module: current, loading: options.load(current, contribution.name, attempt) };
    codes.set(key, code);
    code.loading.catch(() => codes.delete(key));
    return code;
  };

  async function answerOf<Slot extends ContributionSlot>(
    { placement, slot, args, signal }: ContributionRequest<Slot>,
    began: (module: LoadableModule) => void,
  ): Promise<ContributionAnswer<Slot>> {
    const code = await codeOf(placement);
    began(code.module);
    const { contribute } = await withDeadline(
      LOAD_DEADLINE_MS,
      code.loading,
      () => new ContributionError('load-timeout', messages.fault['load-timeout'], undefined),
      signal,
    ).catch((error: unknown) => {
      codes.delete(placement.key);
      if (signal.aborted || error instanceof ContributionError) throw error;
      throw new ContributionError('load-failed', messages.fault['load-failed'], error);
    });
    const deadline = new AbortController();
    const either = AbortSignal.any([signal, deadline.signal]);
    const context = options.contextFor({ ...placement, module: code.module }, either);
    const asked = contribute as unknown as (...all: unknown[]) => Promise<unknown>;
    // An asynchronous function, so that a synchronous throw is a rejection too.
    const work = (async () => asked(context, ...(args ?? [])))();
    const late = (): Error => {
      deadline.abort();
      return new ContributionError('start-timeout', messages.fault['start-timeout'], undefined);
    };
    const answer = await withDeadline(CONTRIBUTION_DEADLINE_MS, work, late, signal).catch((error: unknown) => {
      if (signal.aborted || error instanceof ContributionError) throw error;
      if (isApiError(error)) throw new ContributionError('call-failed', error.message, error);
      throw new ContributionError('start-failed', messages.fault['start-failed'], error);
    });
    const checked = contributionAnswers[slot].safeParse(answer);
    if (!checked.success) throw new ContributionError('bad-answer', messages.fault['bad-answer'], checked.error);
    return checked.data as ContributionAnswer<Slot>;
  }

  return {
    async run(request) {
      const { placement, signal } = request;
      const beganAt = performance.now();
      let { module } = placement;
      const end = (outcome: VisitOutcome, error?: unknown): void => {
        if (signal.aborted) return;
        const durationMs = performance.now() - beganAt;
        const about = { module, contribution: placement.contribution.name, outcome, durationMs };
        options.ended(error === undefined ? about : { ...about, error });
      };
      try {
        const answer = await answerOf(request, (current) => {
          module = current;
        });
        end('running');
        return answer;
      } catch (error) {
        const outcome = outcomeOf(error);
        end(outcome, outcome === 'running' ? undefined : ((error as Error).cause ?? error));
        throw error;
      }
    },
  };
}
