import type { CatalogueFeature } from './catalogue.js';

const feature = (name: string, displayName: string, description: string): CatalogueFeature => ({
  name,
  displayName,
  description,
});
const addOn = (name: string, displayName: string, description: string): CatalogueFeature => ({
  ...feature(name, displayName, description),
  addon: true,
});

export const features: readonly CatalogueFeature[] = [
  feature('practice_dashboard', 'Practice Dashboard', 'The day at a glance.'),
  feature('schedule_view', 'Schedule View', 'The schedule of the practice management system, in the browser.'),
  feature('provider_reports', 'Provider Reports', 'Hours and production by provider.'),
  feature('patient_lists', 'Patient Lists', 'Patients grouped by the care they are due for.'),
  feature('daily_huddle', 'Daily Huddle', 'Talking points for the team before the first patient.'),
  feature('task_lists', 'Task Lists', 'Tasks with an owner and a due date.'),
  feature('appointment_reminders', 'Appointment Reminders', 'Reminders by text and email.'),
  feature('recall_campaigns', 'Recall Campaigns', 'Messages to patients who are due for a visit.'),
  feature('two_way_texting', 'Two-Way Texting', 'Conversations with patients by text.'),
  feature('online_booking', 'Online Booking', 'Patients choose their appointment.'),
  feature('patient_surveys', 'Patient Surveys', 'A question after the visit.'),
  feature('production_analytics', 'Production Analytics', 'Production by day, provider and procedure.'),
  feature('collections_analytics', 'Collections Analytics', 'Collected amounts and open balances.'),
  feature('hygiene_analytics', 'Hygiene Analytics', 'Reappointment and perio figures.'),
  feature('goal_tracking', 'Goal Tracking', 'Monthly goals and the progress toward them.'),
  feature('data_export', 'Data Export', 'Every table as a file.'),
  feature('caller_cards', 'Caller Cards', 'The patient’s record while the phone rings.'),
  feature('call_log', 'Call Log', 'Who called, when, and who answered.'),
  feature('missed_call_texts', 'Missed Call Texts', 'A text to callers nobody could answer.'),
  feature('phone_numbers', 'Phone Numbers', 'Phone numbers for the practice.'),

  addOn('digital_forms', 'Digital Forms', 'Forms that patients fill in at home.'),
  addOn('insurance_verification', 'Insurance Verification', 'Eligibility before the visit.'),
  addOn('treatment_plan_builder', 'Treatment Plan Builder', 'Plans that patients can read.'),
  addOn('text_campaigns', 'Text Campaigns', 'Messages to many patients by text.'),
  addOn('email_campaigns', 'Email Campaigns', 'Messages to many patients by email.'),
  addOn('postcard_campaigns', 'Postcard Campaigns', 'Messages to many patients by post.'),
  addOn('review_requests', 'Review Requests', 'Messages that ask patients for a review.'),
  addOn('reputation_suite', 'Reputation Suite', 'Request, answer and show reviews.'),
  addOn('peer_benchmarks', 'Peer Benchmarks', 'Figures next to those of similar practices.'),
  addOn('forecasting', 'Forecasting', 'Expected production for the coming weeks.'),
  addOn('market_insights', 'Market Insights', 'Figures about the neighborhood.'),
  addOn('call_recording', 'Call Recording', 'Recordings of calls.'),
  addOn('call_transcripts', 'Call Transcripts', 'Transcripts of recorded calls.'),
  addOn('virtual_receptionist', 'Virtual Receptionist', 'An assistant that answers when nobody can.'),
  addOn('answering_service', 'Answering Service', 'People who answer after hours.'),
];
