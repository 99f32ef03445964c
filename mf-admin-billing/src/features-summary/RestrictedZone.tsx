import type { ReactNode } from 'react';
import { Notice, styled } from 'shared-ui';
import { featuresMessages } from './messages';

const messages = featuresMessages.restricted;

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

/** The warning while there are unsaved changes of bundles or product features. */
export function RestrictedZone(): ReactNode {
  return (
    <Notice tone="danger" live="polite" title={messages.title}>
      <List>
        {messages.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </List>
    </Notice>
  );
}
