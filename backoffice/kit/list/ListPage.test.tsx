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
  const asked: Record<string, string>[] = []
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
    fetchPage: async (question) => {
      asked.push(question)
      const items = GIFTS.filter(({ name }) =>
        name.toLowerCase().includes((question['search'] ?? '').toLowerCase()),
      )
      return {
        items,
        next: question['cursor'] === 'p2' ? null : 'p2',
        previous: question['cursor'] === 'p2' ? 'p1' : null,
        total: { count: items.length === 3 ? 7 : items.length, exact: true },
      }
    },
    csvHref: (question) => `/gifts.csv?${new URLSearchParams(question).toString()}`,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => `/backoffice/gifts/${id}`,
    actions: [{ label: 'exportCount', run: (rows) => void selection.push(rows) }],
    emptyText: 'No gifts yet',
    ...change,
  }
  return { list, asked, selection }
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

it('shows rows with their total, and asks what the address says (LIST)', async () => {
  const { list, asked } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?sort=-name&kind=soft',
  })
  await screen.findByText('Blanket')
  expect(rows()).toEqual(['Apron', 'Blanket', 'Candle'])
  expect(asked).toEqual([{ sort: '-name', kind: 'soft' }])
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

it('searches while one types, from the first page, and the address holds the search', async () => {
  const { list, asked } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?cursor=p2&selected=a',
  })
  await screen.findByText('Blanket')
  await user.type(screen.getByRole('searchbox'), 'cand')
  await waitFor(() => expect(rows()).toEqual(['Candle']))
  expect(addressNow()).toEqual({ search: 'cand' })
  expect(asked.at(-1)).toEqual({ search: 'cand' })
})

it('sets and clears a filter, and says when nothing matches', async () => {
  const { list, asked } = giftList({
    fetchPage: async (question) => {
      asked.push(question)
      const items = question['kind'] ? [] : GIFTS
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

it('keeps the focus in the menu when it shows the field of a filter (PRODUCT-22)', async () => {
  const { list } = giftList()
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('button', { name: en('filter') }))
  await user.click(screen.getByRole('button', { name: en('importKind.gifts') }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: en('importKind.gifts') }))
})

it('offers to save a search beside the filters, without a row of its own (PRODUCT-13)', async () => {
  const { list } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?search=a',
  })
  await screen.findByText('Blanket')
  const bar = within(screen.getByRole('search'))
  expect(bar.getByRole('button', { name: en('saveView') })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: en('views') })).toBeNull()
})

it('writes numbers with their unit on a phone, and has one menu for the tools (PRODUCT-22)', async () => {
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

it('selects rows, a page and all that match, and hands the selection to an action', async () => {
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
  // Without one of all, what stays selected is what can be seen.
  await user.click(screen.getByRole('checkbox', { name: en('selectOne', { name: 'Apron' }) }))
  expect(addressNow()).toEqual({ selected: 'b,c' })
})

it('offers the same rows as a file: all that match, or the selected ones', async () => {
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

it('goes from row to row by arrow keys, selects by the space bar and goes to the search by a slash', async () => {
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

it('keeps the rows while the next page loads, and leads on from page to page', async () => {
  let answer = () => {}
  const later = new Promise<void>((done) => (answer = done))
  const { list } = giftList()
  const ask = vi.fn(async (question: Record<string, string>) => {
    if (question['cursor']) await later
    return list.fetchPage(question)
  })
  const user = await renderBackoffice(<ListPage list={{ ...list, fetchPage: ask }} title="gifts" />)
  await screen.findByText('Blanket')
  await user.click(screen.getByRole('link', { name: en('next') }))
  await waitFor(() => expect(ask).toHaveBeenLastCalledWith({ cursor: 'p2' }))
  expect(rows()).toHaveLength(3)
  answer()
  await screen.findByRole('link', { name: en('previous') })
})

it('says when nothing exists yet, and that loading failed', async () => {
  const none = { items: [], next: null, previous: null, total: { count: 0, exact: true } }
  const ask = vi.fn(async () => none).mockRejectedValueOnce(new Error('down'))
  const { list } = giftList({ fetchPage: ask })
  const user = await renderBackoffice(<ListPage list={list} title="gifts" />)
  await user.click(await screen.findByRole('button', { name: en('again') }))
  await screen.findByText('No gifts yet')
})

it('titles the rows of each kind once (PRODUCT-7)', async () => {
  const { list } = giftList({ groupOf: ({ points }) => (points > 3 ? 'Large' : 'Small') })
  await renderBackoffice(<ListPage list={list} title="gifts" />, { at: '/backoffice/gifts' })
  await screen.findByText('Blanket')
  const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Large', 'Small'])
})

const NOTHING = { items: [], next: null, previous: null, total: { count: 0, exact: true } }

it('shows a list without rows as a picture, a sentence and one button, and no tools (PRODUCT-12)', async () => {
  const { list } = giftList({ fetchPage: async () => NOTHING })
  await renderBackoffice(
    <ListPage list={list} title="gifts" actions={<button type="button">New gift</button>} />,
  )
  const sentence = await screen.findByText('No gifts yet')
  const whole = sentence.closest('[data-empty]')
  expect(whole?.querySelectorAll('svg')).toHaveLength(1)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['New gift'])
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('link', { name: en('export') })).toBeNull()
  expect(screen.queryByRole('navigation', { name: en('pagesOfList') })).toBeNull()
})

it('leads to where rows come from, on a page without an action (PRODUCT-12)', async () => {
  const emptyLink = { to: '/backoffice/orders', label: 'toOrders' } as const
  const { list } = giftList({ fetchPage: async () => NOTHING, emptyLink })
  await renderBackoffice(<ListPage list={list} title="gifts" />)
  const link = await screen.findByRole('link', { name: en('toOrders') })
  expect(link.getAttribute('href')).toBe('/backoffice/orders')
})

it('shows the tools with the first row, and keeps them for filters without hits (PRODUCT-12)', async () => {
  const { list } = giftList()
  await renderBackoffice(<ListPage list={list} title="gifts" />, {
    at: '/backoffice/gifts?search=nothing',
  })
  await screen.findByText(en('noResults.search'))
  expect(screen.getByRole('searchbox')).toBeTruthy()
  expect(screen.queryByText('No gifts yet')).toBeNull()
  expect(screen.getByRole('button', { name: en('clearSearch') })).toBeTruthy()
})

it('has the columns of the list while its rows load (PRODUCT-12)', async () => {
  const { list } = giftList({ fetchPage: () => new Promise(() => {}) })
  await renderBackoffice(<ListPage list={list} title="gifts" />)
  const skeleton = document.querySelector('[data-skeleton]')
  expect(skeleton?.children.length).toBeGreaterThan(3)
  expect(skeleton?.firstElementChild?.children).toHaveLength(2)
})

it('names the channel of a filter and of a column, not its number (PRODUCT-11)', async () => {
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

it('shows the rows inside an item below it, without a link or a box of their own (PRODUCT-10)', async () => {
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
