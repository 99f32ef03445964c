import { describe, expect, it } from '@jest/globals';
import type { User } from 'shared-api/contracts';
import { createIdentity } from '../session/identity';
import { createReauthentication } from '../session/reauthentication';
import { followSession } from './follow-session';

const olivia: User = { id: 'u-1', name: 'Olivia Marsh', email: 'olivia@clinic.example' };
const marcus: User = { id: 'u-2', name: 'Marcus Bell', email: 'marcus@clinic.example' };

describe('followSession', () => {
  it('reports while the page’s person is signed in, and stops after the session ends in another tab', async () => {
    let present: User | null = olivia;
    const readPresentUser = () => Promise.resolve(present);
    const identity = createIdentity({ user: olivia, readPresentUser, reauthentication: createReauthentication() });
    const states: boolean[] = [];
    followSession(identity, { signedIn: (is) => states.push(is) });
    const afterCheck = async (user: User | null) => {
      present = user;
      await identity.check();
      return states.at(-1);
    };
    expect(await afterCheck(null)).toBe(false);
    expect(await afterCheck(marcus)).toBe(false);
    expect(await afterCheck(olivia)).toBe(true);
  });
});
