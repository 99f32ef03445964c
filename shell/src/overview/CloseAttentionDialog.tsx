import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { NativeDialog } from '../chrome/NativeDialog';
import type { CloseAttentionFormProps } from './CloseAttentionForm';
import { overviewMessages } from './messages';

const text = overviewMessages.closing;

/** Loaded when it is first asked for. Without its chunk, the dialog says so. */
const Form = lazy<(props: CloseAttentionFormProps) => ReactNode>(() =>
  import('./CloseAttentionForm').then(
    (loaded) => ({ default: loaded.CloseAttentionForm }),
    () => ({ default: NotLoaded }),
  ),
);

function NotLoaded({ onCancel }: CloseAttentionFormProps): ReactNode {
  return (
    <Stack spacing={2}>
      <Alert severity="error" role="alert">
        {text.notLoaded}
      </Alert>
      <Button onClick={onCancel}>{text.close}</Button>
    </Stack>
  );
}

/** Asks what became of something that needs attention, and why it needs it no more. */
export function CloseAttentionDialog(props: CloseAttentionFormProps): ReactNode {
  return (
    <NativeDialog title={text.title} onEscape={props.onCancel}>
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.lead(props.row.title)}</Typography>
        <Suspense fallback={<LoadingBlock label={text.loading} />}>
          <Form {...props} />
        </Suspense>
      </Stack>
    </NativeDialog>
  );
}
