import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

/** The floor of whatever a room holds that stands on no other. */
const THE_REST = '*'

/**
 * The floors of each room, the highest first: folders and files of the room. Each imports what is below it; what
 * stands on one floor does not know its neighbours. See docs/house.md.
 */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [[THE_REST]],
  contract: [[THE_REST]],
  ui: [[THE_REST]],
  server: [
    // Whoever writes a test may use all of it.
    ['testing'],
    ['main.ts', 'command-line.ts', 'parsers.ts'],
    ['open-shop.ts', 'rehearsal'],
    ['demo-past'],
    ['start-shop.ts'],
    ['app.ts', 'scheduled-jobs.ts'],
    ['staff-app.ts'],
    ['base-app.ts'],
    ['operations'],
    ['employer'],
    ['pages', 'desk'],
    ['folder'],
    ['releases'],
    ['digital', 'accounts'],
    ['mail', 'vouchers', 'suppliers', 'webhooks'],
    ['account', 'orders', 'service'],
    ['checkout'],
    ['payments'],
    ['placing'],
    ['cart'],
    ['addresses', 'catalogue', 'content', 'pictures', 'wishlist'],
    ['door'],
    ['books', 'holders', 'models', 'adapters'],
    ['db', 'search'],
    ['ground'],
  ],
  storefront: [
    ['main.tsx', 'early.ts', 'render-login.tsx'],
    ['storefront.tsx'],
    ['pages.ts'],
    ['Shell.tsx'],
    ['home', 'cart', 'orders', 'account'],
    ['catalogue', 'checkout', 'frame'],
    ['wishlist', 'chat'],
    ['basket', 'content'],
    [THE_REST],
  ],
  backoffice: [
    ['main.tsx', 'main.tsx'],
    ['BackofficeApp.tsx', 'employer-door'],
    ['frame'],
    ['all-pages.ts'],
    ['today-pages.ts', 'order-pages.ts', 'catalog-pages.ts', 'content-pages.ts', 'company-pages.ts'],
    [
      'today',
      'staff',
      'audit',
      'account',
      'approvals',
      'attention',
      'batches',
      'catalogue',
      'channels',
      'content',
      'employers',
      'expired',
      'holders',
      'inbox',
      'money',
      'orders',
      'digital',
      'parcels',
      'suppliers',
      'preview',
      'webhooks',
      'retention',
      'rehearsals',
      'work',
    ],
    ['releases', 'media', 'figures'],
    ['list'],
    ['sign-in'],
    [THE_REST],
  ],
}

/** Files of a room, each with those that it imports: also types, and what comes later. */
type Imports = ReadonlyMap<string, readonly string[]>

describe.each(Object.keys(FLOORS))('the floors of %s', (room) => {
  const imports = importsWithin(room)
  const floors = FLOORS[room] ?? []

  it('name what is there and nothing else (B46)', () => {
    const there = new Set([...imports.keys()].map((file) => placeOf(room, file)))
    const named = floors.flat().filter((place) => place !== THE_REST)
    expect(named.filter((place) => !there.has(place))).toEqual([])
    expect([...there].filter((place) => floorOf(floors, place) < 0)).toEqual([])
  })

  it('have no arrow up, and none between neighbours (B46)', () => {
    const wrong = [...imports].flatMap(([file, imported]) =>
      imported
        .filter((other) => !mayImport(floors, placeOf(room, file), placeOf(room, other)))
        .map((other) => `${file} imports ${other}`),
    )
    expect(wrong).toEqual([])
  })

  it('have no circle of files (B46)', () => {
    expect(circlesIn(imports)).toEqual([])
  })
})

it('finds an arrow up, one between neighbours and a circle (B46)', () => {
  const floors = [['top'], ['left', 'right'], [THE_REST]]
  const may = (from: string, to: string) => mayImport(floors, from, to)
  expect([may('top', 'left'), may('left', 'any.ts'), may('left', 'left')]).toEqual([
    true,
    true,
    true,
  ])
  expect([may('left', 'top'), may('any.ts', 'right'), may('left', 'right')]).toEqual([
    false,
    false,
    false,
  ])
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ])
  expect(circlesIn(circle)).toEqual([['b', 'c']])
})

/** A room's folder or own file: what a floor is made of. */
function placeOf(room: string, file: string): string {
  return file.slice(room.length + 1).split('/')[0] ?? ''
}

/** Counted from the top; below 0 is what stands nowhere. */
function floorOf(floors: readonly (readonly string[])[], place: string): number {
  const named = floors.findIndex((floor) => floor.includes(place))
  return named >= 0 ? named : floors.findIndex((floor) => floor.includes(THE_REST))
}

function mayImport(floors: readonly (readonly string[])[], from: string, to: string): boolean {
  if (from === to) return true
  const [above, below] = [floorOf(floors, from), floorOf(floors, to)]
  const bothRest = above === below && !floors[above]?.includes(from) && !floors[below]?.includes(to)
  return above < below || bothRest
}

function importsWithin(room: string): Imports {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', room],
    { encoding: 'utf8' },
  )
  const files = listed
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|long)\.tsx?$/.test(file) && existsSync(file),
    )
  const inRoom = new Set(files)
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
      return [file, imported.filter((other) => inRoom.has(other))]
    }),
  )
}

/** What is left when all that imports nothing left, or is imported by nothing left, has been taken away. */
function circlesIn(imports: Imports): string[][] {
  const wanted = new Set([...imports.values()].flat())
  const left = new Map(
    [...imports]
      .map(([file, imported]) => [file, imported.filter((other) => imports.has(other))] as const)
      .filter(([file, imported]) => imported.length > 0 && wanted.has(file)),
  )
  return left.size < imports.size ? circlesIn(left) : groupsOf(left)
}

/** Circles that touch are one; so are two with a way between them, which falls apart when the first is mended. */
function groupsOf(left: Imports): string[][] {
  const groups: Set<string>[] = []
  for (const [file, imported] of left) {
    const all = [file, ...imported]
    const met = groups.filter((group) => all.some((one) => group.has(one)))
    for (const group of met) groups.splice(groups.indexOf(group), 1)
    groups.push(new Set([...all, ...met.flatMap((group) => [...group])]))
  }
  return groups.map((group) => [...group].sort())
}
