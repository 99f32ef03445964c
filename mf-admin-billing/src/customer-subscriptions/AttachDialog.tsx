import { color, commonMessages, ConfirmDialog, SearchInput, styled, TitledDialog } from 'shared-ui';
import { Alert, AlertTitle, Button, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useEffect, useState } from 'react';
import { AttachmentEffect } from './AttachmentEffect';
import type { SaveProblem } from './conflict';
import { subscriptionsMessages } from './messages';
import { SearchResults } from './SearchResults';
import { StagedList } from './StagedList';
import { useAttachWorkflow } from './use-attaching';
import { useCustomerSearch } from './use-customer-search';

const messages = subscriptionsMessages.attach;

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 360px',
  gap: 20,
  alignItems: 'start',
  minHeight: 'min(520px, 60dvh)',
  '& > aside': { position: 'sticky', top: 0, paddingLeft: 20, borderLeft: `1px solid ${color.line}` },
  '@media (max-width: 959.95px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > aside': { position: 'static', padding: '16px 0 0', borderLeft: 0, borderTop: `1px solid ${color.line}` },
  },
});

export interface AttachDialogProps {
  /** The initial search text; may be empty. */
  search: string;
  /** Ids of items on which the practice has a seat. */
  attached: ReadonlySet<string>;
  /** Called with a description of the unsaved work, or null. */
  onUnsaved: (what: string | null) => void;
  onClose: () => void;
}

/** Gives the search field initial focus. */
function focusSearch(node: HTMLElement | null): void {
  node?.querySelector('input')?.focus();
}

/** Says why the seats weren't saved, and what is still staged. */
function SaveProblemNotice({ problem: { message, practices } }: { problem: SaveProblem }): ReactNode {
  return (
    <Alert severity="error" role="alert">
      <AlertTitle>{message}</AlertTitle>
      {practices.length > 0 && (
        <>
          <div>{messages.already}</div>
          <ul style={{ margin: '2px 0 6px', paddingLeft: 18 }}>
            {practices.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <div>{practices.length > 0 ? messages.keptTaken : messages.kept}</div>
    </Alert>
  );
}

/** Searches customers, stages their subscriptions and gives the practice a seat on them. */
export function AttachDialog({ search, attached, onUnsaved, onClose }: AttachDialogProps): ReactNode {
  const { id: practiceId } = usePractice();
  const [typed, setTyped] = useState(search);
  const found = useCustomerSearch(typed);
  const attaching = useAttachWorkflow(search);
  const { staged, stage, unstage, saving, problem, save } = attaching;
  const [leaving, setLeaving] = useState(false);
  const ids = new Set(staged.map(({ subscriptionId }) => subscriptionId));
  const count = staged.length;
  useEffect(() => {
    onUnsaved(count > 0 ? subscriptionsMessages.staged.unsaved(count) : null);
    return () => onUnsaved(null);
  }, [count, onUnsaved]);

  const close = (): void => {
    if (count > 0) setLeaving(true);
    else onClose();
  };

  return (
    <TitledDialog
      open
      title={messages.title}
      maxWidth="lg"
      onClose={saving ? undefined : close}
      actions={
        <>
          <Button disabled={saving} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button
            variant="contained"
            loading={saving}
            reason={count === 0 ? messages.nothing : undefined}
            onClick={() => void save().then((done) => done && onClose())}
          >
            {messages.save}
          </Button>
        </>
      }
    >
      <Columns>
        <Stack spacing={4}>
          <div ref={focusSearch} style={{ padding: 2 }}>
            <SearchInput label={messages.search} value={typed} onChange={setTyped} width="100%" />
          </div>
          <SearchResults found={found} facts={{ staged: ids, attached, practiceId }} busy={saving} onAttach={stage} />
        </Stack>
        <aside>
          <Stack spacing={3}>
            {problem && <SaveProblemNotice problem={problem} />}
            <StagedList staged={staged} busy={saving} onRemove={unstage} />
            {count > 0 && <AttachmentEffect attaching={attaching} />}
          </Stack>
        </aside>
      </Columns>
      {leaving && (
        <ConfirmDialog
          open
          danger
          title={subscriptionsMessages.leave.title}
          confirmLabel={subscriptionsMessages.leave.confirm}
          cancelLabel={subscriptionsMessages.leave.back}
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        >
          {subscriptionsMessages.leave.text(count)}
        </ConfirmDialog>
      )}
    </TitledDialog>
  );
}
