import type { ReactNode } from 'react';
import { LeaveDialog } from './chrome/LeaveDialog';
import { SessionExpiredDialog } from './chrome/SessionExpiredDialog';
import { StepUpDialog } from './chrome/StepUpDialog';
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
