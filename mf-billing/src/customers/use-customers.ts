import { useReadOn } from 'shared-ui/cards';
import { usePractice } from 'shared-ui/remote';
import { useListCustomersQuery } from '../api';

interface Options {
  refetchOnMountOrArgChange?: boolean;
  pollingInterval?: number;
}

/** The customers of the practice. An answer may contain only some of them; this reads on until all are there. */
export function useCustomers(options?: Options) {
  const { id: practiceId } = usePractice();
  const customers = useListCustomersQuery({ practiceId }, options);
  const { data, isFetching, refetch } = customers;
  useReadOn(data?.progress, isFetching, () => void refetch());
  return customers;
}
