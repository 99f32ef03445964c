/** The staged list and its save. */
import type { AdminCustomer } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useSaveSubscriptionsMutation } from '../api';
import { type SaveProblem, saveProblemOf } from './conflict';
import type { Family } from './groups';
import { subscriptionsMessages } from './messages';
import { type Staged, stagedOf, toRequest, withoutStaged, withStaged } from './staging';

export interface Attaching {
  staged: Staged;
  stage: (customer: AdminCustomer, family: Family) => void;
  unstage: (subscription: string) => void;
  /** Whether what staff removed by hand and the selection gives is restored with it. */
  liftWithheld: boolean;
  setLiftWithheld: (lift: boolean) => void;
  saving: boolean;
  problem: SaveProblem | null;
  /** True when all of it was attached. */
  save: () => Promise<boolean>;
}

export function useAttaching(): Attaching {
  const { id: practice } = usePractice();
  const { notify, publish } = useRemote();
  const [send, { isLoading: saving }] = useSaveSubscriptionsMutation();
  const [staged, setStaged] = useState<Staged>([]);
  const [liftWithheld, setLiftWithheld] = useState(true);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  /** A second click arrives before the first one has rendered. */
  const running = useRef(false);

  const change = (next: Staged): void => {
    setStaged(next);
    setProblem(null);
  };

  const save = async (): Promise<boolean> => {
    if (running.current || staged.length === 0) return false;
    running.current = true;
    setProblem(null);
    const { data, error } = await send({ practice, body: toRequest(staged, liftWithheld) });
    running.current = false;
    if (!data) {
      const refused = saveProblemOf(error);
      setProblem(refused);
      notify({ severity: 'error', message: refused.message });
      return false;
    }
    setStaged([]);
    const message = data.message === '' ? subscriptionsMessages.attach.done : data.message;
    notify({ severity: 'success', message });
    publish('entitlements-changed', { practice });
    return true;
  };

  return {
    staged,
    stage: (customer, family) => change(withStaged(staged, stagedOf(customer, family))),
    unstage: (subscription) => change(withoutStaged(staged, subscription)),
    liftWithheld,
    setLiftWithheld,
    saving,
    problem,
    save,
  };
}
