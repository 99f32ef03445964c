const themeWords = ['theme', 'appearance', 'colors', 'contrast', 'display', 'brightness'];

/** The texts of the command palette. */
export const paletteMessages = {
  title: 'Search or jump to',
  placeholder: 'Search pages, practices, providers, settings and actions',
  /** On a phone. */
  shortPlaceholder: 'Search or jump to…',
  groups: { recent: 'Recent', pages: 'Go to', practices: 'Practices', console: 'Console' },
  overview: 'Overview',
  overviewKeywords: ['home', 'dashboard', 'start', 'summary', 'today', 'needs attention', 'alerts', 'notifications'],
  /** Other words that find the account page. */
  accountKeywords: [
    'password',
    'change password',
    'reset password',
    'passkey',
    'security key',
    'fingerprint',
    'two-step',
    'two factor',
    '2fa',
    'mfa',
    'authenticator app',
    'authenticator',
    'verification code',
    'recovery codes',
    'devices',
    'sessions',
    'forgot password',
    'my account',
    'my profile',
    'my name',
    'change my name',
    'address',
    'my email',
    'email address',
    'change email',
    'update email',
    'login',
    'sign in',
    'version',
  ],
  choosePractice: 'Choose a practice',
  /** Of a page in another application. */
  newTab: 'Opens in a new tab',
  /** Above the practices, for a page that was chosen before its practice. */
  practiceOf: (page: string) => `Choose a practice for ${page}`,
  console: {
    theme: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the computer' },
    themeKeywords: {
      light: ['light mode', 'day mode', ...themeWords],
      dark: ['dark mode', 'night mode', ...themeWords],
      system: themeWords,
    },
    shortcuts: 'Keyboard shortcuts',
    shortcutsKeywords: ['help', 'keys', 'hotkeys', 'keyboard', 'shortcut', 'how to'],
    sharedComputer: 'Shared computer',
    sharedComputerKeywords: ['switch person', 'switch user', 'front desk computer', 'idle', 'timeout'],
    switchPractice: 'Switch practice',
    switchPracticeKeywords: [
      'change practice',
      'other practice',
      'another practice',
      'switch office',
      'change office',
      'other office',
      'switch clinic',
      'change clinic',
      'other clinic',
    ],
    signOut: 'Sign out',
    signOutKeywords: ['log out', 'logout', 'log off', 'logoff', 'sign off', 'exit', 'quit'],
  },
  actionsOf: (module: string) => `Actions, from ${module}`,
  number: (id: number) => `No. ${id}`,
  /** Opens all of them: `Show all 20 practices that match “lark”`. */
  all: (count: number, query: string, isClosest: boolean) =>
    isClosest
      ? `Show all ${count.toLocaleString('en-US')} practices with names like “${query}”`
      : `Show all ${count.toLocaleString('en-US')} practices that match “${query}”`,
  /** How many of them aren't listed above. */
  more: (count: number) => `${count.toLocaleString('en-US')} more`,
  searching: 'Searching…',
  none: (query: string) => `Nothing matches “${query}”.`,
  failed: (title: string) => `${title} couldn’t be searched.`,
  retry: 'Retry',
  hints: { move: 'move', open: 'open', newTab: 'new tab', shortcuts: 'all shortcuts' },
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;
