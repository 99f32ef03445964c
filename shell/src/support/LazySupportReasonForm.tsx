import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { supportMessages as text } from './messages';
import type { SupportReasonFormProps } from './SupportReasonForm';

/** Loads when first shown. If its chunk fails to load, no input is lost. */
const Form = lazy<(props: SupportReasonFormProps) => ReactNode>(() =>
  import('./SupportReasonForm').then(
    (loaded) => ({ default: loaded.SupportReasonForm }),
    () => ({ default: NotLoaded }),
  ),
);

function NotLoaded({ onCancel }: SupportReasonFormProps): ReactNode {
  return (
    <Stack spacing={2}>
      <Alert severity="error" role="alert">
        {text.notLoaded}
      </Alert>
      <Button onClick={onCancel ?? (() => location.reload())}>{onCancel ? text.close : text.retry}</Button>
    </Stack>
  );
}

export function LazySupportReasonForm(props: SupportReasonFormProps): ReactNode {
  return (
    <Suspense fallback={<LoadingBlock label={text.loading} />}>
      <Form {...props} />
    </Suspense>
  );
}
