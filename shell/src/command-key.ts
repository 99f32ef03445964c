/** The modifier key of shortcuts: ⌘ on Apple devices, otherwise Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export const commandKey = isApple ? '⌘' : 'Ctrl';

/** The key's name in `aria-keyshortcuts`. */
export const ariaCommandKey = isApple ? 'Meta' : 'Control';
