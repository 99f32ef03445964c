import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { apiErrorOf, serverMessage } from 'shared-api';
import { MAX_LABEL_LENGTH } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { useLabelPhoneNumberMutation } from '../api';
import type { AccountNumber } from './accounts';
import { phoneNumbersMessages } from './messages';
import { formatPhone } from './phone-text';

const text = phoneNumbersMessages.label;

export interface LabelDialogProps {
  practiceId: number;
  number: AccountNumber;
  reread: () => Promise<unknown>;
  onClose: () => void;
}

/** Adds, changes or removes the label of a number. Render it outside the table, which would take the keys that are typed. */
export function LabelDialog({ practiceId, number, reread, onClose }: LabelDialogProps): ReactNode {
  const { sid, label: former = '' } = number;
  const formId = useId();
  const [save, { isLoading, error, reset }] = useLabelPhoneNumberMutation();
  const [typed, setTyped] = useState(former);
  const failure = apiErrorOf(error);
  const label = typed.trim();
  const tooLong = label.length > MAX_LABEL_LENGTH ? text.long(MAX_LABEL_LENGTH) : undefined;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (tooLong !== undefined) return;
    if (label === former) return onClose();
    const { data } = await save({ practice: practiceId, sid, body: { label } });
    if (!data) return;
    onClose();
    await reread();
  };
  return (
    <FormDialog
      title={text.title(formatPhone(number.phone_number))}
      confirmLabel={label === '' && former !== '' ? text.remove : text.save}
      busy={isLoading}
      isChanged={label !== former}
      reason={tooLong}
      form={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          autoFocus
          fullWidth
          dir="auto"
          label={text.field}
          helperText={text.help}
          errorText={tooLong ?? (failure && (serverMessage(failure) ?? text.failed))}
          disabled={isLoading}
          value={typed}
          onChange={({ target }) => {
            reset();
            setTyped(target.value);
          }}
        />
      </form>
    </FormDialog>
  );
}
