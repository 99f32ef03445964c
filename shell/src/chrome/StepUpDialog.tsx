import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { Alert, Button, Stack } from 'shared-ui/mui';
import type { StepUpProps } from '../account/StepUp';
import { messages } from '../messages';
import { NativeDialog } from './NativeDialog';

const text = messages.stepUp;

/** Loaded when it first asks. Without its chunk, the action fails and nothing entered is lost. */
const StepUp = lazy<(props: StepUpProps) => ReactNode>(() =>
  import('../account/StepUp').then(
    (loaded) => ({ default: loaded.StepUp }),
    () => ({ default: NotLoaded }),
  ),
);

function NotLoaded({ onCancel }: StepUpProps): ReactNode {
  return (
    <Stack spacing={2}>
      <Alert severity="error" role="alert">
        {text.notLoaded}
      </Alert>
      <Button onClick={onCancel}>{text.close}</Button>
    </Stack>
  );
}

/** Asks for the second factor again, above the open page, which keeps what was entered. */
export function StepUpDialog(props: StepUpProps): ReactNode {
  return (
    <NativeDialog title={text.title} onEscape={props.onCancel}>
      <Suspense fallback={<LoadingBlock label={text.loading} />}>
        <StepUp {...props} />
      </Suspense>
    </NativeDialog>
  );
}
