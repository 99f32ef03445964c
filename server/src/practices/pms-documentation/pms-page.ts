/** The documentation of one PMS' settings as a small separate page. Pure functions. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/http/html.js';
import type { PmsPage, SettingText } from './pms-texts.js';

export type PageScheme = 'light' | 'dark';

/** The console's colors, as in `schemes` of shared-ui. */
const colors: Record<PageScheme, string> = {
  light: '--ink: #1a2230; --second: #545d6b; --surface: #ffffff; --line: #e2e3dc; --primary: #1d6b5a;',
  dark: '--ink: #e8ebf0; --second: #b4bcc8; --surface: #191f29; --line: #2b3340; --primary: #6fcab0;',
};

function colorStyle(scheme: PageScheme | undefined): string {
  if (scheme) return `:root { color-scheme: ${scheme}; ${colors[scheme]} }`;
  return `:root { color-scheme: light dark; ${colors.light} }
@media (prefers-color-scheme: dark) { :root { ${colors.dark} } }`;
}

function fontStyle(font: string): string {
  return `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('${font}') format('woff2'); }`;
}

const layoutStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 14px/20px 'Inter Variable', Inter, system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 20px 24px 40px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 28px; font-weight: 650; letter-spacing: -0.01em; }
h2 { margin: 0 0 4px; font-size: 15px; line-height: 20px; font-weight: 650; }
p { margin: 0 0 8px; }
.intro, .note { color: var(--second); }
nav ul { margin: 12px 0 20px; padding: 0; list-style: none; columns: 2 16rem; }
nav li { padding: 2px 0; break-inside: avoid; }
a { color: var(--primary); }
a:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
section { padding: 14px 0 6px; border-top: 1px solid var(--line); scroll-margin-top: 8px; }
section:target h2 { color: var(--primary); }
`;

export interface DocumentationStyle {
  /** The color scheme of the surrounding console; by default the browser's. */
  scheme: PageScheme | undefined;
  /** Address of the console's font. */
  font: string | undefined;
}

export function documentationStyle({ scheme, font }: DocumentationStyle): string {
  return [...(font === undefined ? [] : [fontStyle(font)]), colorStyle(scheme), layoutStyle].join('\n');
}

/** Allows only the page's own style and our font. Only the console may frame it. */
export function documentationPolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
}

function settingHtml({ label, setting, paragraphs }: SettingText): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  return `<section id="${setting}" aria-labelledby="${setting}-title">
<h2 id="${setting}-title">${escapeHtml(label)}</h2>
${text}
</section>`;
}

export function documentationHtml({ name, intro, settings }: PmsPage, style: string): string {
  const links = settings.map(({ label, setting }) => `<li><a href="#${setting}">${escapeHtml(label)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Settings for ${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Settings for ${escapeHtml(name)}</h1>
<p class="intro">${escapeHtml(intro)}</p>
<p class="note">A change takes effect after the next data sync.</p>
<nav aria-label="Settings"><ul>
${links.join('\n')}
</ul></nav>
${settings.map(settingHtml).join('\n')}
</main>
</body>
</html>
`;
}
