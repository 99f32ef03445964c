/**
 * Packages that the shell provides. A federation host provides only packages that it imports. These imports also allow
 * prefetching a kit package before its module.
 */
export const provided: Readonly<Record<string, () => Promise<unknown>>> = {
  react: () => import('react'),
  'react/jsx-runtime': () => import('react/jsx-runtime'),
  'react-dom': () => import('react-dom'),
  'react-dom/client': () => import('react-dom/client'),
  'shared-ui': () => import('shared-ui'),
  'shared-ui/redux': () => import('shared-ui/redux'),
  'shared-ui/remote': () => import('shared-ui/remote'),
  'shared-ui/mui': () => import('shared-ui/mui'),
  'shared-ui/choices': () => import('shared-ui/choices'),
  'shared-ui/text-fields': () => import('shared-ui/text-fields'),
  'shared-ui/forms': () => import('shared-ui/forms'),
  'shared-ui/data-grid': () => import('shared-ui/data-grid'),
  'shared-ui/date-pickers': () => import('shared-ui/date-pickers'),
  'shared-ui/card-form': () => import('shared-ui/card-form'),
  'shared-ui/cards': () => import('shared-ui/cards'),
  'shared-ui/activity': () => import('shared-ui/activity'),
  'shared-ui/versioned': () => import('shared-ui/versioned'),
};
