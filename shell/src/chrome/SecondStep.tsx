import { lazy, type ReactNode, Suspense } from 'react';
import type { SignInStepProps } from '../account/SignInStep';
import { LoadingBlock } from 'shared-ui';
import { Alert } from 'shared-ui/mui';
import { messages } from '../messages';

/** Loads when a second step follows. If its chunk fails to load, the sign-in page says so. */
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

/** The second sign-in step, which replaces the password form. */
export function SecondStep(props: SignInStepProps): ReactNode {
  return (
    <Suspense fallback={<LoadingBlock label={messages.secondStep.loading} />}>
      <SignInStep {...props} />
    </Suspense>
  );
}
