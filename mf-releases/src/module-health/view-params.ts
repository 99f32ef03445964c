/** The parameters of the page in the address: the range, and the module that the lists are filtered by. */
import { choiceParam, textParam, urlParams } from 'shared-ui/remote';

export const dayRanges = [1, 7, 30] as const;
/** Days back, today included; days are UTC. */
export type Days = (typeof dayRanges)[number];

export interface ViewParams {
  days: Days;
  /** Name of a module, or empty for all of them. */
  module: string;
}

export const viewParams = urlParams<ViewParams>({
  days: choiceParam('days', dayRanges, 7),
  module: textParam('module'),
});
