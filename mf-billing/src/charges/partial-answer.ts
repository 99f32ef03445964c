import type { CustomerProblem, ReadingProgress } from 'shared-api/contracts';

/** An answer about all customers of a practice. */
export interface CustomersAnswer {
  problems: readonly CustomerProblem[];
  progress?: ReadingProgress | undefined;
}

/** True if the data of a customer is missing, so that nothing can be called none or all. */
export const isPartial = ({ problems, progress }: CustomersAnswer): boolean =>
  problems.length > 0 || progress !== undefined;
