import { apiErrorOf } from 'shared-api';
import type { Approval } from 'shared-api/contracts/approvals';
import { lazyDialog, Panel, styled, useStoredRequest } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useApproveRequestMutation, useDeclineRequestMutation, useListApprovalsQuery } from '../api';
import { activityMessages } from './messages';
import { DECLINE_RECORD } from './stored-decline';

const text = activityMessages.approvals;

const POLL_INTERVAL_MS = 60_000;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 16 });

const Item = styled('li')({ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' });

const untilText = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    .format(seconds * 1000)
    .replace(/\u202f/g, ' ');

/** Why the person can't approve it. */
function reasonOf({ own, may_decide: mayDecide }: Approval): string | undefined {
  if (!mayDecide) return text.notAllowed;
  return own ? text.own : undefined;
}

const DecisionDialog = lazyDialog(async () => {
  const { DecisionDialog: dialog } = await import('./DecisionDialog');
  return dialog;
});

type Asked = { approval: Approval; decision: 'approve' | 'decline' } | null;

/** Promotions and bulk changes that wait for a second person. Renders nothing without any. */
export function WaitingApprovals({ onDecided }: { onDecided: () => void }): ReactNode {
  const { notify } = useRemote();
  const { data: approvals = [] } = useListApprovalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_INTERVAL_MS,
    skipPollingIfUnfocused: true,
  });
  const [approve, approving] = useApproveRequestMutation();
  const [decline, declining] = useDeclineRequestMutation();
  const [asked, setAsked] = useState<Asked>(null);
  /** The request whose decline reason was typed before a reload. */
  const stored = useStoredRequest(DECLINE_RECORD);
  const [reopened, setReopened] = useState(false);
  const typed = approvals.find(({ id, may_decide: mayDecide }) => id === stored && mayDecide);
  if (typed && !reopened) {
    setReopened(true);
    setAsked({ approval: typed, decision: 'decline' });
  }

  const decide = async ({ approval, decision }: NonNullable<Asked>, reason?: string): Promise<void> => {
    const { id } = approval;
    const { data, error } =
      decision === 'approve'
        ? await approve({ approval: id })
        : await decline({ approval: id, body: reason === undefined ? {} : { reason } });
    setAsked(null);
    if (error) notify({ severity: 'error', message: apiErrorOf(error).message });
    else notify({ severity: 'success', message: data.message });
    onDecided();
  };

  return (
    <>
      {approvals.length > 0 && (
        <Panel title={text.title} description={text.description}>
          <List>
            {approvals.map((approval) => (
              <Item key={approval.id}>
                <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography variant="subtitle1">{approval.summary}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {text.facts(approval.requested_by, untilText(approval.expires_at))}
                  </Typography>
                </div>
                <Stack direction="row" spacing={2}>
                  <Button
                    reason={approval.may_decide ? undefined : text.notAllowed}
                    aria-label={text.declineLabel(approval.summary)}
                    onClick={() => setAsked({ approval, decision: 'decline' })}
                  >
                    {text.decline}
                  </Button>
                  <Button
                    variant="contained"
                    reason={reasonOf(approval)}
                    aria-label={text.approveLabel(approval.summary)}
                    onClick={() => setAsked({ approval, decision: 'approve' })}
                  >
                    {text.approve}
                  </Button>
                </Stack>
              </Item>
            ))}
          </List>
        </Panel>
      )}
      {asked && (
        <DecisionDialog
          {...asked}
          busy={approving.isLoading || declining.isLoading}
          onConfirm={(reason) => void decide(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
