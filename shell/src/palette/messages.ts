/** The texts of the command palette. */
export const paletteMessages = {
  title: 'Search or jump to',
  placeholder: 'Search pages, practices, providers, settings and actions',
  groups: { recent: 'Recent', pages: 'Go to', practices: 'Practices' },
  overview: 'Overview',
  /** Other words that find the account page. */
  accountKeywords: ['password', 'passkey', 'two-step', 'authenticator app', 'recovery codes', 'devices', 'sign out'],
  actionsOf: (module: string) => `Actions, from ${module}`,
  number: (id: number) => `No. ${id}`,
  allMatching: (query: string) => `All practices matching “${query}”`,
  searching: 'Searching…',
  none: (query: string) => `Nothing matches “${query}”.`,
  failed: (title: string) => `${title} couldn’t be searched.`,
  retry: 'Retry',
  hints: { move: 'move', open: 'open', newTab: 'new tab', shortcuts: 'all shortcuts' },
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;
