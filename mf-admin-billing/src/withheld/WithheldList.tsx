import { type ApiError, serverMessage } from 'shared-api';
import type { WithheldEntitlement } from 'shared-api/contracts';
import { Button, color, Notice, styled, Text, UndoIcon } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useRestoreWithheldMutation } from '../api';
import { dayText } from '../instants';
import { withheldMessages as words } from './messages';

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
  practice: number;
  timeZone: string;
  withheld: readonly WithheldEntitlement[];
  disabled?: boolean;
  onRestored?: () => void;
}

/** Bundles and features that staff removed by hand, each with a way back (server rule 9). Absent without any. */
export function WithheldList(props: WithheldListProps): ReactNode {
  const { practice, timeZone, withheld, disabled = false, onRestored } = props;
  const { notify, publish } = useRemote();
  const [restore] = useRestoreWithheldMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ name: string; message: string } | null>(null);
  if (withheld.length === 0) return null;

  const run = async (entitlement: WithheldEntitlement): Promise<void> => {
    const { kind, name, display_name: displayName } = entitlement;
    setBusy(keyOf(entitlement));
    setProblem(null);
    const { error } = await restore({ practice, body: { items: [{ kind, name }] } });
    setBusy(null);
    if (error) {
      const message = serverMessage(error as ApiError) ?? (error as ApiError).message;
      setProblem({ name: displayName, message });
      notify({ severity: 'error', message: words.failed(displayName) });
      return;
    }
    notify({ severity: 'success', message: words.restored(displayName) });
    publish('entitlements-changed', { practice });
    onRestored?.();
  };

  return (
    <section aria-label={words.title}>
      <Text variant="label" as="h3">
        {words.title}
      </Text>
      <Text variant="secondary" tone="third">
        {words.help}
      </Text>
      {problem && (
        <Notice tone="danger" live="assertive" title={words.failed(problem.name)}>
          {problem.message}
        </Notice>
      )}
      <List aria-label={words.title}>
        {withheld.map((entitlement) => {
          const { kind, display_name: name, by, at, notes, paid_by: paidBy, can_restore: canRestore } = entitlement;
          const facts = [
            words.by(by, dayText(at, timeZone)),
            paidBy.length > 0 ? words.paidBy(paidBy.join(', ')) : words.notPaid,
            ...(notes === null || notes === '' ? [] : [notes]),
          ];
          return (
            <Row key={keyOf(entitlement)} aria-label={name}>
              <div style={{ flex: '1 1 240px', minWidth: 0 }}>
                <Text as="span" strong>
                  {name}
                </Text>
                {kind === 'bundle' && (
                  <Text as="span" variant="secondary" tone="third">
                    {` · ${words.bundle}`}
                  </Text>
                )}
                <Text variant="secondary" tone="second">
                  {facts.join(' · ')}
                </Text>
              </div>
              {canRestore && (
                <Button
                  icon={<UndoIcon size={14} />}
                  aria-label={words.restoreNamed(name)}
                  busy={busy === keyOf(entitlement)}
                  disabled={disabled || busy !== null}
                  onClick={() => void run(entitlement)}
                >
                  {words.restore}
                </Button>
              )}
            </Row>
          );
        })}
      </List>
    </section>
  );
}
