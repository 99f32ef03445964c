import type { VisitFault } from './visit';

/** Words for what a module did wrong. The module and its version stand before them. */
export const frameMessages = {
  loading: (title: string) => `Loading ${title}…`,
  failedTitle: (title: string) => `${title} is not available`,
  fault: {
    'load-failed': 'Its code could not be loaded, or is not what was published.',
    'load-timeout': 'Its code did not arrive in time.',
    'start-failed': 'It failed while starting.',
    'start-timeout': 'It did not start in time.',
    crashed: 'It stopped because of an error.',
  } satisfies Record<VisitFault, string>,
  rest: 'The rest of the console works. Try again; if it keeps failing, tell support the line below.',
  retry: 'Retry',
  reload: 'Reload the page',
  version: (name: string, version: string) => `${name} ${version}`,
} as const;
