/** The page after sign-in: what needs attention, how things are going, what changed. Modules contribute its content. */
import { dateFormat, ownersToAsk, type PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { EmptyState, Page, Panel, phoneQuery, styled, useMedia, useStoredRequest } from 'shared-ui';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { type Attention, attentionOf } from './attention';
import { AttentionPanel } from './AttentionPanel';
import { CardGrid } from './CardGrid';
import { CloseAttentionDialog } from './CloseAttentionDialog';
import { Headline } from './Headline';
import { ATTENTION, useLastHeights } from './last-heights';
import { overviewMessages as messages } from './messages';
import { CLOSING_RECORD } from './stored-closing';
import { type ClosedAttention, useClosedAttention } from './use-closed-attention';
import { useOverviewSlot } from './use-overview-slot';

/** Groups elements for measuring, without its own box. */
const Content = styled('div')({ display: 'contents' });

/** The hour in a time zone, 0 to 23. */
function hourIn(timeZone: string | undefined, now: Date): number {
  const options = { hour: 'numeric', hourCycle: 'h23', ...(timeZone !== undefined && { timeZone }) } as const;
  return Number(dateFormat('en-US', options).format(now));
}

/** Says how many items need attention, as far as known. */
function leadOf({ rows, isChecking, isIncomplete }: Attention): string {
  const { lead } = messages;
  if (isChecking) return lead.checking;
  if (rows.length === 0 && !isIncomplete) return lead.none;
  return [rows.length > 0 && lead.some(rows.length), isIncomplete && lead.unknown].filter(Boolean).join(' ');
}

export interface OverviewPageProps {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  /** The practice of a clinic's overview; null on the internal overview. */
  practice: PracticeSummary | null;
}

export function OverviewPage({ shell, registry, contributions, practice }: OverviewPageProps): ReactNode {
  const internal = practice === null;
  const practiceId = practice?.id;
  const slot = useOverviewSlot({ shell, registry, contributions, practice });
  const { placements } = slot;
  const closed = useClosedAttention(shell.transport, practiceId);
  const attention = attentionOf(placements, slot.stateOf, closed.items);
  /** The row that the person is dismissing. A reason typed before a reload reopens it. */
  const [closing, setClosing] = useState(useStoredRequest(CLOSING_RECORD));
  const closingRow = attention.rows.find(({ key }) => key === closing);
  const mayClose = practice === null || (practice.rights?.includes('activity') ?? true);
  const onClosed: ClosedAttention['close'] = async (body) => {
    const { error } = await closed.close(body);
    if (error) return { error };
    setClosing(undefined);
    // Refetches, because cards show recent changes and this is one.
    slot.ask();
    shell.notify({ severity: 'success', message: messages.closing.done[body.outcome](body.title) });
    return {};
  };
  const userId = shell.session.user.id;
  const cards = placements.filter(({ contribution }) => contribution.size !== 'none');
  const isPhone = useMedia(phoneQuery);
  const states = cards.map((card) => slot.stateOf(card));
  const headlined = states.find((state) => state.phase === 'ready' && state.answer.headline !== undefined);
  const hasHeadline = headlined !== undefined || (!internal && states.some(({ phase }) => phase === 'loading'));
  const content = useRef<HTMLDivElement>(null);
  const isLoaded = !attention.isChecking && states.every(({ phase }) => phase !== 'loading');
  const place = `${practiceId ?? 'internal'}/${isPhone ? 'phone' : 'desk'}`;
  const lastHeights = useLastHeights(userId, place, content, isLoaded);
  const open = (path: string): void => void shell.navigate(path);
  const [firstName = shell.session.user.name] = shell.session.user.name.split(' ');
  return (
    <Page title={messages.greeting(hourIn(practice?.time_zone, new Date()), firstName)} lead={leadOf(attention)}>
      {placements.length === 0 ? (
        <Panel>
          <EmptyState title={messages.empty} />
        </Panel>
      ) : (
        <Content ref={content}>
          {isPhone && hasHeadline && (
            <Headline card={headlined?.phase === 'ready' ? headlined.answer : undefined} onOpen={open} />
          )}
          <AttentionPanel
            attention={attention}
            lastHeight={lastHeights[ATTENTION]}
            internal={internal}
            closeReason={mayClose ? undefined : messages.attention.closeReason(ownersToAsk(practice.owners))}
            onClose={({ key }) => setClosing(key)}
            onOpen={open}
            onRetry={(placement) => slot.ask(placement.key)}
          />
          {closingRow && (
            <CloseAttentionDialog row={closingRow} onClose={onClosed} onCancel={() => setClosing(undefined)} />
          )}
          <CardGrid cards={cards} slot={slot} lastHeights={lastHeights} onOpen={open} />
        </Content>
      )}
    </Page>
  );
}
