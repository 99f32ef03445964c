/** The page after sign-in: what needs the person, how it is going, what changed. Made of what each module contributes. */
import { dateFormat, missingRight, type PracticeSummary } from 'shared-api/contracts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState, narrow, Page, Panel, phoneQuery, styled, useMedia, useStoredRequest } from 'shared-ui';
import { contributionRunnerOf, type ContributionRunnerOptions } from '../contributions/contribution-runner';
import { placementsOf } from '../contributions/placements';
import { useSlot } from '../contributions/use-slot';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { attentionOf } from './attention';
import { AttentionPanel } from './AttentionPanel';
import { columnsOf } from './card-columns';
import { CloseAttentionDialog } from './CloseAttentionDialog';
import { Headline } from './Headline';
import { ATTENTION, useLastHeights } from './last-heights';
import { overviewMessages as messages } from './messages';
import { OverviewCardPanel } from './OverviewCardPanel';
import { CLOSING_RECORD } from './stored-closing';
import { type ClosedAttention, useClosedAttention } from './use-closed-attention';

const Grid = styled('div')({
  display: 'grid',
  alignItems: 'start',
  gap: 16,
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) !important' },
});

const Column = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

/** Groups what is measured, without a box of its own. */
const Content = styled('div')({ display: 'contents' });

/** The hour of the day in a time zone, 0 to 23. */
function hourIn(timeZone: string | undefined, now: Date): number {
  const options = { hour: 'numeric', hourCycle: 'h23', ...(timeZone !== undefined && { timeZone }) } as const;
  return Number(dateFormat('en-US', options).format(now));
}

export interface OverviewPageProps {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  /** The practice of a clinic's overview; null on the internal one. */
  practice: PracticeSummary | null;
}

export function OverviewPage({ shell, registry, contributions, practice }: OverviewPageProps): ReactNode {
  const internal = practice === null;
  const practiceId = practice?.id;
  const placements = useMemo(
    () => placementsOf(registry.modules(), 'overview.card', internal ? 'internal' : 'clinic', practice),
    // The same practice with another name needs no new answers.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [registry, internal, practiceId],
  );
  const slot = useSlot(contributionRunnerOf(contributions), 'overview.card', placements);
  const { ask } = slot;
  useEffect(() => {
    const stop = [
      shell.topics.subscribe('practice-changed', () => ask()),
      shell.topics.subscribe('entitlements-changed', () => ask()),
    ];
    return () => {
      for (const end of stop) end();
    };
  }, [shell, ask]);

  const closed = useClosedAttention(shell.transport, practiceId);
  const attention = attentionOf(placements, slot.stateOf, closed.items);
  /** The row that the person dismisses. A reason that was typed before a reload opens it again. */
  const [closing, setClosing] = useState(useStoredRequest(CLOSING_RECORD));
  const closingRow = attention.rows.find(({ key }) => key === closing);
  const mayClose = practice === null || (practice.rights?.includes('activity') ?? true);
  const onClosed: ClosedAttention['close'] = async (body) => {
    const { error } = await closed.close(body);
    if (error) return { error };
    setClosing(undefined);
    shell.notify({ severity: 'success', message: messages.closing.done(body.title) });
    return {};
  };
  const userId = shell.session.user.id;
  const cards = placements.filter(({ contribution }) => contribution.size !== 'none');
  const isPhone = useMedia(phoneQuery);
  const states = cards.map((card) => slot.stateOf(card));
  const headlined = states.find((state) => state.phase === 'ready' && state.answer.headline !== undefined);
  const hasHeadline = headlined !== undefined || (!internal && states.some(({ phase }) => phase === 'loading'));
  const columns = columnsOf(cards);
  const content = useRef<HTMLDivElement>(null);
  const isLoaded = !attention.isChecking && states.every(({ phase }) => phase !== 'loading');
  const place = `${practiceId ?? 'internal'}/${isPhone ? 'phone' : 'desk'}`;
  const lastHeights = useLastHeights(userId, place, content, isLoaded);
  const open = (path: string): void => void shell.navigate(path);
  const [firstName = shell.session.user.name] = shell.session.user.name.split(' ');
  const { lead } = messages;
  const count = attention.rows.length;
  return (
    <Page
      title={messages.greeting(hourIn(practice?.time_zone, new Date()), firstName)}
      lead={
        attention.isChecking
          ? lead.checking
          : count === 0 && !attention.isIncomplete
            ? lead.none
            : [count > 0 && lead.some(count), attention.isIncomplete && lead.unknown].filter(Boolean).join(' ')
      }
    >
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
            closeReason={mayClose ? undefined : missingRight('activity')}
            onClose={({ key }) => setClosing(key)}
            onOpen={open}
            onRetry={(placement) => slot.ask(placement.key)}
          />
          {closingRow && (
            <CloseAttentionDialog row={closingRow} onClose={onClosed} onCancel={() => setClosing(undefined)} />
          )}
          <Grid style={{ gridTemplateColumns: columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ') }}>
            {columns.map((column, at) => (
              <Column key={at}>
                {column.cards.map((placement) => (
                  <OverviewCardPanel
                    key={placement.key}
                    placement={placement}
                    state={slot.stateOf(placement)}
                    lastHeight={lastHeights[placement.key]}
                    onOpen={open}
                    onRetry={() => slot.ask(placement.key)}
                  />
                ))}
              </Column>
            ))}
          </Grid>
        </Content>
      )}
    </Page>
  );
}
