/** The two saves of the features summary: what is sent, and what is said when they fail. Pure. */
import { type ApiError, isApiError, isException } from 'shared-api';
import type { BodyOf, updatePracticeFeatureFlags, updatePracticeFeatures } from 'shared-api/contracts';
import { dateFields, type DateField, type Part, type Values } from './draft';
import { featuresMessages } from './messages';

const words = featuresMessages.failure;

/** Empty dates are null (specification, 5). */
const dateOrNull = (date: string | null): string | null => (date === '' ? null : date);

export function toAccessRequest(values: Values): BodyOf<typeof updatePracticeFeatures> {
  const dates = Object.fromEntries(dateFields.map((field) => [field, dateOrNull(values[field])]));
  return {
    bundles: [...values.bundles],
    product_features: [...values.product_features],
    ...(dates as Record<DateField, string | null>),
  };
}

export function toFlagsRequest(values: Values): BodyOf<typeof updatePracticeFeatureFlags> {
  return { features: [...values.flags] };
}

export interface Failure {
  part: Part;
  /** What the call was answered with; anything else than an `ApiError` is a fault of ours. */
  error: unknown;
}

/** True where no answer came that a page can read: it is not known whether the change was made. */
export const isUnexpected = (error: unknown): boolean => !isApiError(error) || isException(error);

/** The words of the error catalogue (specification, 8), one line per save that failed. */
export function failureText(failures: readonly Failure[]): string {
  const lines = failures.map(({ part, error }) => {
    if (isUnexpected(error)) return words.unexpected;
    const { message } = error as ApiError;
    return words[part](message === '' ? words.unknown : message);
  });
  return [...new Set(lines)].join('\n');
}
