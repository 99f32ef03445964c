/** Previews of module versions, and their audience. Pure functions. */
import type { PersonPrincipal } from '../../platform/http/principal.js';
import type { OpenPreviews, RegisteredModule, RegisteredPreview } from './module-list.js';
import { canLoad } from './routes-of-modules.js';

interface Viewer extends Pick<PersonPrincipal, 'id' | 'flags'> {
  /** Practices that the person is a member of. */
  memberships: Pick<ReadonlyMap<number, unknown>, 'has' | 'size'>;
}

/**
 * Developers get every preview of modules they may load; others get those that name them, their kind or their practice.
 */
export function mayOpenPreview(
  person: Viewer,
  module: Pick<RegisteredModule, 'audience'>,
  preview: Pick<RegisteredPreview, 'people' | 'internal' | 'practices' | 'expiresAt'>,
  now: Date,
): boolean {
  if (preview.expiresAt <= now || !canLoad(person, module.audience)) return false;
  if (person.flags.developer || (preview.internal && person.flags.internal)) return true;
  return preview.people.includes(person.id) || preview.practices.some((id) => person.memberships.has(id));
}

/** The session's open previews that haven't ended and that the person may still open. */
export function openPreviewsOf(
  modules: readonly RegisteredModule[],
  person: Viewer & { session: Pick<PersonPrincipal['session'], 'previews'> },
  now: Date,
): OpenPreviews {
  return new Map(
    person.session.previews.flatMap(({ module: name, name: previewName }) => {
      const module = modules.find((one) => one.name === name);
      const preview = module?.previews.find((one) => one.name === previewName);
      return module && preview && mayOpenPreview(person, module, preview, now) ? [[name, preview] as const] : [];
    }),
  );
}
