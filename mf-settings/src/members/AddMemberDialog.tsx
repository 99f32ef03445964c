import { MAX_MEMBER_NAME_LENGTH } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { useStoredDialog } from 'shared-ui/versioned';
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { isSameAccess, toRequest } from './access';
import { AccessFields } from './AccessFields';
import { storedName, type StoredMember } from './stored-member';
import { type InvitationResult, type MemberProblem, useMemberCalls } from './use-member-calls';

const text = messages.members.add;

const empty: StoredMember = { email: '', name: '', access: { role: 'staff', rights: null } };

interface PersonFieldsProps {
  member: StoredMember;
  /** Errors by field. */
  errors: Readonly<Record<string, string>>;
  emailRef: RefObject<HTMLInputElement | null>;
  nameRef: RefObject<HTMLInputElement | null>;
  onChange: (over: Partial<StoredMember>) => void;
}

/** Email and name. Enter in the email goes to an empty name. */
function PersonFields({ member: { email, name }, errors, emailRef, nameRef, onChange }: PersonFieldsProps): ReactNode {
  return (
    <>
      <TextField
        inputRef={emailRef}
        type="email"
        name="email"
        label={text.email}
        required
        autoFocus
        autoComplete="off"
        value={email}
        errorText={errors['email']}
        onChange={(event) => onChange({ email: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || email.trim() === '' || name.trim() !== '') return;
          event.preventDefault();
          nameRef.current?.focus();
        }}
        slotProps={{ htmlInput: { maxLength: 320, enterKeyHint: 'next' } }}
      />
      <TextField
        inputRef={nameRef}
        name="name"
        label={text.name}
        helperText={text.nameHelp}
        required
        autoComplete="off"
        value={name}
        errorText={errors['name']}
        onChange={(event) => onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: MAX_MEMBER_NAME_LENGTH } }}
      />
    </>
  );
}

export interface AddMemberDialogProps {
  /** Values entered before a reload. */
  restored?: StoredMember | undefined;
  /** Called with an invitation that must be shown. */
  onInvited: (result: InvitationResult) => void;
  onClose: () => void;
}

/** Adds a person as a member, or invites them. A failed request keeps the typed values. */
export function AddMemberDialog({ restored, onInvited, onClose }: AddMemberDialogProps): ReactNode {
  const { add, busy } = useMemberCalls();
  const [member, setMember] = useState(restored ?? empty);
  const [problem, setProblem] = useState<MemberProblem | null>(null);
  const form = useId();
  const emailField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const email = member.email.trim();
  const name = member.name.trim();
  const untouched = email === '' && name === '' && isSameAccess(member.access, empty.access);
  useStoredDialog(
    storedName(usePractice().id),
    useMemo(() => (untouched ? null : member), [untouched, member]),
  );

  const refuse = (refused: MemberProblem): void => {
    setProblem(refused);
    if (refused.fields['email'] !== undefined) emailField.current?.focus();
    else if (refused.fields['name'] !== undefined) nameField.current?.focus();
  };
  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const missing = {
      ...(email === '' && { email: text.emailMissing }),
      ...(name === '' && { name: text.nameMissing }),
    };
    if (Object.keys(missing).length > 0) {
      refuse({ message: '', fields: missing });
      return;
    }
    const { problem: refused, show } = await add({ email, name, ...toRequest(member.access) });
    if (refused) refuse(refused);
    else if (show) onInvited(show);
    else onClose();
  };
  const edit = (over: Partial<StoredMember>): void => setMember((before) => ({ ...before, ...over }));
  const errors = problem?.fields ?? {};
  // An error shown at a field isn't repeated here.
  const general = problem && Object.keys(errors).length === 0 ? problem.message : null;

  return (
    <FormDialog
      title={text.title}
      busy={busy}
      isChanged={!untouched}
      form={form}
      confirmLabel={text.button}
      onClose={onClose}
    >
      <form id={form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <Stack spacing={4}>
          <Typography color="textSecondary">{text.lead}</Typography>
          {general !== null && (
            <Alert severity="error" role="alert">
              <AlertTitle>{text.failed}</AlertTitle>
              <span>{general}</span>
            </Alert>
          )}
          <PersonFields {...{ member, errors }} emailRef={emailField} nameRef={nameField} onChange={edit} />
          <AccessFields access={member.access} onChange={(access) => edit({ access })} errors={errors} />
        </Stack>
      </form>
    </FormDialog>
  );
}
