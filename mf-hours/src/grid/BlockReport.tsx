import { styled } from 'shared-ui';
import { Alert, AlertTitle, Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';

/** Maximum number of cells in the list. The rest are only counted. */
const MAX_LISTED = 100;

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18, maxHeight: 132, overflow: 'auto', fontSize: 13 });

export interface BlockReportProps {
  title: string;
  /** Sentences about the whole block. */
  facts: readonly string[];
  /** Unchanged cells, each with the reason. */
  rejected: readonly { where: string; reason: string }[];
  messages: { list: string; more: (count: number) => string; close: string };
  onClose: () => void;
}

/** The cells that a command on a block rejected, with reasons. */
export function BlockReport({ title, facts, rejected, messages, onClose }: BlockReportProps): ReactNode {
  return (
    <Alert severity="warning" role="alert" action={<Button onClick={onClose}>{messages.close}</Button>}>
      <AlertTitle>{title}</AlertTitle>
      <span>{facts.join(' ')}</span>
      {rejected.length > 0 && (
        <List aria-label={messages.list} tabIndex={0}>
          {rejected.slice(0, MAX_LISTED).map(({ where, reason }) => (
            <li key={where}>
              <span>{where}</span>: <span>{reason}</span>
            </li>
          ))}
          {rejected.length > MAX_LISTED && <li>{messages.more(rejected.length - MAX_LISTED)}</li>}
        </List>
      )}
    </Alert>
  );
}
