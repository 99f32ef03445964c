/** The staged list and its save. */
import type { AdminCustomer } from 'shared-api/contracts';
import { useStoredForm } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useRef, useState } from 'react';
import { useSaveSubscriptionsMutation } from '../api';
import { type SaveProblem, saveProblemOf } from './conflict';
import type { SubscriptionWithSchedules } from './groups';
import { subscriptionsMessages } from './messages';
import { type Attachment, attachmentRecord, isAttachment } from './stored-attachment';
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

const nothing: Attachment = { staged: [], liftWithheld: true };

/** @param search the dialog's initial search. A reload keeps the selection */
export function useAttachWorkflow(search: string): AttachWorkflow {
  const { id: practiceId } = usePractice();
  const { notify, publish } = useRemote();
  const [send, { isLoading: saving }] = useSaveSubscriptionsMutation();
  const { form, setForm } = useStoredForm({
    record: attachmentRecord(practiceId),
    request: search,
    initial: nothing,
    isForm: isAttachment,
  });
  const { staged, liftWithheld } = form;
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  /** A ref, because a second click can come before the rerender after the first. */
  const running = useRef(false);

  const change = (next: StagedList): void => {
    setForm({ ...form, staged: next });
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
    setForm(nothing);
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
    setLiftWithheld: (lift) => setForm({ ...form, liftWithheld: lift }),
    saving,
    problem,
    save,
  };
}
