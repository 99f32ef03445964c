import type { ReactNode } from 'react';
import { Notice, styled } from 'shared-ui';
import { featuresMessages } from './messages';

const words = featuresMessages.restricted;

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

/** Shown while bundles or product features differ from what is saved. */
export function RestrictedZone(): ReactNode {
  return (
    <Notice tone="danger" live="polite" title={words.title}>
      <List>
        {words.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </List>
    </Notice>
  );
}
