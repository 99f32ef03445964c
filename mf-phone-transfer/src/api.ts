/** The calls of this module. */
import { request } from 'shared-api';
import {
  type AnswerOf,
  type BodyOf,
  type PhoneNumbers,
  readPhoneNumbers,
  transferPhoneNumber,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';

interface OfPractice {
  practice: number;
}

export const api = createApi({
  reducerPath: 'phone-transfer',
  baseQuery: remoteBaseQuery,
  endpoints: (build) => ({
    readPhoneNumbers: build.query<PhoneNumbers, OfPractice>({
      query: (params) => request(readPhoneNumbers, { params }),
    }),
    transferPhoneNumber: build.mutation<
      AnswerOf<typeof transferPhoneNumber>,
      OfPractice & { body: BodyOf<typeof transferPhoneNumber> }
    >({ query: ({ practice, body }) => request(transferPhoneNumber, { params: { practice }, body }) }),
  }),
});

export const { useReadPhoneNumbersQuery, useTransferPhoneNumberMutation } = api;
