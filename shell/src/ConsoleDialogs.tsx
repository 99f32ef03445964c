import { type ReactNode, useEffect } from 'react';
import { showToast, ToastHost } from 'shared-ui/toasts';
import { LeaveDialog } from './chrome/LeaveDialog';
import { SessionExpiredDialog } from './chrome/SessionExpiredDialog';
import type { Console } from './console';
import { oidcSignIn, signInWith, whoIsSignedIn } from './session/calls';
import { useValue } from './value';

/** What stands above every page: toasts, the question about unsaved changes, and the sign-in of an ended session. */
export function ConsoleDialogs({ console }: { console: Console }): ReactNode {
  const { page, session, notifications, reauthentication } = console;
  const leaving = useValue(console.leaving);
  const expired = useValue(reauthentication.asking);

  useEffect(() => notifications.onAdded(showToast), [notifications]);

  return (
    <>
      <ToastHost />
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
          whoIsSignedIn={whoIsSignedIn}
          onSignedIn={() => reauthentication.answer(true)}
          onSomeoneElse={() => {
            console.unsaved.set(null);
            location.reload();
          }}
        />
      )}
    </>
  );
}
