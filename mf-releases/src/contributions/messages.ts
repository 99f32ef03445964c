import { plural } from 'shared-api/contracts';

/** Screen texts of this module's contributions to the internal overview and the command palette. */
export const contributionMessages = {
  link: 'Module health',
  label: 'Canary',
  failing: (title: string, version: string, percent: string) =>
    `${title} ${version} fails for ${percent} of its people`,
  failingDetail: 'Withdraw the canary, or wait until more people have tried it.',
  action: 'See module health',
  canary: (version: string, percent: number) => ` canary ${version}, ${percent}% of people`,
  people: (people: number, failing: number) =>
    ` ${plural(people, 'person', 'people')}${failing === 0 ? ', none failing' : `, ${failing} failing`}`,
  none: 'No canary is running, and no page failed to open in the last 7 days.',
  errors: 'Modules with failed pages in the last 7 days',
  failures: (failed: number, visits: number) => ` ${failed} of ${plural(visits, 'visit')} failed`,
  commands: {
    health: 'Promote, widen or roll back a module',
    settings: 'Change the settings of a module',
  },
} as const;
