import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import type { Notification } from 'shared-api';
import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '../messages';
import { motion } from '../theme/tokens';
import { Toast } from './Toast';

/** Maximum number of visible toasts. The oldest closes first. */
const MAX_TOASTS = 4;

function makeRegion(): HTMLElement {
  const region = document.createElement('div');
  region.setAttribute('role', 'region');
  region.setAttribute('data-screen-only', '');
  region.setAttribute('data-toasts', '');
  region.setAttribute('aria-label', commonMessages.toasts);
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('aria-relevant', 'additions');
  return region;
}

/**
 * The page's container for toasts, a direct child of body. An open dialog hides all other children of body from
 * screen readers; this one removes that attribute, so that toasts are announced.
 */
export function ToastHost(): ReactNode {
  const [region] = useState(makeRegion);
  useEffect(() => {
    document.body.append(region);
    const observer = new MutationObserver(() => {
      region.removeAttribute('aria-hidden');
      region.removeAttribute('inert');
    });
    observer.observe(region, { attributeFilter: ['aria-hidden', 'inert'] });
    return () => {
      observer.disconnect();
      region.remove();
    };
  }, [region]);
  return (
    <SnackbarProvider
      domRoot={region}
      maxSnack={MAX_TOASTS}
      // At the bottom, because headings and messages are at the top. The global styles keep toasts clear of floating
      // bars.
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transitionDuration={{ enter: motion.calm, exit: motion.quick }}
      // Each toast has its own timer, because notistack's continues while the toast has the focus.
      autoHideDuration={null}
    />
  );
}

/** Shows a toast while its notification is valid. Requires `ToastHost` on the page. */
export function showToast(notification: Notification): void {
  const { message, until } = notification;
  if (until?.aborted === true) return;
  const shown = enqueueSnackbar({
    message,
    content: (key) => <Toast notification={notification} onClose={() => closeSnackbar(key)} />,
  });
  until?.addEventListener('abort', () => closeSnackbar(shown), { once: true });
}
