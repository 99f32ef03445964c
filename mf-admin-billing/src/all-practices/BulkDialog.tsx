import { apiErrorOf } from 'shared-api';
import type { AllFeaturesMetadata, BulkType } from 'shared-api/contracts';
import {
  CancelButton,
  CheckboxList,
  type Choice,
  ErrorState,
  LoadingBlock,
  TitledDialog,
  useStoredForm,
} from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { usePreviewBulkUpdateQuery, useReadAllFeaturesMetadataQuery } from '../api';
import type { BulkOperation } from './bulk';
import { CriticalWarning } from '../features-summary/CriticalWarning';
import { BulkPreview } from './BulkPreview';
import { messages } from './messages';
import type { Target } from './selection';
import { areItems, BULK_RECORD } from './stored-bulk';
import { type BulkAnswer, useBulk } from './use-bulk';

const text = messages.bulk;

/** The choices, with their descriptions. */
export function choicesOf(metadata: AllFeaturesMetadata, type: BulkType): Choice[] {
  const { bundles, features, feature_flags } = metadata;
  const list = { bundle: bundles, feature: features, feature_flag: feature_flags }[type];
  return list.map((item) => ({
    value: item.name,
    label: item.display_name,
    detail: 'description' in item ? item.description : item.name,
  }));
}

export interface BulkDialogProps {
  operation: BulkOperation;
  target: Target;
  /** The target as text: "the 12 selected practices". Insiders are counted in the dialog. */
  practicesText: string;
  onClose: () => void;
  /** Called with the chosen items and the server's response. */
  onDone: (items: Choice[], answer: BulkAnswer) => void;
}

/** A bulk change in two steps: choose items, then confirm the previewed effect. A reload keeps the chosen items. */
export function BulkDialog({
  operation,
  target,
  practicesText: selected,
  onClose,
  onDone,
}: BulkDialogProps): ReactNode {
  const metadata = useReadAllFeaturesMetadataQuery(undefined);
  const practicesText = operation.forInsiders ? text.insiders(metadata.data?.insider_practices.length) : selected;
  const {
    form: items,
    setForm: setItems,
    isChanged,
  } = useStoredForm<string[]>({ record: BULK_RECORD, request: operation, initial: [], isForm: areItems });
  const [isConfirming, setSure] = useState(false);
  const choices = metadata.data ? choicesOf(metadata.data, operation.type) : [];
  const chosen = choices.filter(({ value }) => items.includes(value));

  if (isConfirming) {
    return (
      <Confirmation
        {...{ operation, target, practicesText, chosen, isChanged, onClose }}
        onBack={() => setSure(false)}
        onDone={(answer) => onDone(chosen, answer)}
      />
    );
  }
  return (
    <TitledDialog
      open
      title={text.title(operation)}
      maxWidth="xs"
      isChanged={isChanged}
      onClose={onClose}
      actions={
        <>
          <CancelButton />
          <Button
            variant="contained"
            reason={items.length === 0 ? text.choose(operation.type) : undefined}
            onClick={() => setSure(true)}
          >
            {text.next}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <Typography color="textSecondary">{text.for(operation, practicesText)}</Typography>
        {metadata.error ? (
          <ErrorState
            title={text.loadFailed}
            message={apiErrorOf(metadata.error).message}
            busy={metadata.isFetching}
            onRetry={() => void metadata.refetch()}
          />
        ) : metadata.data ? (
          <CheckboxList
            label={text.entry(operation.type)}
            options={choices}
            values={items}
            onChange={setItems}
            maxHeight={320}
          />
        ) : (
          <LoadingBlock lines={6} />
        )}
      </Stack>
    </TitledDialog>
  );
}

type ConfirmationProps = Pick<BulkDialogProps, 'operation' | 'target' | 'practicesText' | 'onClose'> & {
  chosen: Choice[];
  isChanged: boolean;
  onBack: () => void;
  onDone: (answer: BulkAnswer) => void;
};

function Confirmation({
  operation,
  target,
  practicesText,
  chosen,
  isChanged,
  onBack,
  onClose,
  onDone,
}: ConfirmationProps): ReactNode {
  const { action, type } = operation;
  const body = { action, type, items: chosen.map(({ value }) => value), ...target };
  const preview = usePreviewBulkUpdateQuery(body, { refetchOnMountOrArgChange: true });
  const { busy, problem, send } = useBulk();
  const known = preview.isFetching || preview.error ? undefined : preview.data;
  const wait = known ? (known.changed === 0 ? text.preview.nothing : undefined) : text.preview.loading;
  const again = problem?.unknown === true;

  const submit = async (): Promise<void> => {
    const answer = await send(operation, body);
    if (answer) onDone(answer);
  };

  return (
    <TitledDialog
      open
      title={text.title(operation)}
      maxWidth="xs"
      role="alertdialog"
      isChanged={isChanged}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onBack}>
            {text.back}
          </Button>
          <Button
            variant="contained"
            color={action === 'remove' ? 'error' : 'primary'}
            loading={busy}
            reason={again ? undefined : wait}
            onClick={() => void submit()}
          >
            {again ? text.tryAgain : known ? text.go(known.changed) : text.preview.will}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <Typography variant="subtitle1">{chosen.map(({ label }) => label).join(', ')}</Typography>
        <Typography color="textSecondary">{text.for(operation, practicesText)}</Typography>
        {action === 'remove' && type === 'bundle' && <CriticalWarning bundles={chosen.map(({ label }) => label)} />}
        <BulkPreview
          action={action}
          preview={known}
          error={preview.isFetching ? undefined : apiErrorOf(preview.error)}
          onRetry={() => void preview.refetch()}
          problem={problem}
        />
      </Stack>
    </TitledDialog>
  );
}
