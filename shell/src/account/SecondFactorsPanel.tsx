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
import { RecoveryCodeList } from './RecoveryCodeList';
import { TotpSetup } from './TotpSetup';

const text = messages.app;

type Open =
  | { kind: 'set'; setup?: Setup }
  | { kind: 'remove' }
  | { kind: 'codes' }
  | { kind: 'show-codes'; codes: readonly string[] };

const titles: Record<Open['kind'], string> = {
  set: text.setTitle,
  remove: text.removeTitle,
  codes: messages.recovery.createTitle,
  'show-codes': messages.recovery.listTitle,
};

export interface SecondFactorsPanelProps {
  factors: SecondFactors;
  email: string;
  caller: Caller;
  notify: (notification: Notification) => void;
  onChanged: () => void;
}

/** The authenticator app and the recovery codes of the person. */
export function SecondFactorsPanel({ factors, email, caller, notify, onChanged }: SecondFactorsPanelProps): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const { totp, passkeys, required, recovery_codes_left: left } = factors;
  const isLast = required && passkeys.length === 0;
  const close = (): void => setOpen(null);
  const finished = (message: string): void => {
    close();
    notify({ severity: 'success', message });
    onChanged();
  };

  const content = (shown: Open): ReactNode => {
    switch (shown.kind) {
      case 'set': {
        const { setup } = shown;
        if (!setup) {
          return (
            <PasswordStep
              lead={text.setProof}
              submitLabel={messages.continue}
              onCancel={close}
              onSubmit={async (password) => {
                const { data, error } = await caller(startTotp, { body: { password } });
                if (data) setOpen({ kind: 'set', setup: data });
                return error;
              }}
            />
          );
        }
        return (
          <TotpSetup
            start={() => Promise.resolve({ data: setup })}
            confirm={(code) => caller(confirmTotp, { body: { code } })}
            onCancel={close}
            onConfirmed={(codes) => {
              if (codes.length === 0) finished(text.added);
              else {
                onChanged();
                setOpen({ kind: 'show-codes', codes });
              }
            }}
          />
        );
      }
      case 'remove':
        return (
          <PasswordStep
            lead={text.removeText}
            submitLabel={text.remove}
            danger
            onCancel={close}
            onSubmit={async (password) => {
              const { error } = await caller(removeTotp, { body: { password } });
              if (!error) finished(text.removed);
              return error;
            }}
          />
        );
      case 'codes':
        return (
          <PasswordStep
            lead={messages.recovery.createProof}
            submitLabel={messages.recovery.create}
            onCancel={close}
            onSubmit={async (password) => {
              const { data, error } = await caller(createRecoveryCodes, { body: { password } });
              if (data) {
                onChanged();
                setOpen({ kind: 'show-codes', codes: data.recovery_codes });
              }
              return error;
            }}
          />
        );
      case 'show-codes':
        return <RecoveryCodeList codes={shown.codes} email={email} onDone={close} />;
    }
  };

  return (
    <Panel title={text.title} description={text.description}>
      <AccountRow
        name={text.name}
        badge={
          <StatusBadge tone={totp ? 'success' : 'neutral'}>
            {totp ? text.on(dayText(totp.added_at)) : text.off}
          </StatusBadge>
        }
        detail={totp ? isLast && text.requiredText : text.offText}
        actions={
          <>
            <Button onClick={() => setOpen({ kind: 'set' })}>{totp ? text.change : text.set}</Button>
            {totp && !isLast && (
              <Button color="error" onClick={() => setOpen({ kind: 'remove' })}>
                {text.remove}
              </Button>
            )}
          </>
        }
      />
      {(totp ?? passkeys.length > 0) && (
        <AccountRow
          name={messages.recovery.name}
          detail={left === 0 ? messages.recovery.none : messages.recovery.left(left)}
          actions={<Button onClick={() => setOpen({ kind: 'codes' })}>{messages.recovery.create}</Button>}
        />
      )}
      {open && (
        // New codes are shown only once, so a click outside doesn't close them.
        <TitledDialog open title={titles[open.kind]} onClose={open.kind === 'show-codes' ? undefined : close}>
          {content(open)}
        </TitledDialog>
      )}
    </Panel>
  );
}
