import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { styled } from '@mui/material/styles';
import type { UnmovedSubscription } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { cardMessages } from './messages';

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18, overflowWrap: 'anywhere' });

/** Subscriptions that are still charged to their previous card, with the reasons. */
export function UnmovedList({ title, unmoved }: { title: string; unmoved: readonly UnmovedSubscription[] }): ReactNode {
  return (
    <Alert severity="warning" role="alert">
      <AlertTitle>{title}</AlertTitle>
      <List>
        {unmoved.map(({ subscription_id: id, name, problem }) => (
          <li key={id}>{cardMessages.defaulting.problem(name, problem)}</li>
        ))}
      </List>
    </Alert>
  );
}
