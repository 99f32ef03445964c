import { Box, EmptyState, Panel, SelectInput, Text, Toolbar } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import type { Health } from '../api';
import { ErrorsTable } from './ErrorsTable';
import { type Rating, wasOpened } from './figures';
import { moduleHealthMessages as words } from './messages';
import { ModulePanel } from './ModulePanel';
import type { Place } from './place';
import { SlowCallsTable } from './SlowCallsTable';
import { RatingIcon } from './VitalFigure';

export interface ModuleHealthProps {
  health: Health;
  place: Place;
  onMove: (change: Partial<Place>) => void;
  /** Figures of another range are on their way. */
  busy: boolean;
}

/** Every module with its versions, then what went wrong in them. */
export function ModuleHealth({ health, place, onMove, busy }: ModuleHealthProps): ReactNode {
  const { session } = useRemote();
  const { modules, errors, slow_calls } = health;
  const { days } = place;
  const anything = modules.some(({ versions }) => versions.some(wasOpened));
  const titleOf = (name: string): string => modules.find((module) => module.name === name)?.title ?? name;
  const ofModule = <Row extends { module: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ module }) => place.module === '' || module === place.module);
  // An address may name a module that is gone; the list then says so by being empty.
  const named = [...new Set([...modules.map(({ name }) => name), ...(place.module === '' ? [] : [place.module])])];
  const found = { titleOf, busy };
  const isEmpty = !anything && errors.length === 0 && slow_calls.length === 0;

  return (
    <>
      {isEmpty && (
        <Panel>
          <EmptyState title={words.nothing}>{words.nothingWords}</EmptyState>
        </Panel>
      )}
      {modules.map((module) => (
        <ModulePanel key={module.name} module={module} days={days} busy={busy} mayChange={session.flags.super_admin} />
      ))}
      {anything && <Legend />}
      {!isEmpty && (
        <>
          <Toolbar label={words.found.filter}>
            <Box sx={{ width: 260, maxWidth: '100%' }}>
              <SelectInput
                label={words.found.filter}
                value={place.module}
                options={[
                  { value: '', label: words.found.all },
                  ...named.map((name) => ({ value: name, label: titleOf(name) })),
                ]}
                onChange={(module) => onMove({ module })}
              />
            </Box>
          </Toolbar>
          <ErrorsTable {...found} rows={ofModule(errors)} />
          <SlowCallsTable {...found} rows={ofModule(slow_calls)} />
        </>
      )}
      <Text variant="secondary" tone="third">
        {words.howToBegin} <code style={{ overflowWrap: 'anywhere' }}>{words.beginCommand}</code>
      </Text>
    </>
  );
}

const ratings: readonly Rating[] = ['good', 'needs-improvement', 'poor'];

/** What the marks beside the vitals mean. */
function Legend(): ReactNode {
  return (
    <Text variant="secondary" tone="third" as="div" role="note" aria-label={words.legend.label}>
      <span style={{ marginRight: 12 }}>{words.legend.words}</span>
      {ratings.map((rating) => (
        <span key={rating} style={{ display: 'inline-block', marginRight: 12 }}>
          <RatingIcon rating={rating} /> {words.legend.rating[rating]}
        </span>
      ))}
    </Text>
  );
}
