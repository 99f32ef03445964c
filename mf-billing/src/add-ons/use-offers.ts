import { type ApiError, apiErrorOf } from 'shared-api';
import type { AddOnContext, AddOnOffer } from 'shared-api/contracts';
import { skipToken } from 'shared-ui/redux';
import { usePractice } from 'shared-ui/remote';
import { type OfferSubject, useListAddOnOffersQuery } from '../api';

export interface Offers {
  /** Undefined until the offers are loaded. */
  data: { offers: readonly AddOnOffer[]; currency: string } | undefined;
  /** The input of the selection rules in `shared-api`. */
  context: AddOnContext;
  error: ApiError | undefined;
  busy: boolean;
  refetch: () => void;
}

const noContext: AddOnContext = { interval: 'month', bundles: [], active: [], features: [] };

/** Loads the add-on offers, with the server's reasons. @param subject null if nothing is chosen; skips the request */
export function useOffers(subject: OfferSubject | null): Offers {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = useListAddOnOffersQuery(
    subject ? { practiceId, subject } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  return {
    data: currentData,
    context: currentData ? { ...currentData.context, features: currentData.offers } : noContext,
    error: currentData ? undefined : apiErrorOf(error),
    busy: isFetching,
    refetch: () => void refetch(),
  };
}

/** The offers that can't be bought. */
export function unavailableOffers(offers: readonly AddOnOffer[]): AddOnOffer[] {
  return offers.filter(({ state }) => state !== 'offered');
}
