import { type ApiError } from 'shared-api';
import type { AllFeaturesMetadata, BulkType } from 'shared-api/contracts';
import {
  Button,
  CheckboxList,
  type Choice,
  commonMessages,
  Dialog,
  ErrorState,
  LoadingBlock,
  Stack,
  Text,
} from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { usePreviewBulkUpdateQuery, useReadAllFeaturesMetadataQuery } from '../api';
import type { Deed } from './bulk';
import { BulkPreview } from './BulkPreview';
import { words } from './messages';
import type { Target } from './selection';
import { type BulkAnswer, useBulk } from './use-bulk';

const text = words.bulk;

/** What there is to choose from, with its description where it has one. */
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
  deed: Deed;
  target: Target;
  /** Which practices are selected, in words: "the 12 selected practices". Insiders are counted here. */
  who: string;
  onClose: () => void;
  /** With what was chosen, and the server's answer. */
  onDone: (items: Choice[], answer: BulkAnswer) => void;
}

/** A bulk change: what is chosen, then what it would do, then the confirmation. */
export function BulkDialog({ deed, target, who: selected, onClose, onDone }: BulkDialogProps): ReactNode {
  const metadata = useReadAllFeaturesMetadataQuery(undefined);
  const who = deed.forInsiders ? text.insiders(metadata.data?.insider_practices.length) : selected;
  const [items, setItems] = useState<string[]>([]);
  const [sure, setSure] = useState(false);
  const choices = metadata.data ? choicesOf(metadata.data, deed.type) : [];
  const chosen = choices.filter(({ value }) => items.includes(value));

  if (sure) {
    return (
      <Confirmation
        {...{ deed, target, who, chosen, onClose }}
        onBack={() => setSure(false)}
        onDone={(answer) => onDone(chosen, answer)}
      />
    );
  }
  return (
    <Dialog
      open
      title={text.title(deed)}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button
            variant="primary"
            why={items.length === 0 ? text.choose(deed.type) : undefined}
            onClick={() => setSure(true)}
          >
            {text.next}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text tone="second">{text.for(deed, who)}</Text>
        {metadata.error ? (
          <ErrorState
            title={text.loadFailed}
            message={(metadata.error as ApiError).message}
            busy={metadata.isFetching}
            onRetry={() => void metadata.refetch()}
          />
        ) : metadata.data ? (
          <CheckboxList
            label={text.entry(deed.type)}
            options={choices}
            values={items}
            onChange={setItems}
            maxHeight={320}
          />
        ) : (
          <LoadingBlock lines={6} />
        )}
      </Stack>
    </Dialog>
  );
}

type ConfirmationProps = Pick<BulkDialogProps, 'deed' | 'target' | 'who' | 'onClose'> & {
  chosen: Choice[];
  onBack: () => void;
  onDone: (answer: BulkAnswer) => void;
};

function Confirmation({ deed, target, who, chosen, onBack, onClose, onDone }: ConfirmationProps): ReactNode {
  const { action, type } = deed;
  const body = { action, type, items: chosen.map(({ value }) => value), ...target };
  const preview = usePreviewBulkUpdateQuery(body, { refetchOnMountOrArgChange: true });
  const { busy, problem, send } = useBulk();
  const known = preview.isFetching || preview.error ? undefined : preview.data;
  const wait = known ? (known.changed === 0 ? text.preview.nothing : undefined) : text.preview.loading;
  const again = problem?.unknown === true;

  const go = async (): Promise<void> => {
    const answer = await send(deed, body);
    if (answer) onDone(answer);
  };

  return (
    <Dialog
      open
      title={text.title(deed)}
      size="small"
      role="alertdialog"
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onBack}>
            {text.back}
          </Button>
          <Button
            variant={action === 'remove' ? 'filledDanger' : 'primary'}
            busy={busy}
            why={again ? undefined : wait}
            onClick={() => void go()}
          >
            {again ? text.tryAgain : known ? text.go(known.changed) : text.preview.will}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text strong>{chosen.map(({ label }) => label).join(', ')}</Text>
        <Text tone="second">{text.for(deed, who)}</Text>
        <BulkPreview
          action={action}
          preview={known}
          error={preview.isFetching ? undefined : (preview.error as ApiError | undefined)}
          onRetry={() => void preview.refetch()}
          problem={problem}
        />
      </Stack>
    </Dialog>
  );
}
