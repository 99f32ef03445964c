/** The calls of this module. */
import { request } from 'shared-api';
import {
  type AnswerOf,
  type BodyOf,
  type ProviderTotals,
  readHoursStatus,
  readHoursSummary,
  readHoursWorked,
  readWeeklyHours,
  recalculateHours,
  saveHoursWorked,
  saveWeeklyHours,
} from 'shared-api/contracts';
import { createApi } from 'shared-ui/redux';
import { remoteBaseQuery } from 'shared-ui/remote';
import { withDistinctNames } from './distinct-names';
import { queryOf, type Range, type Span } from './hours-worked/range';
import type { Loaded as LoadedRange } from './hours-worked/range-view';
import type { Loaded } from './weekly-hours/draft';
import type { Rows } from './weekly-hours/rows';
import { rowsFromWire } from './weekly-hours/wire';

/** Names of the providers who came to the practice, or left it, while the list was edited. */
interface SavedWeeklyHours extends Pick<Loaded, 'etag'> {
  added: string[];
  removed: string[];
}

interface OfPractice {
  practice: number;
}

export const api = createApi({
  reducerPath: 'hours',
  baseQuery: remoteBaseQuery,
  tagTypes: ['hours-worked'],
  endpoints: (build) => ({
    /** With `since`, a version of the saves, it names who changed what after it. One list is kept for each practice. */
    readWeeklyHours: build.query<Loaded, OfPractice & { since?: number }>({
      query: ({ practice, since }) =>
        request(readWeeklyHours, { params: { practice }, query: since === undefined ? {} : { since } }),
      serializeQueryArgs: ({ queryArgs, endpointName }) => `${endpointName} ${queryArgs.practice}`,
      transformResponse: (answer: AnswerOf<typeof readWeeklyHours>, meta) => ({
        records: rowsFromWire(answer.message),
        etag: meta?.etag,
        ...(answer.changes && { changes: answer.changes }),
        ...(answer.overruled_by_pms_schedule === true && { overruled: true }),
      }),
    }),
    /** The answer is the version that the save has made, and which providers came or left meanwhile. */
    saveWeeklyHours: build.mutation<SavedWeeklyHours, OfPractice & { records: Rows; etag: string | undefined }>({
      query: ({ practice, records, etag }) =>
        request(saveWeeklyHours, { params: { practice }, body: [...records], ifMatch: etag }),
      transformResponse: ({ added = [], removed = [] }: AnswerOf<typeof saveWeeklyHours>, meta) => ({
        etag: meta?.etag,
        added: added.map(({ name }) => name),
        removed: removed.map(({ name }) => name),
      }),
    }),

    readHoursWorked: build.query<LoadedRange, OfPractice & { range: Range }>({
      query: ({ practice, range }) => request(readHoursWorked, { params: { practice }, query: queryOf(range) }),
      transformResponse: (hours: AnswerOf<typeof readHoursWorked>, meta) => ({
        hours: { ...hours, providers: withDistinctNames(hours.providers) },
        etag: meta?.etag,
      }),
      providesTags: ['hours-worked'],
    }),
    readHoursSummary: build.query<ProviderTotals[], OfPractice & Span>({
      query: ({ practice, start, end }) =>
        request(readHoursSummary, { params: { practice }, query: { start_date: start, end_date: end } }),
      transformResponse: (answer: AnswerOf<typeof readHoursSummary>) => withDistinctNames(answer.providers),
      providesTags: ['hours-worked'],
    }),
    /** The answer is the version that the save has made. What was read before is read again. */
    saveHoursWorked: build.mutation<
      Pick<LoadedRange, 'etag'>,
      OfPractice & { body: BodyOf<typeof saveHoursWorked>; etag: string | undefined }
    >({
      query: ({ practice, body, etag }) => request(saveHoursWorked, { params: { practice }, body, ifMatch: etag }),
      transformResponse: (_, meta) => ({ etag: meta?.etag }),
      invalidatesTags: (_, error) => (error ? [] : ['hours-worked']),
    }),
    readHoursStatus: build.query<AnswerOf<typeof readHoursStatus>, OfPractice>({
      query: (params) => request(readHoursStatus, { params }),
    }),
    recalculateHours: build.mutation<unknown, OfPractice>({
      query: (params) => request(recalculateHours, { params, body: { full_update: true } }),
    }),
  }),
});

export const {
  useLazyReadHoursWorkedQuery,
  useLazyReadWeeklyHoursQuery,
  useReadHoursStatusQuery,
  useReadHoursSummaryQuery,
  useReadHoursWorkedQuery,
  useReadWeeklyHoursQuery,
  useRecalculateHoursMutation,
  useSaveHoursWorkedMutation,
  useSaveWeeklyHoursMutation,
} = api;
