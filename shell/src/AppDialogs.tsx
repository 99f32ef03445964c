import { lazy, type ReactNode, Suspense } from 'react';
import { LeaveDialog } from './chrome/LeaveDialog';
import { SessionExpiredDialog } from './chrome/SessionExpiredDialog';
import type { Notifications } from './session/notifications';
import type { ShellContext } from './shell-context';
import { oidcSignIn, signInWith, readSignedInUser } from './session/calls';
import { useStore } from 'zustand';

/**
 * Loaded after the first screen, which has no toasts. If the load fails, the notifications are still in the list behind the
 * bell.
 */
const Toasts = lazy<(props: { notifications: Notifications }) => ReactNode>(() =>
  import('./chrome/Toasts').then(
    (loaded) => ({ default: loaded.Toasts }),
    () => ({ default: () => null }),
  ),
);

/** Layers above every page: toasts, the question about unsaved changes, and sign-in after a session has expired. */
export function AppDialogs({ shell }: { shell: ShellContext }): ReactNode {
  const { page, session, notifications, reauthentication } = shell;
  const leaving = useStore(shell.leaving);
  const expired = useStore(reauthentication.asking);

  return (
    <>
      <Suspense fallback={null}>
        <Toasts notifications={notifications} />
      </Suspense>
      {leaving && (
        <LeaveDialog
          changes={leaving.changes}
          onStay={() => leaving.answer(false)}
          onLeave={() => leaving.answer(true)}
        />
      )}
      {expired && (
        <SessionExpiredDialog
          user={session.user}
          localAccounts={page.local_accounts}
          oidc={oidcSignIn(page, true)}
          signIn={signInWith}
          readSignedInUser={readSignedInUser}
          onSignedIn={() => reauthentication.answer(true)}
          onSomeoneElse={() => {
            shell.unsaved.setState(null);
            location.reload();
          }}
        />
      )}
    </>
  );
}
