import type { Identity } from '../session/identity';
import type { ReportSender } from './sender';

/** Pauses reports while the page's person isn't signed in, because the server would refuse them. */
export function followSession({ signedOut, other }: Identity, sender: Pick<ReportSender, 'signedIn'>): void {
  const tell = (): void => sender.signedIn(!signedOut.getState() && other.getState() === null);
  signedOut.subscribe(tell);
  other.subscribe(tell);
}
