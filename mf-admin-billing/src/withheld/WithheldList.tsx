import { apiErrorOf } from 'shared-api';
import type { WithheldEntitlement } from 'shared-api/contracts';
import { color, FactLine, styled, UndoIcon } from 'shared-ui';
import { Alert, AlertTitle, Button, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useRestoreWithheldMutation } from '../api';
import { dayText } from '../instants';
import { withheldMessages as messages } from './messages';

const List = styled('ul')({
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: 8,
});

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '8px 12px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

const keyOf = ({ kind, name }: WithheldEntitlement): string => `${kind} ${name}`;

export interface WithheldListProps {
  practiceId: number;
  timeZone: string;
  withheld: readonly WithheldEntitlement[];
  disabled?: boolean;
  onRestored?: () => void;
}

interface WithheldRowProps {
  entitlement: WithheldEntitlement;
  timeZone: string;
  /** True while it is being restored. */
  busy: boolean;
  disabled: boolean;
  onRestore: () => void;
}

function WithheldRow({ entitlement, timeZone, busy, disabled, onRestore }: WithheldRowProps): ReactNode {
  const { kind, display_name: name, by, at, notes, paid_by: paidBy, can_restore: canRestore } = entitlement;
  const facts = [
    messages.by(by, dayText(at, timeZone)),
    paidBy.length > 0 ? messages.paidBy(paidBy.join(', ')) : messages.notPaid,
    notes,
  ];
  return (
    <Row aria-label={name}>
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <FactLine
          facts={[
            <Typography key="name" component="span" variant="subtitle1">
              {name}
            </Typography>,
            kind === 'bundle' && (
              <Typography key="kind" component="span" variant="body2" color="textTertiary">
                {messages.bundle}
              </Typography>
            ),
          ]}
        />
        <Typography variant="body2" color="textSecondary">
          <FactLine facts={facts} />
        </Typography>
      </div>
      {canRestore && (
        <Button
          startIcon={<UndoIcon size={14} />}
          aria-label={messages.restoreNamed(name)}
          loading={busy}
          disabled={disabled}
          onClick={onRestore}
        >
          {messages.restore}
        </Button>
      )}
    </Row>
  );
}

/** Bundles and features that staff removed manually, each with Restore (server rule 9). Renders nothing without any. */
export function WithheldList(props: WithheldListProps): ReactNode {
  const { practiceId, timeZone, withheld, disabled = false, onRestored } = props;
  const { notify, publish } = useRemote();
  const [restore] = useRestoreWithheldMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ name: string; message: string } | null>(null);
  if (withheld.length === 0) return null;

  const run = async (entitlement: WithheldEntitlement): Promise<void> => {
    const { kind, name, display_name: displayName } = entitlement;
    setBusy(keyOf(entitlement));
    setProblem(null);
    const { error } = await restore({ practice: practiceId, body: { items: [{ kind, name }] } });
    setBusy(null);
    if (error) {
      const { message } = apiErrorOf(error);
      setProblem({ name: displayName, message });
      notify({ severity: 'error', message: messages.failed(displayName) });
      return;
    }
    notify({ severity: 'success', message: messages.restored(displayName) });
    publish('entitlements-changed', { practice: practiceId });
    onRestored?.();
  };

  return (
    <section aria-label={messages.title}>
      <Typography variant="subtitle2" component="h3">
        {messages.title}
      </Typography>
      <Typography variant="body2" color="textTertiary">
        {messages.help}
      </Typography>
      {problem && (
        <Alert severity="error" role="alert">
          <AlertTitle>{messages.failed(problem.name)}</AlertTitle>
          <span>{problem.message}</span>
        </Alert>
      )}
      <List aria-label={messages.title}>
        {withheld.map((entitlement) => (
          <WithheldRow
            key={keyOf(entitlement)}
            entitlement={entitlement}
            timeZone={timeZone}
            busy={busy === keyOf(entitlement)}
            disabled={disabled || busy !== null}
            onRestore={() => void run(entitlement)}
          />
        ))}
      </List>
    </section>
  );
}
