import type { ContributionFault } from './contribution-runner';

/** Texts for contributions that failed. The place also names the contribution. */
export const contributionMessages = {
  fault: {
    'load-failed': 'This part didn’t load.',
    'load-timeout': 'This part took too long to load.',
    'start-failed': 'This part stopped because of an error.',
    'start-timeout': 'This part took too long to answer.',
    'bad-answer': 'This part answered something that this console can’t show.',
  } satisfies Record<ContributionFault, string>,
  version: (name: string, version: string) => `${name} ${version}`,
} as const;
