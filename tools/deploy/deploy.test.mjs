// @ts-check
import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { remoteFolders, repositoryPath } from '../steps.mjs';
import {
  composeProblems,
  composeSettings,
  dockerfileProblems,
  imageSettings,
  kubernetesProblems,
  kubernetesSettings,
  lastStage,
  manifestFiles,
  settingsProblems,
  yamlDocuments,
} from './checks.mjs';

/** @param {...string} parts */
const read = (...parts) => fs.readFileSync(repositoryPath('deploy', ...parts), 'utf8');

const dockerfile = read('Dockerfile');
const [compose] = yamlDocuments(read('compose.yaml'));
const [kustomization] = yamlDocuments(read('kubernetes', 'kustomization.yaml'));
/** @type {any[]} */
const manifests = manifestFiles('kubernetes', kustomization).flatMap((/** @type {string} */ file) =>
  yamlDocuments(read(file)),
);

/** A copy of the manifests with one change. @param {(deployment: any) => void} change */
function changedManifests(change) {
  const copy = structuredClone(manifests);
  change(copy.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0]);
  return copy;
}

/** Values that an operator sets. @type {Record<string, string>} */
const given = {
  DATABASE_URL: 'postgres://console:secret@database:5432/console',
  PUBLIC_URL: 'https://console.example.com',
  ACCOUNT_SECRETS_KEY: Buffer.alloc(32, 'k').toString('base64'),
};

/** @type {import('./checks.mjs').SettingsOfServer} */
let server;
beforeAll(async () => {
  const files = ['server/src/platform/config/config.ts', 'server/src/platform/config/config-environment.ts'];
  server = Object.assign({}, ...(await Promise.all(files.map((file) => import(repositoryPath(file))))));
});

describe('the proxy', () => {
  it('accepts only TLS 1.2 and 1.3', () => {
    expect(read('haproxy.cfg')).toMatch(/^ *ssl-default-bind-options ssl-min-ver TLSv1\.2\b/m);
    expect(read('haproxy.cfg')).not.toMatch(/force-(sslv3|tlsv1[01])|ssl-max-ver/);
  });
});

describe('the lockfile', () => {
  it('has a strong hash of each downloaded package', () => {
    const { packages } = JSON.parse(fs.readFileSync(repositoryPath('package-lock.json'), 'utf8'));
    const downloaded = Object.entries(packages).filter(
      ([folder, { link, inBundle }]) => folder.includes('node_modules/') && !link && !inBundle,
    );
    expect(downloaded.length).toBeGreaterThan(500);
    expect(
      downloaded.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([folder]) => folder),
    ).toEqual([]);
  });
});

describe('the container file', () => {
  it('follows the syntax of container files', () => {
    expect(dockerfileProblems(dockerfile)).toEqual([]);
    expect(dockerfileProblems(dockerfile.replace('WORKDIR', 'WORKDIRECTORY'))).not.toEqual([]);
  });

  it('runs as an unprivileged user, and checks the health', () => {
    const stage = lastStage(dockerfile);
    expect(stage).toContain('USER 1000:1000');
    expect(stage.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/healthz');
  });

  it('installs the versions of the lockfile, without scripts of packages', () => {
    const installs = dockerfile.split('\n').filter((line) => /\bnpm (ci|i|install|add|update)\b/.test(line));
    expect(installs).toHaveLength(1);
    expect(installs[0]).toMatch(/\bnpm ci --omit=dev --ignore-scripts\b/);
    expect(lastStage(dockerfile).filter((line) => line.startsWith('RUN'))).toEqual([]);
    expect(dockerfile).toMatch(/^RUN .*node tools\/build\.mjs$/m);
  });

  it('publishes each module of this repository', () => {
    const names = remoteFolders().map((folder) => path.basename(folder));
    expect(imageSettings(dockerfile)['LOCAL_MODULES']?.split(',').toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      expect(lastStage(dockerfile)).toContain(`COPY --from=build /console/${name}/module.json ${name}/`);
      expect(lastStage(dockerfile)).toContain(`COPY --from=build /console/${name}/dist ${name}/dist`);
    }
  });
});

describe('the compose file', () => {
  it('follows the schema of compose files', () => {
    expect(composeProblems(compose)).toEqual([]);
  });

  it('has no unknown fields', () => {
    const { read_only: _, ...console } = compose.services.console;
    const misspelled = { ...compose, services: { ...compose.services, console: { ...console, readonly: true } } };
    expect(composeProblems(misspelled).join()).toContain('readonly');
  });

  it('starts a server with valid settings', () => {
    expect(settingsProblems(imageSettings(dockerfile), composeSettings(compose), given, server)).toEqual([]);
  });
});

describe('the manifests of Kubernetes', () => {
  it('follow the schemas of their objects', () => {
    expect(kubernetesProblems(manifests)).toEqual([]);
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'Namespace',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
    ]);
  });

  it('have no unknown fields', () => {
    const misspelled = changedManifests((container) => {
      container.livenesProbe = container.livenessProbe;
      delete container.livenessProbe;
    });
    expect(kubernetesProblems(misspelled).join()).toContain('livenesProbe');
  });

  it('have values of the right type', () => {
    const mistyped = changedManifests((container) => {
      container.ports[0].containerPort = 'eighty';
    });
    expect(kubernetesProblems(mistyped).join()).toContain('must be integer');
  });

  it('start a server with valid settings', () => {
    const settings = kubernetesSettings(manifests);
    expect(settingsProblems(imageSettings(dockerfile), settings, given, server)).toEqual([]);
  });

  it('have the same settings as the compose file', () => {
    const inKubernetes = kubernetesSettings(manifests);
    const inCompose = composeSettings(compose);
    const { PUBLIC_URL: _, ...fixed } = inKubernetes.fixed;
    expect(fixed).toEqual(inCompose.fixed);
    expect([...inKubernetes.required, 'PUBLIC_URL'].toSorted()).toEqual(inCompose.required.toSorted());
    expect(inKubernetes.optional.toSorted()).toEqual(inCompose.optional.toSorted());
  });
});

describe('settingsProblems', () => {
  const problemsWith = (/** @type {(container: any) => void} */ change) =>
    settingsProblems(imageSettings(dockerfile), kubernetesSettings(changedManifests(change)), given, server);

  it('names an unknown setting', () => {
    const problems = problemsWith((container) => container.env.push({ name: 'SESION_HOURS', value: '8' }));
    expect(problems).toEqual(['SESION_HOURS is not a setting of the server']);
  });

  it('names a required setting that is missing', () => {
    const problems = problemsWith((container) => container.env.shift());
    expect(problems.join()).toContain('DATABASE_URL must name a PostgreSQL server in production');
  });

  it('names a value that the server refuses', () => {
    const problems = problemsWith((container) => container.env.push({ name: 'SESSION_HOURS', value: 'a day' }));
    expect(problems.join()).toContain('SESSION_HOURS must be a whole number');
  });

  it('names a secret whose value is in the file', () => {
    const problems = problemsWith((container) =>
      container.env.push({ name: 'METRICS_TOKEN', value: '0123456789abcdef' }),
    );
    expect(problems).toEqual(['METRICS_TOKEN is a secret, and its value is in the file']);
  });
});

describe('the table of settings in docs/operations.md', () => {
  it('has each setting of the server', () => {
    const rows = fs.readFileSync(repositoryPath('docs/operations.md'), 'utf8').match(/^\| `[A-Z].*$/gm) ?? [];
    const cells = rows.map((row) => row.split('|')[1] ?? '');
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(server.settingNames.filter((name) => !documented.includes(name))).toEqual([]);
  });
});

const haproxy = spawnSync('haproxy', ['-v']).status === 0;

describe('the configuration of HAProxy', () => {
  const itWithHaproxy = haproxy ? it : it.skip;

  itWithHaproxy('is valid for the installed HAProxy', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'console-haproxy-'));
    const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    fs.appendFileSync(certificate, fs.readFileSync(key));
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', repositoryPath('deploy/haproxy.cfg')], {
      encoding: 'utf8',
      env: { ...process.env, CERTIFICATE: certificate },
    });
    fs.rmSync(folder, { recursive: true });
    expect({ status, alerts: stderr.match(/\[ALERT\].*/g) }).toEqual({ status: 0, alerts: null });
  });

  it('checks each replica’s readiness', () => {
    expect(read('haproxy.cfg')).toContain('http-check send meth GET uri /readyz');
  });
});
