import { type ReactNode, useState } from 'react';
import type { Notification } from 'shared-api';
import {
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  type SecondFactors,
  startTotp,
  type TotpSetup as Setup,
} from 'shared-api/contracts/accounts';
import { Panel, StatusBadge, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { Caller } from './account-calls';
import { AccountRow } from './AccountRow';
import { dayText } from './day';
import { messages } from './messages';
import { PasswordStep } from './PasswordStep';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { TotpSetup } from './TotpSetup';

const text = messages.app;

type Open = { kind: 'set'; setup?: Setup } | { kind: 'remove' } | { kind: 'codes' };

const titles: Record<Open['kind'], string> = {
  set: text.setTitle,
  remove: text.removeTitle,
  codes: messages.recovery.createTitle,
};

interface ConfirmAppProps {
  setup: Setup;
  caller: Caller;
  onCancel: () => void;
  onConfirmed: (codes: readonly string[]) => void;
}

function ConfirmApp({ setup, caller, ...ends }: ConfirmAppProps): ReactNode {
  return (
    <TotpSetup
      start={() => Promise.resolve({ data: setup })}
      confirm={(code) => caller(confirmTotp, { body: { code } })}
      {...ends}
    />
  );
}

interface AppRowProps {
  factors: SecondFactors;
  onSet: () => void;
  onRemove: () => void;
}

/** The authenticator app's status. A required second step can't be removed if it is the only one. */
function AppRow({ factors, onSet, onRemove }: AppRowProps): ReactNode {
  const { totp, passkeys, required } = factors;
  const isLast = required && passkeys.length === 0;
  const offText = passkeys.length === 0 ? text.offText : text.passkeysText;
  return (
    <AccountRow
      name={text.name}
      badge={
        <StatusBadge tone={totp ? 'success' : 'neutral'}>
          {totp ? text.on(dayText(totp.added_at)) : text.off}
        </StatusBadge>
      }
      detail={totp ? isLast && text.requiredText : offText}
      actions={
        <>
          <Button onClick={onSet}>{totp ? text.change : text.set}</Button>
          {totp && !isLast && (
            <Button color="error" onClick={onRemove}>
              {text.remove}
            </Button>
          )}
        </>
      }
    />
  );
}

export interface SecondFactorsPanelProps {
  factors: SecondFactors;
  email: string;
  caller: Caller;
  notify: (notification: Notification) => void;
  onChanged: () => void;
}

/** The person's authenticator app and recovery codes. */
export function SecondFactorsPanel({ factors, email, caller, notify, onChanged }: SecondFactorsPanelProps): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { totp, passkeys, recovery_codes_left: left } = factors;
  const close = (): void => setOpen(null);
  const finished = (message: string): void => {
    close();
    notify({ severity: 'success', message });
    onChanged();
  };

  const showCodes = (created: readonly string[]): void => {
    close();
    setCodes(created);
    onChanged();
  };

  return (
    <Panel title={text.title} description={text.description}>
      <AppRow factors={factors} onSet={() => setOpen({ kind: 'set' })} onRemove={() => setOpen({ kind: 'remove' })} />
      {(totp ?? passkeys.length > 0) && (
        <AccountRow
          name={messages.recovery.name}
          detail={left === 0 ? messages.recovery.none : messages.recovery.left(left)}
          actions={<Button onClick={() => setOpen({ kind: 'codes' })}>{messages.recovery.create}</Button>}
        />
      )}
      {open && (
        <TitledDialog open title={titles[open.kind]} onClose={close}>
          {open.kind === 'set' && !open.setup && (
            <PasswordStep
              lead={text.setProof}
              submitLabel={messages.continue}
              onCancel={close}
              send={(password) => caller(startTotp, { body: { password } })}
              onDone={(data) => setOpen({ kind: 'set', setup: data })}
            />
          )}
          {open.kind === 'set' && open.setup && (
            <ConfirmApp
              setup={open.setup}
              caller={caller}
              onCancel={close}
              onConfirmed={(created) => {
                finished(text.added);
                if (created.length > 0) setCodes(created);
              }}
            />
          )}
          {open.kind === 'remove' && (
            <PasswordStep
              lead={passkeys.length === 0 ? text.removeText : text.removeOtherText}
              submitLabel={text.remove}
              danger
              onCancel={close}
              send={(password) => caller(removeTotp, { body: { password } })}
              onDone={() => finished(text.removed)}
            />
          )}
          {open.kind === 'codes' && (
            <PasswordStep
              lead={messages.recovery.createProof}
              submitLabel={messages.recovery.create}
              onCancel={close}
              send={(password) => caller(createRecoveryCodes, { body: { password } })}
              onDone={({ recovery_codes: created }) => showCodes(created)}
            />
          )}
        </TitledDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} email={email} onDone={() => setCodes(null)} />}
    </Panel>
  );
}
