/** The two saves of the features summary: requests and error texts. Pure. */
import { apiErrorOf, isApiError, isException } from 'shared-api';
import {
  type BodyOf,
  type FeatureDate,
  featureDates,
  type FeatureValues,
  type updatePracticeFeatureFlags,
  type updatePracticeFeatures,
} from 'shared-api/contracts';
import type { Part } from '../features-editing/draft';
import { featuresMessages } from './messages';

const messages = featuresMessages.failure;

/** Empty dates are null (specification, 5). */
const dateOrNull = (date: string | null): string | null => (date === '' ? null : date);

export function toAccessRequest(values: FeatureValues): BodyOf<typeof updatePracticeFeatures> {
  const dates = Object.fromEntries(featureDates.map((field) => [field, dateOrNull(values[field])]));
  return {
    bundles: [...values.bundles],
    product_features: [...values.product_features],
    ...(dates as Record<FeatureDate, string | null>),
  };
}

export function toFlagsRequest(values: FeatureValues): BodyOf<typeof updatePracticeFeatureFlags> {
  return { features: [...values.flags] };
}

export interface PartFailure {
  part: Part;
  /** The rejection of the request. Anything except an `ApiError` is a bug in the page. */
  error: unknown;
}

/** True if there was no readable response, so the change might have been made. */
export const isUnexpected = (error: unknown): boolean => !isApiError(error) || isException(error);

/** The specified error texts (specification, 8), one line per failed save. */
export function failureText(failures: readonly PartFailure[]): string {
  const lines = failures.map(({ part, error }) => {
    if (isUnexpected(error)) return messages.unexpected;
    const { message } = apiErrorOf(error);
    return messages[part](message === '' ? messages.unknown : message);
  });
  return [...new Set(lines)].join('\n');
}
