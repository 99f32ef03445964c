/** People of the demo. The sign-in page offers them. */
import type { PageData } from 'shared-api/contracts';
import type { Config } from '../platform/config/config.js';
import type { FlagName } from '../access/people/people-repository.js';

export const demoPassword = 'practice-console';

export interface DemoPerson {
  email: string;
  name: string;
  /** Description on the sign-in page. */
  role: string;
  practices: number[];
  flags: Partial<Record<FlagName, boolean>>;
}

export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'owner@bright-smiles.example',
    name: 'Olivia Marsh',
    role: 'Owner of Bright Smiles Dental and Bright Smiles North',
    practices: [1, 4],
    flags: {},
  },
  {
    email: 'manager@bright-smiles.example',
    name: 'Marcus Bell',
    role: 'Office manager at Bright Smiles Dental',
    practices: [1],
    flags: {},
  },
  {
    email: 'staff@bright-smiles.example',
    name: 'Sofia Reyes',
    role: 'Front desk at Bright Smiles Dental',
    practices: [1],
    flags: {},
  },
  {
    email: 'owner@lakeside.example',
    name: 'Lena Forsberg',
    role: 'Owner of Lakeside Orthodontics',
    practices: [2],
    flags: {},
  },
  {
    email: 'staff@lakeside.example',
    name: 'Liam Novak',
    role: 'Front desk at Lakeside Orthodontics',
    practices: [2],
    flags: {},
  },
  {
    email: 'owner@harbor.example',
    name: 'Henry Adeyemi',
    role: 'Owner of Harbor Pediatric Dentistry',
    practices: [3],
    flags: {},
  },
  {
    email: 'staff@harbor.example',
    name: 'Hannah Cole',
    role: 'Front desk at Harbor Pediatric Dentistry',
    practices: [3],
    flags: {},
  },
  {
    email: 'taskadmin@console.example',
    name: 'Theo Grant',
    role: 'Task admin: every practice, sync and services',
    practices: [],
    flags: { task_admin: true },
  },
  {
    email: 'superadmin@console.example',
    name: 'Sasha Lindqvist',
    role: 'Super admin: everything',
    practices: [],
    flags: { super_admin: true },
  },
  {
    email: 'internal@console.example',
    name: 'Iris Okafor',
    role: 'Internal staff: product access of every practice',
    practices: [],
    flags: { internal: true },
  },
];

export const demoOwners: readonly DemoPerson[] = demoPeople.filter(({ email }) => email.startsWith('owner@'));

/** The people and password on the sign-in page, if the demo has accounts. */
export const demoSignIn = ({
  demo,
  localAccounts,
}: Pick<Config, 'demo' | 'localAccounts'>): Pick<PageData, 'demo_people' | 'demo_password'> =>
  demo && localAccounts
    ? { demo_people: demoPeople.map(({ email, name, role }) => ({ email, name, role })), demo_password: demoPassword }
    : { demo_people: [], demo_password: null };
