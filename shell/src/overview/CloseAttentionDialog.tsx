import { type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { Stack, Typography } from 'shared-ui/mui';
import { lazyForm } from '../chrome/lazy-form';
import { NativeDialog } from '../chrome/NativeDialog';
import type { CloseAttentionFormProps } from './CloseAttentionForm';
import { overviewMessages } from './messages';

const text = overviewMessages.closing;

const Form = lazyForm<CloseAttentionFormProps>(
  async () => (await import('./CloseAttentionForm')).CloseAttentionForm,
  text,
);

/** Asks for the outcome of an item that needs attention, and why it can be dismissed. */
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
