/**
 * Email addresses of people, with letters of any script (RFC 6531). Quoted local parts and IP address domains are
 * rejected, as mail providers do.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu;

// Scripts with look-alike letters: `аdmin@` with a Cyrillic letter is a different address.
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

const mixesLookAlikes = (part: string): boolean => LOOK_ALIKES.filter((script) => script.test(part)).length > 1;

export const MAX_EMAIL_LENGTH = 320;

/** True for an address that an account can have. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text) && !text.split(/[@.]/).some(mixesLookAlikes);
