import type { MountFault } from './mount';

/** Texts for failures of a module. The panel also names the module and its version. */
export const moduleHostMessages = {
  loading: (title: string) => `Loading ${title}…`,
  failedTitle: (title: string) => `${title} isn’t available`,
  fault: {
    'load-failed': 'This page didn’t load.',
    'load-timeout': 'This page took too long to load.',
    'start-failed': 'This page failed to start.',
    'start-timeout': 'This page took too long to start.',
    crashed: 'This page stopped because of an error.',
  } satisfies Record<MountFault, string>,
  rest: 'The rest of the console still works. Try again. If it keeps failing, send support the version below.',
  /** Listed among the newest errors in Module health. */
  left: (traces: readonly string[]) => `Not cleaned up on unmount: ${traces.join(', ')}`,
  retry: 'Retry',
  reload: 'Reload the page',
  version: (name: string, version: string) => `${name} ${version}`,
  /** For a module that a developer override loads. No released version is involved. */
  overrideRest: (name: string) =>
    `It’s loaded by your developer override. Start its development server and try again, or use the released version of ${name}.`,
  override: (name: string, entry: string) => `${name} from ${entry}`,
} as const;
