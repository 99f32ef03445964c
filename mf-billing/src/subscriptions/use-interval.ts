import type { PlanInterval } from 'shared-api/contracts';
import { choiceParam, urlParams, useUrlParams } from 'shared-ui/remote';

/** Monthly by default (specification: billing, 9). */
const intervalParams = urlParams<{ interval: PlanInterval }>({
  interval: choiceParam('interval', ['month', 'year'], 'month'),
});

/** The billing interval of the listed plans, stored in the URL: `?interval=year`. */
export function useInterval(): [PlanInterval, (interval: PlanInterval) => void] {
  const [{ interval }, setParams] = useUrlParams(intervalParams);
  return [interval, (next) => setParams({ interval: next }, { replace: true })];
}
