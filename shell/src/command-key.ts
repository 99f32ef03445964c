/** The key of commands on this machine: ⌘ on Apple's, Ctrl elsewhere. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export const commandKey = isApple ? '⌘' : 'Ctrl';

/** As `aria-keyshortcuts` names it. */
export const ariaCommandKey = isApple ? 'Meta' : 'Control';
