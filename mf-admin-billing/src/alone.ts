/** What the small host answers: `npm run dev -w mf-admin-billing`. */
import { readPractice } from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';

export const practice = { id: 1, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' };

export const handlers = [answer(readPractice, () => reply(readPractice, practice))];
