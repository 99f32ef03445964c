import type { Identity } from '../session/identity';
import type { ReportSender } from './sender';

/** Reports nothing while nobody, or somebody else, is signed in: the server would refuse each report. */
export function followSession({ signedOut, other }: Identity, sender: Pick<ReportSender, 'signedIn'>): void {
  const tell = (): void => sender.signedIn(!signedOut.getState() && other.getState() === null);
  signedOut.subscribe(tell);
  other.subscribe(tell);
}
