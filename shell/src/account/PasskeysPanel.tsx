import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ApiError, Notification } from 'shared-api';
import { factsText } from 'shared-api/contracts';
import {
  type AddedPasskey,
  addPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  type SecondFactors,
  startPasskey,
} from 'shared-api/contracts/accounts';
import { CancelButton, Panel, StatusBadge, TitledDialog, useStoredForm, useStoredRequest } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Button, Typography } from 'shared-ui/mui';
import type { Answer, Caller } from './account-calls';
import { AccountRow } from './AccountRow';
import { dayText } from './day';
import { messages } from './messages';
import { createPasskey } from './passkeys';
import { PasswordStep } from './PasswordStep';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';

const text = messages.passkeys;

type Open = { kind: 'add' } | { kind: 'rename'; passkey: Passkey } | { kind: 'remove'; passkey: Passkey };

function titleOf(open: Open): string {
  switch (open.kind) {
    case 'add':
      return text.addTitle;
    case 'rename':
      return text.renameTitle;
    case 'remove':
      return text.removeTitle(open.passkey.name);
  }
}

/** Storage name of a passkey's new name while its dialog is open. */
const RENAME_RECORD = 'passkey-name';

interface RenameFormProps {
  passkey: Passkey;
  onSave: (name: string) => Promise<ApiError | undefined>;
}

function RenameForm({ passkey, onSave }: RenameFormProps): ReactNode {
  const { form: name, setForm: setName } = useStoredForm({
    record: RENAME_RECORD,
    request: passkey.id,
    initial: passkey.name,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setProblem(text.nameMissing);
      return;
    }
    setBusy(true);
    const error = await onSave(name);
    setBusy(false);
    setProblem(error ? (error.fields?.['name'] ?? error.message) : null);
  };
  return (
    <form id={form} noValidate onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 16 }}>
      <TextField
        label={text.name}
        helperText={text.nameHelp}
        errorText={problem ?? undefined}
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
        <CancelButton disabled={busy} />
        <Button type="submit" variant="contained" loading={busy}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  /** True if the person needs a second step and this is the only one. */
  isNeeded: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, isNeeded, onRename, onRemove }: PasskeyRowProps): ReactNode {
  const lines = [
    factsText([
      text.addedOn(dayText(passkey.added_at)),
      passkey.used_at === null ? text.neverUsed : text.usedOn(dayText(passkey.used_at)),
    ]),
    passkey.second_step_only && text.stepOnlyText,
    isNeeded && text.requiredText,
  ].filter((line) => line !== false);
  return (
    <AccountRow
      name={passkey.name}
      badge={passkey.second_step_only && <StatusBadge tone="neutral">{text.stepOnly}</StatusBadge>}
      detail={lines.map((line) => (
        <span key={line} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
      actions={
        <>
          <Button aria-label={text.renameLabel(passkey.name)} onClick={onRename}>
            {text.rename}
          </Button>
          {!isNeeded && (
            <Button color="error" aria-label={text.removeLabel(passkey.name)} onClick={onRemove}>
              {text.remove}
            </Button>
          )}
        </>
      }
    />
  );
}

const effectOfRemoval = (passkey: Passkey, isLastStep: boolean): string =>
  [
    passkey.second_step_only ? text.endsAsStep : text.ends,
    isLastStep ? text.removeLastText : text.removeOtherText,
  ].join(' ');

interface NewPasskey {
  caller: Caller;
  deviceName: string;
  password: string;
}

/** Creates a passkey on this device and adds it to the account. */
async function createAndAdd({ caller, deviceName, password }: NewPasskey): Promise<Answer<AddedPasskey>> {
  const asked = await caller(startPasskey, { body: { password } });
  if (asked.error) return asked;
  const created = await createPasskey(asked.data.options);
  if (created.error) return created;
  return caller(addPasskey, { body: { name: deviceName, answer: created.data } });
}

export interface PasskeysPanelProps {
  factors: SecondFactors;
  email: string;
  caller: Caller;
  /** The default name of a new passkey: this device in plain words. */
  deviceName: string;
  notify: (notification: Notification) => void;
  onChanged: () => void;
}

/** The person's passkeys. */
export function PasskeysPanel(props: PasskeysPanelProps): ReactNode {
  const { factors, email, caller, deviceName, notify, onChanged } = props;
  const stored = useStoredRequest(RENAME_RECORD);
  const [open, setOpen] = useState<Open | null>(() => {
    const passkey = factors.passkeys.find(({ id }) => id === stored);
    return passkey ? { kind: 'rename', passkey } : null;
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { totp, passkeys, required } = factors;
  const hasSecondStep = totp !== null || passkeys.length > 0;
  const isLastStep = totp === null && passkeys.length === 1;
  const close = (): void => setOpen(null);
  const finished = (message: string): void => {
    close();
    notify({ severity: 'success', message });
    onChanged();
  };

  const added = ({ recovery_codes: created, second_step_only: isStepOnly }: AddedPasskey): void => {
    if (created.length === 0) {
      finished(isStepOnly ? text.addedAsStep : text.added);
      return;
    }
    close();
    setCodes(created);
    onChanged();
  };

  return (
    <Panel
      title={text.title}
      description={text.description}
      actions={<Button onClick={() => setOpen({ kind: 'add' })}>{text.add}</Button>}
    >
      {factors.passkeys.length === 0 && <Typography color="textSecondary">{text.none}</Typography>}
      {factors.passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          isNeeded={required && isLastStep}
          onRename={() => setOpen({ kind: 'rename', passkey })}
          onRemove={() => setOpen({ kind: 'remove', passkey })}
        />
      ))}
      {open && (
        <TitledDialog open title={titleOf(open)} onClose={close}>
          {open.kind === 'add' && (
            <PasswordStep
              lead={hasSecondStep ? text.addProof : `${text.addProof} ${text.addFirst}`}
              submitLabel={messages.continue}
              onCancel={close}
              send={(password) => createAndAdd({ caller, deviceName, password })}
              onDone={added}
            />
          )}
          {open.kind === 'rename' && (
            <RenameForm
              passkey={open.passkey}
              onSave={async (name) => {
                const { error } = await caller(renamePasskey, { params: { passkey: open.passkey.id }, body: { name } });
                if (!error) finished(text.renamed);
                return error;
              }}
            />
          )}
          {open.kind === 'remove' && (
            <PasswordStep
              lead={effectOfRemoval(open.passkey, isLastStep)}
              submitLabel={text.remove}
              danger
              onCancel={close}
              send={(password) => caller(removePasskey, { params: { passkey: open.passkey.id }, body: { password } })}
              onDone={() => finished(text.removed)}
            />
          )}
        </TitledDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} email={email} onDone={() => setCodes(null)} />}
    </Panel>
  );
}
