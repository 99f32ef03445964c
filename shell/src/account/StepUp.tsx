import { type ReactNode, useMemo } from 'react';
import type { TransportContext } from 'shared-api';
import { confirmStepUp, readStepUp, startPasskeyStepUp } from 'shared-api/contracts/accounts';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { callerOf } from './account-calls';
import { FactorForm } from './FactorForm';
import { messages } from './messages';
import { PasswordStep } from './PasswordStep';
import { useAnswer } from './use-answer';

const text = messages.stepUp;

export interface StepUpProps {
  transport: TransportContext;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for the second factor again, or the password without one, before an action that is hard to undo. */
export function StepUp({ transport, onConfirmed, onCancel }: StepUpProps): ReactNode {
  const caller = useMemo(() => callerOf(transport), [transport]);
  const { data, error, reload } = useAnswer(caller, readStepUp);
  if (error) {
    return (
      <Stack spacing={2}>
        <ErrorState title={text.failed} message={error.message} onRetry={reload} />
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </Stack>
    );
  }
  if (!data) return <LoadingBlock label={text.loading} />;
  const { email } = data;
  const methods = data.methods.filter((method) => method !== 'password');
  if (methods.length === 0) {
    return (
      <PasswordStep
        lead={text.whyPassword(email)}
        submitLabel={messages.step.confirm}
        email={email}
        send={(password) => caller(confirmStepUp, { body: { method: 'password', password } })}
        onDone={onConfirmed}
        onCancel={onCancel}
      />
    );
  }
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">{text.why}</Typography>
      <FactorForm
        email={email}
        methods={methods}
        caller={caller}
        startPasskey={startPasskeyStepUp}
        finish={(proof) => caller(confirmStepUp, { body: proof })}
        submitLabel={messages.step.confirm}
        backLabel={messages.cancel}
        onDone={onConfirmed}
        onBack={onCancel}
      />
    </Stack>
  );
}
