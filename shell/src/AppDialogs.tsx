import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useStoredRequest } from 'shared-ui';
import { LeaveDialog } from './chrome/LeaveDialog';
import { OtherPersonDialog } from './chrome/OtherPersonDialog';
import { SessionExpiredDialog } from './chrome/SessionExpiredDialog';
import { StepUpDialog } from './chrome/StepUpDialog';
import { practiceIn } from './navigation/routes';
import { practiceOfReason, REASON_RECORD } from './support/stored-reason';
import { SupportReasonDialog } from './support/SupportReasonDialog';
import type { ShellContext } from './shell-context';
import { oidcSignIn, signInWith, readSignedInUser } from './session/calls';
import { announcePerson } from './session/session-channel';
import { Toasts } from './Toasts';
import { useStore } from 'zustand';

export interface AppDialogsProps {
  shell: ShellContext;
  reload?: () => void;
}

/** Layers above every page: toasts, the unsaved-changes question, and sign-in after a session has expired. */
export function AppDialogs({ shell, reload = () => location.reload() }: AppDialogsProps): ReactNode {
  const { page, session, notifications, reauthentication, identity } = shell;
  const leaving = useStore(shell.leaving);
  const expired = useStore(reauthentication.asking);
  const confirming = useStore(shell.stepUp.asking);
  const waiting = useStore(shell.support.asking);
  const other = useStore(identity.other);
  const signedOut = useStore(identity.signedOut);
  const { computer } = useStore(shell.sharedComputer);
  /** Skips the browser's own question, because stored edits are kept for their person. */
  const reloadPage = (): void => {
    shell.unsaved.setState(null);
    reload();
  };

  const stored = practiceOfReason(useStoredRequest(REASON_RECORD));
  const askAgain = useEffectEvent(() => {
    // A practice's page asks for itself.
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
      {other && <OtherPersonDialog user={session.user} other={other} onReload={reloadPage} />}
      {expired && !other && (
        <SessionExpiredDialog
          user={session.user}
          // Somebody else might already be at a shared computer.
          coversPage={signedOut || computer !== undefined}
          localAccounts={page.local_accounts}
          oidc={oidcSignIn(page, true)}
          signIn={signInWith}
          readSignedInUser={readSignedInUser}
          onSignedIn={() => {
            identity.signedOut.setState(false);
            announcePerson(session.user.id);
            reauthentication.answer(true);
          }}
          onSomeoneElse={reloadPage}
        />
      )}
    </>
  );
}
