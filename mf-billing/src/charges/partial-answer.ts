import type { CustomerProblem, ReadingProgress } from 'shared-api/contracts';

/** A response about all customers of a practice. */
export interface CustomersResponse {
  problems: readonly CustomerProblem[];
  progress?: ReadingProgress | undefined;
}

/** True if a customer's data is missing, so the page can't say "none" or "all". */
export const isPartial = ({ problems, progress }: CustomersResponse): boolean =>
  problems.length > 0 || progress !== undefined;
