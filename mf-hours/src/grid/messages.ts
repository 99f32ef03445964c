const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Screen text of both grids. */
export const messages = {
  removedProviders: {
    title: (names: readonly string[]) =>
      `${list.format(names)} ${names.length === 1 ? 'is no longer a provider' : 'are no longer providers'}`,
    added: (names: readonly string[]) =>
      `${list.format(names)} ${names.length === 1 ? 'is a new provider' : 'are new providers'}.`,
    /** @param what as `5 cells` @param count of them */
    details: (what: string, count: number, names: readonly string[]) =>
      `${what} of ${list.format(names)} ${count === 1 ? 'wasn’t' : 'weren’t'} saved.`,
    list: 'Hours that weren’t saved',
    copy: 'Copy these hours',
    copied: 'Copied',
    close: 'Close',
  },
} as const;
