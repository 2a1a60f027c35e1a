import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import type { Selection, ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { addressNow, en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

type Gift = { id: string; name: string; points: number }
const GIFTS: Gift[] = [
  { id: 'a', name: 'Apron', points: 4 },
  { id: 'b', name: 'Blanket', points: 18 },
  { id: 'c', name: 'Candle', points: 2 },
]

function giftList(change: Partial<ListDefinition<Gift>> = {}) {
  const queries: Record<string, string>[] = []
  const selection: Selection[] = []
  const list: ListDefinition<Gift> = {
    name: 'test-gifts',
    countLabel: 'giftsCounted',
    searchLabel: 'keySearch',
    columns: {
      name: { label: 'name', cell: ({ name }) => name, sortKey: 'name' },
      points: { label: 'points', cell: ({ points }) => points, numeric: true },
      id: { label: 'importKind.prices', cell: ({ id }) => id, defaultVisible: false },
    },
    filters: [
      {
        key: 'kind',
        label: 'importKind.prices',
        kind: 'multi-select',
        choices: [{ value: 'soft', name: 'Soft' }],
      },
      { key: 'from', label: 'importKind.gifts', kind: 'text' },
    ],
    defaultSort: 'name',
    fetchPage: async (query) => {
      queries.push(query)
      const items = GIFTS.filter(({ name }) =>
        name.toLowerCase().includes((query['search'] ?? '').toLowerCase()),
      )
      return {
        items,
        next: query['cursor'] === 'p2' ? null : 'p2',
        previous: query['cursor'] === 'p2' ? 'p1' : null,
        total: { count: items.length === 3 ? 7 : items.length, exact: true },
      }
    },
    csvHref: (query) => `/gifts.csv?${new URLSearchParams(query).toString()}`,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => `/backoffice/gifts/${id}`,
    actions: [{ label: 'exportCount', run: (rows) => void selection.push(rows) }],
    emptyText: 'No gifts yet',
    ...change,
  }
  return { list, queries, selection }
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

it('shows the rows for the query in the address', async () => {
  const { list, queries } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?sort=-name&kind=soft',
  })
  await screen.findByText('Blanket')
  expect(rows()).toEqual(['Apron', 'Blanket', 'Candle'])
  expect(queries).toEqual([{ sort: '-name', kind: 'soft' }])
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe(
    'descending',
  )
})

it('writes numbers in the language of the user (PRODUCT-12)', async () => {
  const { list } = giftList({
    fetchPage: async () => ({
      items: [{ id: 'a', name: 'Apron', points: 12_345 }],
      next: null,
      previous: null,
      total: { count: 1, exact: true },
    }),
  })
  await renderBackoffice(<ListPage list={list} title="gifts" />)
  expect(await screen.findByRole('cell', { name: '12,345' })).toBeDefined()
})

it('searches from the first page while the user types, and stores the search in the address', async () => {
  const { list, queries } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?cursor=p2&selected=a',
  })
  await screen.findByText('Blanket')
  await user.type(screen.getByRole('searchbox'), 'cand')
  await waitFor(() => expect(rows()).toEqual(['Candle']))
  expect(addressNow()).toEqual({ search: 'cand' })
  expect(queries.at(-1)).toEqual({ search: 'cand' })
})

it('sets and clears a filter, and shows a message if nothing matches', async () => {
  const { list, queries } = giftList({
    fetchPage: async (query) => {
      queries.push(query)
      const items = query['kind'] ? [] : GIFTS
      return { items, next: null, previous: null, total: { count: items.length, exact: true } }
    },
  })
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('button', { name: en('filter') }))
  await user.click(screen.getByRole('button', { name: en('importKind.prices') }))
  await user.click(screen.getByRole('checkbox', { name: 'Soft' }))
  await user.click(screen.getByRole('button', { name: en('apply') }))
  await screen.findByText(en('noResults.filters'))
  expect(addressNow()).toEqual({ kind: 'soft' })
  await user.click(screen.getByRole('button', { name: en('clearFilters') }))
  await screen.findByText('Blanket')
  expect(addressNow()).toEqual({})
})

it('moves the focus to the field of a filter that was chosen from the menu (PRODUCT-22)', async () => {
  const { list } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('button', { name: en('filter') }))
  await user.click(screen.getByRole('button', { name: en('importKind.gifts') }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: en('importKind.gifts') }))
})

it('offers to save a search beside the filters, not in a row of tabs (PRODUCT-13)', async () => {
  const { list } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?search=a',
  })
  await screen.findByText('Blanket')
  const bar = within(screen.getByRole('search'))
  expect(bar.getByRole('button', { name: en('saveView') })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: en('views') })).toBeNull()
})

it('shows numbers with their unit on a phone, and the tools in one menu (PRODUCT-22)', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }))
  const { list } = giftList()
  const { points } = list.columns
  if (!points) throw new Error('no column')
  const columns = { ...list.columns, points: { ...points, onPhone: () => '4 points' } }
  const user = await renderBackoffice(
    <ListPage
      list={{ ...list, columns }}
      title="gifts"
      links={[{ to: '/backoffice/stock', label: 'stock' }]}
      actions={<button type="button">New gift</button>}
    />,
  )
  await screen.findByText('Blanket')
  expect(screen.getAllByText('4 points')).toHaveLength(3)
  expect(screen.queryByRole('link', { name: en('export') })).toBeNull()
  await user.click(screen.getByRole('button', { name: en('moreActions') }))
  expect(screen.getByRole('link', { name: en('export') })).toBeTruthy()
  expect(screen.getByRole('link', { name: en('stock') })).toBeTruthy()
})

it('selects single rows, the page or all results, and passes the selection to an action', async () => {
  const { list, selection } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('checkbox', { name: en('selectOne', { name: 'Blanket' }) }))
  const bar = () => screen.getByRole('region', { name: en('selection') })
  const act = async (count: number) =>
    user.click(within(bar()).getByRole('button', { name: en('exportCount', { count }) }))
  await act(1)
  await user.click(screen.getByRole('checkbox', { name: en('selectPage') }))
  await act(3)
  await user.click(within(bar()).getByRole('button', { name: en('selectAll', { count: 7 }) }))
  await act(7)
  expect(selection).toEqual([
    { kind: 'picked', ids: ['b'], count: 1 },
    { kind: 'picked', ids: ['b', 'a', 'c'], count: 3 },
    { kind: 'all', query: {}, count: 7 },
  ])
  // If one of all rows is deselected, only the other rows of this page stay selected.
  await user.click(screen.getByRole('checkbox', { name: en('selectOne', { name: 'Apron' }) }))
  expect(addressNow()).toEqual({ selected: 'b,c' })
})

it('exports all results, or only the selected rows', async () => {
  const { list } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?search=a&cursor=p2',
  })
  await screen.findByText('Blanket')
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(en('export'))).toBe('/gifts.csv?search=a')
  await user.click(screen.getByRole('checkbox', { name: en('selectOne', { name: 'Candle' }) }))
  expect(hrefOf(en('exportCount', { count: 1 }))).toBe('/gifts.csv?search=a&ids=c')
})

it('moves between rows by arrow keys, selects by space and focuses the search by slash', async () => {
  const { list } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await screen.findByText('Blanket')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Blanket')
  await user.keyboard(' ')
  await waitFor(() => expect(addressNow()).toEqual({ selected: 'b' }))
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await user.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toBe('Apron')
})

it('keeps the rows visible while the next page loads, and links to the previous page', async () => {
  let answer = () => {}
  const later = new Promise<void>((done) => (answer = done))
  const { list } = giftList()
  const fetchPage = vi.fn(async (query: Record<string, string>) => {
    if (query['cursor']) await later
    return list.fetchPage(query)
  })
  const user = await renderBackoffice(<ListPage list={{ ...list, fetchPage }} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('link', { name: en('next') }))
  await waitFor(() => expect(fetchPage).toHaveBeenLastCalledWith({ cursor: 'p2' }))
  expect(rows()).toHaveLength(3)
  answer()
  await screen.findByRole('link', { name: en('previous') })
})

it('shows an error with a retry button, and a message if there are no items', async () => {
  const none = { items: [], next: null, previous: null, total: { count: 0, exact: true } }
  const fetchPage = vi.fn(async () => none).mockRejectedValueOnce(new Error('down'))
  const { list } = giftList({ fetchPage: fetchPage })
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await user.click(await screen.findByRole('button', { name: en('again') }))
  await screen.findByText('No gifts yet')
})

it('shows one title above the rows of each kind (PRODUCT-7)', async () => {
  const { list } = giftList({ groupOf: ({ points }) => (points > 3 ? 'Large' : 'Small') })
  await renderBackoffice(<ListPage list={list} title="gifts" />, { at: '/backoffice/gifts' })
  await screen.findByText('Blanket')
  const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Large', 'Small'])
})

const NO_ITEMS = { items: [], next: null, previous: null, total: { count: 0, exact: true } }

it('shows an empty list as a picture, a sentence and one button, without tools (PRODUCT-12)', async () => {
  const { list } = giftList({ fetchPage: async () => NO_ITEMS })
  await renderBackoffice(
    <ListPage list={list} title="gifts" actions={<button type="button">New gift</button>} />,
  )
  const sentence = await screen.findByText('No gifts yet')
  const emptyState = sentence.closest('[data-empty]')
  expect(emptyState?.querySelectorAll('svg')).toHaveLength(1)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['New gift'])
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('link', { name: en('export') })).toBeNull()
  expect(screen.queryByRole('navigation', { name: en('pagesOfList') })).toBeNull()
})

it('links to the page that creates items if an empty list has no action (PRODUCT-12)', async () => {
  const emptyLink = { to: '/backoffice/orders', label: 'toOrders' } as const
  const { list } = giftList({ fetchPage: async () => NO_ITEMS, emptyLink })
  await renderBackoffice(<ListPage list={list} title="gifts" />)
  const link = await screen.findByRole('link', { name: en('toOrders') })
  expect(link.getAttribute('href')).toBe('/backoffice/orders')
})

it('keeps the tools if a search has no results (PRODUCT-12)', async () => {
  const { list } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?search=nothing',
  })
  await screen.findByText(en('noResults.search'))
  expect(screen.getByRole('searchbox')).toBeTruthy()
  expect(screen.queryByText('No gifts yet')).toBeNull()
  expect(screen.getByRole('button', { name: en('clearSearch') })).toBeTruthy()
})

it('shows placeholders for the visible columns while rows load (PRODUCT-12)', async () => {
  const { list } = giftList({ fetchPage: () => new Promise(() => {}) })
  await renderBackoffice(<ListPage list={list} title="gifts" />)
  const skeleton = document.querySelector('[data-skeleton]')
  expect(skeleton?.children.length).toBeGreaterThan(3)
  expect(skeleton?.firstElementChild?.children).toHaveLength(2)
})

it('shows the name of a channel in filters and columns, not its number (PRODUCT-11)', async () => {
  const channel = { id: '2001', name: 'Noordzee', time_zone: 'UTC', logo: 'a.svg', colour: '' }
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('channel-names')) throw new TypeError('no server')
    return new Response(JSON.stringify({ items: [channel, { ...channel, id: '2' }] }))
  })
  const { list } = giftList({
    columns: {
      name: { label: 'name', cell: ({ name }) => name },
      points: { label: 'points', channel: '2001', cell: ({ points }) => String(points) },
      id: { label: 'channel', cell: () => channelCell('2') },
    },
    filters: [{ key: 'channel', label: 'channel', kind: 'channel' }],
  })
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?channel=2001',
  })
  await screen.findByText('Blanket')
  await waitFor(() =>
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain(
      'Noordzee',
    ),
  )
  expect(screen.getAllByText(en('channelShared'))).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: `${en('channel')} Noordzee` }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    en('any'),
    'Noordzee',
    en('channelShared'),
  ])
})

it('shows child rows below their item, without a link or checkbox (PRODUCT-10)', async () => {
  const { list } = giftList({ childKeys: ({ id }) => (id === 'b' ? ['large', 'small'] : []) })
  const name = { ...list.columns.name, label: 'name' as const, cell: ({ name }: Gift) => name }
  await renderBackoffice(
    <ListPage
      list={{
        ...list,
        columns: { ...list.columns, name: { ...name, childCell: (_, key) => `Size ${key}` } },
      }}
      title="gifts"
    />,
  )
  await screen.findByText('Size large')
  const all = screen.getAllByRole('row').slice(1)
  expect(all.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Apron',
    'Blanket',
    'Size large',
    'Size small',
    'Candle',
  ])
  expect(screen.getAllByRole('checkbox')).toHaveLength(1 + 3)
})
