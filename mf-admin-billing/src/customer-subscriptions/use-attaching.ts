/** The staged list and its save. */
import type { AdminCustomer } from 'shared-api/contracts';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useSaveSubscriptionsMutation } from '../api';
import { type SaveProblem, saveProblemOf } from './conflict';
import type { SubscriptionWithSchedules } from './groups';
import { subscriptionsMessages } from './messages';
import { type StagedList, toStaged, toRequest, withoutStaged, withStaged } from './staging';

export interface AttachWorkflow {
  staged: StagedList;
  stage: (customer: AdminCustomer, entry: SubscriptionWithSchedules) => void;
  unstage: (subscription: string) => void;
  /** Whether features of the selection that staff removed manually are restored. */
  liftWithheld: boolean;
  setLiftWithheld: (lift: boolean) => void;
  saving: boolean;
  problem: SaveProblem | null;
  /** Resolves to true if everything was attached. */
  save: () => Promise<boolean>;
}

export function useAttachWorkflow(): AttachWorkflow {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [send, { isLoading: saving }] = useSaveSubscriptionsMutation();
  const [staged, setStaged] = useState<StagedList>([]);
  const [liftWithheld, setLiftWithheld] = useState(true);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  /** A ref, because a second click can come before the rerender after the first. */
  const running = useRef(false);

  const change = (next: StagedList): void => {
    setStaged(next);
    setProblem(null);
  };

  const save = async (): Promise<boolean> => {
    if (running.current || staged.length === 0) return false;
    running.current = true;
    setProblem(null);
    const { data, error } = await send({ practice: practiceId, body: toRequest(staged, liftWithheld) });
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
    publish('entitlements-changed', { practice: practiceId });
    return true;
  };

  return {
    staged,
    stage: (customer, entry) => change(withStaged(staged, toStaged(customer, entry))),
    unstage: (subscription) => change(withoutStaged(staged, subscription)),
    liftWithheld,
    setLiftWithheld,
    saving,
    problem,
    save,
  };
}
