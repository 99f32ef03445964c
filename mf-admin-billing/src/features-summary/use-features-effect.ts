import { type ApiError, apiErrorOf } from 'shared-api';
import type { FeaturesEffect, FeatureValues } from 'shared-api/contracts';
import { skipToken } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { usePreviewPracticeFeaturesQuery } from '../api';

export interface FeaturesEffectState {
  /** Undefined while loading. */
  effect: FeaturesEffect | undefined;
  error: ApiError | undefined;
  retry: () => void;
}

/** Loads the effect of edited bundles and features. @param values null if neither changed */
export function useFeaturesEffect(values: FeatureValues | null): FeaturesEffectState {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = usePreviewPracticeFeaturesQuery(
    values
      ? { practice: practiceId, body: { bundles: [...values.bundles], product_features: [...values.product_features] } }
      : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  return {
    effect: isFetching || error ? undefined : currentData,
    error: isFetching ? undefined : apiErrorOf(error),
    retry: () => void refetch(),
  };
}
