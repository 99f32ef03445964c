/** Calls a contribution like the shell's slots. The counterpart of `mountRemote` for pages. */
import {
  type ContributionAnswer,
  contributionAnswers,
  type ContributionSlot,
  type PracticeSummary,
} from '../contracts/index.js';
import type { ContributionContext, Contributions, Flags } from '../remote.js';

/**
 * Overrides of the defaults. By default the person is a member of the tester's own practice, because responses are
 * cached by practice.
 */
export interface ContributionTesterOptions extends Partial<Omit<ContributionContext, 'practice'>> {
  /** Null for a contribution about the whole console. */
  practice?: Partial<PracticeSummary> | null;
  flags?: Partial<Flags>;
}

export interface ContributionTester<Slot extends ContributionSlot> {
  readonly context: ContributionContext;
  /**
   * The data as rendered by the shell. A `search` takes the typed text.
   *
   * @throws the contribution's error, or an Error that says what the slot rejects
   */
  ask(
    ...args: Parameters<Contributions[Slot]> extends [ContributionContext, ...infer Rest] ? Rest : never
  ): Promise<ContributionAnswer<Slot>>;
}

let practices = 100;

function contextWith({ practice: about = {}, flags, ...over }: ContributionTesterOptions): ContributionContext {
  practices += 1;
  const known = { id: practices, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };
  const practice = about && { ...known, ...about };
  return {
    session: {
      user: { id: 'u-owner', name: 'Olivia Owner', email: 'owner@bright-smiles.example' },
      flags: { super_admin: false, task_admin: false, internal: false, developer: false, ...flags },
    },
    practice,
    module: { name: 'mf-test', version: '0.0.0' },
    basePath: practice ? `/settings/${practice.id}` : '/internal',
    signal: new AbortController().signal,
    reauthenticate: () => Promise.resolve(false),
    heardRevision: () => undefined,
    ...over,
  };
}

/**
 * @example
 * import { contribute } from './due';
 * const { ask } = createContributionTester('overview.card', contribute);
 * expect((await ask()).attention).toEqual([]);
 */
export function createContributionTester<Slot extends ContributionSlot>(
  slot: Slot,
  contribute: Contributions[Slot],
  options: ContributionTesterOptions = {},
): ContributionTester<Slot> {
  const context = contextWith(options);
  return {
    context,
    async ask(...args) {
      const asked = contribute as unknown as (...all: unknown[]) => Promise<unknown>;
      const checked = contributionAnswers[slot].safeParse(await asked(context, ...args));
      if (checked.success) return checked.data as ContributionAnswer<Slot>;
      const reasons = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      throw new Error(`The slot ${slot} refuses this answer. ${reasons.join('; ')}`);
    },
  };
}
