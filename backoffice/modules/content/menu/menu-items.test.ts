import { expect, it } from 'vitest'

import {
  mergeTargets,
  mergedItems,
  type MenuItem,
} from '#backoffice/modules/content/menu/menu-items.ts'

const item = (
  id: string,
  tags: string[],
  parent: string | null = null,
  position = 0,
): MenuItem => ({
  subject: `1014 ${id}`,
  id,
  key: { channel: '1014', id },
  parent,
  position,
  value: {
    texts: { nl: id },
    parent: parent ?? '',
    position,
    tags: tags.map((tag) => ({ tag, web_menu_column: 1 })),
  },
  isTyped: false,
  isChanged: false,
})

const home = item('home', ['vase', 'plaid'])
const living = item('living', ['plaid', 'lamp'])
const items = [
  home,
  living,
  item('vases', ['vase'], 'home'),
  item('lamps', ['lamp'], 'living', 0),
  item('plaids', ['plaid'], 'living', 1),
]

it('merges a category into another: adds missing tags, moves children to the end, and removes the category (DESK-11)', () => {
  const changes = mergedItems(items, living, home)
  expect(changes.map(({ item, after }) => [item.id, after === null])).toEqual([
    ['home', false],
    ['lamps', false],
    ['plaids', false],
    ['living', true],
  ])
  // The target keeps its own texts and receives all tags and children of the merged item.
  expect(changes[0]?.after).toMatchObject({
    texts: { nl: 'home' },
    tags: [{ tag: 'vase' }, { tag: 'plaid' }, { tag: 'lamp' }],
  })
  expect(changes.slice(1, 3).map(({ after }) => after)).toMatchObject([
    { parent: 'home', position: 1 },
    { parent: 'home', position: 2 },
  ])
})

it('offers no merge that would create a third level or merge a category into itself (DESK-11)', () => {
  expect(mergeTargets(items, living).map(({ id }) => id)).toEqual(['home'])
  const [, , vases] = items
  expect(vases && mergeTargets(items, vases).map(({ id }) => id)).toEqual([
    'living',
    'lamps',
    'plaids',
  ])
})
