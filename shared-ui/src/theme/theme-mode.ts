/** Light, dark, or the system's setting. Only for the shell: remotes just use the variables. */
export const themeModes = ['light', 'dark', 'system'] as const;
export type ThemeMode = (typeof themeModes)[number];

const STORAGE_KEY = 'console.theme';
const DARK = '(prefers-color-scheme: dark)';

let present: ThemeMode = 'system';
let listening = false;

/** The mode that the person chose in this browser; `system` when none, or when the storage cannot be read. */
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

/** Shows the page in a mode and remembers it; where the storage is full or forbidden it lasts for this page. */
export function applyThemeMode(mode: ThemeMode): void {
  present = mode;
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // The page is shown as asked; only the memory of it is lost.
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
