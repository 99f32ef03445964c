/** Words that all modules use. A module's own texts are in its own `messages.ts`. */
export const commonMessages = {
  retry: 'Retry',
  cancel: 'Cancel',
  close: 'Close',
  discard: 'Discard',
  undo: 'Undo',
  none: 'None',
  required: 'required',
  loading: 'Loading...',
  save: 'Save Changes',
  saving: 'Saving...',
  unsaved: 'You have unsaved changes. Please save your changes before leaving this page.',
  unsavedRegion: 'Unsaved changes',
  changes: (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`),
  errors: (count: number) => (count === 1 ? '1 error' : `${count.toLocaleString('en-US')} errors`),
  toFirstError: (count: number, label: string) =>
    count === 1 ? `Go to the error: ${label}` : `Go to the first of ${count} errors: ${label}`,
  changed: 'changed',
  putBack: (label: string) => `Put ${label} back`,
  clearSearch: 'Clear the search',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notANumber: 'Enter a number',
  loadFailed: 'This could not be loaded',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  rowsPerPage: 'Rows per page',
  range: (from: number, to: number, count: number) =>
    count === 0
      ? '0 of 0'
      : `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`,
  opensNewTab: '(opens in a new tab)',
  shortcuts: 'Keyboard shortcuts',
  toasts: 'Messages',
  dismissToast: 'Dismiss',
} as const;
