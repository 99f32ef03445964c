import type { AllFeaturesMetadata } from 'shared-api/contracts';
import { commonMessages, ErrorState, LoadingBlock, TitledDialog } from 'shared-ui';
import { Button, Skeleton, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { EditForm, type EditFormProps } from './EditForm';
import { Lists } from './FeatureLists';
import { messages } from './messages';
import { type UncachedFeatures, useUncachedFeatures } from './use-uncached-features';

const text = messages.edit;

const shape = (
  <Lists>
    <Skeleton height={260} />
    <Skeleton height={260} />
  </Lists>
);

export interface EditDialogProps extends Omit<EditFormProps, 'read' | 'metadata'> {
  /** The choices; undefined while loading. */
  metadata: AllFeaturesMetadata | undefined;
  metadataError: { message: string; onRetry: () => void } | undefined;
}

/** The dialog "Edit Practice Features": edits bundles and features of one practice, based on the record at opening. */
export function EditDialog(props: EditDialogProps): ReactNode {
  const { practice, metadata, metadataError, onClose } = props;
  const fresh = useUncachedFeatures(practice.id);
  if (fresh.read && metadata) return <EditForm {...props} metadata={metadata} read={fresh.read} />;
  return (
    <TitledDialog
      open
      title={text.title}
      maxWidth="md"
      onClose={onClose}
      actions={<Button onClick={onClose}>{commonMessages.cancel}</Button>}
    >
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.of(practice.name)}</Typography>
        <Waiting fresh={fresh} metadataError={metadataError} />
      </Stack>
    </TitledDialog>
  );
}

function Waiting({
  fresh,
  metadataError,
}: { fresh: UncachedFeatures } & Pick<EditDialogProps, 'metadataError'>): ReactNode {
  const { problem, isLoading: busy, retry } = fresh;
  if (problem !== null) return <ErrorState title={text.failed} message={problem} busy={busy} onRetry={retry} />;
  if (metadataError) {
    return <ErrorState title={text.failed} message={metadataError.message} onRetry={metadataError.onRetry} />;
  }
  return <LoadingBlock label={text.loading} shape={shape} />;
}
