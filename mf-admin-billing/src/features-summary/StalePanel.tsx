import { type Dispatch, type ReactNode, useEffect, useRef } from 'react';
import { Button, formatInstant, Notice, Stack, styled, Text } from 'shared-ui';
import { describe } from './describe';
import type { Action, Draft, Part, Stale } from './draft';
import { featuresMessages } from './messages';
import type { Options } from './options';

const words = featuresMessages.stale;

const List = styled('ul')({ margin: '0 0 6px', paddingLeft: 18 });

export interface StalePanelProps {
  part: Part;
  stale: Stale;
  draft: Draft;
  options: Options;
  timeZone: string;
  dispatch: Dispatch<Action>;
}

/** Somebody else has saved this part meanwhile: who, when, what, and the two ways to go on. Nothing is lost before. */
export function StalePanel({ part, stale, draft, options, timeZone, dispatch }: StalePanelProps): ReactNode {
  const { by, fresh } = stale;
  const panel = useRef<HTMLDivElement>(null);
  // It answers a save that was refused: the person goes on here.
  useEffect(() => {
    if (by) panel.current?.focus();
  }, [by]);
  const name = words.part[part];
  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label={words.region[part]} data-stale={part}>
      <Notice
        tone="attention"
        title={by ? words.by(name, by.changed_by, formatInstant(by.changed_at, timeZone)) : words.meanwhile(name)}
        {...(!by && { live: 'polite' })}
      >
        <Stack gap={2}>
          <div>{words.kept}</div>
          <Lines title={words.theirs} lines={describe(options, part, draft.base, fresh)} />
          <Lines title={words.mine} lines={describe(options, part, draft.base, draft.values)} />
          <Stack direction="row" gap={2} wrap>
            <Button onClick={() => dispatch({ type: 'choose', part, side: 'mine' })}>{words.keep}</Button>
            <Button onClick={() => dispatch({ type: 'choose', part, side: 'theirs' })}>{words.take}</Button>
          </Stack>
        </Stack>
      </Notice>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  return (
    <div>
      <Text variant="label">{title}</Text>
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </div>
  );
}
