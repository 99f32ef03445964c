/** The URL parameters of the page: the range of days, and the module that the lists are filtered by. */
import { choiceParam, textParam, urlParams } from 'shared-ui/remote';

export const dayRanges = [1, 7, 30] as const;
/** Number of UTC days, including today. */
export type Days = (typeof dayRanges)[number];

export interface ViewParams {
  days: Days;
  /** Name of a module; empty for all modules. */
  module: string;
}

export const viewParams = urlParams<ViewParams>({
  days: choiceParam('days', dayRanges, 7),
  module: textParam('module'),
});
