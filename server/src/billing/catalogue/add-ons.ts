import type { AddOn, AddOnGroupRule, AddOnPrice } from './catalogue.js';

export const groupRules: readonly AddOnGroupRule[] = [
  { name: 'Front Desk', min: 0, max: null },
  { name: 'Campaigns', min: 1, max: 2 },
  { name: 'Reputation', min: 0, max: 1 },
  { name: 'Insights', min: 0, max: null },
  { name: 'Call Handling', min: 0, max: 3 },
];

/** A monthly price and a yearly price of ten months. */
const both = (feature: string, monthly: number): AddOnPrice[] => [
  { key: `${feature}:month`, interval: 'month', amount: monthly, isDefault: true },
  { key: `${feature}:year`, interval: 'year', amount: monthly * 10, isDefault: true },
];

export const addOns: readonly AddOn[] = [
  {
    feature: 'digital_forms',
    bundle: 'core',
    group: 'Front Desk',
    isRecommended: true,
    prices: both('digital_forms', 2900),
  },
  {
    feature: 'insurance_verification',
    bundle: 'core',
    group: 'Front Desk',
    // The introductory price is a second monthly price. Practices get it only by its own id.
    prices: [
      { key: 'insurance_verification:month:intro', interval: 'month', amount: 2900, isDefault: false },
      ...both('insurance_verification', 4900),
    ],
  },
  {
    feature: 'treatment_plan_builder',
    bundle: 'core',
    group: 'Front Desk',
    // Only sold by the month.
    prices: [{ key: 'treatment_plan_builder:month', interval: 'month', amount: 3900, isDefault: true }],
  },
  {
    feature: 'text_campaigns',
    bundle: 'patient_engagement',
    group: 'Campaigns',
    isRecommended: true,
    prices: both('text_campaigns', 3900),
  },
  {
    feature: 'email_campaigns',
    bundle: 'patient_engagement',
    group: 'Campaigns',
    prices: both('email_campaigns', 1900),
  },
  {
    feature: 'postcard_campaigns',
    bundle: 'patient_engagement',
    group: 'Campaigns',
    prices: both('postcard_campaigns', 5900),
  },
  {
    feature: 'review_requests',
    bundle: 'patient_engagement',
    group: 'Reputation',
    isRecommended: true,
    excludes: ['reputation_suite'],
    prices: both('review_requests', 1900),
  },
  {
    feature: 'reputation_suite',
    bundle: 'patient_engagement',
    group: 'Reputation',
    excludes: ['review_requests'],
    prices: both('reputation_suite', 6900),
  },
  {
    feature: 'peer_benchmarks',
    bundle: 'analytics',
    group: 'Insights',
    isRecommended: true,
    prices: both('peer_benchmarks', 4900),
  },
  {
    feature: 'forecasting',
    bundle: 'analytics',
    group: 'Insights',
    requires: ['peer_benchmarks'],
    prices: both('forecasting', 3900),
  },
  {
    feature: 'market_insights',
    bundle: 'analytics',
    group: 'Insights',
    requires: ['forecasting'],
    prices: both('market_insights', 7900),
  },
  {
    feature: 'call_recording',
    bundle: 'phones',
    group: 'Call Handling',
    isRecommended: true,
    prices: both('call_recording', 2900),
  },
  {
    feature: 'call_transcripts',
    bundle: 'phones',
    group: 'Call Handling',
    requires: ['call_recording'],
    prices: both('call_transcripts', 3900),
  },
  {
    feature: 'virtual_receptionist',
    bundle: 'phones',
    group: 'Call Handling',
    incompatible: ['answering_service'],
    prices: both('virtual_receptionist', 9900),
  },
  { feature: 'answering_service', bundle: 'phones', group: 'Call Handling', prices: both('answering_service', 12900) },
];
