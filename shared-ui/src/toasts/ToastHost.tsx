import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import type { Notification } from 'shared-api';
import { type ReactNode, useEffect, useState } from 'react';
import { commonMessages } from '../messages';
import { motion } from '../theme/tokens';
import { Toast } from './Toast';

/** How many toasts stand below each other; the oldest goes first. */
const MOST = 4;

function makeRegion(): HTMLElement {
  const region = document.createElement('div');
  region.setAttribute('role', 'region');
  region.setAttribute('data-screen-only', '');
  region.setAttribute('aria-label', commonMessages.toasts);
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('aria-relevant', 'additions');
  return region;
}

/**
 * The page's one place for toasts, a child of body of its own. An open dialog hides all other children of body from
 * screen readers; this one takes that off again at once, so that what is said there is heard.
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
      maxSnack={MOST}
      // In the middle: pages have their actions at the right, and the save reminder is at the bottom.
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      transitionDuration={{ enter: motion.calm, exit: motion.quick }}
      // A toast counts its own time: notistack's goes on while the focus is on it.
      autoHideDuration={null}
    />
  );
}

/** Shows a toast. Needs the `ToastHost` in the page. */
export function showToast(notification: Notification): void {
  enqueueSnackbar({
    message: notification.message,
    content: (key) => <Toast notification={notification} onClose={() => closeSnackbar(key)} />,
  });
}
