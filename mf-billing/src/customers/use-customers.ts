import { useReadOn } from 'shared-ui/cards';
import { usePractice } from 'shared-ui/remote';
import { useListCustomersQuery } from '../api';

interface Options {
  refetchOnMountOrArgChange?: boolean;
  pollingInterval?: number;
}

/** The practice's customers. A response can contain only some of them, so this requests more until all have loaded. */
export function useCustomers(options?: Options) {
  const { id: practiceId } = usePractice();
  const customers = useListCustomersQuery({ practiceId }, options);
  const { data, isFetching, refetch } = customers;
  useReadOn(data?.progress, isFetching, () => void refetch());
  return customers;
}
