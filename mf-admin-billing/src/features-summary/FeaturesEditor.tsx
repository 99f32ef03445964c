import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog, MultiSelect, narrow, Notice, Panel, RetryNotice, SaveReminder, Stack, styled } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { changeCount, dateFields, type Draft, isRestricted, listFields, partNames } from './draft';
import { featuresMessages as words } from './messages';
import type { Options } from './options';
import { PracticeDates } from './PracticeDates';
import { RestrictedZone } from './RestrictedZone';
import { WithheldList } from '../withheld/WithheldList';
import { SaveDialog } from './SaveDialog';
import { StalePanel } from './StalePanel';
import type { Features } from './use-features';
import { useSaving } from './use-saving';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 300px',
  gap: 16,
  alignItems: 'start',
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

export interface FeaturesEditorProps {
  features: Features;
  draft: Draft;
  options: Options;
}

type Question = 'save' | 'discard' | null;

/** The record once it is there: the lists, the dates, what is wrong with them, and saving. */
export function FeaturesEditor({ features, draft, options }: FeaturesEditorProps): ReactNode {
  const { id: practice, time_zone } = usePractice();
  const { dispatch, notReadAgain, fetching, readAgain } = features;
  const { saving, problem, save, forget } = useSaving(features);
  const [asking, setAsking] = useState<Question>(null);
  const content = useRef<HTMLDivElement>(null);
  const { base, values, stale } = draft;
  const changes = changeCount(draft);

  const focusOn = (selector: string): void => content.current?.querySelector<HTMLElement>(selector)?.focus();
  const obstacles = [
    ...partNames
      .filter((part) => stale[part])
      .map((part) => ({ label: words.stale.choose, onGo: () => focusOn(`[data-stale=${part}]`) })),
    ...dateFields
      .filter((field) => values[field] === '')
      .map((field) => ({ label: words.fields[field], onGo: () => focusOn(`[name=${field}]`) })),
  ];

  const onSave = (): void => {
    const first = obstacles[0];
    if (first) return first.onGo();
    forget();
    setAsking('save');
  };

  return (
    <Stack gap={4} ref={content}>
      {notReadAgain && (
        <RetryNotice tone="attention" title={words.failed} busy={fetching} onRetry={() => void readAgain()}>
          {words.notReadAgain}
        </RetryNotice>
      )}
      {problem !== null && (
        <div ref={intoView}>
          <Notice
            tone={changes > 0 ? 'danger' : 'attention'}
            live="assertive"
            title={changes > 0 ? words.failure.title : words.failure.settledTitle}
          >
            <div style={{ whiteSpace: 'pre-line' }}>{problem}</div>
            {changes > 0 ? words.failure.kept : words.failure.settled}
          </Notice>
        </div>
      )}
      {partNames.map((part) => {
        const one = stale[part];
        return (
          one && (
            <StalePanel key={part} {...{ part, draft, options }} stale={one} timeZone={time_zone} dispatch={dispatch} />
          )
        );
      })}
      <Columns>
        <Panel title={words.title} description={words.description}>
          <Stack gap={4}>
            {listFields.map((field) => (
              <MultiSelect
                key={field}
                label={words.fields[field]}
                options={options[field]}
                values={values[field]}
                before={base[field]}
                disabled={saving}
                onChange={(names) => dispatch({ type: 'edit', values: { [field]: names } })}
              />
            ))}
            <WithheldList
              practice={practice}
              timeZone={time_zone}
              withheld={draft.read.record?.withheld ?? []}
              disabled={saving}
              onRestoring={(active) => dispatch({ type: 'restoring', active })}
            />
          </Stack>
        </Panel>
        <PracticeDates
          values={values}
          base={base}
          disabled={saving}
          onChange={(field, date) => dispatch({ type: 'edit', values: { [field]: date } })}
        />
      </Columns>
      {isRestricted(draft) && <RestrictedZone />}
      <SaveReminder
        changes={changes}
        errors={obstacles}
        saving={saving}
        onSave={onSave}
        onDiscard={() => setAsking('discard')}
      />
      {asking === 'save' && (
        <SaveDialog
          draft={draft}
          options={options}
          saving={saving}
          onSave={() => void save(draft).then(() => setAsking(null))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          open
          danger
          title={words.discard.title(changes)}
          confirmLabel={words.discard.confirm(changes)}
          cancelLabel={words.discard.back}
          onConfirm={() => {
            dispatch({ type: 'discard' });
            forget();
            setAsking(null);
          }}
          onCancel={() => setAsking(null)}
        >
          {words.discard.text}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** What failed stands above the lists, and the button that was pressed at the foot of the page. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' });
}
