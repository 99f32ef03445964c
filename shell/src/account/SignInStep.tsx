import { type ReactNode, useMemo, useState } from 'react';
import {
  confirmTotpAtSignIn,
  finishSignIn,
  readSignInStep,
  replacePasswordAtSignIn,
  type SignInStep as Step,
  startPasskeyStep,
  startTotpAtSignIn,
} from 'shared-api/contracts/accounts';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { needsSecondStep } from '../chrome/credentials';
import { NewPasswordForm } from '../chrome/NewPasswordForm';
import { noReauthentication } from '../session/calls';
import { callerOf, type Caller } from './account-calls';
import { FactorForm } from './FactorForm';
import { messages } from './messages';
import { RecoveryCodeList } from './RecoveryCodeList';
import { TotpSetup } from './TotpSetup';
import { useAnswer } from './use-answer';

const text = messages.step;

export interface SignInStepProps {
  onSignedIn: () => void;
  /** Goes back to the password. */
  onBack: () => void;
}

interface PartProps extends SignInStepProps {
  step: Step;
  caller: Caller;
}

/** Guides a person whose account needs a second factor through setup. */
function Enrollment({ step, caller, onSignedIn, onBack }: PartProps): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <Stack spacing={2}>
        <Typography variant="h2">{messages.recovery.listTitle}</Typography>
        <RecoveryCodeList codes={codes} email={step.email} onDone={onSignedIn} />
      </Stack>
    );
  }
  return (
    <Stack spacing={2}>
      <Typography variant="h2">{text.enrollTitle}</Typography>
      <Typography color="textSecondary">{text.enrollText}</Typography>
      <TotpSetup
        start={() => caller(startTotpAtSignIn, {})}
        confirm={(code) => caller(confirmTotpAtSignIn, { body: { code } })}
        onConfirmed={setCodes}
        onCancel={onBack}
        cancelLabel={text.back}
      />
    </Stack>
  );
}

/** Asks to replace a password that is easy to guess. */
function PasswordReplacement({
  step,
  caller,
  reload,
  onSignedIn,
  onBack,
}: PartProps & { reload: () => void }): ReactNode {
  return (
    <Stack spacing={2}>
      <Typography variant="h2">{text.replaceTitle}</Typography>
      <Typography color="textSecondary">{text.replaceText(step.email)}</Typography>
      <NewPasswordForm
        email={step.email}
        label={messages.changePassword.wanted}
        submitLabel={text.replaceSubmit}
        setPassword={(password) => caller(replacePasswordAtSignIn, { body: { new_password: password } })}
        onDone={onSignedIn}
        // A refetch shows the next step, or that the sign-in has expired.
        endsWith={(error) => needsSecondStep(error) || error.code === 'sign_in_expired'}
        onOver={reload}
      />
      <Button onClick={onBack}>{text.back}</Button>
    </Stack>
  );
}

/** The second sign-in step, after the password. */
export function SignInStep({ onSignedIn, onBack }: SignInStepProps): ReactNode {
  const caller = useMemo(() => callerOf(noReauthentication), []);
  const { data: step, error, reload } = useAnswer(caller, readSignInStep);
  if (error) {
    const expired = error.code === 'sign_in_expired';
    return (
      <Stack spacing={2}>
        <ErrorState title={text.failed} message={error.message} onRetry={expired ? undefined : reload} />
        <Button onClick={onBack}>{text.back}</Button>
      </Stack>
    );
  }
  if (!step) return <LoadingBlock label={text.loading} />;
  if (step.step === 'replace_password') {
    return <PasswordReplacement {...{ step, caller, reload, onSignedIn, onBack }} />;
  }
  if (step.step === 'enroll') return <Enrollment {...{ step, caller, onSignedIn, onBack }} />;
  return (
    <FactorForm
      email={step.email}
      methods={step.methods}
      caller={caller}
      startPasskey={startPasskeyStep}
      finish={(proof) => caller(finishSignIn, { body: proof })}
      submitLabel={text.submit}
      backLabel={text.back}
      onDone={onSignedIn}
      onNextStep={reload}
      onBack={onBack}
    />
  );
}
