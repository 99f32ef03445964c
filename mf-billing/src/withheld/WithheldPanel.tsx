import { apiErrorOf, serverMessage } from 'shared-api';
import type { WithheldEntitlement } from 'shared-api/contracts';
import { color, FactLine, InlineStatus, Panel, styled } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useRestoreWithheldMutation } from '../api';
import { dayText } from '../figures';
import { messages } from './messages';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '10px 16px',
  '&:not(:first-of-type)': { borderTop: `1px solid ${color.line}` },
});

/**
 * Bundles and features that staff removed manually and that the practice might pay for (server rule 9). Hidden if
 * empty.
 */
export function WithheldPanel({ withheld }: { withheld: readonly WithheldEntitlement[] }): ReactNode {
  if (withheld.length === 0) return null;
  return (
    <section aria-label={messages.title}>
      <Stack spacing={3}>
        <div>
          <Typography variant="h2">{messages.title}</Typography>
          <Typography variant="body2" color="textTertiary">
            {messages.lead}
          </Typography>
        </div>
        <Panel flush>
          <List aria-label={messages.title}>
            {withheld.map((entitlement) => (
              <WithheldRow key={`${entitlement.kind} ${entitlement.name}`} entitlement={entitlement} />
            ))}
          </List>
        </Panel>
      </Stack>
    </section>
  );
}

function WithheldRow({ entitlement }: { entitlement: WithheldEntitlement }): ReactNode {
  const {
    kind,
    name,
    display_name: displayName,
    by,
    at,
    notes,
    paid_by: paidBy,
    can_restore: canRestore,
  } = entitlement;
  const { id: practiceId, time_zone } = usePractice();
  const { notify, publish } = useRemote();
  const { reason } = useRight('billing');
  const [restore, { isLoading }] = useRestoreWithheldMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (): Promise<void> => {
    setProblem(null);
    const { error } = await restore({ practiceId, items: [{ kind, name }] });
    if (error) {
      const message = serverMessage(apiErrorOf(error)) ?? messages.failed(displayName);
      setProblem(message);
      notify({ severity: 'error', message });
      return;
    }
    notify({ severity: 'success', message: messages.restored(displayName) });
    publish('entitlements-changed', { practice: practiceId });
  };

  return (
    <Row>
      <div>
        <Typography variant="subtitle1">{displayName}</Typography>
        <Typography variant="body2" color="textSecondary">
          <FactLine facts={[messages.by(by, dayText(at, time_zone)), notes]} />
        </Typography>
        <Typography variant="body2" color="textTertiary">
          {paidBy.length === 0 ? messages.notPaid : messages.paidBy(paidBy.join(', '))}
        </Typography>
        {problem !== null && <InlineStatus tone="danger">{problem}</InlineStatus>}
      </div>
      {canRestore && (
        <Button
          loading={isLoading}
          reason={reason}
          aria-label={messages.restoreNamed(displayName)}
          onClick={() => void run()}
        >
          {messages.restore}
        </Button>
      )}
    </Row>
  );
}
