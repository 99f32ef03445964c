import { useDispatch } from 'shared-ui/redux';
import { usePractice, useRevision } from 'shared-ui/remote';
import { api, BILLING_TAGS, useLazyReadBillingRevisionQuery } from '../api';

/** Refetches all billing data of an open page when the billing revision changes. */
export function useBillingRevision(): void {
  const { id: practiceId } = usePractice();
  const dispatch = useDispatch();
  const [read] = useLazyReadBillingRevisionQuery();
  useRevision(
    async () => (await read({ practice: practiceId }, false)).data,
    () => dispatch(api.util.invalidateTags([...BILLING_TAGS])),
  );
}
