/**
 * Packages of the kit that modules take from the shell on demand. The federation host provides only what it imports
 * somewhere; these are the somewhere, and the way to fetch them ahead of a module.
 */
export const provided: Readonly<Record<string, () => Promise<unknown>>> = {
  'shared-ui/redux': () => import('shared-ui/redux'),
  'shared-ui/remote': () => import('shared-ui/remote'),
  'shared-ui/date-pickers': () => import('shared-ui/date-pickers'),
  'shared-ui/card-form': () => import('shared-ui/card-form'),
  'shared-ui/cards': () => import('shared-ui/cards'),
  'shared-ui/versioned': () => import('shared-ui/versioned'),
};
