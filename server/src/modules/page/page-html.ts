/** The one HTML page of the console. Pure functions. */
import { type LoadableModule, type ModuleRoute, type PageData, PAGE_DATA_ID } from 'shared-api/contracts';
import { type CardScripts, filesUrl } from '../registry/module-list.js';
import { escapeHtml } from '../../platform/http/html.js';
import type { ShellJson } from '../../platform/shell-builds/shell-build.js';
import { ownValue } from '../registry/own-value.js';

type Attributes = Record<string, string | undefined | true>;

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => (value === true ? key : `${key}="${escapeHtml(value ?? '')}"`));
  return `<${[name, ...written].join(' ')}>`;
}

/** JSON that cannot close its script element: `<` and the two line separators U+2028 and U+2029 are escaped. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

interface Script {
  href: string;
  integrity: string | undefined;
}

/** A file of the shell. A development server's files change while the page is open, so they carry no hash. */
function shellFile(file: string, { shell, shellOrigin }: Pick<PageParts, 'shell' | 'shellOrigin'>): Script {
  if (shellOrigin !== undefined) return { href: `${shellOrigin}/shell/${file}`, integrity: undefined };
  return { href: `/shell/${file}`, integrity: shell.files[file] };
}

/** Scripts that the addressed page needs first. The browser loads them without waiting for the shell. */
function pageScripts(parts: PageParts): Script[] {
  const { page, shell } = parts;
  if (!page) {
    return parts.cards.flatMap(({ base, files }) =>
      files.map(({ file, integrity }) => ({ href: base + file, integrity })),
    );
  }
  const { module, route } = page;
  const files = module.pages?.[route.path];
  // Every module uses the kit.
  const shared = ['shared-ui', ...(files?.shared ?? module.shared)].flatMap(
    (name) => ownValue(shell.shared, name) ?? [],
  );
  const ofShell = [...new Set(shared)].map((file) => shellFile(file, parts));
  if (module.overridden) return ofShell;
  const base = filesUrl(module.name, module.version);
  const entry = module.entry.slice(base.length);
  const own = [...new Set([entry, ...module.preload, ...(files?.preload ?? [])])];
  const scripts = own.filter((file) => file.endsWith('.js'));
  return [...scripts.map((file) => ({ href: base + file, integrity: module.files[file] })), ...ofShell];
}

/** The console's icon, the same as in the shell. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6.5" fill="#1d6b5a"/>' +
    '<path d="M8 6.6v6.2a4 4 0 0 0 8 0V6.6" fill="none" stroke="#fff" stroke-width="2.1" stroke-linecap="round"/></svg>',
)}`;

/** The shell's styles arrive with its code. These prevent a layout shift until then. */
const firstStyles = 'body { margin: 0 } noscript { display: block; padding: 16px; font-family: system-ui, sans-serif }';

export interface PageParts {
  data: PageData;
  shell: ShellJson;
  /** Origin of the shell's development server. */
  shellOrigin: string | undefined;
  nonce: string;
  /** The module and the route at the address. */
  page: { module: LoadableModule; route: ModuleRoute } | undefined;
  /** True if the address is an overview. */
  overview: boolean;
  /** Files that the overview at the address loads first; none elsewhere. */
  cards: readonly CardScripts[];
  /** URLs of the page's first calls. */
  firstCalls: readonly string[];
}

export function pageHtml(parts: PageParts): string {
  const { data, shell, nonce } = parts;
  const preloads = shell.preload.map(({ href: file, as, type, crossorigin }) => {
    const { href, integrity } = shellFile(file, parts);
    return tag('link', { rel: 'preload', href, as, type, crossorigin, ...(as === 'script' && { integrity, nonce }) });
  });
  // The attributes match the transport's requests. Otherwise the browser would send them twice.
  const calls = parts.firstCalls.map((href) =>
    tag('link', { rel: 'preload', as: 'fetch', href, crossorigin: 'anonymous' }),
  );
  const ofPage = pageScripts(parts).map(({ href, integrity }) =>
    tag('link', { rel: 'preload', as: 'script', href, fetchpriority: 'low', integrity, nonce }),
  );
  // High priority: they run first, while the page's scripts load. The preloads come before the first script, because it
  // would otherwise request them again.
  const start = [
    ...(data.session ? shell.first.console : shell.first['sign-in']),
    ...(data.session && parts.overview ? shell.first.overview : []),
  ];
  const scripts = [...new Set([...start, ...shell.scripts])].map((file) => {
    const { href, integrity } = shellFile(file, parts);
    return `${tag('script', { src: href, defer: true, fetchpriority: 'high', integrity, nonce })}</script>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Practice Console</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}">
${tag('style', { nonce })}${firstStyles}</style>
${[...calls, ...scripts, ...preloads, ...ofPage].join('\n')}
</head>
<body>
<noscript>Practice Console needs JavaScript. Turn it on in your browser and load this page again.</noscript>
<div id="root"></div>
<script type="application/json" id="${PAGE_DATA_ID}">${jsonForScript(data)}</script>
</body>
</html>
`;
}

/** Shown while no shell is built. Only people who run the server themselves see it. */
export const noShellHtml = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Practice Console</title></head>
<body><h1>The shell is not built</h1><p>Run <code>npm run build</code>, or set SHELL_DIR to a built shell.</p></body>
</html>
`;
