/** The calls of this module. */
import { request } from 'shared-api';
import { type AnswerOf, readWeeklyHours, saveWeeklyHours } from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';
import type { Loaded } from './weekly-hours/draft';
import type { Rows } from './weekly-hours/rows';
import { rowsFromWire } from './weekly-hours/wire';

interface OfPractice {
  practice: number;
}

export const api = createApi({
  reducerPath: 'hours',
  baseQuery: remoteBaseQuery,
  endpoints: (build) => ({
    readWeeklyHours: build.query<Loaded, OfPractice>({
      query: (params) => request(readWeeklyHours, { params }),
      transformResponse: (answer: AnswerOf<typeof readWeeklyHours>, meta) => ({
        records: rowsFromWire(answer.message),
        etag: meta?.etag,
      }),
    }),
    /** The answer is the version that the save has made. */
    saveWeeklyHours: build.mutation<Pick<Loaded, 'etag'>, OfPractice & { records: Rows; etag: string | undefined }>({
      query: ({ practice, records, etag }) =>
        request(saveWeeklyHours, { params: { practice }, body: [...records], ifMatch: etag }),
      transformResponse: (_, meta) => ({ etag: meta?.etag }),
    }),
  }),
});

export const { useReadWeeklyHoursQuery, useSaveWeeklyHoursMutation } = api;
