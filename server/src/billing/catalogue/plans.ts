import type { CataloguePlan } from './catalogue.js';

interface Product {
  key: string;
  name: string;
  description: string;
  /** Cents per month. A year costs as much as ten months. */
  monthly: number;
  bundles: readonly string[];
  features?: readonly string[];
  /** The monthly plan's trial: its length in days, and the maximum number of trials. */
  trial?: { days: number; most: number };
  isDefault?: boolean;
}

const products: readonly Product[] = [
  {
    key: 'core',
    name: 'Core',
    description: 'Dashboards, schedules and reports for one practice.',
    monthly: 19_900,
    bundles: ['core'],
    isDefault: true,
  },
  {
    key: 'engagement',
    name: 'Patient Engagement',
    description: 'Reminders, recall and texting, on top of Core.',
    monthly: 14_900,
    bundles: ['patient_engagement'],
    trial: { days: 14, most: 1 },
    isDefault: true,
  },
  {
    key: 'analytics',
    name: 'Practice Analytics',
    description: 'Production, collections and hygiene reports.',
    monthly: 12_900,
    bundles: ['analytics'],
    trial: { days: 30, most: 2 },
    isDefault: true,
  },
  {
    key: 'phones',
    name: 'Phones',
    description: 'Phone calls alongside the patient’s record.',
    monthly: 17_900,
    bundles: ['phones'],
    trial: { days: 14, most: 1 },
    isDefault: true,
  },
  {
    key: 'growth',
    name: 'Growth',
    description: 'Core, Patient Engagement and Practice Analytics together.',
    monthly: 42_900,
    bundles: ['core', 'patient_engagement', 'analytics'],
    trial: { days: 21, most: 1 },
    isDefault: true,
  },
  {
    key: 'front_desk',
    name: 'Front Desk Essentials',
    description: 'Schedule, task lists and the daily huddle for small teams.',
    monthly: 6_900,
    bundles: [],
    features: ['schedule_view', 'task_lists', 'daily_huddle'],
    trial: { days: 7, most: 1 },
    isDefault: false,
  },
];

export const plans: readonly CataloguePlan[] = products.flatMap(
  ({ key, name, description, monthly, bundles, features = [], trial, isDefault = false }) =>
    (['month', 'year'] as const).map((interval) => ({
      key: `${key}_${interval === 'month' ? 'monthly' : 'yearly'}`,
      product: key,
      name,
      description,
      interval,
      amount: interval === 'month' ? monthly : monthly * 10,
      bundles,
      features,
      trialDays: interval === 'month' ? (trial?.days ?? 0) : 0,
      maxTrials: interval === 'month' ? (trial?.most ?? 0) : 0,
      isDefault,
    })),
);
