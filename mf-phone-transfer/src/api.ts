/** The API endpoints of this module. */
import { labelPhoneNumber, readPhoneNumbers, readPracticeState, transferPhoneNumber } from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';

export const api = createApi({
  reducerPath: 'phone-transfer',
  baseQuery: remoteBaseQuery,
  endpoints: (build) => {
    const { query, mutation } = endpointsOf(build);
    return {
      readPhoneNumbers: query(readPhoneNumbers),
      readPracticeState: query(readPracticeState),
      transferPhoneNumber: mutation(transferPhoneNumber),
      labelPhoneNumber: mutation(labelPhoneNumber),
    };
  },
});

export const {
  useLabelPhoneNumberMutation,
  useReadPhoneNumbersQuery,
  useReadPracticeStateQuery,
  useTransferPhoneNumberMutation,
} = api;
