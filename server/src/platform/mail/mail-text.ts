/** The format of a mail: plain text, and the same in simple HTML. */
import { escapeHtml } from '../http/html.js';
import type { Mail } from './mailer.js';

const SENDER = 'Practice Console';

/** `2026-11-25 14:03 UTC` */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** The call to action, below the first paragraph. */
  link?: { label: string; href: string };
}

export function toMail(to: string, { subject, paragraphs, link }: MailContent): Mail {
  const [first = '', ...rest] = paragraphs;
  const texts = [first, ...(link ? [`${link.label}:\n${link.href}`] : []), ...rest, SENDER];
  const button = link ? [`<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`] : [];
  const blocks = [escapeHtml(first), ...button, ...[...rest, SENDER].map(escapeHtml)];
  return {
    to,
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${blocks.map((block) => `<p>${block}</p>`).join('')}</body></html>`,
  };
}
