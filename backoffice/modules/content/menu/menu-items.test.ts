import { expect, it } from 'vitest'

import {
  acceptsItems,
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

it('merges one category into another: tags once, what stands below comes along behind, and it goes (DESK-11)', () => {
  const written = mergedItems(items, living, home)
  expect(written.map(({ item, after }) => [item.id, after === null])).toEqual([
    ['home', false],
    ['lamps', false],
    ['plaids', false],
    ['living', true],
  ])
  // The target keeps its own texts and receives all tags and children of the merged item.
  expect(written[0]?.after).toMatchObject({
    texts: { nl: 'home' },
    tags: [{ tag: 'vase' }, { tag: 'plaid' }, { tag: 'lamp' }],
  })
  expect(written.slice(1, 3).map(({ after }) => after)).toMatchObject([
    { parent: 'home', position: 1 },
    { parent: 'home', position: 2 },
  ])
})

it('offers no merge that would make a third level, or put a category into itself (DESK-11)', () => {
  expect(acceptsItems(items, living).map(({ id }) => id)).toEqual(['home'])
  const [, , vases] = items
  expect(vases && acceptsItems(items, vases).map(({ id }) => id)).toEqual([
    'living',
    'lamps',
    'plaids',
  ])
})
