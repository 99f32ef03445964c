/** Light, dark, or the system setting. Only for the shell, because remotes just use the variables. */
export const themeModes = ['light', 'dark', 'system'] as const;
export type ThemeMode = (typeof themeModes)[number];

const STORAGE_KEY = 'console.theme';
const DARK = '(prefers-color-scheme: dark)';

let present: ThemeMode = 'system';
let listening = false;

/** The mode that the person selected in this browser; `system` if there is none or the storage can't be read. */
export function readThemeMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return themeModes.find((mode) => mode === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function show(): void {
  const dark = present === 'dark' || (present === 'system' && matchMedia(DARK).matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

/** Applies and stores a mode. If the storage is full or blocked, the mode lasts until the page reloads. */
export function applyThemeMode(mode: ThemeMode): void {
  present = mode;
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // The mode still applies but isn't stored.
  }
  show();
  if (listening) return;
  listening = true;
  matchMedia(DARK).addEventListener('change', show);
  addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY) return;
    present = readThemeMode();
    show();
  });
}
