import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

/**
 * The layers of each part, the lowest first. A line names folders or files; the longest name that fits a file counts.
 * A file imports from its own folder, from lower lines and from neighbours of its own module, never from above.
 * See docs/architecture.md.
 */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [['domain']],
  contract: [['contract']],
  ui: [['ui/lib'], ['ui/components'], ['ui/fields']],
  'server and tools': [
    ['server/platform'],
    ['server/http'],
    ['server/modules/channels/core', 'server/modules/payments/payment.sql.ts'],
    ['server/modules/sessions'],
    ['server/modules/catalog/search'],
    ['server/modules/catalog/read-model'],
    ['server/http/endpoint'],
    ['server/lists'],
    ['server/modules/audit'],
    ['server/modules/mail/queue', 'server/modules/tasks/open-task.sql.ts'],
    ['server/modules/staff/sessions', 'server/modules/staff/accounts/browser-session.ts'],
    ['server/live'],
    ['server/modules/approvals/request-approval.ts', 'server/modules/approvals/approval-kinds.ts'],
    ['server/http/staff'],
    ['server/lists/saved-view.staff-routes.ts', 'server/live/live.staff-routes.ts'],
    [
      'server/modules/tasks/background-jobs/background-job.ts',
      'server/modules/tasks/background-jobs/background-job-part.sql.ts',
      'server/modules/tasks/background-jobs/cancel-background-job.sql.ts',
      'server/modules/tasks/background-jobs/job-progress.sql.ts',
    ],
    ['server/modules/audit/log'],
    ['server/modules/employers/employer-session.sql.ts'],
    ['server/modules/staff'],
    ['server/modules/mail/texts', 'server/modules/mail/layout'],
    ['server/modules/vouchers'],
    ['server/modules/inventory/stock.sql.ts'],
    [
      'server/modules/catalog/gifts/gift-scope.sql.ts',
      'server/modules/catalog/gifts/gift-name.sql.ts',
      'server/modules/catalog/gifts/copy-channel-gifts.sql.ts',
      'server/modules/catalog/gifts/retire-articles.sql.ts',
      'server/modules/catalog/attributes/brand-supplier.sql.ts',
      'server/modules/catalog/attributes/unused-attributes.sql.ts',
      'server/modules/media/image-type.ts',
    ],
    ['server/modules/media/library/media-uses.sql.ts'],
    ['server/modules/content'],
    ['server/modules/media'],
    ['server/modules/channels'],
    ['server/modules/inventory'],
    ['server/modules/catalog'],
    ['server/modules/media/library', 'server/modules/inventory/stock-levels'],
    ['server/modules/wishlist'],
    ['server/modules/addresses'],
    ['server/modules/cart'],
    ['server/modules/sessions/login'],
    ['server/modules/content/preview'],
    ['server/modules/checkout/placement'],
    ['server/modules/payments'],
    ['server/modules/checkout'],
    [
      'server/modules/orders/order-parts.sql.ts',
      'server/modules/orders/order.sql.ts',
      'server/modules/orders/replacements/replacement-offer.sql.ts',
    ],
    [
      'server/modules/fulfilment/suppliers/purchase-order.sql.ts',
      'server/modules/fulfilment/parcels/parcel-line.sql.ts',
      'server/modules/fulfilment/digital/waiting-item.sql.ts',
    ],
    ['server/modules/fulfilment/suppliers/withdraw-purchase-lines.ts'],
    ['server/modules/orders', 'server/modules/orders/replacements/start-replacement.ts'],
    ['server/modules/refunds'],
    ['server/modules/fulfilment'],
    ['server/modules/orders/replacements'],
    ['server/modules/mail'],
    ['server/modules/orders/staff', 'server/modules/content/search'],
    [
      'server/modules/vouchers/batches',
      'server/modules/vouchers/letters',
      'server/modules/vouchers/code-export',
      'server/modules/vouchers/invitations',
      'server/modules/vouchers/actions',
    ],
    ['server/modules/support'],
    ['server/modules/webhooks'],
    ['server/modules/finance/periods'],
    ['server/modules/privacy'],
    ['server/modules/reports/simulations'],
    ['server/modules/tasks'],
    ['server/modules/approvals'],
    ['server/modules/reports'],
    ['server/modules/finance'],
    ['server/modules/employers'],
    ['tools/check'],
    ['server/app'],
    ['tools/demo-history'],
    ['server/start'],
    ['tools'],
    ['server/cli', 'server/main.ts'],
    ['tools/demo-making'],
    ['server/testing'],
    ['tools/bench'],
  ],
  storefront: [
    ['storefront/hooks', 'storefront/storage', 'storefront/order-flow'],
    ['storefront/session', 'storefront/images'],
    ['storefront/preload', 'storefront/preview'],
    ['storefront/api'],
    ['storefront/i18n', 'storefront/impersonation'],
    ['storefront/router'],
    ['storefront/product-card'],
    ['storefront/suggestions'],
    ['storefront/page'],
    ['storefront/preview/framed'],
    ['storefront/basket', 'storefront/content', 'storefront/Providers.tsx'],
    ['storefront/wishlist', 'storefront/chat'],
    ['storefront/catalog', 'storefront/checkout', 'storefront/layout'],
    ['storefront/home', 'storefront/cart', 'storefront/orders', 'storefront/account'],
    ['storefront/Shell.tsx'],
    ['storefront/pages.ts'],
    ['storefront/storefront.tsx'],
    ['storefront/main.tsx', 'storefront/preload.ts', 'storefront/render-login.tsx'],
  ],
  'back office': [
    ['backoffice/staff-storage.ts'],
    ['backoffice/color-scheme.ts'],
    ['backoffice/i18n'],
    ['backoffice/kit'],
    [
      'backoffice/modules/media',
      'backoffice/modules/reports',
      'backoffice/modules/content/releases',
      'backoffice/modules/inventory',
    ],
    ['backoffice/modules/content/preview'],
    [
      'backoffice/modules/content',
      'backoffice/modules/catalog',
      'backoffice/modules/channels',
      'backoffice/modules/vouchers',
      'backoffice/modules',
    ],
    ['backoffice/shell/sign-in'],
    ['backoffice/shell/pages'],
    ['backoffice/shell/palette'],
    ['backoffice/shell/layout'],
    ['backoffice/shell'],
    ['backoffice/main.tsx'],
    ['backoffice/testing'],
  ],
  'employer portal': [
    ['employer-portal/i18n'],
    ['employer-portal/api'],
    ['employer-portal/sign-in', 'employer-portal/components'],
    ['employer-portal/account', 'employer-portal/pages'],
    ['employer-portal/EmployerLayout.tsx'],
    ['employer-portal/EmployerPortal.tsx'],
    ['employer-portal/main.tsx'],
  ],
}

/** Files of a part with their imports, including types and lazily loaded modules. */
type Imports = ReadonlyMap<string, readonly string[]>

describe.each(Object.keys(LAYERS))('the layers of %s', (part) => {
  const layers = LAYERS[part] ?? []
  const imports = importsWithin([...new Set(layers.flat().map((name) => name.split('/')[0] ?? ''))])

  it('list all existing files and no other (B46)', () => {
    const files = [...imports.keys()]
    const named = new Set(files.map((file) => layerOf(layers, file)?.name))
    expect(layers.flat().filter((name) => !named.has(name))).toEqual([])
    expect(files.filter((file) => !layerOf(layers, file))).toEqual([])
  })

  it('have no import of a higher layer, and none between neighbours (B46)', () => {
    const wrong = [...imports].flatMap(([file, imported]) =>
      imported
        .filter((other) => !mayImport(layers, file, other))
        .map((other) => `${file} imports ${other}`),
    )
    expect(wrong).toEqual([])
  })

  it('have no import cycle (B46)', () => {
    expect(cyclesIn(imports)).toEqual([])
  })
})

it('finds an import of a higher layer, one between neighbours and a cycle (B46)', () => {
  const layers = [['a/low'], ['a/left', 'a/right'], ['a/low/top.ts']]
  const isAllowed = (from: string, to: string) => mayImport(layers, from, to)
  expect([
    isAllowed('a/left/x.ts', 'a/low/y.ts'),
    isAllowed('a/left/x.ts', 'a/left/y.ts'),
    isAllowed('a/low/top.ts', 'a/right/y.ts'),
  ]).toEqual([true, true, true])
  expect([
    isAllowed('a/low/y.ts', 'a/left/x.ts'),
    isAllowed('a/left/x.ts', 'a/right/y.ts'),
    isAllowed('a/low/y.ts', 'a/low/top.ts'),
  ]).toEqual([false, false, false])
  const cycle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ])
  expect(cyclesIn(cycle)).toEqual([['b', 'c']])
})

type Layer = { name: string; layer: number }

/** The longest name of a layer that fits the file. */
function layerOf(layers: readonly (readonly string[])[], file: string): Layer | undefined {
  return layers
    .flatMap((names, layer) => names.map((name) => ({ name, layer })))
    .filter(({ name }) => file === name || file.startsWith(`${name}/`))
    .toSorted((first, second) => second.name.length - first.name.length)[0]
}

function mayImport(layers: readonly (readonly string[])[], from: string, to: string): boolean {
  const [importing, imported] = [layerOf(layers, from), layerOf(layers, to)]
  if (!importing || !imported) return false
  if (imported.layer !== importing.layer) return imported.layer < importing.layer
  return importing.name === imported.name || sameModule(importing.name, imported.name)
}

const moduleOf = (name: string) => /^server\/modules\/[a-z]+/.exec(name)?.[0]

function sameModule(first: string, second: string): boolean {
  return moduleOf(first) !== undefined && moduleOf(first) === moduleOf(second)
}

function importsWithin(folders: readonly string[]): Imports {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...folders],
    { encoding: 'utf8' },
  )
  const files = listed
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|long)\.tsx?$/.test(file) && existsSync(file),
    )
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const specifiers = readFileSync(file, 'utf8').matchAll(
        /(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g,
      )
      const imported = [...specifiers].map(([, specifier = '']) =>
        specifier.startsWith('#')
          ? specifier.slice(1)
          : path.join(path.dirname(file), specifier.startsWith('.') ? specifier : '?'),
      )
      return [file, imported.filter((second) => known.has(second))]
    }),
  )
}

/** The files that remain after all that import none of the rest, or are imported by none, have been removed. */
function cyclesIn(imports: Imports): string[][] {
  const importedFiles = new Set([...imports.values()].flat())
  const remaining = new Map(
    [...imports]
      .map(([file, imported]) => [file, imported.filter((second) => imports.has(second))] as const)
      .filter(([file, imported]) => imported.length > 0 && importedFiles.has(file)),
  )
  return remaining.size < imports.size ? cyclesIn(remaining) : groupsOf(remaining)
}

/** Cycles that touch count as one. So do two with a path between them, until the first is resolved. */
function groupsOf(remaining: Imports): string[][] {
  const groups: Set<string>[] = []
  for (const [file, imported] of remaining) {
    const all = [file, ...imported]
    const touching = groups.filter((group) => all.some((first) => group.has(first)))
    for (const group of touching) groups.splice(groups.indexOf(group), 1)
    groups.push(new Set([...all, ...touching.flatMap((group) => [...group])]))
  }
  return groups.map((group) => [...group].sort())
}
