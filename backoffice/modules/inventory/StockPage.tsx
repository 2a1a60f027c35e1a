import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { STOCK_WORDS, StockMark } from '#backoffice/modules/inventory/StockStatus.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf, type Columns } from '#backoffice/kit/list/list-definition.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type StockLevel = StaffResponse<'stock'>['items'][number]

/** All stock levels. Stock at risk comes first. */
export function StockPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => stockLevelList(t), [t])
  const ask = useAction('askWarehouse', {
    done: ({ asked, differ }) => t('warehouseAsked', { count: asked, differ }),
  })
  return (
    <ListPage
      list={list}
      title="stock"
      acts={
        staff.permissions.includes('stock.correct') ? (
          <ActionButton look="main" busy={ask.busy} onClick={() => void ask.run({})}>
            {t('askTheWarehouse')}
          </ActionButton>
        ) : null
      }
    />
  )
}

const stockLevelList = (t: Translate): ListOf<StockLevel> => ({
  name: 'stock',
  counted: 'shelvesCounted',
  searchWord: 'giftSearch',
  columns: stockColumns,
  filters: filterBar(t, 'stock', {
    state: { name: (state) => t(STOCK_WORDS[state]) },
    differs: { word: 'warehouseDiffers', name: () => t('differs') },
  }),
  usualSort: 'risk',
  ask: (asked) => fetchBackoffice('stock', asked as StaffInput<'stock'>),
  csv: (asked) => staffAddress('stock', { ...asked, as: 'csv' }),
  idOf: ({ sku }) => sku,
  nameOf: ({ name, sku }) => `${name} ${sku}`,
  hrefOf: ({ gift }) => `/backoffice/gifts/${gift}`,
  empty: t('noShelvesYet'),
  picture: 'box',
  emptyLink: { to: '/backoffice/gifts', word: 'toGifts' },
})

const stockColumns: Columns<StockLevel> = {
  name: {
    word: 'gift',
    sort: 'name',
    wraps: true,
    phone: 'a',
    cell: ({ name, picture }) => <GiftWithPicture file={picture}>{name}</GiftWithPicture>,
  },
  sku: { word: 'articleCode', phone: 'c', cell: ({ sku }) => sku },
  on_hand: {
    word: 'onHand',
    sort: 'on_hand',
    number: true,
    phone: 'b',
    cell: ({ on_hand }) => on_hand,
  },
  reserved: { word: 'reserved', number: true, cell: ({ reserved }) => reserved || '–' },
  sold: { word: 'soldFourWeeks', sort: 'sold', number: true, cell: ({ sold }) => sold || '–' },
  days_left: {
    word: 'daysLeft',
    sort: 'risk',
    number: true,
    cell: ({ days_left }) => days_left ?? '–',
  },
  warehouse: {
    word: 'warehouseDiffers',
    sort: 'difference',
    number: true,
    cell: ({ warehouse, on_hand }) => {
      if (!warehouse) return '–'
      const by = warehouse.on_hand - on_hand
      return by === 0 ? '=' : by > 0 ? `+${by}` : by
    },
  },
  state: { word: 'state', phone: 'd', cell: ({ state }) => <StockMark state={state} /> },
  ...noColumn('gift', 'picture'),
}
