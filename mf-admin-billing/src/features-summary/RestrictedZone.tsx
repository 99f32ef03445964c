import type { ReactNode } from 'react';
import { styled } from 'shared-ui';
import { Alert, AlertTitle } from 'shared-ui/mui';
import { featuresMessages } from './messages';

const messages = featuresMessages.restricted;

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

/** The warning shown while bundles or product features have unsaved changes. */
export function RestrictedZone(): ReactNode {
  return (
    <Alert severity="error" role="status">
      <AlertTitle>{messages.title}</AlertTitle>
      <List>
        {messages.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </List>
    </Alert>
  );
}
