/** Screen texts of the module settings page. They load with the page. */
import { plural } from 'shared-api/contracts';

export const settingsMessages = {
  title: 'Module settings',
  lead: 'What modules let you set for this console. Open pages follow at their next load.',
  loading: 'Loading module settings...',
  failed: 'Failed to load module settings',
  none: { title: 'No settings', text: 'No live module has settings.' },
  readOnly: 'Only super admins can change these settings.',
  version: (version: string) => `Version ${version}`,
  changed: (who: string, when: string) => `Changed by ${who}, ${when}`,
  fallback: {
    title: 'A stored value isn’t accepted',
    text: ({ version, role, label, stored, problem, default: value }: FallbackWords) =>
      `${role === 'live' ? 'Version' : 'The canary'} ${version} doesn’t accept ${label} ${stored}. ${problem} It uses its default, ${value}.`,
  },
  field: {
    help: (help: string | undefined, value: string) => [help, `Default: ${value}.`].filter(Boolean).join(' '),
    useDefault: 'Use the default',
    useDefaultOf: (label: string) => `Use the default: ${label}`,
  },
  save: 'Save Changes',
  discard: 'Discard',
  revert: 'Revert the last change',
  unsaved: (count: number, title: string) => `${plural(count, 'unsaved change')} to the settings of ${title}`,
  correct: 'Correct the marked settings first.',
  saved: (title: string) => `Saved the settings of ${title}`,
  notSaved: (title: string) => `Failed to save the settings of ${title}.`,
} as const;

interface FallbackWords {
  version: string;
  role: 'live' | 'canary';
  label: string;
  stored: string;
  problem: string;
  default: string;
}
