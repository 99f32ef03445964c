import { lazy, type ReactNode, Suspense } from 'react';
import type { SignInStepProps } from '../account/SignInStep';
import { LoadingBlock } from 'shared-ui';
import { Alert } from 'shared-ui/mui';
import { messages } from '../messages';

/** Loaded when a second step follows. Without its chunk, the sign-in says so. */
const SignInStep = lazy<(props: SignInStepProps) => ReactNode>(() =>
  import('../account/SignInStep').then(
    (loaded) => ({ default: loaded.SignInStep }),
    () => ({ default: NotLoaded }),
  ),
);

function NotLoaded(): ReactNode {
  return (
    <Alert severity="error" role="alert">
      {messages.secondStep.notLoaded}
    </Alert>
  );
}

/** The second step of a sign-in, in place of the password. */
export function SecondStep(props: SignInStepProps): ReactNode {
  return (
    <Suspense fallback={<LoadingBlock label={messages.secondStep.loading} />}>
      <SignInStep {...props} />
    </Suspense>
  );
}
