import { type AllFeaturesMetadata, factsText, type FeaturesEditing } from 'shared-api/contracts';
import {
  CheckboxList,
  type Choice,
  commonMessages,
  ConfirmDialog,
  ErrorState,
  LoadingBlock,
  styled,
  TitledDialog,
} from 'shared-ui';
import { Button, Skeleton, Stack, Typography } from 'shared-ui/mui';
import { useUnsavedChanges } from 'shared-ui/remote';
import { useSaveShortcut } from 'shared-ui/versioned';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { browserZone } from '../browser-zone';
import { EffectList } from '../effect/EffectList';
import { effectMessages } from '../effect/messages';
import { labelOf } from '../features-editing/describe';
import { diffOf, undecidedCount } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { CriticalWarning } from '../features-summary/CriticalWarning';
import { RestrictedZone } from '../features-summary/RestrictedZone';
import { WithheldList } from '../withheld/WithheldList';
import { type ChipItem, bundleChips, featureChips } from './chips';
import { EditNotices } from './EditNotices';
import { messages } from './messages';
import type { Practice } from './selection';
import { type FeaturesEdit, useFeaturesEdit } from './use-features-edit';
import { type UncachedFeatures, type FeaturesRead, useUncachedFeatures } from './use-uncached-features';

const text = messages.edit;

const Lists = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
  gap: '20px 24px',
});

const shape = (
  <Lists>
    <Skeleton height={260} />
    <Skeleton height={260} />
  </Lists>
);

export interface EditDialogProps {
  practice: Practice;
  /** Edits from before a reload. */
  stored: FeaturesEditing | undefined;
  /** Called whenever the edits change. */
  onEditing: (editing: FeaturesEditing) => void;
  /** The choices; undefined while loading. */
  metadata: AllFeaturesMetadata | undefined;
  metadataError: { message: string; onRetry: () => void } | undefined;
  onClose: () => void;
}

/** 'Edit Practice Features': bundles and features of one practice, on the record as it is when the dialog opens. */
export function EditDialog(props: EditDialogProps): ReactNode {
  const { practice, metadata, metadataError, onClose } = props;
  const fresh = useUncachedFeatures(practice.id);
  if (fresh.read && metadata) return <Form {...props} metadata={metadata} read={fresh.read} />;
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

/** All choices, and anything else the practice has, with its source. */
function choicesOf(all: readonly Choice[], has: readonly (ChipItem & { value: string })[]): Choice[] {
  const sources = new Map(has.map((item) => [item.value, item.from]));
  const known = new Set(all.map(({ value }) => value));
  return [...all, ...has.filter(({ value }) => !known.has(value))].map(({ value, label, ...rest }) => {
    const from = sources.get(value) ?? '';
    const about = 'detail' in rest ? (rest.detail ?? '') : '';
    return { value, label, detail: factsText([about, from]) };
  });
}

function whyNot({ draft, changeCount: changes, effect, effectError }: FeaturesEdit): string | undefined {
  if (changes === 0) return text.nothing;
  if (undecidedCount(draft) > 0) return text.chooseFirst;
  if (effectError) return effectMessages.needed;
  return effect ? undefined : effectMessages.wait;
}

type FormProps = Omit<EditDialogProps, 'metadata' | 'metadataError'> & {
  metadata: AllFeaturesMetadata;
  read: FeaturesRead;
};

function Form({ practice, metadata, read, stored, onEditing, onClose }: FormProps): ReactNode {
  const known = useMemo(() => optionsOf(metadata, read.record), [metadata, read.record]);
  const edit = useFeaturesEdit({ practiceId: practice.id, read, stored, options: known, onEditing, onSaved: onClose });
  const { record, draft, dispatch, changeCount: changes, busy, save, readAgain } = edit;
  const versions = useRef<HTMLDivElement>(null);
  const timeZone = record.time_zone ?? browserZone();
  const why = whyNot(edit);
  const [leaving, setLeaving] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const removed = diffOf(draft.editing.base.bundles, draft.values.bundles).removed.map((name) =>
    labelOf(known, 'bundles', name),
  );
  const submit = (): void => {
    if (removed.length > 0) setConfirming(true);
    else void save();
  };
  useUnsavedChanges(changes > 0 ? { what: text.unsaved(practice.name) } : null);
  useSaveShortcut(() => {
    if (why === undefined && !busy && !leaving && !confirming) submit();
  });
  const close = (): void => (changes > 0 ? setLeaving(true) : onClose());
  const option = (item: { name: string; display_name: string; description: string }): Choice => ({
    value: item.name,
    label: item.display_name,
    detail: item.description,
  });
  const bundles = bundleChips(record).map((chip, at) => ({ ...chip, value: record.bundles[at]?.bundle_name ?? '' }));
  const features = featureChips(record).map((chip, at) => ({
    ...chip,
    value: record.product_features[at]?.feature_name ?? '',
  }));
  const lists = [
    ['bundles', text.bundles, choicesOf(metadata.bundles.map(option), bundles)],
    ['product_features', text.features, choicesOf(metadata.features.map(option), features)],
  ] as const;

  return (
    <TitledDialog
      open
      title={text.title}
      maxWidth="md"
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button variant="contained" loading={busy} reason={why} onClick={submit}>
            {changes === 0 ? text.saveNone : text.save(changes)}
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.of(practice.name)}</Typography>
        <EditNotices {...{ edit, timeZone, versions }} options={known} />
        <Lists>
          {lists.map(([list, title, options]) => (
            <section key={list}>
              <Typography variant="h2" component="h3" style={{ marginBottom: 8 }}>
                {title}
              </Typography>
              <CheckboxList
                label={title}
                options={options}
                values={draft.values[list]}
                disabled={busy}
                maxHeight={240}
                onChange={(names) => dispatch({ type: 'edit', values: { [list]: names } })}
              />
            </section>
          ))}
        </Lists>
        <WithheldList
          practiceId={practice.id}
          timeZone={timeZone}
          withheld={record.withheld ?? []}
          disabled={busy}
          onRestored={() => void readAgain()}
        />
        {changes > 0 && (
          <>
            <EffectList effect={edit.effect} error={edit.effectError} onRetry={edit.retryEffect} />
            <RestrictedZone />
          </>
        )}
      </Stack>
      <ConfirmDialog
        open={confirming}
        danger
        title={text.confirm.title}
        confirmLabel={text.save(changes)}
        cancelLabel={text.confirm.back}
        why={why}
        onConfirm={() => {
          setConfirming(false);
          void save();
        }}
        onCancel={() => setConfirming(false)}
      >
        <Stack spacing={3}>
          <CriticalWarning bundles={removed} />
          <EffectList effect={edit.effect} error={edit.effectError} onRetry={edit.retryEffect} />
        </Stack>
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving}
        danger
        title={text.discard.title}
        confirmLabel={text.discard.go}
        cancelLabel={text.discard.stay}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {text.discard.text(changes)}
      </ConfirmDialog>
    </TitledDialog>
  );
}
