import { expect, it } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { configureStore, createApi, Provider } from '../redux';
import type { ApiRequest } from 'shared-api';
import { listMembers, updateMember } from 'shared-api/contracts';
import { listAllActivity } from 'shared-api/contracts/activity';
import { endpointsOf } from './endpoints';
import type { RemoteBaseQuery } from './redux-parts';

function setUp() {
  const sent: ApiRequest[] = [];
  const baseQuery: RemoteBaseQuery = (request) => {
    sent.push(request);
    return { data: { members: [] }, meta: { etag: '"4"' } };
  };
  const api = createApi({
    baseQuery,
    endpoints: (build) => {
      const { query, mutation } = endpointsOf(build);
      return {
        listMembers: query(listMembers, { result: ({ members }, meta) => ({ members, etag: meta?.etag }) }),
        updateMember: mutation(updateMember),
        listAllActivity: query(listAllActivity),
        removeRights: mutation(updateMember, {
          request: ({ practiceId, personId }: { practiceId: number; personId: string }) => ({
            params: { practice: practiceId, member: personId },
            body: { role: 'staff' as const, rights: [] },
          }),
        }),
      };
    },
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  return { api, store, sent };
}

it('sends path parameters separately from body, version and key', async () => {
  const { api, store, sent } = setUp();
  const body = { role: 'manager' as const, rights: null };
  const arg = { practice: 3, member: 'u-1', body, etag: '"2"', idempotencyKey: 'key-0001' };
  await store.dispatch(api.endpoints.updateMember.initiate(arg));
  expect(sent).toEqual([
    { call: updateMember, params: { practice: 3, member: 'u-1' }, body, ifMatch: '"2"', idempotencyKey: 'key-0001' },
  ]);
});

it('sends the query of a call without path parameters', async () => {
  const { api, store, sent } = setUp();
  renderHook(() => api.useListAllActivityQuery({ query: { time_zone: 'America/Chicago' } }), {
    wrapper: ({ children }: { children: ReactNode }) => createElement(Provider, { store, children }),
  });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([{ call: listAllActivity, query: { time_zone: 'America/Chicago' } }]);
});

it('builds the request from the module’s own argument', async () => {
  const { api, store, sent } = setUp();
  await store.dispatch(api.endpoints.removeRights.initiate({ practiceId: 3, personId: 'u-1' }));
  expect(sent).toMatchObject([{ params: { practice: 3, member: 'u-1' }, body: { role: 'staff', rights: [] } }]);
});

it('builds the result from the response and its version', async () => {
  const { api, store } = setUp();
  const { data } = await store.dispatch(api.endpoints.listMembers.initiate({ practice: 3 }));
  expect(data).toEqual({ members: [], etag: '"4"' });
});
