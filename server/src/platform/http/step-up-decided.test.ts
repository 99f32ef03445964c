import { expect, it } from '@jest/globals';
import type { Call } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { testServer } from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

/**
 * Changes that need no recent authentication, by reason: they move no module's pointer, give nobody a role, a flag or a
 * token, and charge or credit nothing.
 */
const withoutProof: Readonly<Record<string, readonly string[]>> = {
  'a sign-in, a step of one, or the end of a session': [
    ...['signIn', 'signOut', 'linkIdentity', 'finishSignIn', 'signInWithPasskey', 'startPasskeySignIn'],
    ...['startPasskeyStep', 'replacePasswordAtSignIn', 'startTotpAtSignIn', 'confirmTotpAtSignIn'],
    ...['readAccountLink', 'useAccountLink', 'requestPasswordReset'],
  ],
  'the proof itself, or the second half of a call that asks for it': [
    ...['confirmStepUp', 'startPasskeyStepUp', 'addPasskey', 'confirmTotp'],
  ],
  'only a name, or a view of this session alone': [
    ...['renamePasskey', 'setOverride', 'clearOverride', 'openPreview', 'leavePreview'],
  ],
  'hides a notice, with a reason that the activity names': ['closeAttention', 'closeInternalAttention'],
  'what a practice has offered to the person, who gives nothing away': ['acceptInvitation', 'declineInvitation'],
  'how long sessions last at this computer, and a name that the person chooses for it': ['changeSharedComputer'],
  'a deploy token, which has no second factor': ['publishModule', 'putPreview', 'closePreview'],
  'it takes something away that a person can give back': [
    ...['deactivateMember', 'removeMember', 'endSupportAccess', 'declineRequest', 'stopBulkJob', 'removeSubscription'],
    ...['removeSubscriptionItem', 'cancelTrial'],
  ],
  'a reading, which the audit log records': ['openSupportAccess', 'reportFromBrowser'],
  'a preview': [
    ...['previewChange', 'previewPracticeFeatures', 'previewBulkUpdate', 'previewRemoval', 'previewAttachment'],
  ],
  'hours and settings': [
    ...['saveWeeklyHours', 'saveSchedule', 'deleteSchedule', 'addException', 'changeException', 'deleteException'],
    ...['addHolidays', 'saveHoursWorked', 'recalculateHours', 'updatePracticeSettings'],
  ],
  'the practice’s own computer': [
    ...['syncNow', 'fullUpdate', 'unblockUpdate', 'createTables', 'restartDatabaseService', 'restartPhoneService'],
  ],
  'product access, which costs nothing; many practices at once ask in the call': [
    ...['updatePracticeFeatures', 'updatePracticeFeatureFlags', 'bulkUpdateFeatures', 'resumeBulkJob'],
    ...['createClinicPractices', 'restoreWithheld', 'assignSubscriptionItem', 'transferPhoneNumber'],
    'labelPhoneNumber',
  ],
  'a customer or a card, which charges nothing yet': [
    ...['createCustomer', 'createSetupIntent', 'confirmPaymentMethod', 'setDefaultPaymentMethod'],
    ...['setSubscriptionPaymentMethod', 'undoItemRemoval', 'settleBillingRequest'],
  ],
  'the service of a module, which decides itself': ['postToService', 'putToService', 'deleteFromService'],
};

/** Reads of everything at once, which also need recent authentication. */
const provenReadings = ['exportAudit'];

describeWithDatabase('a call that changes something', (database) => {
  it('requires recent authentication or is listed with a reason', async () => {
    const server = await testServer(database());
    await server.close();
    const calls: Call[] = [...allContracts.values()];
    const proven = calls.filter(({ stepUp }) => stepUp !== undefined).map(({ name }) => name);
    const changing = calls.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    const excused = Object.values(withoutProof).flat();
    expect(changing.filter((name) => !proven.includes(name) && !excused.includes(name))).toEqual([]);
    expect(excused.filter((name) => proven.includes(name) || !changing.includes(name))).toEqual([]);
    expect(proven).toEqual(expect.arrayContaining(provenReadings));
  });
});
