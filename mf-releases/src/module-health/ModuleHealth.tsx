import { color, EmptyState, Panel, radius, styled, Toolbar } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Box, Typography } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { Health } from '../api';
import { ErrorsTable } from './ErrorsTable';
import { type Rating, wasOpened } from './figures';
import { moduleHealthMessages as messages } from './messages';
import { FACT_COLUMNS, WIDE } from './ModuleFacts';
import { ModulePanel } from './ModulePanel';
import type { ViewParams } from './view-params';
import { SlowCallsTable } from './SlowCallsTable';
import { RatingIcon } from './VitalFigure';

export interface ModuleHealthProps {
  health: Health;
  params: ViewParams;
  onParams: (change: Partial<ViewParams>) => void;
  /** True while the figures of another range are loading. */
  busy: boolean;
}

/** Lists every module with its versions, followed by errors and slow calls. */
export function ModuleHealth({ health, params, onParams, busy }: ModuleHealthProps): ReactNode {
  const { session } = useRemote();
  const { modules, errors, slow_calls } = health;
  const { days } = params;
  const anything = modules.some(({ versions }) => versions.some(wasOpened));
  const hasVitals = modules.some(({ versions }) => versions.some(({ vitals }) => Object.keys(vitals).length > 0));
  const titleOf = (name: string): string => modules.find((module) => module.name === name)?.title ?? name;
  const ofModule = <Row extends { module: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ module }) => params.module === '' || module === params.module);
  // The URL may name a module that was removed. Then the lists are empty.
  const named = [...new Set([...modules.map(({ name }) => name), ...(params.module === '' ? [] : [params.module])])];
  const table = { titleOf, busy };
  const isEmpty = !anything && errors.length === 0 && slow_calls.length === 0;

  return (
    <>
      {isEmpty && (
        <Panel>
          <EmptyState title={messages.nothing}>{messages.nothingWords}</EmptyState>
        </Panel>
      )}
      <Modules>
        {modules.map((module) => (
          <ModulePanel
            key={module.name}
            module={module}
            days={days}
            busy={busy}
            mayChange={session.flags.super_admin}
          />
        ))}
      </Modules>
      {hasVitals && <Legend />}
      {!isEmpty && (
        <>
          {(params.module !== '' || errors.length + slow_calls.length > 0) && (
            <Toolbar label={messages.found.filter}>
              <Box sx={{ width: 260, maxWidth: '100%' }}>
                <SelectField
                  label={messages.found.filter}
                  value={params.module}
                  options={[
                    { value: '', label: messages.found.all },
                    ...named.map((name) => ({ value: name, label: titleOf(name) })),
                  ]}
                  onChange={(event) => onParams({ module: event.target.value })}
                />
              </Box>
            </Toolbar>
          )}
          <ErrorsTable {...table} rows={ofModule(errors)} />
          <SlowCallsTable {...table} rows={ofModule(slow_calls)} />
        </>
      )}
      <Typography variant="body2" color="textTertiary">
        {messages.howToBegin} <code style={{ overflowWrap: 'anywhere' }}>{messages.beginCommand}</code>
      </Typography>
    </>
  );
}

const Modules = styled('div')({
  backgroundColor: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  [WIDE]: { display: 'grid', gridTemplateColumns: FACT_COLUMNS, columnGap: 16 },
  '& > * + *': { borderTop: `1px solid ${color.line}` },
});

const ratings: readonly Rating[] = ['good', 'needs-improvement', 'poor'];

/** Explains the icons next to the vitals. */
function Legend(): ReactNode {
  return (
    <Typography variant="body2" color="textTertiary" component="div" role="note" aria-label={messages.legend.label}>
      <span style={{ marginRight: 12 }}>{messages.legend.words}</span>
      {ratings.map((rating) => (
        <span key={rating} style={{ display: 'inline-block', marginRight: 12 }}>
          <RatingIcon rating={rating} /> <span>{messages.legend.rating[rating]}</span>
        </span>
      ))}
    </Typography>
  );
}
