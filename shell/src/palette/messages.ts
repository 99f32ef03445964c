/** The texts of the command palette. */
export const paletteMessages = {
  title: 'Search or jump to',
  placeholder: 'Search pages, practices, providers, settings and actions',
  /** On a phone. */
  shortPlaceholder: 'Search or jump to…',
  groups: { recent: 'Recent', pages: 'Go to', practices: 'Practices', console: 'Console' },
  overview: 'Overview',
  /** Other words that find the account page. */
  accountKeywords: ['password', 'passkey', 'two-step', 'authenticator app', 'recovery codes', 'devices', 'sign out'],
  choosePractice: 'Choose a practice',
  /** Above the practices, for a page that was chosen before its practice. */
  practiceOf: (page: string) => `Choose a practice for ${page}`,
  console: {
    theme: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the computer' },
    themeKeywords: ['dark mode', 'night mode', 'light mode', 'appearance', 'colors', 'contrast'],
    shortcuts: 'Keyboard shortcuts',
    shortcutsKeywords: ['help', 'keys', 'hotkeys'],
  },
  actionsOf: (module: string) => `Actions, from ${module}`,
  number: (id: number) => `No. ${id}`,
  /** Opens the others: `14 more practices match “lark”`. */
  more: (count: number, query: string) =>
    count === 1
      ? `1 more practice matches “${query}”`
      : `${count.toLocaleString('en-US')} more practices match “${query}”`,
  searching: 'Searching…',
  none: (query: string) => `Nothing matches “${query}”.`,
  failed: (title: string) => `${title} couldn’t be searched.`,
  retry: 'Retry',
  hints: { move: 'move', open: 'open', newTab: 'new tab', shortcuts: 'all shortcuts' },
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;
