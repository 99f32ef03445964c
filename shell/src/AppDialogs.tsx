import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useStoredRequest } from 'shared-ui';
import { LeaveDialog } from './chrome/LeaveDialog';
import { SessionExpiredDialog } from './chrome/SessionExpiredDialog';
import { StepUpDialog } from './chrome/StepUpDialog';
import { practiceIn } from './navigation/routes';
import { practiceOfReason, REASON_RECORD } from './support/stored-reason';
import { SupportReasonDialog } from './support/SupportReasonDialog';
import type { ShellContext } from './shell-context';
import { oidcSignIn, signInWith, readSignedInUser } from './session/calls';
import { Toasts } from './Toasts';
import { useStore } from 'zustand';

/** Layers above every page: toasts, the question about unsaved changes, and sign-in after a session has expired. */
export function AppDialogs({ shell }: { shell: ShellContext }): ReactNode {
  const { page, session, notifications, reauthentication } = shell;
  const leaving = useStore(shell.leaving);
  const expired = useStore(reauthentication.asking);
  const confirming = useStore(shell.stepUp.asking);
  const waiting = useStore(shell.support.asking);

  const stored = practiceOfReason(useStoredRequest(REASON_RECORD));
  const askAgain = useEffectEvent(() => {
    // The page of a practice asks itself.
    if (stored && practiceIn(location.pathname) !== stored.id) {
      void shell.support.ask({ practices: [stored], background: false });
    }
  });
  useEffect(() => askAgain(), []);

  return (
    <>
      <Toasts notifications={notifications} />
      {leaving && (
        <LeaveDialog
          changes={leaving.changes}
          onStay={() => leaving.answer(false)}
          onLeave={() => leaving.answer(true)}
        />
      )}
      {confirming && (
        <StepUpDialog
          transport={shell.transport}
          onConfirmed={() => shell.stepUp.answer(true)}
          onCancel={() => shell.stepUp.answer(false)}
        />
      )}
      {waiting && (
        <SupportReasonDialog
          practice={{ ...waiting, name: shell.practices.known.getState().get(waiting.id)?.name ?? waiting.name }}
          isOver={shell.support.stateOf(waiting.id)?.phase === 'over'}
          onOpen={(reason) => shell.support.open(waiting.id, reason)}
          onCancel={() => shell.support.decline()}
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
