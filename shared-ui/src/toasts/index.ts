/**
 * Toasts, only for the shell. Remotes call `notify`. notistack reads the page's nonce from `globalThis.__nonce__` when it
 * is imported, so the shell sets that before it imports this entry.
 */
export { TOAST_DURATION_MS } from './Toast';
export { showToast, ToastHost } from './ToastHost';
