/** Renders a person's account page with a mock network. */
import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Notification, TransportContext } from 'shared-api';
import {
  type AccountSession,
  listSessions,
  readSecondFactors,
  type SecondFactors,
} from 'shared-api/contracts/accounts';
import { answer, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { UserIdContext } from 'shared-ui';
import { renderKit } from 'shared-ui/testing';
import { AccountPage } from '../AccountPage';

export const network = setupServer();

/** Starts the mock network for the tests of a file. */
export function withNetwork(): void {
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => network.resetHandlers());
  afterAll(() => network.close());
}

export const ann = { id: 'u-ann', name: 'Ann Osei', email: 'ann@clinic.example' };

export const theFactors = (over: Partial<SecondFactors> = {}): SecondFactors => ({
  local: true,
  required: false,
  totp: null,
  passkeys: [],
  recovery_codes_left: 0,
  ...over,
});

/** The mock server's account, which tests modify. */
export function serveAccount(account: { factors: SecondFactors; sessions?: AccountSession[] }): void {
  const { sessions = [] } = account;
  network.use(
    answer(readSecondFactors, () => reply(readSecondFactors, account.factors)),
    answer(listSessions, () => reply(listSessions, { sessions })),
  );
}

export function renderAccount() {
  const notify = jest.fn<(notification: Notification) => void>();
  const transport: TransportContext = {
    reauthenticate: () => Promise.resolve(false),
    heardRevision: () => undefined,
  };
  return {
    notify,
    ...renderKit(
      <UserIdContext value={ann.id}>
        <AccountPage user={ann} transport={transport} notify={notify} release="2.4.0" />
      </UserIdContext>,
    ),
  };
}
