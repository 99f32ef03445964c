import { beforeAll, expect, it } from '@jest/globals';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { describeWithDatabase } from '../../testing/engines.js';
import type { TestServer } from '../../testing/test-server.js';
import { scimServer, scimRequests, GROUP, type User, type Method, patch, aPatch } from './testing/identity-provider.js';

describeWithDatabase('groups of SCIM', (database) => {
  let server: TestServer;
  let token = '';
  const cleanUp = cleanUpAfterAll();
  const { done, create, list, entriesOf, errorOf } = scimRequests(
    () => server,
    () => token,
  );

  beforeAll(async () => {
    ({ server, token } = await scimServer(database()));
    cleanUp(() => server.close());
  });

  it('gives members of a group its flag', async () => {
    const [one, other] = [await create(), await create()];
    const membersOf = async (id: string) => {
      const group = await done<{ members: { value: string }[] }>('GET', `Groups/${id}`);
      return group.members.map(({ value }) => value);
    };
    const [internalStaff] = (await list(`filter=${encodeURIComponent('displayName eq "Internal staff"')}`, 'Groups'))
      .Resources;
    expect(internalStaff).toMatchObject({ id: 'internal', displayName: 'Internal staff', schemas: [GROUP] });
    const member = ({ id }: User) => ({ value: id });
    await done('PATCH', 'Groups/internal', patch({ op: 'replace', path: 'members', value: [] }));
    await done('PATCH', 'Groups/internal', patch({ op: 'Add', path: 'members', value: [one, other].map(member) }));
    expect(await membersOf('internal')).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(await done('GET', `Users/${one.id}`)).toMatchObject({ groups: [{ value: 'internal' }] });
    expect((await entriesOf(one.id)).at(-1)).toMatchObject({
      action: 'person.flags',
      actor_name: 'SCIM (Entra)',
      after: { internal: true },
    });
    await done('PATCH', 'Groups/internal', patch({ op: 'remove', path: `members[value eq "${one.id}"]` }));
    expect(await membersOf('internal')).toEqual([other.id]);
    // Entra ID names the members in the value.
    await done('PATCH', 'Groups/internal', patch({ op: 'Remove', path: 'members', value: [member(other)] }));
    expect(await membersOf('internal')).toEqual([]);
    // Okta sends the group unchanged, then whole lists.
    await done(
      'PATCH',
      'Groups/internal',
      patch({ op: 'replace', value: { id: 'internal', displayName: 'Internal staff' } }),
    );
    await done('PATCH', 'Groups/internal', patch({ op: 'replace', path: 'members', value: [member(one)] }));
    expect(await membersOf('internal')).toEqual([one.id]);
    const body = { schemas: [GROUP], displayName: 'Internal staff', members: [member(other)] };
    await done('PUT', 'Groups/internal', body);
    expect(await membersOf('internal')).toEqual([other.id]);
  });

  it.each<[string, Method, string, unknown, [number, string | undefined]]>([
    ['a new group', 'POST', 'Groups', { schemas: [GROUP], displayName: 'New' }, [501, undefined]],
    ['the end of a group', 'DELETE', 'Groups/internal', undefined, [501, undefined]],
    ['an unknown group', 'GET', 'Groups/unknown', undefined, [404, undefined]],
    [
      'another name',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'displayName', value: 'X' }),
      [400, 'mutability'],
    ],
    [
      'an unknown attribute',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'color', value: 'X' }),
      [400, 'invalidPath'],
    ],
    [
      'a member that is no id',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'add', path: 'members', value: [{ value: 'x' }] }),
      [400, 'invalidValue'],
    ],
    [
      'a member that nobody is',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'add', path: 'members', value: [{ value: '00000000-0000-4000-8000-000000000000' }] }),
      [400, 'invalidValue'],
    ],
    ['members as text', 'PUT', 'Groups/internal', { schemas: [GROUP], members: 'x' }, [400, 'invalidValue']],
    [
      'a part of a member',
      'PATCH',
      'Groups/internal',
      aPatch({ op: 'replace', path: 'members.value', value: [] }),
      [400, 'invalidPath'],
    ],
  ])('refuses %s', async (_, method, path, body, expected) => {
    expect(await errorOf(method, path, body)).toEqual(expected);
  });
});
