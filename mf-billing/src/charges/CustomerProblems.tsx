import { apiErrorOf } from 'shared-api';
import type { CustomerProblem } from 'shared-api/contracts';
import { RetryNotice } from 'shared-ui';
import { useDispatch } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { api, useLazyReadUpcomingChargesQuery } from '../api';
import { messages } from './messages';

/** Customers whose charges couldn't be loaded, each with its own Retry. All other charges stay visible. */
export function CustomerProblems({ problems }: { problems: readonly CustomerProblem[] }): ReactNode {
  return problems.map((problem) => <Problem key={problem.customer_id} problem={problem} />);
}

function Problem({ problem: { customer_id: customerId, name, message } }: { problem: CustomerProblem }): ReactNode {
  const { id: practiceId } = usePractice();
  const dispatch = useDispatch();
  const [read, { isFetching }] = useLazyReadUpcomingChargesQuery();
  const [latest, setLatest] = useState(message);

  /** Refetches only this customer. On success, refetches the whole list, because the server calculates its totals. */
  const retry = async (): Promise<void> => {
    const { data, error } = await read({ practiceId, customerId }, false);
    const failure = error ? apiErrorOf(error).message : data?.problems[0]?.message;
    if (failure === undefined) dispatch(api.util.invalidateTags(['charges']));
    else setLatest(failure);
  };

  return (
    <RetryNotice
      tone="attention"
      title={messages.problem(name ?? messages.unknownCustomer)}
      busy={isFetching}
      onRetry={() => void retry()}
    >
      {latest}
    </RetryNotice>
  );
}
